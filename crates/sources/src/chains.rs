//! Alternating inference chains and loops over candidates, with groups and with almost locked sets.
