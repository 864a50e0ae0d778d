/** {@code squeeze measure}: all codecs and levels on the user's own records. */
@NullMarked
package dev.squeeze.feature.measure;

import org.jspecify.annotations.NullMarked;
