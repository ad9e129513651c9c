# SPDX-License-Identifier: MIT
# A thin front door: CMake does the work (see CMakePresets.json).
PREFIX  ?= /usr/local
DESTDIR ?=

# What `make run` shows: a best-first search as it goes, in a tree whose best moves are so close that
# it keeps changing its mind, and then a comparison. `make run RUN='search random --depth 9'` shows
# something else.
WATCH   = search random branching=10,shape=random,seed=21 --algorithm pbf --time 3
COMPARE = compare random branching=10,shape=random,seed=1 --depth 12 --trees 100

.PHONY: build run check bench install clean help

build: configured
	@cmake --build build/release

run: command
ifdef RUN
	@build/release/copse $(RUN)
else
	@build/release/copse $(WATCH)
	@echo
	@build/release/copse $(COMPARE)
	@echo
	@echo "To play, and to watch a search think, in your browser: build/release/copse serve --open"
endif

check:
	@scripts/check

bench: command
	@build/release/copse bench

install: build
	@DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'
	@# Programs find a new shared library only after this; a staged install must not do it.
	@[ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || /sbin/ldconfig

clean:
	@rm -rf build

help:
	@echo 'make run      install what is missing, build, show a search and a comparison of eight'
	@echo 'make check    install what is missing, build everything, run every test'
	@echo 'make bench    build, measure the speed of this machine'
	@echo 'make build    build the release preset into build/release'
	@echo 'make install  install below PREFIX ($(PREFIX)), staged in DESTDIR if that is set'
	@echo 'make clean    remove build/'

.PHONY: configured command
configured:
	@scripts/install-packages run
	@[ -f build/release/build.ninja ] || cmake --preset release --log-level=NOTICE >/dev/null

command: configured
	@cmake --build build/release --target copse_command
