"""The doctor at the strip of a Pi 5: the device of the kernel, and what the kernel was told."""

from tests.kit.fakes.doctor_cases import PI_5, TO_CONFIG, on, plan

CASES = {
    "only root may use the lights of a Pi 5": on(
        PI_5, plan("leds0", pixels=60), "leds0-device"
    ).says(
        "wrong: /dev/leds0 is closed to everybody but root. "
        """[echo 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"' """
        "| sudo tee /etc/udev/rules.d/60-leds.rules && sudo reboot]"
    ),
    "a device of root’s group is nobody else’s": on(
        PI_5,
        plan("leds0", pixels=60),
        "leds0-device",
        also="== nodes\ncrw-rw---- root /dev/leds0\n",
    ).says(
        "wrong: /dev/leds0 is closed to everybody but root. "
        """[echo 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"' """
        "| sudo tee /etc/udev/rules.d/60-leds.rules && sudo reboot]"
    ),
    "the overlay is missing": on(
        PI_5,
        plan("leds0", "/dev/leds0"),
        "leds0-device",
        also="== nodes\n== /boot/firmware/config.txt\n[cm5]\ndtoverlay=ws2812-pio\n",
    ).says(
        "wrong: There is no /dev/leds0: /boot/firmware/config.txt does not ask for it. "
        + f"[{TO_CONFIG}]".format(
            "dtoverlay=ws2812-pio,gpio=18,num_leds=363", "/boot/firmware/config.txt"
        )
    ),
    "the overlay came since the Pi started": on(
        PI_5, plan("leds0", "/dev/leds1"), "leds0-device"
    ).says(
        "wrong: There is no /dev/leds1, though /boot/firmware/config.txt asks for it: "
        "restart the Pi. [sudo reboot]"
    ),
    "the Pi was started with the overlay, and has no lights": on(
        PI_5,
        plan("leds0", "/dev/leds1"),
        "leds0-device",
        later=60.0,
        also="== /proc/uptime\n42.07 160.00\n",
    ).says(
        "wrong: There is no /dev/leds1, though /boot/firmware/config.txt asked for it when the Pi "
        "was started: the Pi’s own firmware is too old. [sudo rpi-eeprom-update -a && sudo reboot]"
    ),
    "the overlay came a while after the Pi started": on(
        PI_5,
        plan("leds0", "/dev/leds1"),
        "leds0-device",
        later=60.0,
        also="== /proc/uptime\n3600.07 160.00\n",
    ).says(
        "wrong: There is no /dev/leds1, though /boot/firmware/config.txt asks for it: "
        "restart the Pi. [sudo reboot]"
    ),
    "white lights are asked for with all others": on(
        PI_5,
        plan("leds0", order="GRBW"),
        "leds0-device",
        also="== nodes\n== /boot/firmware/config.txt\n[all]\n",
    ).says(
        "wrong: There is no /dev/leds0: /boot/firmware/config.txt does not ask for it. "
        + f"[{TO_CONFIG}]".format(
            "dtoverlay=ws2812-pio,gpio=18,num_leds=363,rgbw=on", "/boot/firmware/config.txt"
        )
    ),
    "the overlay does not know of the white lights, and gets no shorter": on(
        PI_5, plan("leds0", pixels=30, order="GRBW"), "leds0-white"
    ).says(
        "wrong: /boot/firmware/config.txt has the wrong colours for a strip whose order is GRBW. "
        "[sudo sed -i 's/^dtoverlay=ws2812-pio.*/"
        "dtoverlay=ws2812-pio,gpio=21,num_leds=60,rgbw=on/' "
        "/boot/firmware/config.txt && sudo reboot]"
    ),
    "the overlay keeps its other parameters when it gets longer": on(
        PI_5,
        plan("leds0", order="GRBW"),
        "leds0-length",
        also="== /boot/firmware/config.txt\n"
        "dtoverlay=ws2812-pio,gpio=21,num_leds=60,brightness=200,rgbw\n",
    ).says(
        "wrong: The kernel is set up for 60 lights, and the board has 363. "
        "[sudo sed -i 's/^dtoverlay=ws2812-pio.*/"
        "dtoverlay=ws2812-pio,gpio=21,num_leds=363,brightness=200,rgbw=on/' "
        "/boot/firmware/config.txt && sudo reboot]"
    ),
    "the overlay has too few lights": on(PI_5, plan("leds0"), "leds0-length").says(
        "wrong: The kernel is set up for 60 lights, and the board has 363. "
        "[sudo sed -i 's/^dtoverlay=ws2812-pio.*/dtoverlay=ws2812-pio,gpio=21,num_leds=363/' "
        "/boot/firmware/config.txt && sudo reboot]"
    ),
    "the overlay has enough lights": on(PI_5, plan("leds0", pixels=60), "leds0-length").says(
        "ok: The kernel is set up for 60 lights. []"
    ),
}
