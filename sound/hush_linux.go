//go:build cgo

package sound

// #cgo pkg-config: alsa
// #include <alsa/asoundlib.h>
//
// static void ignore(const char *file, int line, const char *function, int err, const char *fmt, ...) {}
// static void hush(void) { snd_lib_error_set_handler(ignore); }
import "C"

// hush disables the error messages that libasound prints on a machine without a sound card.
func hush() { C.hush() }
