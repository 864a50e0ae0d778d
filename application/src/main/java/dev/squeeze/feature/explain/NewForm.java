package dev.squeeze.feature.explain;

import org.jspecify.annotations.Nullable;

/** Another form that values of a field are written in. */
interface NewForm {
    /** A value in it, from {@code start} to {@code end} with its quotes; null where it stays as it is. */
    byte @Nullable [] rewritten(byte[] bytes, int start, int end);
}
