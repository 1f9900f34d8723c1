/* The count is in the EEPROM, whose cells last 100,000 writings: 27 years of ten starts a day. */
#include "boot.h"

#include <avr/eeprom.h>

/* An erased EEPROM has FFFF here, so the first start of all is 0. */
static uint16_t boots EEMEM;

uint16_t boot_counted(void)
{
    uint16_t boot = (uint16_t)(eeprom_read_word(&boots) + 1u);
    eeprom_update_word(&boots, boot);
    return boot;
}
