# Studio
#
#   make run             opens Studio on a sample game (or FILE=…); without a display, in a browser
#   make check           runs the linters, and the short tests that need no window
#   make test            runs every test
#   make build           builds bin/studio, bin/studioctl and bin/studio-script
#   make ctl             builds only bin/studioctl and bin/studio-script, without cgo
#   make install         installs the programs, below PREFIX (/usr/local) and DESTDIR
#   make uninstall       removes them
#   make deb             builds a Debian package in bin
#   make package-test    installs, uses and removes it in a new Debian system; needs root
#   make lint            runs the linters
#   make fuzz            runs every fuzz target for a minute (or FUZZTIME=…)
#   make torture         kills and starves Studio while it saves and edits; takes more than an hour
#   make monkey          uses the window at random, three times for 30 minutes (or MONKEY=…)
#   make bench           runs all benchmarks
#   make bench-compare   runs a few quick benchmarks, and compares them with docs/bench.txt
#   make bench-baseline  stores their results there
#   make doc             writes the documentation of the code as web pages, below bin/doc
#   make env             prints the variables that go commands need to share what make compiled
#   make pot             collects the texts to translate in text/locale/po
#   make clean           removes what was built
#
# run, test, build and deb first install missing Debian packages.

FILE ?= samples/penloup-juhem.studio
FUZZTIME ?= 1m
MONKEY ?= 30m

ifeq ($(HOME),)
export HOME := $(shell getent passwd "$$(id -u)" | cut -d: -f6)
endif
export PATH := $(PATH):/usr/local/go/bin

# Everything is compiled with one set of flags, because another set would compile GTK's bindings
# again, for minutes. So there is no -race or tag for packages that use them. With -trimpath, programs
# with and without cgo share most packages, and do not depend on the build folder.
export GOFLAGS := -buildvcs=false -trimpath
# To find out which names are types, cgo compiles "NAME *__cgo_undefined__2;" for each. Where NAME is
# no type, GCC reports an undeclared name, and first compares it with every name of GTK, for six
# minutes in all. With const, it reports a syntax error at once.
export CGO_CFLAGS ?= -O1 '-D__cgo_undefined__2=const __cgo_undefined__2'

# Builds programs without cgo.
BUILD_PLAIN := CGO_ENABLED=0 go build
OUT := bin
STRIP :=

# Limit for the tests of one package, on a slow and busy machine.
TIMEOUT := -timeout 1h

GOFUMPT := .tools/gofumpt-v0.12.0
STATICCHECK := .tools/staticcheck-v0.8.2
NFPM := .tools/nfpm-v2.45.0
BENCHSTAT := .tools/benchstat-v0.0.0-20260908200009-22c9c6c9d4da
VERSION := $(shell git describe --always --dirty 2>/dev/null)
# The release that packages are made of.
RELEASE := $(shell sed -n 's/^const Version = "\(.*\)"/\1/p' dist/dist.go)
ARCH = $(shell go env GOARCH)
DEB = bin/boardstudio_$(RELEASE)_$(ARCH).deb
export PREFIX ?= /usr/local
export DESTDIR ?=

# The packages that import GTK's bindings, and the others.
LIST := CGO_ENABLED=1 go list -f '{{.ImportPath}} {{join .Deps " "}}' ./...
GTK := $$($(LIST) | grep 'github.com/gotk3/' | cut -d ' ' -f 1)
PLAIN := $$($(LIST) | grep -v 'github.com/gotk3/' | cut -d ' ' -f 1)
# The tests that do more without -short or the race detector.
LONG := $$(grep -rh --include='*_test.go' -e '^func ' -e 'testing\.Short()' -e 'race\.Skip(' . | awk '/^func /{name = $$2; sub(/\(.*/, "", name); next} {print name}' | sort -u | paste -sd '|')

.PHONY: build install uninstall deb package-test check-package run check test ctl script lint fuzz bench bench-compare bench-baseline monkey torture doc env pot clean check-setup check-static check-plain check-race check-slow check-torture check-desk check-window

build:
	tools/setup.sh build
	$(MAKE) ctl
	go build -o bin/studio ./cmd/studio
	tools/copyright.sh >bin/copyright

