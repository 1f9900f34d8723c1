/* The two functions of the C library that the core uses; this compiler comes without one. */
#ifndef CRIBBLE_STRING_H
#define CRIBBLE_STRING_H

#include <stddef.h>

void *memset(void *to, int byte, size_t length);
void *memcpy(void *restrict to, const void *restrict from, size_t length);

#endif
