package model

// Cache keeps what was worked out last for a key, such as a node, until another key is asked for or
// the tree changes. The zero value is empty.
type Cache[K comparable, V any] struct {
	tree     *Tree
	revision uint64
	key      K
	value    V
}

// Get returns the cached value of the key in t, or calls find and caches its result.
func (c *Cache[K, V]) Get(t *Tree, key K, find func() V) V {
	if c.tree != t || c.revision != t.Revision() || c.key != key {
		*c = Cache[K, V]{t, t.Revision(), key, find()}
	}
	return c.value
}
