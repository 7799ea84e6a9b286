//! The evidence that the next decision lacks (second paper): state, views, fusion, facets, complement, bundle.
//!
//! Values in, values out; everything it ranks comes from `index`.
