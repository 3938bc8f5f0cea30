"""What a position is worth, and what an exchange of blows gives."""
