/* Number of starts, by which the Pi detects a reset. */
#ifndef CRIBBLE_BOOT_H
#define CRIBBLE_BOOT_H

#include <stdint.h>

/* Count this start and return its number. */
uint16_t boot_counted(void);

#endif
