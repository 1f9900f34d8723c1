/* Boot counter with wear levelling: EEPROM cells last 100,000 writes, and each start writes the next
   of 64 cells, which is enough for a start a minute for 12 years. */
#include "boot.h"

#include <avr/eeprom.h>

enum { PLACES = 64 };

/* An erased EEPROM reads FFFF everywhere, so the very first start is number 0. */
static uint16_t counts[PLACES] EEMEM;

/* Whether this is the newest count: it belongs in this cell, and the next cell does not hold the
   next count. */
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
