package document

import (
	"context"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// Many reports whether data contains several games. It stops reading at the second.
func (l *Library) Many(ctx context.Context, path string, data []byte, o codec.Options) bool {
	f, err := l.Choose(path, data, o)
	if err != nil || f.Games == nil {
		return false
	}
	o.Most = 1
	_, _, err = l.Games(ctx, path, data, o)
	return codec.IsTooMany(err)
}

// Games returns the games in data, and the format. If the format has one game per file, Games reads
// that game immediately. It returns an error if data cannot be read.
func (l *Library) Games(ctx context.Context, path string, data []byte, o codec.Options) (*codec.Games, *codec.Format, error) {
	if path != "" {
		o = withFile(ctx, path, o)
	}
	if o.Games == nil {
		o.Games = l.Rules
	}
	f, err := l.Choose(path, data, o)
	if err != nil {
		return nil, nil, err
	}
	if f.Games == nil {
		d, err := l.DecodeAs(ctx, f, data, o)
		if err != nil {
			return nil, nil, err
		}
		head := codec.HeadOf(d)
		head.Game = o.GameName(d.Tree.Rules().Spec())
		return &codec.Games{
			Heads:  []codec.Head{head},
			Decode: func(context.Context, int) (*model.Document, error) { return d, nil },
		}, f, nil
	}
	g, err := f.Games(ctx, data, o)
	if err != nil {
		return nil, nil, err
	}
	decode := g.Decode
	g.Decode = func(ctx context.Context, i int) (*model.Document, error) {
		d, err := decode(ctx, i)
		if err != nil {
			return nil, err
		}
		return d, l.checkDocument(ctx, f, d, o)
	}
	return g, f, nil
}
