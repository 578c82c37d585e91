# Everything here makes first what it needs: `make demo` and `make test` are enough on a fresh machine.

PYTHON ?= python3
VENV := .venv
DOCS_VENV := .venv-docs
ADVISORIES_VENV := .venv-advisories
RUN := $(VENV)/bin/
ARGS ?=
# The sources of the pages, and the npm of our own Node.
PAGES := web/client
NPM := PATH="$(abspath $(RUN)):$$PATH" npm
# REDDOG_PAGES=committed leaves the pages as they are, where npm's packages cannot be had.
CHECK_PAGES := $(if $(filter committed,$(REDDOG_PAGES)),,pages)
BUILD_PAGES := $(if $(filter committed,$(REDDOG_PAGES)),,web)
# How many files of tests run at a time. Tests wait for processes and for time to pass, so it may be more than there are
# cores.
JOBS ?= 3
# RETEST=yes runs what failed (pytest's exit status 1: all tests ran) once more, alone on the machine.
RETEST ?=
RETEST_FAILED := echo "--- Again, alone, what failed beside other tests" && $(RUN)python -m pytest --last-failed --last-failed-no-failures none $(ARGS)
# In the order of tests/order.py. Without the last word, the files with the fewest tests would come last, which are the slowest.
BY_FILE := --dist loadfile --no-loadscope-reorder

# Locked by whoever keeps the platform's processes running here, with its process number inside.
SUPERVISOR := .local/log/supervisor

# What `make check` looks at.
SOURCES := $(wildcard manage.py kernel telemetry rest web audit credentials staff wallet players responsible_gaming cashier games tables approvals casework reports \
	reddog_platform verifier clients benchmarks tests docs/diagrams docs/site)

.DEFAULT_GOAL := help
.PHONY: help install demo test core check types format pages web screenshots vectors openapi rules events engine traceability diagrams approvals retention words docs requirements advisories \
	clean

help:  ## List these targets
	@grep -hE '^[a-z]+:.*  ## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*  ## /  make \1\t/' | expand -t 24

install: $(VENV)/installed-dev  ## Make .venv with all that is needed (nothing outside this folder)

demo: $(VENV)/installed  ## Start everything, with players and rounds to look at (ARGS="--rounds 50 --exit")
	$(RUN)python manage.py demo $(ARGS)

test: $(VENV)/installed-dev  ## Run all tests (ARGS="-k wallet")
	$(RUN)python -m pytest -n $(JOBS) $(BY_FILE) $(ARGS) $(if $(RETEST),|| { test $$? = 1 && $(RETEST_FAILED); })

core: $(VENV)/installed-dev  ## Run the tests that need no database, in seconds, without the slow ones
	$(RUN)python -m pytest tests/core tests/vectors -m "not slow" -n 2 $(BY_FILE) $(ARGS)

check: $(VENV)/installed-dev  ## What must pass before a commit: format, lint, types, imports, spelling, docs, tests, files
	$(RUN)ruff format --check .
	$(RUN)ruff check .
	$(MAKE) types
	$(RUN)lint-imports
	$(RUN)codespell
	$(MAKE) docs
	$(if $(CHECK_PAGES),$(MAKE) $(CHECK_PAGES))
	rm -rf .local/seen-statements
	$(MAKE) test
	$(RUN)python -m tests.needed_rights
	$(MAKE) $(BUILD_PAGES) vectors openapi traceability rules events diagrams approvals retention words
	git diff --exit-code -- web/static web/locale tests/vectors openapi.yaml docs/traceability.md docs/rules docs/events.md docs/diagrams docs/approvals.md docs/retention.md

types: $(VENV)/installed-dev  ## Check the types
	$(RUN)mypy $(SOURCES)

format: $(VENV)/installed-dev  ## Put the source in order
	$(RUN)ruff format .
	$(RUN)ruff check --fix .

# The Node of a wheel, so that nothing else need be installed.
pages: $(PAGES)/node_modules/installed  ## Check the pages: format, lint, types, tests
	cd $(PAGES) && $(NPM) run --silent check

web: $(PAGES)/node_modules/installed  ## Build the pages into web/static
	cd $(PAGES) && $(NPM) run --silent build

$(PAGES)/node_modules/installed: $(PAGES)/package-lock.json $(VENV)/installed-dev
	cd $(PAGES) && $(NPM) ci --silent
	touch $@

