//go:build !cgo

package main

// withC reports whether the program is linked with the C library.
const withC = false
