/* The keypad: four rows and four columns of contacts. */
#ifndef CRIBBLE_KEYPAD_H
#define CRIBBLE_KEYPAD_H

#include <stdbool.h>
#include <stdint.h>

void keypad_start(void);

/* True if any contact is closed. */
bool keypad_touched(void);

/* Scan the keypad: one bit per closed contact, row by row (keys.h). Takes 80 µs. */
uint16_t keypad_matrix(void);

#endif
