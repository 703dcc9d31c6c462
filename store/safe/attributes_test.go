package safe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// entry is an entry of an access control list.
type entry struct {
	tag, perm uint16
	id        uint32
}

// list returns the encoded access control list with the permissions of owner, user 1234, group,
// mask and others.
func list(owner, user, group, mask, other uint16) []byte {
	const none = 1<<32 - 1
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []entry{{1, owner, none}, {2, user, 1234}, {4, group, none}, {16, mask, none}, {32, other, none}} {
		b = binary.LittleEndian.AppendUint16(b, e.tag)
		b = binary.LittleEndian.AppendUint16(b, e.perm)
		b = binary.LittleEndian.AppendUint32(b, e.id)
	}
	return b
}

// attributesOf returns the extended attributes and the mode of a file.
func attributesOf(t *testing.T, path string) (all map[string]string, mode uint32) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	names, err := attributes(f)
	if err != nil {
		t.Fatal(err)
	}
	all = map[string]string{}
	for _, n := range names {
		v, err := attribute(f, n)
		if err != nil {
			t.Fatal(err)
		}
		all[n] = string(v)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return all, info.Sys().(*syscall.Stat_t).Mode & 0o7777
}

// folders returns folders on two kinds of file systems.
func folders(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{"disk": t.TempDir(), "memory": mount(t)}
}

