//go:build !cgo && !windows && !darwin

package sound

import "errors"

// openDevice returns an error, because the sound system cannot be used without cgo.
func openDevice() (device, error) { return nil, errors.New("sound: built without cgo") }
