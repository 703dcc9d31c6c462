// Package all lists the file formats. To add a format, add its package here.
package all

import (
	"boardstudio/io/board"
	"boardstudio/io/codec"
	"boardstudio/io/columns"
	"boardstudio/io/ggf"
	"boardstudio/io/hexworld"
	"boardstudio/io/json"
	"boardstudio/io/offsets"
	"boardstudio/io/psq"
	"boardstudio/io/record"
	"boardstudio/io/renlib"
	"boardstudio/io/rif"
	"boardstudio/io/sgf"
	"boardstudio/io/suite"
	"boardstudio/io/wthor"
	"boardstudio/io/xml"
)

// Formats lists the file formats in menu order. The first is for new files.
var Formats = []*codec.Format{
	&xml.Format,
	&xml.Legacy,
	&wthor.Format,
	&ggf.Format,
	&sgf.Format,
	&psq.Format,
	&rif.Format,
	&board.OBF,
	&offsets.Format,
	&board.Format,
	&columns.Format,
	&suite.Format,
	&hexworld.Format,
	&record.OGN,
	&record.Pente,
	&record.Transcript,
	&record.Position,
	&renlib.Format,
	&json.Format,
	&record.Format,
}

// Moves is the one of Formats that holds lists of moves.
var Moves = &record.Format
