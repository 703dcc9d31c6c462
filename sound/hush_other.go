//go:build !linux && (cgo || windows || darwin)

package sound

func hush() {}
