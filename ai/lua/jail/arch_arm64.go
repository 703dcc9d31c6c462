package jail

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// ownCalls are allowed system calls that other architectures do not have.
var ownCalls []uint32
