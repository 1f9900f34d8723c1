"""Tests of the whole program on other systems than this one."""
