// Package dist has what belongs to the program as a desktop sees it: its icon, and beside
// it the files that make install puts where a desktop, a shell and a reader look for them.
package dist

import _ "embed"

// Icon is the icon of the program, as SVG.
//
//go:embed icons/boardstudio.svg
var Icon []byte

// Version is that of the release. The metainfo and Debian's changelog name it too.
const Version = "0.1.0"
