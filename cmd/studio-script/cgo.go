//go:build cgo

package main

// withC says that the C library is part of the program.
const withC = true
