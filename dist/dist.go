// Package dist contains the program's icon and version. Its folder also contains the files that
// make install installs for desktops, shells and readers.
package dist

import _ "embed"

// Icon is the icon of the program, as SVG.
//
//go:embed icons/boardstudio.svg
var Icon []byte

// Version is the version of the release. The metainfo and Debian's changelog contain it as well.
const Version = "0.2.0"
