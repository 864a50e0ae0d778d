/** A run's report while the run goes on: a page for the browsers of this machine alone. */
@NullMarked
package dev.squeeze.kit.document.live;

import org.jspecify.annotations.NullMarked;
