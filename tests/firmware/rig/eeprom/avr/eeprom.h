/* The chip's EEPROM in host memory, for boots.c. */
#ifndef RIG_EEPROM_H
#define RIG_EEPROM_H

#include <stdint.h>

/* The linker defines __start_eeprom and __stop_eeprom for this section. */
#define EEMEM __attribute__((section("eeprom")))

uint16_t eeprom_read_word(const uint16_t *word);
void eeprom_update_word(uint16_t *word, uint16_t value);

#endif
