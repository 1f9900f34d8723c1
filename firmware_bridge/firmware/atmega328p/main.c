/* The board on an ATmega328P: hands the core its bytes, its keys and the time, and does what it
 * wants. */
#include <avr/interrupt.h>

#include "board.h"
#include "boot.h"
#include "clock.h"
#include "keypad.h"
#include "pins.h"
#include "serial.h"
#include "strip.h"
#include "ticks.h"

/* Five of the milliseconds after which the chip wakes, and not the sixth. */
#define SAMPLE_EVERY (TICKS(5) - 1u)
#define MOST_MISSED 2u

static struct board board;
static uint16_t moved_for; /* ticks: how long contacts had been otherwise when the last show ended */

static void show_lamp(void)
{
    if (board.lamp)
        LAMP_PORT |= _BV(LAMP_BIT);
    else
        LAMP_PORT &= (uint8_t)~_BV(LAMP_BIT);
}

static void show(uint16_t pixels)
{
    const bool touched = board.keys.down != 0;
    const uint16_t otherwise =
        strip_show(board.pixels.colours, PIXEL_BYTES * pixels, board.pixels.level, touched);
    moved_for = (uint16_t)((uint32_t)otherwise * BYTE_US / TICK_US);
}

/* Show first: nobody speaks to a board before it has answered, so no byte is lost meanwhile. */
static void follow(void)
{
    if (board.wants.show > 0)
        show(board.wants.show);
    serial_write(board.wants.bytes, board.wants.length);
    show_lamp();
}

/* No more than there was room for: those who never end may not keep the rest of the board waiting. */
static void receive_some(void)
{
    uint8_t byte;
    for (uint8_t heard = 0; heard < SERIAL_ROOM && serial_read(&byte); heard++) {
        board_receive(&board, byte, clock_now());
        if (byte == 0)
            follow(); /* nothing else ends a frame */
    }
}

/* Samples are 5 ms apart, the first as soon as contacts are seen to move; the show, if there was one, has
 * seen it then, and how long ago. */
static void sample_keys(void)
{
    static uint16_t sampled_at;
    const uint16_t now = clock_now(), passed = ticks_since(sampled_at, now);
    const bool settle = keys_settle(&board.keys);
    const bool moves = !settle && keypad_touched() != (board.keys.down != 0);
    if (passed < SAMPLE_EVERY && !moves)
        return;
    const uint16_t unseen = settle ? passed - SAMPLE_EVERY : moved_for;
    const uint16_t missed = unseen / SAMPLE_EVERY;
    sampled_at = now - unseen % SAMPLE_EVERY;
    moved_for = 0;
    board_sample(&board, keypad_matrix(), (uint8_t)(missed < MOST_MISSED ? missed : MOST_MISSED));
}

/* Until something comes, or the next millisecond; a key that settles is not kept waiting for that. */
static void rest(void)
{
    cli();
    if (!serial_waiting() && !keys_settle(&board.keys))
        clock_sleep();
    sei();
}

static void start(void)
{
    clock_start();
    strip_start();
    keypad_start();
    serial_start();
    LAMP_DDR |= _BV(LAMP_BIT);
    board_start(&board, boot_counted(), clock_now());
    sei();
}

int main(void)
{
    start();
    for (;;) {
        receive_some();
        sample_keys();
        board_lose(&board, serial_lost());
        board_tick(&board, clock_now());
        follow();
        rest();
    }
}
