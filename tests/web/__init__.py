"""Tests of the pages without a browser, and the types of what the API returns."""
