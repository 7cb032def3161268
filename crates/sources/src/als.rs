//! Almost locked sets: n cells of a unit with n + 1 candidates between them.
