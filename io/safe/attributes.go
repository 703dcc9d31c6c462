package safe

import (
	"bytes"
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"boardstudio/msg"
)

// Loss is the error of Write for a file of which something cannot be passed on to
// the file that replaces it. Replace does so nevertheless.
type Loss struct {
	What []error // each an *msg.Error
}

// Error lists what would be lost.
func (l *Loss) Error() string { return l.Localized(error.Error) }

// Localized is Error in the language of tr.
func (l *Loss) Localized(tr func(error) string) string {
	var what []string
	for _, err := range l.What {
		what = append(what, tr(err))
	}
	return strings.Join(what, "; ")
}

// Unwrap returns the list.
func (l *Loss) Unwrap() []error { return l.What }

// special are the bits of a mode besides the permissions.
const special = unix.S_ISUID | unix.S_ISGID | unix.S_ISVTX

// acl is the extended attribute that holds a list of permissions.
const acl = "system.posix_acl_access"

// dress gives f, which is to replace old, the owner, the extended attributes and
// the mode of that, and returns what it cannot have. The content must be written
// before, since the system then takes bits of the mode and attributes away.
//
// Another owner is not a loss as long as the group is the same: files that a group
// works on belong to whoever wrote them last. Nor is another group when the group
// may do what anybody may.
func dress(f, old *os.File) (lost []error, err error) {
	var was, now unix.Stat_t
	if err := unix.Fstat(int(old.Fd()), &was); err != nil {
		return nil, err
	}
	if was.Nlink > 1 {
		lost = append(lost, msg.Errorf("under its other names (hard links) the old content would stay"))
	}
	// Only the superuser may give files away; for others the file they replace
	// becomes theirs.
	if f.Chown(int(was.Uid), int(was.Gid)) != nil {
		_ = f.Chown(-1, int(was.Gid))
	}
	if err := unix.Fstat(int(f.Fd()), &now); err != nil {
		return nil, err
	}
	// Nobody gets rights that were meant for others.
	mode := was.Mode & (special | 0o777)
	if now.Uid != was.Uid {
		mode &^= unix.S_ISUID
	}
	if now.Gid != was.Gid {
		if mode&0o070 != mode&0o007<<3 {
			lost = append(lost, msg.Errorf("its group would become another"))
		}
		mode &^= unix.S_ISGID | 0o070&^(mode&0o007<<3)
	}
	attributes, err := copyAttributes(f, old)
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
	if was.Mode&special&^now.Mode != 0 {
		lost = append(lost, msg.Errorf("its set-user-ID, set-group-ID or sticky bit would be lost"))
	}
	return lost, nil
}

// copyAttributes gives f the extended attributes of old and takes away a list of
// permissions that f got from its folder. It returns what f cannot have, without
// those of the system's own rules, which it gives to new files as it sees fit.
func copyAttributes(f, old *os.File) (lost []error, err error) {
	names, err := attributes(old)
	if err != nil { // as when there are more than the system can list
		lost = append(lost, msg.Errorf("its extended attributes cannot be read and would be lost"))
	}
	var listed bool
	for _, name := range names {
		listed = listed || name == acl
		value, err := attribute(old, name)
		if errors.Is(err, unix.ENODATA) {
			continue // removed meanwhile
		}
		if err == nil {
			err = unix.Fsetxattr(int(f.Fd()), name, value, 0)
		}
		if err == nil || strings.HasPrefix(name, "security.") {
			continue
		}
		if has, e := attribute(f, name); e == nil && bytes.Equal(has, value) {
			continue // it is one that cannot be set, but comes by itself
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

// attributes returns the names of the extended attributes of f, none where the file
// system has none.
func attributes(f *os.File) ([]string, error) {
	list, err := whole(func(b []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), b) })
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
	return whole(func(b []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, b) })
}

// whole returns all that get fills in. get returns how much there is when it is
// given nothing to fill, and ERANGE when it is given too little.
func whole(get func([]byte) (int, error)) ([]byte, error) {
	for {
		n, err := get(nil)
		if err != nil || n == 0 {
			return nil, err
		}
		b := make([]byte, n)
		n, err = get(b)
		if errors.Is(err, unix.ERANGE) {
			continue // it has grown meanwhile
		}
		if err != nil {
			return nil, err
		}
		return b[:n], nil
	}
}
