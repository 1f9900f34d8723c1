"""The wizard: a fresh machine is set up from a phone, and every machine is changed from one."""
