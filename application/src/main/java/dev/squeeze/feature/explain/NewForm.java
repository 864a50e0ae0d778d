package dev.squeeze.feature.explain;

import org.jspecify.annotations.Nullable;

/** Another encoding for the values of a field. */
interface NewForm {
    /** The value from {@code start} to {@code end}, including quotes, in this encoding; null if it is not changed. */
    byte @Nullable [] rewritten(byte[] bytes, int start, int end);
}
