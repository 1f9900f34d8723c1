/* An Uno on the bench: an emulated ATmega328P with a cable, a strip, a keypad and a lamp.
 *
 *     harness FIRMWARE.elf BAUD BEGINS ENDS
 *
 * where the last two are the addresses of the first and the last place of the bytes that wait.
 *
 * One JSON object a line on stdout for all that happens; on stdin, one line each:
 *
 *     plug, unplug       the cable; to plug it in starts the chip anew, as DTR does
 *     press 5, release 5 a finger and a key
 *     close 5, open 5    the same without bouncing
 *     hurry 3.5          so many seconds pass as fast as they can
 *     flood 3.5          for so many seconds the line brings frames that are none, without a pause
 *     report             tell the figures
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
#define LAMP_PORT 'B'
#define LAMP_PIN 5

#define LOOK_CYCLES (CLOCK_HZ / 4000u)
#define MOST_APART 0.02 /* seconds */
#define RAM_BEGINS 0x100u
#define UNTOUCHED 0xa5u

static avr_t *avr;
static unsigned free_from; /* the first byte of RAM that no variable has */
static bool ended, starts_anew;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The chip's time is the wall's. Where this machine was too slow, or the chip hurried, they go on
 * together from there. */
static void keep_time(void)
{
    static double started;
    double ahead = started + (double)avr->cycle / CLOCK_HZ - seconds_now();
    if (ahead < -MOST_APART || ahead > MOST_APART)
        started -= ahead;
    else if (ahead > 0)
        usleep((useconds_t)(ahead * 1e6));
}

static avr_cycle_count_t hurries_until;

static void tell_lamp(struct avr_irq_t *irq, uint32_t lit, void *unused)
{
    (void)irq, (void)unused;
    printf("{\"is\": \"lamp\", \"lit\": %u, \"at_us\": %.1f}\n", lit, us_of(avr->cycle));
}

/* Memory keeps what it has through a reset, so that what the stack did not reach is still there. */
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

/* What came on stdin, line by line, as long as the chip does not hurry. Its end is the end of the
 * rig, too. */
static void look_at_orders(void)
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

static avr_cycle_count_t look_around(avr_t *chip, avr_cycle_count_t when, void *unused)
{
    (void)unused;
    pixels_look(chip);
    line_look(chip);
    look_at_orders();
    keypad_look(chip);
    if (!hurrying())
        keep_time();
    fflush(stdout);
    return when + LOOK_CYCLES;
}

/* The emulator would sleep by itself; keep_time() does. */
static void sleep_no_longer(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip, (void)cycles;
}

/* Between two instructions, for a reset moves the program's counter and forgets all timers. */
static void start_anew(void)
{
    starts_anew = false;
    avr_reset(avr);
    keypad_after_reset(avr);
    avr_cycle_timer_register(avr, LOOK_CYCLES, look_around, NULL);
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
    avr_irq_t *lamp = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(LAMP_PORT), LAMP_PIN);
    avr_irq_register_notify(lamp, tell_lamp, NULL);
    pixels_watch(avr, STRIP_PORT, STRIP_PIN);
    keypad_connect(avr);
    line_connect(avr, baud);
    avr_cycle_timer_register(avr, LOOK_CYCLES, look_around, NULL);
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
