"""Policies for 四川: suits given up, dear hands, gangs and the end of the wall."""
