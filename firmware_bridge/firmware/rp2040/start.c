/* From boot stage 2 to main(): memory, clocks, peripherals. */
#include <string.h>

#include "board.h"

extern char data_begins[], data_ends[], data_in_flash[], bss_begins[], bss_ends[], stack_begins[];

int main(void);

static void wait_for(uint32_t address, uint32_t bit)
{
    while ((REGISTER(address) & bit) != bit)
        ;
}

static void restart(uint32_t peripherals)
{
    SET(RESETS_RESET) = peripherals;
    CLEAR(RESETS_RESET) = peripherals;
    wait_for(RESETS_RESET_DONE, peripherals);
}

/* A crystal of 12 MHz and one PLL. The 48 MHz that USB needs are enough for all else, as in the ROM's
 * boot loader. */
static void start_clocks(void)
{
    REGISTER(XOSC_STARTUP) = 47u * 64u; /* 1 ms, times 64 for boards whose crystal starts slowly */
    REGISTER(XOSC_CTRL) = 0xfabaa0u;    /* on, 1 to 15 MHz */
    wait_for(XOSC_STATUS, BIT(31));     /* stable */
    REGISTER(CLK_REF_CTRL) = 2;         /* the crystal */
    wait_for(CLK_REF_SELECTED, BIT(2));
    REGISTER(CLK_SYS_CTRL) = 0; /* the same, while the PLL starts */
    wait_for(CLK_SYS_SELECTED, BIT(0));

    restart(RESET_PLL_USB);
    REGISTER(PLL_USB_CS) = 1; /* the crystal's clock undivided */
    REGISTER(PLL_USB_FBDIV_INT) = 100;
    CLEAR(PLL_USB_PWR) = BIT(5) | BIT(0); /* oscillator on: 1200 MHz */
    wait_for(PLL_USB_CS, BIT(31));        /* locked */
    REGISTER(PLL_USB_PRIM) = 5u << 16 | 5u << 12;
    CLEAR(PLL_USB_PWR) = BIT(3); /* dividers on: 48 MHz */

    REGISTER(CLK_SYS_CTRL) = 1u << 5; /* the PLL is chosen before it is used */
    REGISTER(CLK_SYS_CTRL) = 1u << 5 | 1u;
    wait_for(CLK_SYS_SELECTED, BIT(1));
    REGISTER(CLK_USB_CTRL) = BIT(11);        /* on, from that PLL */
    REGISTER(WATCHDOG_TICK) = BIT(9) | 12u;  /* on: a microsecond for the timer is 12 of the crystal's cycles */
}

void start(void)
{
    memcpy(data_begins, data_in_flash, (size_t)(data_ends - data_begins));
    memset(bss_begins, 0, (size_t)(bss_ends - bss_begins));
    start_clocks();
    restart(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_PIO0 | RESET_TIMER | RESET_USBCTRL);
    main();
}

/* After a fault the strip keeps its picture, and the Pi notices the silence. */
static void halt(void)
{
    for (;;)
        ;
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    [0] = stack_begins,
    [1] = start,
    [2 ... 15] = halt,
    [16 ... 41] = clock_wake,
};

void *memset(void *to, int byte, size_t length)
{
    for (uint8_t *at = to; length > 0; length--)
        *at++ = (uint8_t)byte;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    const uint8_t *source = from;
    for (uint8_t *at = to; length > 0; length--)
        *at++ = *source++;
    return to;
}
