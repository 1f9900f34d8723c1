/* Main loop on an ATmega328P: passes bytes, key samples and the time to the core, and carries out
 * its output. */
#include <avr/interrupt.h>

#include "controller.h"
#include "boot.h"
#include "clock.h"
#include "keypad.h"
#include "pins.h"
#include "serial.h"
#include "strip.h"
#include "ticks.h"

/* One tick less than 5 ms, so that the fifth wake-up counts and not only the sixth. */
#define SAMPLE_EVERY (TICKS(5) - 1u)
#define MAX_MISSED 2u

static struct controller controller;
static uint16_t moved_for; /* ticks since the contacts changed, at the end of the last strip update */

static void show_link_led(void)
{
    if (controller.link_led)
        LED_PORT |= _BV(LED_BIT);
    else
        LED_PORT &= (uint8_t)~_BV(LED_BIT);
}

static void show(uint16_t pixels)
{
    const bool touched = controller.keys.down != 0;
    const uint16_t otherwise =
        strip_show(controller.pixels.colours, PIXEL_BYTES * pixels, controller.pixels.level, touched);
    moved_for = (uint16_t)((uint32_t)otherwise * BYTE_US / TICK_US);
}

/* Update the strip before answering: the Pi sends nothing until it is answered, so no byte is lost. */
static void follow(void)
{
    if (controller.wants.show > 0)
        show(controller.wants.show);
    serial_write(controller.wants.bytes, controller.wants.length);
    show_link_led();
}

/* Process at most one buffer's worth, so that a flood of bytes cannot starve the rest of the loop. */
static void receive_some(void)
{
    uint8_t byte;
    for (uint8_t heard = 0; heard < SERIAL_ROOM && serial_read(&byte); heard++) {
        controller_receive(&controller, byte, clock_now());
        if (byte == 0)
            follow(); /* only a zero ends a frame */
    }
}

/* Sample every 5 ms, and at once when a contact moves. During an update of the strip, strip_show() watches
 * for that and measures how long ago it was. */
static void sample_keys(void)
{
    static uint16_t sampled_at;
    const uint16_t now = clock_now(), passed = ticks_since(sampled_at, now);
    const bool settle = keys_settle(&controller.keys);
    const bool moves = !settle && keypad_touched() != (controller.keys.down != 0);
    if (passed < SAMPLE_EVERY && !moves)
        return;
    const uint16_t unseen = settle ? passed - SAMPLE_EVERY : moved_for;
    const uint16_t missed = unseen / SAMPLE_EVERY;
    sampled_at = now - unseen % SAMPLE_EVERY;
    moved_for = 0;
    controller_sample(&controller, keypad_matrix(), (uint8_t)(missed < MAX_MISSED ? missed : MAX_MISSED));
}

/* Sleep until an interrupt, for 1 ms at most; stay awake while a key settles, for exact sampling. */
static void rest(void)
{
    cli();
    if (!serial_waiting() && !keys_settle(&controller.keys))
        clock_sleep();
    sei();
}

static void start(void)
{
    clock_start();
    strip_start();
    keypad_start();
    serial_start();
    LED_DDR |= _BV(LED_BIT);
    controller_start(&controller, boot_counted(), clock_now());
    sei();
}

int main(void)
{
    start();
    for (;;) {
        receive_some();
        sample_keys();
        controller_lose(&controller, serial_lost());
        controller_tick(&controller, clock_now());
        follow();
        rest();
    }
}
