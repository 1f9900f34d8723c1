/* What the core uses of the C library, which the compiler comes without. */
#ifndef CRIBBLE_STRING_H
#define CRIBBLE_STRING_H

#include <stddef.h>

void *memset(void *to, int byte, size_t length);
void *memcpy(void *restrict to, const void *restrict from, size_t length);

#endif
