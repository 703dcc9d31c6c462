# Studio
#
#   make run     installs what is missing, builds, and opens the studio on a sample
#                game (FILE=… for another); in a browser where there is no display
#   make check   form and habits, and the short tests of all that needs no window: for use while working
#   make test    installs what is missing, and runs every test
#   make build   builds bin/studio, bin/studioctl and bin/studio-script
#   make ctl     builds bin/studioctl and bin/studio-script alone, without cgo
#   make lint    checks form and habits of the code
#   make fuzz    runs every fuzz target for a minute (FUZZTIME=… for longer)
#   make torture kills and starves the studio while it saves and edits: half an hour
#   make bench   measures speed
#   make pot     collects the texts to translate, and adds them to locale/po
#   make clean   removes what was built

FILE ?= samples/penloup-juhem.studio
FUZZTIME ?= 1m

ifeq ($(HOME),)
export HOME := $(shell getent passwd "$$(id -u)" | cut -d: -f6)
endif
export PATH := $(PATH):/usr/local/go/bin

# One set of flags for all that uses GTK's bindings: each other set compiles them
# again, for minutes. So there is no -race, -trimpath or tag for those packages.
export GOFLAGS := -buildvcs=false

# The tests of one package may take so long, on a slow machine with other work to do.
TIMEOUT := -timeout 1h

GOFUMPT := .tools/gofumpt-v0.12.0
STATICCHECK := .tools/staticcheck-v0.8.2
VERSION := $(shell git describe --always --dirty 2>/dev/null)

# The packages with GTK's bindings below them, and those without.
LIST := go list -f '{{.ImportPath}} {{join .Deps " "}}' ./...
GTK := $$($(LIST) | grep 'github.com/gotk3/' | cut -d ' ' -f 1)
PLAIN := $$($(LIST) | grep -v 'github.com/gotk3/' | cut -d ' ' -f 1)
# The directories with tests that the race detector would make too slow; those with
# windows have their turn by themselves.
SLOW := $$(grep -rlE 'testing\.Short\(\)|^//go:build !?race' --include='*_test.go' . | xargs -n 1 dirname | grep -vE '^\./(cmd/)?studio(/gtkx|/scriptwin)?$$' | sort -u)

.PHONY: build run check test ctl script lint fuzz bench torture pot clean check-static check-plain check-race check-slow check-torture check-window

build: ctl
	go build -o bin/studio ./cmd/studio

ctl: script
	CGO_ENABLED=0 go build -ldflags '-X main.version=$(VERSION)' -o bin/studioctl ./cmd/studioctl

# Runs scripts, for the studio and for studioctl: they look for it beside themselves.
script:
	CGO_ENABLED=0 go build -o bin/studio-script ./cmd/studio-script

run:
	tools/setup.sh run
	$(MAKE) script
	go build -o bin/studio ./cmd/studio
	tools/run.sh bin/studio $(FILE)

# The parts stand in the order in which they find mistakes fastest; windows mostly wait, so
# they are tested beside the rest. The fuzz
# targets run here over their seeds and past finds only: make fuzz looks for new
# ones, and what it finds must not fail a change that has nothing to do with it.
test:
	tools/setup.sh test
	$(MAKE) check-static
	$(MAKE) lint
	$(MAKE) -j 2 --output-sync=line check-window check-plain
	@echo "All tests passed."

check: lint
	go test -short $(PLAIN)

# All that is not the window or its sound is built without cgo.
check-static:
	$(LIST) >/dev/null
	CGO_ENABLED=0 go build $(PLAIN)

check-plain:
	$(MAKE) check-race
	$(MAKE) check-slow
	$(MAKE) check-torture

check-race:
	go test $(TIMEOUT) -race -short $(PLAIN)

check-slow:
	go test $(TIMEOUT) $(SLOW)

check-torture:
	go run ./tools/torture -short

# Every campaign in full, each with a line of counts; then the long forms of tests.
torture:
	tools/setup.sh test
	go run ./tools/torture
	go test ./io/journal ./io/safe -count 1 -timeout 30m -run 'Kill|EverySystemCall|Cut|Flip|Twenty' -kills 500 -v
	go test ./io/xml -count 1 -timeout 30m -run TestRoundTrip -trips 10000 -v
	go test ./model -count 1 -timeout 0 -run TestManyEdits -edits 10000000 -v

# The window tests each have a display of their own; this one is for those that
# make widgets themselves.
check-window:
	tools/display.sh go test $(TIMEOUT) -vet=off -p 1 $(GTK)

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

fuzz:
	tools/fuzz.sh $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem $(PLAIN)

pot:
	go run ./tools/extract -merge

clean:
	rm -rf bin .tools
