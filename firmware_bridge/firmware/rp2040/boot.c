/* There is no EEPROM to count starts in, so each has a random number: of RAM as it was when power came,
 * which differs in many bits each time, and of the jitter of the ring oscillator. A reset keeps the RAM, so
 * the result is left there for the next start. */
#include "board.h"

#define NOISE_WORDS 1024u

/* Half-words in the ROM: the table of its functions, and a function that searches it. */
#define IN_ROM(place) (*(const volatile uint16_t *)(place))
#define ROM_TABLE 0x14u
#define ROM_SEARCH 0x18u
#define ROM_USB_BOOT ('U' | 'B' << 8)

static volatile uint32_t noise[NOISE_WORDS] __attribute__((section(".noise")));

static uint32_t mixed(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x9e3779b1u;
    return hash ^ hash >> 15;
}

uint16_t boot_number(void)
{
    uint32_t hash = 0;
    for (unsigned at = 0; at < NOISE_WORDS; at++)
        hash = mixed(hash, noise[at]);
    for (unsigned bit = 0; bit < 64; bit++)
        hash = mixed(hash, REGISTER(ROSC_RANDOMBIT) & 1u);
    noise[0] = hash;
    return (uint16_t)(hash >> 16 ^ hash);
}

/* The ROM blinks the LED while the disk is written to. */
_Noreturn void boot_loader(void)
{
    uintptr_t (*const search)(uintptr_t, uint32_t) = (void *)(uintptr_t)IN_ROM(ROM_SEARCH);
    void (*const usb_boot)(uint32_t, uint32_t) = (void *)search(IN_ROM(ROM_TABLE), ROM_USB_BOOT);
    usb_boot(BIT(LED_PIN), 0);
    for (;;)
        ;
}
