/** What commands that answer over HTTP share: who may ask, from where, and figures in the text format of Prometheus. */
@NullMarked
package dev.squeeze.kit.serving;

import org.jspecify.annotations.NullMarked;
