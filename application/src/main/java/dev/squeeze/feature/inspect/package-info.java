/** {@code squeeze inspect}: what is stored in segments and topics. */
@NullMarked
package dev.squeeze.feature.inspect;

import org.jspecify.annotations.NullMarked;
