# Studio
#
#   make run     installs what is missing, builds, and opens the studio on a sample
#                game (FILE=… for another); in a browser where there is no display
#   make check   form and habits, and the short tests of all that needs no window: for use while working
#   make test    installs what is missing, and runs every test
#   make build   installs what is missing, and builds bin/studio, bin/studioctl and bin/studio-script
#   make ctl     builds bin/studioctl and bin/studio-script alone, without cgo
#   make install installs what was built, below PREFIX (/usr/local) and DESTDIR
#   make uninstall removes that again
#   make deb     installs what is missing, and builds a Debian package in bin
#   make package-test installs, uses and removes it in a new Debian system: as root, some minutes
#   make lint    checks form and habits of the code
#   make fuzz    runs every fuzz target for a minute (FUZZTIME=… for longer)
#   make torture kills and starves the studio while it saves and edits: half an hour
#   make monkey  uses the window at random, three times for MONKEY (30m): nothing crashes or gets lost
#   make bench   measures speed
#   make bench-compare runs a few quick benchmarks, and compares them with docs/bench.txt
#   make bench-baseline stores their results there
#   make doc     writes the documentation of the code as web pages, below bin/doc
#   make pot     collects the texts to translate, and adds them to text/locale/po
#   make clean   removes what was built

FILE ?= samples/penloup-juhem.studio
FUZZTIME ?= 1m
MONKEY ?= 30m

ifeq ($(HOME),)
export HOME := $(shell getent passwd "$$(id -u)" | cut -d: -f6)
endif
export PATH := $(PATH):/usr/local/go/bin

# One set of flags for all that uses GTK's bindings: each other set compiles them
# again, for minutes. So there is no -race, -trimpath or tag for those packages.
export GOFLAGS := -buildvcs=false

# Builds the programs without cgo. They do not depend on the folder they are built in.
BUILD_PLAIN := CGO_ENABLED=0 go build -trimpath
OUT := bin
STRIP :=

# The tests of one package may take so long, on a slow machine with other work to do.
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

# The packages with GTK's bindings below them, and those without.
LIST := go list -f '{{.ImportPath}} {{join .Deps " "}}' ./...
GTK := $$($(LIST) | grep 'github.com/gotk3/' | cut -d ' ' -f 1)
PLAIN := $$($(LIST) | grep -v 'github.com/gotk3/' | cut -d ' ' -f 1)
# The tests that do more without -short.
LONG := $$(grep -rh --include='*_test.go' -e '^func ' -e 'testing\.Short()' . | awk '/^func /{name = $$2; sub(/\(.*/, "", name); next} {print name}' | sort -u | paste -sd '|')

.PHONY: build install uninstall deb package-test check-package run check test ctl script lint fuzz bench bench-compare bench-baseline monkey torture doc pot clean check-static check-plain check-race check-slow check-torture check-desk check-window

build:
	tools/setup.sh build
	$(MAKE) ctl
	go build -o bin/studio ./cmd/studio
	tools/copyright.sh >bin/copyright

ctl: script
	$(BUILD_PLAIN) -ldflags '$(STRIP) -X main.version=$(VERSION)' -o $(OUT)/studioctl ./cmd/studioctl

# Runs scripts, for the studio and for studioctl: they look for it beside themselves.
script:
	$(BUILD_PLAIN) -ldflags '$(STRIP)' -o $(OUT)/studio-script ./cmd/studio-script

# Takes what is built already, so that root can install what somebody else has built.
install:
	[ -f bin/studio ] && [ -f bin/copyright ] || $(MAKE) build
	tools/install.sh install

uninstall:
	tools/install.sh uninstall

# The package is made from a tree of its own, of programs without the tables of debuggers; all
# times are that of the last release, so that it has the same bytes each time.
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

# A cold build of GTK's bindings takes minutes on one processor, and windows mostly wait. Therefore
# all parts that need GTK run beside the others. In both rows, the parts that find mistakes
# fastest come first. The fuzz targets run here over their seeds and past finds only: make fuzz
# looks for new ones, and what it finds must not fail a change that has nothing to do with it.
test:
	tools/setup.sh test
	tools/timed.sh static $(MAKE) check-static
	$(MAKE) -j 2 --output-sync=line check-desk check-plain
	@echo "All tests passed."

check: lint
	go test -vet=off -short $(PLAIN)

# All that is not the window or its sound is built without cgo.
check-static:
	$(LIST) >/dev/null
	CGO_ENABLED=0 go build $(PLAIN)

check-plain:
	tools/timed.sh race $(MAKE) check-race
	tools/timed.sh slow $(MAKE) check-slow
	tools/timed.sh torture $(MAKE) check-torture

# Tests run with the race detector where there can be a race; long ones and those of one
# goroutine without it, which makes them some ten times faster. The children of TestEverySystemCall
# would not tell of a race. lint has vetted all.
check-race:
	go test $(TIMEOUT) -vet=off -race -short -skip '^TestEverySystemCall$$' $$(tools/racing.sh)

check-slow:
	go test $(TIMEOUT) -vet=off $$(tools/racing.sh -not)
	go test $(TIMEOUT) -vet=off -run "^($(LONG))$$" $$(tools/racing.sh -long)

check-torture:
	go run ./tools/torture -short

# Every campaign in full, each with a line of counts; then the long forms of tests.
torture:
	tools/setup.sh test
	go run ./tools/torture
	go test ./store/journal ./store/safe -count 1 -timeout 30m -run 'Kill|EverySystemCall|Cut|Flip|Twenty' -kills 500 -v
	go test ./io/xml -count 1 -timeout 30m -run TestRoundTrip -trips 10000 -v
	go test ./model -count 1 -timeout 0 -run TestManyEdits -edits 10000000 -v

# What needs the bindings of GTK compiled.
check-desk:
	tools/timed.sh lint $(MAKE) lint
	tools/timed.sh window $(MAKE) check-window
	tools/timed.sh package $(MAKE) check-package

monkey:
	tools/setup.sh test
	for seed in 1 2 3; do \
		tools/display.sh go test ./cmd/studio -vet=off -run TestMonkey -count 1 -timeout 0 -v -monkey $(MONKEY) -seed $$seed || exit 1; \
	done

# The window tests each have a display of their own; this one is for those that
# make widgets themselves.
check-window:
	tools/display.sh go test $(TIMEOUT) -vet=off -p 1 $(GTK)

# The package, as the validators of desktops and of Debian see it.
check-package: deb
	tools/package.sh $(DEB)

# A new system for the package takes minutes and the network, so that make test leaves it out.
package-test: deb
	tools/package-try.sh $(DEB)

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

# The baseline may come from another machine. Allocations are the same there, times are not: only
# a benchmark whose ratio differs from the geometric mean has changed.
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

pot:
	go run ./tools/extract -merge

clean:
	rm -rf bin .tools
