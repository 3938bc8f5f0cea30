"""Agents as text: kinds, parameters, and the record that kernels read."""
