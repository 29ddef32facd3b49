# Everything needs only Python 3.11+ and make; the first call makes .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: venv play test lint types imports unit rules bench signs fuzz soak community mutate

venv: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Umpire needs Python 3.11 or newer; say make PYTHON=/path/to/python3.11"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[play,dev]'
	touch $(STAMP)

# PORT= for an address that stays, DB= for a file that keeps the games.
play: $(STAMP)
	@$(BIN)/python -m bot --local $(if $(DB),--db '$(DB)') $(if $(PORT),--port $(PORT))

test: lint types imports unit rules

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

imports: $(STAMP)
	$(BIN)/lint-imports

unit: $(STAMP)
	$(BIN)/python -m tests.postgres $(BIN)/python -m pytest -n 2 -p tests.covered --ignore-glob 'tests/bot/test_browser*.py'
	$(BIN)/python -m pytest --doctest-modules engine renderer storage bot
	$(BIN)/python -m pytest tests/bot/test_browser*.py  # alone: a page that starves refuses clicks

# Which rule of the rulebook is cited by which test.
rules: $(STAMP)
	$(BIN)/python -m tests.rules_table

bench: $(STAMP)
	$(BIN)/python -m tests.bench

# What campaigns by advice show of the two large games' reconstructed data.
signs: $(STAMP)
	$(BIN)/python -m tests.russia_besieged.signs
	$(BIN)/python -m tests.stalins_war.signs

fuzz: $(STAMP)
	$(BIN)/python -m engine fuzz --game iron_blood --games 2000 --seed 1
	$(BIN)/python -m engine fuzz --game no_retreat --games 500 --seed 1 --from campaign
	$(BIN)/python -m engine fuzz --game race_to_moscow --games 1000 --seed 1
	$(BIN)/python -m engine fuzz --game russia_besieged --games 200 --seed 1
	$(BIN)/python -m engine fuzz --game russia_besieged --games 100 --seed 1 --from stations
	$(BIN)/python -m engine fuzz --game stalins_war --games 500 --seed 1 --from campaign
	$(BIN)/python -m engine fuzz --game stalins_war --games 500 --seed 1 --from stations
	for game in iron_blood no_retreat race_to_moscow russia_besieged stalins_war; do \
	  $(BIN)/python -m engine fuzz --game $$game --edits 50000 --seed 1 || exit 1; done
	UMPIRE_KILLS=240 UMPIRE_KILLS_OF_TWO=200 UMPIRE_SILENCE_OF_TWO=4 \
	  $(BIN)/python -m tests.postgres $(BIN)/python -m pytest -n 0 tests/bot/test_kill.py tests/bot/test_kill_two.py
	UMPIRE_FAULT_RUNS=5 $(BIN)/python -m tests.postgres \
	  $(BIN)/python -m pytest -n 0 tests/bot/test_fault_run.py tests/bot/test_on_postgres.py -k fault

# 200 games in 200 channels, five orders a second for three minutes. POSTGRES=yes: on PostgreSQL;
# BOTS=2: two bots there, so many games and orders each.
ON = $(if $(POSTGRES)$(BOTS),$(BIN)/python -m tests.postgres)
soak: $(STAMP)
	$(ON) $(BIN)/python -m tests.soak $(if $(POSTGRES),--postgres) $(if $(BOTS),--bots $(BOTS))

# 100,000 running games in the database and 50 orders a second; takes some 6 GB of disk for a while.
community: $(STAMP)
	$(ON) $(BIN)/python -m tests.community $(if $(POSTGRES),--postgres)

# Which changes of a game's rules no test would see: make mutate GAME=no_retreat MUTANTS=50 SEED=2
GAME ?= iron_blood
MUTANTS ?= 100
SEED ?= 1
mutate: $(STAMP)
	$(BIN)/python -m tests.mutate --game $(GAME) --mutants $(MUTANTS) --seed $(SEED)
