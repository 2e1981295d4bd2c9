# make demo  - set up, play the shipped recording through the whole pipeline, show the page
# make test  - set up, lint, types, all tests (a real browser included)
# make long  - the tests of whole films that take too long for every day
# make docs  - the pages of docs/ as a site, in site/; a link that leads nowhere fails
# make scenes - draw the pictures of docs/scenes.md anew
# make plots - draw the plots of docs/figures.md anew, from the tables in models/figures
# make pictures - take the pictures of the page in docs/ anew
# All hand ARGS on:  make demo ARGS="--port 8080"   make test ARGS="-k referee"

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test long docs setup setup-test pictures plots scenes clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml tools/setup_system.sh
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	sh tools/setup_system.sh $(BIN)/python
	touch $@

setup-test: $(VENV)/.installed-test

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test]"
	sh tools/setup_browser.sh $(BIN)/python
	touch $@

demo: setup
	$(BIN)/tableref demo $(ARGS)

test: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	sh tools/run_tests.sh $(BIN)/pytest $(ARGS)

long: setup-test
	$(BIN)/pytest -m long $(ARGS)

docs: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[docs]"
	$(BIN)/mkdocs build --strict --site-dir site $(ARGS)

pictures: setup-test
	$(BIN)/python -m tools.pictures $(ARGS)

plots: setup-test
	$(BIN)/python -m tools.plots

scenes: setup
	$(BIN)/python -m tools.scene_pictures $(ARGS)

clean:
	rm -rf $(VENV) build site *.egg-info
