// Package memo stores the results of functions.
package memo

import "sync"

// Func returns a function that calls f once for each key, and returns the stored value afterwards. f must always return
// the same value for a key, and must not call the returned function. The returned function may be called
// concurrently. Values are never dropped, so there should be few keys.
func Func[K comparable, V any](f func(K) V) func(K) V {
	var mu sync.Mutex
	values := map[K]V{}
	return func(key K) V {
		mu.Lock()
		defer mu.Unlock()
		v, ok := values[key]
		if !ok {
			v = f(key)
			values[key] = v
		}
		return v
	}
}
