//! The terminal interface: a model, an update function, views.
