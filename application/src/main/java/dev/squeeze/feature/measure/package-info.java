/** {@code squeeze measure}: all codecs and levels on the user's records, at every batch size. */
@NullMarked
package dev.squeeze.feature.measure;

import org.jspecify.annotations.NullMarked;
