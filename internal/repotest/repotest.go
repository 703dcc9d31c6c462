// Package repotest holds the tests of the repository as a whole: who may import
// whom, and habits that no linter knows.
package repotest
