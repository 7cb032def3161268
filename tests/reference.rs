//! Ratings of shipped puzzles against independently computed figures.
