/* Simulated EEPROM that counts the writes of each word, for the firmware's boot.c. */
#include "eeprom/avr/eeprom.h"

#include <string.h>

enum { MAX_WORDS = 512 };

extern uint16_t __start_eeprom[], __stop_eeprom[];

static unsigned long written[MAX_WORDS];

uint16_t eeprom_read_word(const uint16_t *word)
{
    return *word;
}

void eeprom_update_word(uint16_t *word, uint16_t value)
{
    written[word - __start_eeprom] += *word != value;
    *word = value;
}

/* Set the contents and return the number of words. */
unsigned boots_have(const uint16_t *words)
{
    memcpy(__start_eeprom, words, (size_t)((char *)__stop_eeprom - (char *)__start_eeprom));
    memset(written, 0, sizeof written);
    return (unsigned)(__stop_eeprom - __start_eeprom);
}

/* Return the highest number of writes of any word. */
unsigned long boots_wear(void)
{
    unsigned long most = 0;
    for (unsigned at = 0; at < MAX_WORDS; at++)
        most = written[at] > most ? written[at] : most;
    return most;
}
