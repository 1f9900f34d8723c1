"""Tests of several phones: joining, conflicts, disconnections."""
