/* The count is in the EEPROM, whose cells last 100,000 writings. Every start writes another of 64
   places, the one of its number: a start a minute for 12 years. */
#include "boot.h"

#include <avr/eeprom.h>

enum { PLACES = 64 };

/* An erased EEPROM has FFFF everywhere, so the first start of all is 0. */
static uint16_t counts[PLACES] EEMEM;

/* True if the count at this place is the last one: it belongs there, and the next place has not the
   next one. */
static uint8_t is_last(uint8_t place, uint16_t count)
{
    uint16_t next = eeprom_read_word(&counts[(place + 1u) % PLACES]);
    return count % PLACES == place && next != (uint16_t)(count + 1u);
}

uint16_t boot_counted(void)
{
    uint16_t boot = 0;
    for (uint8_t place = 0; place < PLACES; place++) {
        uint16_t count = eeprom_read_word(&counts[place]);
        if (is_last(place, count)) {
            boot = (uint16_t)(count + 1u);
            break;
        }
    }
    eeprom_update_word(&counts[boot % PLACES], boot);
    return boot;
}
