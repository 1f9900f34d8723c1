/* An emulated Uno: ATmega328P with a serial cable, a strip, a keypad and an LED.
 *
 *     harness FIRMWARE.elf BAUD BEGINS ENDS
 *
 * BEGINS and ENDS are the addresses of the receive buffer's read and write index.
 *
 * Writes each event to stdout as a line of JSON. Reads commands from stdin, one a line:
 *
 *     plug, unplug       the cable; plugging it in resets the chip, as DTR does
 *     press 5, release 5 a key, with bouncing contacts
 *     close 5, open 5    the same without bouncing
 *     hurry 3.5          run 3.5 s of the chip's time as fast as possible
 *     flood 3.5          receive invalid frames without a pause for 3.5 s
 *     report             print statistics
 *     end
 */
#include <fcntl.h>
#include <poll.h>
#include <simavr/avr_ioport.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rig.h"

#define STRIP_PORT 'D'
#define STRIP_PIN 6
#define LED_PORT 'B'
#define LED_PIN 5

#define POLL_CYCLES (CLOCK_HZ / 4000u)
#define MAX_APART 0.02 /* seconds */
#define RAM_BEGINS 0x100u
#define UNTOUCHED 0xa5u

static avr_t *avr;
static unsigned free_from; /* first byte of RAM after the variables */
static bool ended, starts_anew;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Run the chip in real time. If the host was too slow, or after `hurry`, resynchronize instead of
 * catching up. */
static void keep_time(void)
{
    static double started;
    double ahead = started + (double)avr->cycle / CLOCK_HZ - seconds_now();
    if (ahead < -MAX_APART || ahead > MAX_APART)
        started -= ahead;
    else if (ahead > 0)
        usleep((useconds_t)(ahead * 1e6));
}

static avr_cycle_count_t hurries_until;

static void tell_led(struct avr_irq_t *irq, uint32_t lit, void *unused)
{
    (void)irq, (void)unused;
    printf("{\"is\": \"led\", \"lit\": %u, \"at_us\": %.1f}\n", lit, us_of(avr->cycle));
}

/* Most bytes of stack ever used: a reset does not clear RAM, so bytes never reached hold UNTOUCHED. */
static unsigned stack_bytes(void)
{
    unsigned at = free_from;
    while (at <= avr->ramend && avr->data[at] == UNTOUCHED)
        at++;
    return avr->ramend + 1u - at;
}

static void report(void)
{
    printf("{\"is\": \"report\", \"at_us\": %.1f, \"stack\": %u, \"stack_room\": %u",
           us_of(avr->cycle), stack_bytes(), avr->ramend + 1u - free_from);
    line_report();
    keypad_report();
    printf("}\n");
}

static void obey(const char *line)
{
    char word[16] = "";
    double number = 0;
    sscanf(line, "%15s %lf", word, &number);
    if (!strcmp(word, "plug"))
        starts_anew = true;
    else if (!strcmp(word, "unplug"))
        line_unplug();
    else if (!strcmp(word, "press") || !strcmp(word, "release"))
        keypad_touch(avr, (unsigned)number, *word == 'p', true);
    else if (!strcmp(word, "close") || !strcmp(word, "open"))
        keypad_touch(avr, (unsigned)number, *word == 'c', false);
    else if (!strcmp(word, "hurry"))
        hurries_until = avr->cycle + (avr_cycle_count_t)(number * CLOCK_HZ);
    else if (!strcmp(word, "flood"))
        line_flood(avr, avr->cycle + (avr_cycle_count_t)(number * CLOCK_HZ));
    else if (!strcmp(word, "report"))
        report();
    else
        ended = true;
}

static bool hurrying(void)
{
    return avr->cycle < hurries_until;
}

/* Process commands from stdin, unless the chip is hurrying. End of file ends the program. */
static void read_orders(void)
{
    static char text[256];
    static size_t length;
    struct pollfd orders = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!ended && !hurrying() && poll(&orders, 1, 0) == 1) {
        char one;
        if (read(STDIN_FILENO, &one, 1) != 1) {
            ended = true;
        } else if (one == '\n' || length == sizeof text - 1) {
            text[length] = 0;
            length = 0;
            obey(text);
        } else {
            text[length++] = one;
        }
    }
}

static avr_cycle_count_t poll_chip(avr_t *chip, avr_cycle_count_t when, void *unused)
{
    (void)unused;
    pixels_poll(chip);
    line_poll(chip);
    read_orders();
    keypad_poll(chip);
    if (!hurrying())
        keep_time();
    fflush(stdout);
    return when + POLL_CYCLES;
}

/* Replaces the emulator's own sleep, since keep_time() does the pacing. */
static void sleep_no_longer(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip, (void)cycles;
}

/* Call between two instructions: a reset changes the program counter and clears all timers. */
static void start_anew(void)
{
    starts_anew = false;
    avr_reset(avr);
    keypad_after_reset(avr);
    avr_cycle_timer_register(avr, POLL_CYCLES, poll_chip, NULL);
    line_plug();
}

static void load(const char *path)
{
    elf_firmware_t firmware = {0};
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || elf_read_firmware(path, &firmware) != 0)
        exit(2);
    avr_init(avr);
    firmware.frequency = CLOCK_HZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = CLOCK_HZ;
    avr->sleep = sleep_no_longer;
    free_from = RAM_BEGINS + firmware.datasize + firmware.bsssize;
    memset(avr->data + free_from, UNTOUCHED, avr->ramend + 1u - free_from);
}

static void connect_all(unsigned long baud)
{
    avr_irq_t *led = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(LED_PORT), LED_PIN);
    avr_irq_register_notify(led, tell_led, NULL);
    pixels_watch(avr, STRIP_PORT, STRIP_PIN);
    keypad_connect(avr);
    line_connect(avr, baud);
    avr_cycle_timer_register(avr, POLL_CYCLES, poll_chip, NULL);
}

int main(int count, char **words)
{
    if (count != 5)
        return 2;
    load(words[1]);
    line_watch_ring((unsigned)strtoul(words[3], NULL, 16) & 0xffffu,
                    (unsigned)strtoul(words[4], NULL, 16) & 0xffffu);
    connect_all(strtoul(words[2], NULL, 10));
    while (!ended) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return 1;
        if (starts_anew)
            start_anew();
    }
    return 0;
}