ctl: script
	$(BUILD_PLAIN) -ldflags '$(STRIP) -X main.version=$(VERSION)' -o $(OUT)/studioctl ./cmd/studioctl

# studio-script runs scripts. Studio and studioctl look for it in their own folder.
script:
	$(BUILD_PLAIN) -ldflags '$(STRIP)' -o $(OUT)/studio-script ./cmd/studio-script

# Uses existing programs, so root can install what another user has built.
install:
	[ -f bin/studio ] && [ -f bin/copyright ] || $(MAKE) build
	tools/install.sh install

uninstall:
	tools/install.sh uninstall

# The package is built from a separate tree, with programs without debugging information. All times
# are the time of the last release, so the package is reproducible.
deb:
	tools/setup.sh build
	$(MAKE) $(NFPM)
	rm -rf bin/deb
	go build -ldflags '-s -w' -o bin/deb/bin/studio ./cmd/studio
	$(MAKE) ctl OUT=bin/deb/bin STRIP='-s -w' VERSION=$(RELEASE)
	tools/copyright.sh debian >bin/deb/bin/copyright
	DESTDIR=bin/deb/root PREFIX=/usr BIN=bin/deb/bin ZSH=share/zsh/vendor-completions tools/install.sh install
	gzip -9n <dist/deb/changelog >bin/deb/root/usr/share/doc/boardstudio/changelog.gz
	install -D -m 644 dist/deb/lintian-overrides bin/deb/root/usr/share/lintian/overrides/boardstudio
	find bin/deb/root -exec touch -h -d "$$(date -u -R -d "$$(sed -n 's/^ -- .*>  //p' dist/deb/changelog | head -n 1)")" {} +
	SOURCE_DATE_EPOCH=$$(date +%s -d "$$(sed -n 's/^ -- .*>  //p' dist/deb/changelog | head -n 1)") \
		ARCH=$(ARCH) RELEASE=$(RELEASE) $(NFPM) package --config dist/nfpm.yaml --packager deb --target $(DEB)

run:
	tools/setup.sh run
	$(MAKE) script
	go build -o bin/studio ./cmd/studio
	tools/run.sh bin/studio $(FILE)

# A cold build of GTK's bindings takes minutes on one processor, and window tests mostly wait.
# Therefore the parts that need GTK run in parallel with the others. In both groups, the parts that
# find errors fastest come first. The fuzz targets use only their seeds and earlier findings here:
# a new finding of make fuzz must not fail an unrelated change.
test:
	$(MAKE) -j 2 --output-sync=line check-setup check-static
	$(MAKE) -j 2 --output-sync=line check-desk check-plain
	@echo "All tests passed."

check: lint
	go test -vet=off -short $(PLAIN)

# Compilers, checkers and tests without a window collect garbage less often: they take a tenth to a
# third less processor time, and up to 900 MB.
lint check-static check-race check-slow: export GOGC := 400

# Everything except the window and its sound builds without cgo.
check-static:
	$(LIST) >/dev/null
	tools/timed.sh static env $(BUILD_PLAIN) $(PLAIN)

# Installing packages is mostly input and output, so check-static runs beside it.
check-setup:
	tools/timed.sh setup tools/setup.sh test

check-plain:
	tools/timed.sh race $(MAKE) check-race
	tools/timed.sh slow $(MAKE) check-slow
	tools/timed.sh torture $(MAKE) check-torture

# Tests run with the race detector if there can be a race. Long tests, and those with one goroutine
# (race.Skip), run without it, about ten times faster. The child processes of TestEverySystemCall
# would not report races. lint has run go vet.
check-race:
	go test $(TIMEOUT) -vet=off -race -short -skip '^TestEverySystemCall$$' $$(tools/racing.sh)

check-slow:
	go test $(TIMEOUT) -vet=off $$(tools/racing.sh -not)
	go test $(TIMEOUT) -vet=off -run "^($(LONG))$$" $$(tools/racing.sh -long)

check-torture:
	go run ./tools/torture -short

