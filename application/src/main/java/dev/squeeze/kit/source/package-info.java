/** Where records come from, and how they are sampled. */
@NullMarked
package dev.squeeze.kit.source;

import org.jspecify.annotations.NullMarked;
