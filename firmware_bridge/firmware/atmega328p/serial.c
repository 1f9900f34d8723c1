/* USART 0, 8N1. An interrupt takes each byte into a ring. */
#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#ifndef BAUD
#define BAUD 115200uL
#endif

/* At double speed the line has 1/8 of the clock. 115,200 comes out as 117,647: 2.1 % too fast, as on
 * every Uno, and near enough: by the data sheet's formulas, a receiver at double speed bears 3.9 %. */
#define DIVISOR ((F_CPU + 4uL * BAUD) / (8uL * BAUD))
#define REAL_BAUD (F_CPU / (8uL * DIVISOR))
_Static_assert(REAL_BAUD <= BAUD + BAUD / 40uL && REAL_BAUD >= BAUD - BAUD / 40uL,
               "the chip's clock makes no such baud within 2.5 %");

/* Room for what comes while a frame is looked at and a key is reported; one place stays free. A power of
 * two, so that places go round. */
#define RING (SERIAL_ROOM + 1u)

static volatile uint8_t ring[RING];
static volatile uint8_t begins; /* only the reader moves it */
static volatile uint8_t ends;   /* only the interrupt does */
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

/* The chip itself holds two bytes; DOR0 says that more came before this one was read. At 1,000,000
 * baud a byte takes 160 cycles, and this some 85 of them. */
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
