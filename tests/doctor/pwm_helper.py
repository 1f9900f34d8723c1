"""The doctor at a strip that the lamp process lights: its socket, its pin, the Pi's own sound."""

from tests.kit.fakes.doctor_cases import PI_3, PI_4, STRANGER, ZERO, on, plan

CASES = {
    "the library is here": on(PI_4, plan("ws281x"), "library").says(
        "ok: The library rpi_ws281x is here: version 5.0.0. []"
    ),
    "the library is compiled where it goes": on(PI_4, plan("ws281x"), "library", libraries={}).says(
        "wrong: The library rpi_ws281x is compiled here, and /usr/include/python3.11/Python.h is "
        "missing. [sudo apt-get install gcc libc6-dev python3-dev] "
        "wrong: The library rpi_ws281x is missing from /opt/cribble/.venv, where this program "
        "runs. [/opt/cribble/.venv/bin/python -m pip install 'rpi-ws281x>=5,<6']"
    ),
    "the environment is root’s": on(
        PI_4,
        plan("ws281x"),
        "library",
        libraries={},
        also="== /usr/include/python3.11/Python.h\n/* */\n"
        "== nodes\ndrwxr-xr-x root /opt/cribble/.venv\n",
    ).says(
        "wrong: The library rpi_ws281x is missing from /opt/cribble/.venv, where this program "
        "runs. [sudo /opt/cribble/.venv/bin/python -m pip install 'rpi-ws281x>=5,<6']"
    ),
    **{
        f"the library does not know revision {revision}": on(
            PI_3,
            plan("ws281x"),
            "revision",
            also=f"== /proc/cpuinfo\nmodel name\t: ARMv8\nRevision\t: {revision}\n",
        ).says(
            f"wrong: rpi_ws281x does not know this Pi, whose revision is {revision}. "
            '[strip.name = "spi"]'
        )
        for revision in ("a52082", "9020e1", "a02042", "920092", "900061")
    },
    "the library knows this Pi": on(
        PI_3, plan("ws281x"), "revision", also="== /proc/cpuinfo\nRevision\t: a02082\n"
    ).says(""),
    "the lamp is for a bench": on(PI_4, plan("ws281x"), "lamp").says(
        "wrong: The lamp process does not run: there is no /run/cribble-lamp/socket. "
        "[sudo groupadd -f --system cribble && "
        "sudo install -d -m 0750 -g cribble /run/cribble-lamp && "
        "sudo .venv/bin/cribble lamp]"
    ),
    "the lamp came with the package": on(
        PI_4,
        plan("ws281x"),
        "lamp",
        also="== /usr/lib/systemd/system/cribble-lamp.socket\n[Socket]\n",
    ).says(
        "wrong: The lamp process does not run: there is no /run/cribble-lamp/socket. "
        "[sudo systemctl enable --now cribble-lamp.socket]"
    ),
    "the lamp was never installed": on(
        PI_4, plan("ws281x"), "lamp", also="== /opt/cribble/.venv/bin/cribble\n#!\n"
    ).says(
        "wrong: The lamp process does not run: there is no /run/cribble-lamp/socket. "
        "[sudo cp docs/units/cribble-lamp.service /etc/systemd/system/"
        " && sudo systemctl enable --now cribble-lamp]"
    ),
    "the lamp was installed and is off": on(PI_3, plan("ws281x", "18@/run/other"), "lamp").says(
        "wrong: The lamp process does not run: there is no /run/other. "
        "[sudo systemctl enable --now cribble-lamp]"
    ),
    "the lamp is not for this user": on(
        PI_3, plan("ws281x"), "lamp", user=STRANGER, groups={"ann"}
    ).says(
        "wrong: /run/cribble-lamp/socket is closed to ben: it is for the group cribble. "
        "[sudo usermod -aG cribble ben && sudo reboot]"
    ),
    "the lamp hangs up": on(
        PI_3,
        plan("ws281x"),
        "lamp",
        groups={"cribble"},
        answering=False,
    ).says(
        "ok: /run/cribble-lamp/socket is open to ann. [] "
        "wrong: Nothing answers at /run/cribble-lamp/socket: the lamp process has ended. "
        "[sudo systemctl restart cribble-lamp]"
    ),
    "the lamp answers": on(PI_3, plan("ws281x"), "lamp", groups={"cribble"}).says(
        "ok: /run/cribble-lamp/socket is open to ann. []"
    ),
    "there is no such pin": on(PI_3, plan("ws281x", "4"), "lamp").says(
        'wrong: strip.at cannot be "4"; for ws281x it is one of the pins 10, 12, 13, 18, 19, '
        "21. "
        '[strip.at = "18"]'
    ),
    "the Pi’s sound is on": on(PI_3, plan("ws281x"), "audio").says(
        "wrong: The Pi’s own sound takes the pulses that ws281x needs at pin 18. "
        "[echo 'blacklist snd_bcm2835' | sudo tee /etc/modprobe.d/cribble-audio.conf"
        " && sudo reboot]"
    ),
    "the Pi’s sound is off": on(ZERO, plan("ws281x", "12"), "audio").says(
        "ok: The Pi’s own sound is off, so that pin 12 is free. []"
    ),
}
