/* Serial cable between a pty and USART 0. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <pty.h>
#include <simavr/avr_uart.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "rig.h"

DEFINE_FIFO(uint16_t, uart_fifo);

/* The chip buffers two bytes and a third in the shift register (data sheet, "double buffered"); another
 * one overruns. The emulator's own buffer of 64 bytes is limited to that. */
#define CHIP_HOLDS 3u
#define BITS_A_BYTE 10u

/* Size of the firmware's ring buffer. */
#define RING 128u

static struct {
    int pty; /* -1 while unplugged */
    int slave;
    uint8_t coming[4096];
    unsigned begins, ends;
    bool pumping;
    unsigned long baud, came, overrun;
    unsigned ring_begins, ring_ends, most_waiting;
    avr_cycle_count_t floods_until;
    avr_uart_t *uart;
    avr_irq_t *input;
} line = {.pty = -1};

static avr_uart_t *uart_of(const avr_t *avr)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            return (avr_uart_t *)io;
    abort();
}

/* The emulator assumes eleven bits per byte; 8N1 has ten. */
static void keep_baud(const avr_t *avr)
{
    unsigned divisor = avr_regbit_get((avr_t *)avr, line.uart->u2x) ? 8u : 16u;
    unsigned ubrr = avr->data[line.uart->ubrrl.reg] | avr->data[line.uart->ubrrh.reg] << 8;
    line.uart->cycles_per_byte = BITS_A_BYTE * divisor * (ubrr + 1u);
}

static void overrun(avr_t *avr, bool is)
{
    if (is)
        avr_regbit_set(avr, line.uart->dor);
    else
        avr_regbit_clear(avr, line.uart->dor);
}

/* Record the most bytes that ever waited in the ring buffer. */
static void see_ring(const avr_t *avr)
{
    unsigned waiting = (avr->data[line.ring_ends] - avr->data[line.ring_begins]) & (RING - 1u);
    line.most_waiting = waiting > line.most_waiting ? waiting : line.most_waiting;
}

/* Deliver a received byte. On an overrun it is lost and the chip's DOR bit is set. */
static void hand_over(avr_t *avr, uint8_t byte)
{
    keep_baud(avr);
    see_ring(avr);
    bool full = uart_fifo_get_read_size(&line.uart->input) >= CHIP_HOLDS;
    overrun(avr, full);
    line.came++;
    if (full)
        line.overrun++;
    else
        avr_raise_irq(line.input, byte);
}

static avr_cycle_count_t pump(avr_t *avr, avr_cycle_count_t when, void *unused)
{
    (void)unused;
    const bool floods = avr->cycle < line.floods_until;
    line.pumping = floods || line.begins < line.ends;
    if (!line.pumping)
        return 0;
    hand_over(avr, floods ? line.came & 1u : line.coming[line.begins++]);
    return when + CLOCK_HZ * BITS_A_BYTE / line.baud;
}

void line_flood(avr_t *avr, avr_cycle_count_t until)
{
    line.floods_until = until;
    if (!line.pumping)
        avr_cycle_timer_register(avr, 1, pump, NULL);
    line.pumping = true;
}

void line_watch_ring(unsigned begins, unsigned ends)
{
    line.ring_begins = begins;
    line.ring_ends = ends;
}

void line_poll(avr_t *avr)
{
    if (line.pty < 0 || line.pumping)
        return;
    ssize_t got = read(line.pty, line.coming, sizeof line.coming);
    if (got <= 0)
        return;
    line.begins = 0;
    line.ends = (unsigned)got;
    line.pumping = true;
    avr_cycle_timer_register(avr, 1, pump, NULL);
}

/* Log each byte that the chip sends, with its time, and forward it to the pty. If nothing reads the pty
 * and its buffer is full, the byte is lost. */
static void chip_says(struct avr_irq_t *irq, uint32_t byte, void *chip)
{
    (void)irq;
    const avr_t *avr = chip;
    uint8_t said = (uint8_t)byte;
    printf("{\"is\": \"said\", \"at_us\": %.1f, \"byte\": %u}\n", us_of(avr->cycle), said);
    if (line.pty >= 0 && write(line.pty, &said, 1) != 1)
        fprintf(stderr, "a byte was said to nobody\n");
}

/* Keep the slave open, so that the pty survives when programs close it. */
void line_plug(void)
{
    char name[64];
    struct termios raw;
    if (openpty(&line.pty, &line.slave, name, NULL, NULL) != 0)
        abort();
    tcgetattr(line.slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(line.slave, TCSANOW, &raw);
    fcntl(line.pty, F_SETFL, O_NONBLOCK);
    line.pumping = false;
    printf("{\"is\": \"plugged\", \"port\": \"%s\"}\n", name);
}

void line_unplug(void)
{
    close(line.slave);
    close(line.pty);
    line.pty = -1;
    line.begins = line.ends;
    printf("{\"is\": \"unplugged\"}\n");
}

void line_connect(avr_t *avr, unsigned long baud)
{
    uint32_t no_flags = 0; /* no sleeping while the firmware polls, no printing */
    line.baud = baud;
    line.uart = uart_of(avr);
    line.input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    avr_irq_t *output = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT);
    avr_irq_register_notify(output, chip_says, avr);
}

void line_report(void)
{
    printf(", \"baud\": %lu, \"came\": %lu, \"overrun\": %lu, \"waiting\": %u",
           CLOCK_HZ * BITS_A_BYTE / (unsigned long)line.uart->cycles_per_byte, line.came,
           line.overrun, line.most_waiting);
}
