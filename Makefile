# The commands of Cribble's house. `make run` plays, `make test` proves; each sets up what it needs.

PYTHON ?= python3
# Two for each core: tests wait for browsers and boards as long as they compute.
WORKERS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
ARGS ?=
BAUD ?= 115200
LIMIT_MA ?= 65535
LED_MA ?= 60

VENV := .venv
BIN := $(VENV)/bin
ROOMS := club cribble firmware_bridge hardware mqtt scorekeeper web
LOCALE := scorekeeper/words/locale
PO := $(wildcard $(LOCALE)/*/LC_MESSAGES/cribble.po)
STATIC := $(shell find web/static -type f) $(wildcard web/http/*.py)
# Without windows it needs a third of the time; a Pi has a Chromium of its own, which does as well.
CHROMIUM = $(if $(IS_PI),chromium,chromium-headless-shell)
FIRMWARE_SYSTEM_PACKAGES := avr-libc gcc-avr
# What half of all phones have instead; `make test ENGINES=` goes without, and skips what they test.
ENGINES ?= wpe webkit-gtk firefox
PACKAGES_wpe := cog wpewebkit-driver
PACKAGES_webkit-gtk := gir1.2-webkit2-4.1 python3-gi webkit2gtk-driver xvfb
PACKAGES_firefox := firefox-esr
TEST_SYSTEM_PACKAGES = $(CHROMIUM) mosquitto openssl dbus python3-dbusmock fonts-dejavu-core gcc libc6-dev libsimavr-dev python3-dev \
	$(FIRMWARE_SYSTEM_PACKAGES)
# What chroots and whole machines are made with; a machine that has not all of it skips those tests.
SOAK_SYSTEM_PACKAGES := lintian mmdebstrap user-mode-linux

# Both names: pip before 25.3 holds builds to the first, later ones to the second.
PIP_INSTALL := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check

# A machine for which hashes.txt has every archive takes only those; on others the versions are held: for
# 32-bit ARM there is no archive of msgspec, which is built there, or comes built for a Pi.
HAS_HASHES := $(filter Linux-x86_64 Linux-aarch64,$(shell uname -s)-$(shell uname -m))
INSTALL_CRIBBLE = $(if $(HAS_HASHES),$(HASHED_INSTALL),$(PIP_INSTALL) --editable '.[catalogues]')
HASHED_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r hashes.txt && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .

IS_PI := $(shell grep -aqs 'Raspberry Pi' /proc/device-tree/model && echo yes)
# The drivers for pins, strips and keypads (lgpio, spidev, evdev) may come from the system's packages,
# as docs and doctor say; those of a USB keypad on any machine.
VENV_FLAGS := --system-site-packages

# An environment of another folder, as after a move, or of another Python, as after an upgrade of the
# system, or than the one that is named, is built again.
PYTHON_VERSION := 'import sys; print(sys.version_info[:2])'
SAME_PYTHON = $(if $(filter command line,$(origin PYTHON)), \
	[ "$$($(PYTHON) -c $(PYTHON_VERSION))" = "$$($(BIN)/python -c $(PYTHON_VERSION))" ] &&)
OWN_PROGRAM := 'import cribble, sys; sys.exit(cribble.__path__ != sys.argv[1:])'
STALE := $(shell [ ! -d $(VENV) ] || [ -L $(VENV) ] || \
	{ $(SAME_PYTHON) $(BIN)/python -I -c $(OWN_PROGRAM) "$(CURDIR)/cribble"; } 2>/dev/null || echo stale)

.PHONY: help run test setup setup-test system-packages engine-packages soak-packages firmware firmware-packages delivered-firmware \
	deb dist lint format bench soak under-load clean stale

help:
	@echo 'make run     set up and open the table on port 8121 (ARGS="--port 9000" passes options on)'
	@echo 'make test    set up, with what the tests need, lint, and run them all'
	@echo 'make setup   only build $(VENV); setup-test adds what the tests need'
	@echo 'make lint    ruff, mypy and the import rules; format puts the code in order'
	@echo 'make bench   measure speed and memory; soak runs the proofs that take minutes'
	@echo 'make under-load runs the tests again and again beside busy loops (ARGS="--runs 10")'
	@echo 'make firmware builds the program of the microcontroller (BAUD=1000000 for a faster line,'
	@echo '              LIMIT_MA=850 for a current that no machine can raise)'
	@echo 'make deb     the Debian packages for arm64 and amd64, in build; dist makes a wheel and an sdist'
	@echo 'make clean   remove everything that make made'

run: setup
	@exec $(BIN)/cribble serve $(ARGS)

# Where it is set, each process of the tests would compile again what it imports.
unexport PYTHONDONTWRITEBYTECODE

# The first time one process prepares the assertions of all tests, for all workers.
test: lint
	@test -d tests/__pycache__ || $(BIN)/python -m pytest --collect-only -q > /dev/null || true
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# A service may not write beside its modules, and a small Pi takes seconds to compile them at each start.
setup: $(VENV)/.catalogues
	@$(BIN)/python -m compileall -q $(ROOMS)

setup-test: setup $(VENV)/.test-extras

$(VENV)/.installed: pyproject.toml constraints.txt hashes.txt $(STALE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Cribble needs Python 3.11 or newer, and '$(PYTHON)' is none: name one, as in 'make PYTHON=python3.12 run'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing: on Debian and Raspberry Pi OS 'apt-get install python3-venv' brings it." >&2; exit 1; }
	@echo 'Setting up $(VENV) …'
	@$(PYTHON) -m venv $(if $(STALE),--clear) $(VENV_FLAGS) $(VENV)
	@$(INSTALL_CRIBBLE)
	@touch $@

$(VENV)/.catalogues: $(VENV)/.installed $(PO) $(STATIC)
	@$(BIN)/pybabel --quiet compile -d $(LOCALE) -D cribble
	@$(BIN)/python -c 'from web.translations import keep; keep()'
	@$(BIN)/python -c 'from web.http.assets import keep; keep()'
	@touch $@

# The libraries for pins and strips are compiled, so the system's packages come first.
$(VENV)/.test-extras: $(VENV)/.installed | system-packages engine-packages
	@echo 'Adding what the tests need …'
	@$(PIP_INSTALL) --editable '.[test]'
	@touch $@

system-packages:
	@$(call bring,$(TEST_SYSTEM_PACKAGES),The tests need,make test)

# All at once; where one cannot be had, each by itself, and its tests are skipped. The lists of
# packages are fresh where system-packages had to install any.
engine-packages: | system-packages
	@($(call bring,$(foreach engine,$(ENGINES),$(PACKAGES_$(engine))),The page's tests need,make test)) || { :; \
	  $(foreach engine,$(ENGINES),($(call bring,$(PACKAGES_$(engine)),The tests of $(engine) need,make test)) || \
	  echo 'The page is not tested in $(engine), for its Debian packages could not be installed.' >&2;) \
	}

soak-packages: | system-packages
	@$(foreach package,$(SOAK_SYSTEM_PACKAGES),($(call bring,$(package),The long tests need,make soak)) || \
	  echo 'Some long tests are skipped, for the Debian package $(package) could not be installed.' >&2;)

stale:

# docs/flashing.md tells how it comes onto the board.
firmware: | firmware-packages
	@$(MAKE) --no-print-directory -C firmware_bridge/firmware OUT=$(CURDIR)/build/firmware BAUD=$(BAUD) \
	  LIMIT_MA=$(LIMIT_MA) LED_MA=$(LED_MA)

# The same, to be delivered with the program: after each change of the firmware.
delivered-firmware: | firmware-packages
	@$(MAKE) --no-print-directory -C firmware_bridge/firmware OUT=$(CURDIR)/build/firmware delivered

# Neither needs a compiler. The package fetches the wheels of both machines by their hashes.
deb: setup
	@$(BIN)/python packaging/deb.py $(ARGS)

dist: setup
	@$(BIN)/python packaging/dist.py dist

firmware-packages:
	@$(call bring,$(FIRMWARE_SYSTEM_PACKAGES),The firmware needs,make firmware)

# Installs those of the Debian packages $(1) that are missing. Where it cannot: "$(2) them", and then $(3) again.
define bring
missing=''; \
for package in $(1); do \
  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q '^install ok installed' || missing="$$missing $$package"; \
done; \
[ -n "$$missing" ] || exit 0; \
as_root=''; [ "$$(id -u)" = 0 ] || as_root=sudo; \
if ! command -v apt-get >/dev/null || ! command -v $${as_root:-sh} >/dev/null; then \
  echo "$(2) the Debian packages$$missing: install them as root with apt-get, then run $(3) again." >&2; exit 1; \
fi; \
echo "Installing the Debian packages$$missing …"; \
$$as_root apt-get update -qq && \
$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null
endef

lint: setup-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup-test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: setup-test
	$(BIN)/python -m bench $(ARGS)

soak: setup-test soak-packages
	$(BIN)/python -m pytest -m slow $(ARGS)
	QUIET_MACHINE=yes $(BIN)/python -m pytest $$(grep -rl 'waiting import limit' tests) $(ARGS)

under-load: setup-test
	$(BIN)/python -m tests.under_load --workers $(WORKERS) $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -path './$(LOCALE)/*.mo' -delete
	rm -f web/sentences.json web/assets.msgpack
