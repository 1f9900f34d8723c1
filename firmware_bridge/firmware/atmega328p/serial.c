/* USART 0, 8N1, with an interrupt-driven receive ring buffer. */
#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#ifndef BAUD
#define BAUD 115200uL
#endif

/* At double speed the baud rate generator divides the clock by 8. 115,200 becomes 117,647, 2.1 % too
 * fast as on every Uno; by the data sheet's formulas, a receiver at double speed tolerates 3.9 %. */
#define DIVISOR ((F_CPU + 4uL * BAUD) / (8uL * BAUD))
#define REAL_BAUD (F_CPU / (8uL * DIVISOR))
_Static_assert(REAL_BAUD <= BAUD + BAUD / 40uL && REAL_BAUD >= BAUD - BAUD / 40uL,
               "the rate that the clock gives is not within 2.5 % of BAUD");

/* Must hold the bytes received while a frame is processed and a key is reported; one slot stays free. A
 * power of two, for cheap wrapping. */
#define RING (SERIAL_ROOM + 1u)

static volatile uint8_t ring[RING];
static volatile uint8_t begins; /* written by the reader only */
static volatile uint8_t ends;   /* written by the interrupt handler only */
static volatile uint8_t lost;

static uint8_t after(uint8_t place)
{
    return (uint8_t)((place + 1u) % RING);
}

void serial_start(void)
{
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = DIVISOR - 1u;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* The hardware buffers two bytes; DOR0 means that more arrived before this one was read. At 1,000,000
 * baud a byte takes 160 cycles, and this handler about 85. */
ISR(USART_RX_vect)
{
    bool missed = (UCSR0A & _BV(DOR0)) != 0;
    uint8_t byte = UDR0, place = ends, next = after(place);
    if (next == begins) {
        missed = true;
    } else {
        ring[place] = byte;
        ends = next;
    }
    if (missed && lost < UINT8_MAX)
        lost++;
}

bool serial_waiting(void)
{
    return begins != ends;
}

bool serial_read(uint8_t *byte)
{
    if (!serial_waiting())
        return false;
    *byte = ring[begins];
    begins = after(begins);
    return true;
}

uint8_t serial_lost(void)
{
    uint8_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        count = lost;
        lost = 0;
    }
    return count;
}

void serial_write(const uint8_t *bytes, uint8_t length)
{
    for (uint8_t at = 0; at < length; at++) {
        loop_until_bit_is_set(UCSR0A, UDRE0);
        UDR0 = bytes[at];
    }
}
