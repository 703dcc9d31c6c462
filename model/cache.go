package model

// Cache stores the value computed last, with its key. The value is dropped if another key is
// requested or the tree changes. The zero value is an empty cache.
type Cache[K comparable, V any] struct {
	tree     *Tree
	revision uint64
	key      K
	value    V
}

// Get returns the value for key in t. It calls find if the value is not cached.
func (c *Cache[K, V]) Get(t *Tree, key K, find func() V) V {
	if c.tree != t || c.revision != t.Revision() || c.key != key {
		*c = Cache[K, V]{t, t.Revision(), key, find()}
	}
	return c.value
}
