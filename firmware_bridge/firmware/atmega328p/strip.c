/* WS2812 protocol by counted cycles. The length of the high pulse distinguishes 1 from 0; a long low
 * (reset) latches the colours.
 *
 *            WS2812B       WS2812B-2020  WS2812B-V6    here, 62.5 ns a cycle
 *   0 high   250 to 550    220 to 380    220 to 380     5 cycles   312.5 ns
 *   0 low    700 to 1000   580 to 1000   750 to 1600   15 cycles   937.5 ns
 *   1 high   650 to 950    580 to 1000   750 to 1600   14 cycles   875 ns
 *   1 low    300 to 600    220 to 420    220 to 420     6 cycles   375 ns
 *   reset    50 µs         280 µs        300 µs        from 320 µs
 *
 * 1 high is 875 ns and not 812, which would suit the first WS2812 better (550 to 850): the -V6 requires
 * 750, so 875 tolerates a clock that is off either way; and after 812 the rest of the 20 cycles would be
 * a low of 437 ns, too long for the -2020 and the -V6.
 *
 * These are the data sheets' times. The -V5's requires a low of 580 ns after a 1, which the others
 * forbid; but in practice the length of a low does not matter below a few µs (T. Böscke,
 * "Understanding the WS2812", 2014). */
#include "strip.h"

#include <avr/io.h>
#include <util/atomic.h>

#include "clock.h"
#include "pins.h"
#include "pixels.h"
#include "ticks.h"

_Static_assert(F_CPU == 16000000uL, "the cycles are counted for 16 MHz");

/* Rounded up, plus one tick because the clock may be about to tick when it is read. */
#define RESET_US 300u
#define RESET_TICKS (RESET_US / TICK_US + 2u)

static uint16_t ended_at;

void strip_start(void)
{
    STRIP_PORT &= (uint8_t)~_BV(STRIP_BIT);
    STRIP_DDR |= _BV(STRIP_BIT);
    ended_at = clock_now();
}

/* Every bit takes 20 cycles; the comments count them from the rising edge. The last bit of a byte is
 * unrolled: in place of the check of the keypad, the next byte is loaded and scaled, as the high byte of
 * byte × level + byte. After the last byte this reads one byte too many and discards it. */
static uint16_t send(const uint8_t *colours, uint16_t bytes, uint8_t level, bool touched)
{
    const uint8_t high = STRIP_PORT | _BV(STRIP_BIT);
    const uint8_t low = high ^ _BV(STRIP_BIT);
    uint8_t byte = lit(*colours++, level);
    const uint8_t known = touched ? 0xff : 0;
    uint8_t bits, columns;
    uint16_t otherwise = 0;
    __asm__ volatile(
        "       ldi  %[bits], 7         \n"
        "1:     out  %[port], %[high]   \n" /*  0 */
        "       rjmp .+0                \n" /*  2: waits two cycles */
        "       nop                     \n" /*  3 */
        "       sbrs %[byte], 7         \n" /*  4, or 5 if the bit is 1 and the next is skipped */
        "       out  %[port], %[low]    \n" /*  5: a 0 ends */
        "       lsl  %[byte]            \n" /*  6 */
        "       in   %[columns], %[pin]       \n" /*  7 */
        "       ori  %[columns], %[no_column] \n" /*  8 */
        "       subi %[columns], 0xff         \n" /*  9: borrows if a column is low */
        "       sbc  %[columns], %[columns]   \n" /* 10: all ones then, else zero */
        "       eor  %[columns], %[known]     \n" /* 11 */
        "       and  %A[otherwise], %[columns]\n" /* 12: restarts the count if it is as known */
        "       and  %B[otherwise], %[columns]\n" /* 13 */
        "       out  %[port], %[low]    \n" /* 14: a 1 ends */
        "       dec  %[bits]            \n" /* 15 */
        "       rjmp .+0                \n" /* 17 */
        "       brne 1b                 \n" /* 19, or 18 if not taken */
        "       nop                     \n" /* 19 */
        "       out  %[port], %[high]   \n" /* 20, and 0 of the last bit */
        "       adiw %[otherwise], 1    \n" /*  2 */
        "       nop                     \n" /*  3 */
        "       sbrs %[byte], 7         \n" /*  4, or 5 */
        "       out  %[port], %[low]    \n" /*  5 */
        "       ld   %[byte], %a[from]+ \n" /*  7 */
        "       mul  %[byte], %[level]  \n" /*  9: into r1:r0 */
        "       add  r0, %[byte]        \n" /* 10 */
        "       adc  r1, %[zero]        \n" /* 11 */
        "       mov  %[byte], r1        \n" /* 12 */
        "       nop                     \n" /* 13 */
        "       out  %[port], %[low]    \n" /* 14 */
        "       ldi  %[bits], 7         \n" /* 15 */
        "       sbiw %[left], 1         \n" /* 17 */
        "       brne 1b                 \n" /* 19 */
        "       clr  r1                 \n" /* the compiler relies on r1 = 0 */
        : [from] "+&e"(colours), [left] "+&w"(bytes), [byte] "+&r"(byte), [bits] "=&d"(bits),
          [columns] "=&d"(columns), [otherwise] "+&w"(otherwise)
        : [port] "I"(_SFR_IO_ADDR(STRIP_PORT)), [high] "r"(high), [low] "r"(low),
          [level] "r"(level), [zero] "r"((uint8_t)0), [pin] "I"(_SFR_IO_ADDR(COLUMNS_PIN)),
          [known] "r"(known), [no_column] "M"(0xffu - COLUMNS_MASK)
        : "r0", "memory");
    return otherwise;
}

uint16_t strip_show(const uint8_t *colours, uint16_t bytes, uint8_t level, bool touched)
{
    uint16_t otherwise = 0;
    if (bytes == 0)
        return otherwise;
    while (ticks_since(ended_at, clock_now()) < RESET_TICKS)
        ;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        otherwise = send(colours, bytes, level, touched);
    }
    ended_at = clock_now();
    return otherwise;
}