# Every crash test in full, each with a line of counts, then the long forms of tests.
torture:
	tools/setup.sh test
	go run ./tools/torture
	go test ./store/journal ./store/safe -count 1 -timeout 30m -run 'Kill|EverySystemCall|Cut|Flip|Twenty' -kills 500 -v
	go test ./io/xml -count 1 -timeout 30m -run 'TestRoundTrip|TestSalvageCutFiles' -trips 10000 -full -v
	go test ./model -count 1 -timeout 0 -run TestManyEdits -edits 10000000 -v
	go test -p 1 ./ai/all ./ai/gomoku ./ai/line/threat ./rules/all ./rules/line ./document -count 1 -timeout 1h -full
	go test ./io/board ./io/columns ./io/ggf ./io/json ./io/psq ./io/record ./io/renlib ./io/rif ./io/sgf ./io/suite -count 1 -timeout 30m -run Heavy -full
	go test ./ai/lua -count 1 -timeout 30m -run 'TestKills|TestHostileCorpus' -kills 1000 -full

# The parts that need GTK's bindings.
check-desk:
	tools/timed.sh lint $(MAKE) lint
	tools/timed.sh window $(MAKE) check-window
	tools/timed.sh package $(MAKE) check-package

monkey:
	tools/setup.sh test
	for seed in 1 2 3; do \
		tools/display.sh go test ./cmd/studio -vet=off -run TestMonkey -count 1 -timeout 0 -v -monkey $(MONKEY) -seed $$seed || exit 1; \
	done

# Each window test has a display of its own. This display is for tests that create widgets.
check-window:
	tools/display.sh go test $(TIMEOUT) -vet=off -p 1 $(GTK)

# Checks the package with the validators of desktops and of Debian.
check-package: deb
	tools/package.sh $(DEB)

# A new system takes minutes and needs the network, so make test skips this.
package-test: deb
	tools/package-try.sh $(DEB)
	go test ./dist -count 1 -run TestReproducible -fresh

lint: $(GOFUMPT) $(STATICCHECK)
	@files=$$($(GOFUMPT) -l .); [ -z "$$files" ] || { echo "not in gofumpt's form:"; echo "$$files"; exit 1; } >&2
	go mod tidy -diff
	go vet ./...
	$(STATICCHECK) ./...

$(GOFUMPT):
	GOBIN=$(CURDIR)/.tools go install mvdan.cc/gofumpt@$(@:.tools/gofumpt-%=%)
	mv .tools/gofumpt $@

$(STATICCHECK):
	GOBIN=$(CURDIR)/.tools go install honnef.co/go/tools/cmd/staticcheck@$(@:.tools/staticcheck-%=%)
	mv .tools/staticcheck $@

$(NFPM):
	GOBIN=$(CURDIR)/.tools go install github.com/goreleaser/nfpm/v2/cmd/nfpm@$(@:.tools/nfpm-%=%)
	mv .tools/nfpm $@

$(BENCHSTAT):
	GOBIN=$(CURDIR)/.tools go install golang.org/x/perf/cmd/benchstat@$(@:.tools/benchstat-%=%)
	mv .tools/benchstat $@

fuzz:
	tools/fuzz.sh $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem $(PLAIN)

# The baseline may come from another machine. Allocations are the same on every machine, but times
# are not: a benchmark has changed only if its ratio differs from the geometric mean.
bench-compare: $(BENCHSTAT)
	mkdir -p bin
	tools/bench.sh >bin/bench.txt
	$(BENCHSTAT) -ignore goos,cpu -table goarch -row pkg,.fullname -filter '.unit:(sec/op OR allocs/op)' docs/bench.txt bin/bench.txt

bench-baseline:
	mkdir -p bin
	tools/bench.sh >bin/bench.txt
	mv bin/bench.txt docs/bench.txt

doc:
	rm -rf bin/doc
	go run ./tools/godoc -out bin/doc

# The variables above, for a shell: eval "$$(make env)"
env:
	@:$(info export GOFLAGS="$(GOFLAGS)" CGO_CFLAGS="$(CGO_CFLAGS)")

pot:
	go run ./tools/extract -merge

clean:
	rm -rf bin .tools
