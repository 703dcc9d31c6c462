package all

import (
	"context"

	"boardstudio/io/codec"
	"boardstudio/model"
	games "boardstudio/rules/all"
)

// Many reports whether data holds several games. It is cheap for formats that have one game for each file.
func Many(ctx context.Context, path string, data []byte, o codec.Options) bool {
	f, err := Choose(path, data, o)
	if err != nil || f.Games == nil {
		return false
	}
	g, _, err := Games(ctx, path, data, o)
	return err == nil && len(g.Heads) > 1
}

// Games returns the games that data holds, and its format. Where the format has one game for each file, that is read now.
func Games(ctx context.Context, path string, data []byte, o codec.Options) (*codec.Games, *codec.Format, error) {
	if path != "" {
		o = at(ctx, path, o)
	}
	if o.Games == nil {
		o.Games = games.Games
	}
	f, err := Choose(path, data, o)
	if err != nil {
		return nil, nil, err
	}
	if f.Games == nil {
		d, err := DecodeAs(ctx, f, data, o)
		if err != nil {
			return nil, nil, err
		}
		return &codec.Games{
			Heads:  []codec.Head{codec.HeadOf(d)},
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
		return d, finish(ctx, f, d, o)
	}
	return g, f, nil
}
