/* Boot stage 2. The chip's ROM copies the first 256 bytes of the flash to RAM, checks the CRC at their
 * end (which uf2.py writes) and calls them. They let the flash be read as memory, with the command 03h
 * that every flash chip knows, and start the program after them. The code may not depend on its address.
 */
        .syntax unified
        .cpu cortex-m0plus
        .thumb

        .equ SSI, 0x18000000            /* the flash's serial interface */
        .equ CTRLR0, 0x00
        .equ CTRLR1, 0x04
        .equ SSIENR, 0x08
        .equ BAUDR, 0x14
        .equ SPI_CTRLR0, 0xf4

        .equ DIVISOR, 4                 /* 12 MHz of 48; 03h is specified up to 50 MHz or less */
        .equ READ_WORDS, 31 << 16 | 3 << 8          /* frames of 32 bits, "EEPROM read" mode */
        .equ READ_03H, 3 << 24 | 2 << 8 | 6 << 2    /* a command of 8 bits, 24 of address */

        .equ VECTORS, 0x10000100
        .equ VTOR, 0xe000ed08

        .section .boot2, "ax"
        ldr     r3, =SSI
        movs    r0, #0
        str     r0, [r3, #SSIENR]
        movs    r1, #DIVISOR
        str     r1, [r3, #BAUDR]
        ldr     r1, =READ_WORDS
        str     r1, [r3, #CTRLR0]
        str     r0, [r3, #CTRLR1]       /* one word at a time */
        ldr     r1, =READ_03H
        movs    r2, #SPI_CTRLR0
        str     r1, [r3, r2]
        movs    r1, #1
        str     r1, [r3, #SSIENR]

        ldr     r0, =VECTORS
        ldr     r1, =VTOR
        str     r0, [r1]
        ldmia   r0!, {r1, r2}           /* initial stack pointer, reset handler */
        msr     msp, r1
        bx      r2
        .pool
