/* How often the board was started: the Pi sees by it that this is not the board of before. */
#ifndef CRIBBLE_BOOT_H
#define CRIBBLE_BOOT_H

#include <stdint.h>

/* Count this start, and tell the number. */
uint16_t boot_counted(void);

#endif