screenshots: $(VENV)/installed-dev  ## Draw docs/screenshots anew (needs Chromium)
	mkdir -p docs/screenshots
	REDDOG_SCREENSHOTS="$(abspath docs/screenshots)" $(RUN)python -m pytest -q tests/browser/test_screenshots.py

vectors: $(VENV)/installed-dev  ## Make our own test vectors again
	for script in $(wildcard tests/vectors/make_*.py); do $(RUN)python $$script || exit 1; done

openapi: $(VENV)/installed-dev  ## Write openapi.yaml from the code
	$(RUN)python manage.py spectacular --validate --fail-on-warn --file openapi.yaml

rules: $(VENV)/installed  ## Write the public pages of docs/rules from the rule sheets
	$(RUN)python manage.py rules_pages

events: $(VENV)/installed  ## Write docs/events.md from the catalogue of significant events
	$(RUN)python manage.py events_page

retention: $(VENV)/installed  ## Write docs/retention.md from the registry of retention
	$(RUN)python manage.py retention_page

approvals: $(VENV)/installed  ## Write the table of acts in docs/approvals.md
	$(RUN)python manage.py acts_table

words: $(VENV)/installed  ## Compile the catalogues of the console (web/locale)
	$(RUN)python manage.py compile_words

engine: $(VENV)/installed-dev  ## Print the list of files that games/engine.py must have
	@$(RUN)python -m tests.engine_set

traceability: $(VENV)/installed-dev  ## Write docs/traceability.md from the tests' marks
	$(RUN)python tests/traceability.py

diagrams: $(VENV)/installed-dev  ## Draw the pictures of docs/diagrams
	$(RUN)python -m docs.diagrams.make_diagrams

docs: $(DOCS_VENV)/installed  ## Build the documentation as a site in .local/site; a broken link fails
	$(DOCS_VENV)/bin/mkdocs build --strict --quiet

# Not a part of `check`: it asks PyPI and npm for advisories, and fails where they cannot be had. Both are asked in any case.
advisories: $(ADVISORIES_VENV)/installed $(VENV)/installed-dev  ## List pinned packages with known vulnerabilities (asks PyPI and npm)
	python_status=0; $(ADVISORIES_VENV)/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off \
		$(addprefix -r ,$(wildcard requirements*.txt)) || python_status=$$?; \
	cd $(PAGES) && PATH="$(abspath $(RUN)):$$PATH" node build/advisories.ts && exit $$python_status

requirements:  ## Compile requirements*.in to exact versions with hashes (needs uv)
	for name in requirements requirements-reports requirements-demo requirements-laboratory requirements-tracing \
			requirements-tokens requirements-cluster requirements-dev requirements-audit requirements-docs requirements-advisories; do \
		uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
			$$name.in --output-file $$name.txt || exit 1; \
	done

clean:  ## Stop the servers and remove everything that was made here, the demo's data too
	@test ! -e $(SUPERVISOR) || $(firstword $(wildcard $(RUN)python) $(PYTHON)) -c \
		'import fcntl; fcntl.flock(open("$(SUPERVISOR)"), fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null \
		|| { read -r _ pid _ < $(SUPERVISOR); echo "Process $$pid runs the platform from here: end it first."; exit 1; }
	-test ! -x $(RUN)python || $(RUN)python manage.py servers stop --erase
	rm -rf $(VENV) $(DOCS_VENV) $(ADVISORIES_VENV) .local .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python $(DOCS_VENV)/bin/python $(ADVISORIES_VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
		|| { echo "Python 3.11, 3.12 or 3.13 is needed: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(patsubst %/bin/python,%,$@)

$(VENV)/installed: requirements.txt requirements-reports.txt requirements-demo.txt | $(VENV)/bin/python
	$(RUN)python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements.txt -r requirements-reports.txt -r requirements-demo.txt
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt requirements-laboratory.txt requirements-tracing.txt requirements-tokens.txt \
		requirements-cluster.txt $(VENV)/installed
	$(RUN)python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements-laboratory.txt -r requirements-tracing.txt -r requirements-tokens.txt -r requirements-cluster.txt \
		-r requirements-dev.txt
	@touch $@

# Apart from the platform's packages: what builds pages has no say in which versions run.
$(ADVISORIES_VENV)/installed: requirements-advisories.txt | $(ADVISORIES_VENV)/bin/python
	$(ADVISORIES_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements-advisories.txt
	@touch $@

$(DOCS_VENV)/installed: requirements-docs.txt | $(DOCS_VENV)/bin/python
	$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.txt
	@touch $@
