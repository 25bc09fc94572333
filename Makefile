# Two commands do everything on a fresh machine: `make play` and `make test`.

VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
PORTABLE := $(VENV)/.portable
TESTABLE := $(VENV)/.testable
CODE := engines protocol server client bench torture tests docs examples install
# Three on two cores, as programs under test wait for one another.
PYTEST := $(BIN)/pytest -n 3 --dist worksteal

# The first Python on the path that is new enough. Say PYTHON=... to choose another.
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))

# What was compiled once need not be again, whatever the environment says: it halves the time to start.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play serve portal test fast thorough check torture golden picture bench bench-peers strength release lock clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

play: $(PLAYABLE) ## open the lobby, on a server of your own
	@$(BIN)/parlour $(ARGS) || test $$? -eq 130  # Ctrl-C leaves; it is no failure.

serve: $(PLAYABLE) ## host games for others (ARGS=--help lists the options)
	@$(BIN)/parlour serve $(ARGS)

portal: $(PORTABLE) ## try the portal here: a server, and the lines to play by ssh or in a browser
	@$(BIN)/parlour portal $(ARGS)

test: check ## check formatting, lint and types, and run the tests
	$(PYTEST) -m "not thorough" $(ARGS)

fast: $(TESTABLE) ## run the quickest tests, in a few seconds
	$(BIN)/pytest -q -n 2 -m "not slow and not thorough" $(ARGS)

thorough: $(TESTABLE) ## run the long tests, of which `make test` takes a sample
	$(PYTEST) -m thorough $(ARGS)

check: $(TESTABLE) ## check formatting, lint and types
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy

torture: $(TESTABLE) ## try every promise for hours, and write docs/promises.md (ARGS=kills for one topic)
	$(BIN)/python -m torture $(ARGS)

golden: $(TESTABLE) ## write the golden files and the tours again; review the difference like code
	$(BIN)/python -m tests.support.golden.files
	$(BIN)/python -m tests.support.golden.tours
	$(BIN)/python -m tests.support.golden.game_pages
	$(BIN)/python -m tests.support.golden.man_pages
	$(BIN)/python -m tests.support.structure.floor_plan
	$(BIN)/python -m tests.support.structure.protocol_page

picture: $(TESTABLE) ## draw the README's pictures again, from the real screens
	$(BIN)/python -m tests.support.terminal.picture

bench: $(TESTABLE) ## measure speed and size
	$(BIN)/python -m bench $(ARGS)

bench-peers: $(TESTABLE) ## measure Colyseus and boardgame.io too (needs Node)
	$(BIN)/python -m bench.peers $(ARGS)

strength: $(TESTABLE) ## measure how well the computers play, and write docs/strength.md (ARGS=blocky for one game)
	$(BIN)/python -m bench.strength $(ARGS)

release: $(TESTABLE) ## build and check a release into dist/; nothing is published (ARGS=--tag tags it)
	$(BIN)/python -m install.release $(ARGS)

lock: $(TESTABLE) ## pin every dependency again, within the ranges of pyproject.toml
	$(BIN)/pip install -q --require-hashes -r requirements-uv.lock
	$(BIN)/uv pip compile $(LOCK) --extra build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK) --extra build --extra portal --extra postgres pyproject.toml -o requirements-portal.lock
	$(BIN)/uv pip compile $(LOCK) --extra build --extra dev --extra portal --extra postgres pyproject.toml -o requirements-dev.lock
	echo uv | $(BIN)/uv pip compile $(LOCK) - -o requirements-uv.lock

LOCK := -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade

clean: ## remove everything that make has made here
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAYABLE): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing Parlour into $(VENV) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

$(PORTABLE): requirements-portal.lock $(PLAYABLE)
	@echo "Installing what the portal needs ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-portal.lock
	@touch $@

$(TESTABLE): requirements-dev.lock $(PLAYABLE)
	@echo "Installing the test tools ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Parlour needs Python 3.11 or newer, but there is none on your PATH."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python has no venv module. On Debian: apt install python3-venv"; exit 1; }
