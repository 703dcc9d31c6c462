// Package locale is a sketch of the real one.
package locale

import "boardstudio/text/msg"

func T(key msg.Key, args ...any) string                 { return string(key) }
func N(one, many msg.Key, n int, args ...any) string    { return string(many) }
func C(context string, key msg.Key, args ...any) string { return string(key) }
