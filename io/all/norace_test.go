//go:build !race

package all

const raced = false
