// Package repotest contains tests of the repository as a whole: which packages may import which,
// and conventions that no linter checks.
package repotest
