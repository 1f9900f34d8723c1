/* The chip's EEPROM as memory of this machine, for boots.c. */
#ifndef RIG_EEPROM_H
#define RIG_EEPROM_H

#include <stdint.h>

/* The linker names the ends of a section: __start_eeprom, __stop_eeprom. */
#define EEMEM __attribute__((section("eeprom")))

uint16_t eeprom_read_word(const uint16_t *word);
void eeprom_update_word(uint16_t *word, uint16_t value);

#endif
