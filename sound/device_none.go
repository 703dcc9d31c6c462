//go:build !cgo && !windows && !darwin

package sound

import "errors"

// openDevice fails: the sound system cannot be reached without cgo.
func openDevice() (device, error) { return nil, errors.New("sound: built without cgo") }
