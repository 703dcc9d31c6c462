package connect4

// prefetch tells the processor that a place of the table will be read soon.
//
//go:noescape
func prefetch(b *bucket)
