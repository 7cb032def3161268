//! Colourings: clusters of candidates of one digit that strong links join.
