//! Language models: messages in, messages out. Never files, never catalogs; the network in one file.
