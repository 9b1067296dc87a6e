//! `declare_rule!`: everything about a rule in one declaration.