func TestAttributesArePreserved(t *testing.T) {
	mask(t, 0o077)
	for kind, dir := range folders(t) {
		for mode, attributes := range map[uint32]map[string]string{
			0o640:  {},
			0o600:  {"user.empty": "", "user.binary": "\x00\xff", "user.comment": strings.Repeat("x", 1000)},
			0o4755: {"user.a": "b"},
			0o2664: {},
			0o1644: {"user.a": "b"},
			0o7777: {},
			0o660:  {acl: string(list(6, 6, 4, 6, 0)), "user.a": "b"},
			0o2640: {acl: string(list(6, 6, 4, 4, 0))},
		} {
			t.Run(fmt.Sprintf("%s %o", kind, mode), func(t *testing.T) {
				path := filepath.Join(dir, "a")
				if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
				for name, value := range attributes {
					if err := unix.Setxattr(path, name, []byte(value), 0); errors.Is(err, unix.ENOTSUP) {
						t.Skipf("%s: %v", name, err)
					} else if err != nil {
						t.Fatal(err)
					}
				}
				if err := unix.Chmod(path, mode); err != nil {
					t.Fatal(err)
				}
				was, wasMode := attributesOf(t, path)
				for _, c := range []string{"one", "two"} {
					if err := Write(path, text(c)); err != nil {
						t.Fatal(err)
					}
					want(t, path, c)
					if now, nowMode := attributesOf(t, path); fmt.Sprint(now) != fmt.Sprint(was) || nowMode != wasMode || wasMode != mode {
						t.Errorf("%q with mode %o became %q with mode %o", was, wasMode, now, nowMode)
					}
				}
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// TestManyAttributes checks that all attributes are kept, up to the number that can be listed. More
// are reported as a loss.
func TestManyAttributes(t *testing.T) {
	path := filepath.Join(mount(t), "a")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("none", filepath.Dir(path), "tmpfs", unix.MS_REMOUNT, "size=4m"); err != nil {
		t.Fatal(err)
	}
	for n := range 400 {
		if err := unix.Setxattr(path, fmt.Sprintf("user.%0200d", n), []byte(strings.Repeat("v", n%50)), 0); err != nil {
			t.Skipf("attribute %d: %v", n, err)
		}
		if n%50 > 0 {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		names, err := attributes(f)
		f.Close()
		save := Write(path, text("x"))
		if err == nil {
			if all, _ := attributesOf(t, path); save != nil || len(names) != n+1 || len(all) != n+1 {
				t.Errorf("%d attributes of %d were kept, %v", len(all), n+1, save)
			}
			continue
		}
		if want := "a cannot be saved: its extended attributes cannot be read and would be lost"; save == nil || save.Error() != want {
			t.Errorf("%d attributes: %v", n+1, save)
		}
		if err := Replace(path, text("new")); err != nil {
			t.Error(err)
		}
		want(t, path, "new")
		return
	}
}

// TestDefaultList checks the default access control list of a folder. A replaced file must not
// inherit it.
func TestDefaultList(t *testing.T) {
	for kind, dir := range folders(t) {
		path := filepath.Join(dir, "a")
		if err := errors.Join(os.WriteFile(path, []byte("old"), 0o640), os.Chmod(path, 0o640)); err != nil {
			t.Fatal(err)
		}
		if err := unix.Setxattr(dir, "system.posix_acl_default", list(7, 7, 7, 7, 0), 0); err != nil {
			t.Skip(err)
		}
		if err := Write(path, text("new")); err != nil {
			t.Fatal(err)
		}
		if all, mode := attributesOf(t, path); len(all) > 0 || mode != 0o640 {
			t.Errorf("%s: %q, mode %o", kind, all, mode)
		}
		if err := Write(path+"2", text("new")); err != nil {
			t.Fatal(err)
		}
		if all, mode := attributesOf(t, path+"2"); all[acl] == "" || mode != 0o660 {
			t.Errorf("%s: a new file has %q, mode %o", kind, all, mode)
		}
	}
}

// TestForbiddenAttributes checks that attributes that cannot be kept, when a file of another user
// is replaced, are reported first.
func TestForbiddenAttributes(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can become somebody else")
	}
	const group, bits, xattr, names = "its group would change", "its set-user-ID, set-group-ID or sticky bit would be lost",
		`its extended attribute "user.a" would be lost`, "other hard links to this file would keep the old content"
	for _, tt := range []struct {
		name     string
		uid, gid int
		mode     uint32
		lost     []string
		then     uint32 // mode after Replace
	}{
		{"own", 65534, 65534, 0o640, nil, 0o640},
		{"own, with setgid", 65534, 65534, 0o2664, nil, 0o2664},
		{"of another in the group", 1234, 65534, 0o664, nil, 0o664},
		{"of another in the group, with setgid", 1234, 65534, 0o2664, nil, 0o2664},
		{"of another in the group, with setuid", 1234, 65534, 0o4664, []string{bits}, 0o664},
		{"of another group", 65534, 1234, 0o660, []string{group}, 0o600},
		{"of another group, all may read", 65534, 1234, 0o664, []string{group}, 0o644},
		{"of another group, with setgid", 65534, 1234, 0o2660, []string{group, bits}, 0o600},
		{"of another, open to all", 1234, 1234, 0o666, nil, 0o666},
		{"of another group, which may do what all may", 65534, 1234, 0o644, nil, 0o644},
		{"of another group, which may less", 65534, 1234, 0o606, []string{group}, 0o606},
		{"whose attributes may not be read", 1234, 65534, 0o620, []string{xattr}, 0o620},
		{"with another name", 65534, 65534, 0o644, []string{names}, 0o644},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, err := os.MkdirTemp("", "others") // t.TempDir is in a folder that others may not enter
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			path := filepath.Join(dir, "a")
			if err := errors.Join(os.Chown(dir, 65534, 65534), os.WriteFile(path, []byte("old"), 0o600), unix.Setxattr(path, "user.a", []byte("b"), 0),
				os.Chown(path, tt.uid, tt.gid), unix.Chmod(path, tt.mode)); err != nil {
				t.Fatal(err)
			}
			if slices.Contains(tt.lost, names) {
				if err := os.Link(path, path+"b"); err != nil {
					t.Fatal(err)
				}
			}
			got := child(t, "member", path)
			if tt.lost == nil {
				if got != "saved" {
					t.Error(got)
				}
			} else {
				if want := "a cannot be saved: " + strings.Join(tt.lost, "; "); got != want {
					t.Errorf("%s; want %s", got, want)
				}
				if _, mode := attributesOf(t, path); mode != tt.mode {
					t.Errorf("mode %o", mode)
				}
				want(t, path, "old")
				if got := child(t, "replacer", path); got != "saved" {
					t.Error(got)
				}
			}
			want(t, path, strings.Repeat("x", 1<<20))
			if all, mode := attributesOf(t, path); mode != tt.then || (all["user.a"] == "b") == slices.Contains(tt.lost, xattr) {
				t.Errorf("mode %o, want %o; attributes %q", mode, tt.then, all)
			}
		})
	}
}
