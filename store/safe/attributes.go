package safe

import (
	"bytes"
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"boardstudio/text/msg"
)

// Loss is the error of Write if the new file cannot have some attribute of the old one. Replace
// ignores such losses.
type Loss struct {
	What []error // each is a *msg.Error
}

// Error returns a list of the losses.
func (l *Loss) Error() string { return l.Localized(error.Error) }

// Localized is like Error, but translates each loss with tr.
func (l *Loss) Localized(tr func(error) string) string {
	var what []string
	for _, err := range l.What {
		what = append(what, tr(err))
	}
	return strings.Join(what, "; ")
}

// Unwrap returns l.What.
func (l *Loss) Unwrap() []error { return l.What }

// specialBits are the mode bits other than the permissions.
const specialBits = unix.S_ISUID | unix.S_ISGID | unix.S_ISVTX

// acl is the extended attribute of an access control list.
const acl = "system.posix_acl_access"

// copyMetadata gives f the owner, the extended attributes and the mode of old. It returns the
// losses. The content of f must already be written, because writing clears some mode bits and
// attributes.
//
// A different owner is not a loss if the group is the same: files shared by a group belong to the
// last writer. A different group is not a loss if the group has the same permissions as others.
func (s *saver) copyMetadata(f, old *os.File) (lost []error, err error) {
	var was, now unix.Stat_t
	if err := unix.Fstat(int(old.Fd()), &was); err != nil {
		return nil, err
	}
	if was.Nlink > 1 {
		lost = append(lost, msg.Errorf("other hard links to this file would keep the old content"))
	}
	// Only the superuser may change the owner. For other users, the new file becomes theirs.
	if f.Chown(int(was.Uid), int(was.Gid)) != nil {
		_ = f.Chown(-1, int(was.Gid))
	}
	if err := unix.Fstat(int(f.Fd()), &now); err != nil {
		return nil, err
	}
	// Do not grant permissions to a different user or group.
	mode := was.Mode & (specialBits | 0o777)
	if now.Uid != was.Uid {
		mode &^= unix.S_ISUID
	}
	if now.Gid != was.Gid {
		if mode&0o070 != mode&0o007<<3 {
			lost = append(lost, msg.Errorf("its group would change"))
		}
		mode &^= unix.S_ISGID | 0o070&^(mode&0o007<<3)
	}
	attributes, err := s.copyAttributes(f, old)
	if err != nil {
		return nil, err
	}
	lost = append(lost, attributes...)
	if err := unix.Fchmod(int(f.Fd()), mode); err != nil {
		return nil, err
	}
	if err := unix.Fstat(int(f.Fd()), &now); err != nil {
		return nil, err
	}
	if was.Mode&specialBits&^now.Mode != 0 {
		lost = append(lost, msg.Errorf("its set-user-ID, set-group-ID or sticky bit would be lost"))
	}
	return lost, nil
}

// copyAttributes copies the extended attributes of old to f, and removes an access control list
// that f inherited from its folder. It returns the losses. Attributes in the security namespace are
// not counted, because the system assigns them itself.
func (s *saver) copyAttributes(f, old *os.File) (lost []error, err error) {
	names, err := attributes(old)
	if err != nil { // for example more attributes than the system can list
		lost = append(lost, msg.Errorf("its extended attributes cannot be read and would be lost"))
	}
	var listed bool
	for _, name := range names {
		listed = listed || name == acl
		value, err := attribute(old, name)
		if errors.Is(err, unix.ENODATA) {
			continue // removed in the meantime
		}
		if err == nil {
			err = s.fsetxattr(int(f.Fd()), name, value, 0)
		}
		if err == nil || strings.HasPrefix(name, "security.") {
			continue
		}
		if has, e := attribute(f, name); e == nil && bytes.Equal(has, value) {
			continue // the attribute cannot be set, but the system has set the same value
		}
		if name == acl {
			lost = append(lost, msg.Errorf("its access control list would be lost"))
		} else {
			lost = append(lost, msg.Errorf("its extended attribute %q would be lost", name))
		}
	}
	if !listed {
		err = unix.Fremovexattr(int(f.Fd()), acl)
		if err != nil && !errors.Is(err, unix.ENODATA) && !errors.Is(err, unix.ENOTSUP) {
			return nil, err
		}
	}
	return lost, nil
}

// attributes returns the names of the extended attributes of f. It returns nil if the file system
// does not support them.
func attributes(f *os.File) ([]string, error) {
	list, err := readXattr(func(b []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), b) })
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	var names []string
	for name := range strings.SplitSeq(string(list), "\x00") {
		if name != "" {
			names = append(names, name)
		}
	}
	return names, err
}

func attribute(f *os.File, name string) ([]byte, error) {
	return readXattr(func(b []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, b) })
}

// readXattr returns the complete value that get writes to a buffer. get must return the length of
// the value if the buffer is empty, and ERANGE if it is too small.
func readXattr(get func([]byte) (int, error)) ([]byte, error) {
	for {
		n, err := get(nil)
		if err != nil || n == 0 {
			return nil, err
		}
		b := make([]byte, n)
		n, err = get(b)
		if errors.Is(err, unix.ERANGE) {
			continue // grown in the meantime
		}
		if err != nil {
			return nil, err
		}
		return b[:n], nil
	}
}
