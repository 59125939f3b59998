# Needs python3 (3.11 or later) and make; everything else goes into .venv from the hash-pinned lock.
#
#   make ledger   check the ledger offline, print the report, write build/ledger.db
#   make test     run the tests
#   make serve    open build/ledger.db in the browser (Datasette)
#   make lint     style, types, layers
#   make bench    the benchmarks

PYTHON ?= python3
PYTEST ?= -n auto
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: ledger test serve lint bench clean
.DELETE_ON_ERROR:

ledger: $(INSTALLED)
	@mkdir -p build
	@status=0; $(BIN)/ledger check --offline || status=$$?; \
	if [ $$status -le 1 ]; then $(BIN)/ledger publish build/ledger.db || exit $$?; fi; \
	exit $$status

test: $(INSTALLED)
	$(BIN)/python -m pytest $(PYTEST)

serve: $(INSTALLED)
	$(BIN)/ledger serve

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(INSTALLED)
	$(BIN)/python -m benchmarks.cli

# A changed lock makes a new environment, so that nothing of the old one stays behind. pip comes from the
# lock too: the one that python brings may be too old for it, and is used to install just that.
$(INSTALLED): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "ledger needs Python 3.11 or later; name one with: make PYTHON=python3.12"; exit 1; }
	@rm -rf .venv
	@$(PYTHON) -m venv .venv \
	|| { echo "this python3 has no venv module; Debian and Ubuntu have it in the package python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q ledger checks migrations # where Python may not write while it runs
	@touch $@

clean:
	rm -rf .venv build
