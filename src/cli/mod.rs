//! The process: arguments, environment, standard streams, clock, exit status. The only room that may touch them.
