package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.Codec;

/** What a trial sums over the batches of a stretch: bytes of batches in some form, unless noted otherwise. */
sealed interface TrialFigure {
    /** Batches as they are, with a codec. */
    record InCodec(Codec codec) implements TrialFigure {}

    /** This many neighbours in one batch. */
    record Merged(int number) implements TrialFigure {}

    /** Batches with a codec, after decompressing individually compressed values. */
    record Unwrapped(Codec codec) implements TrialFigure {}

    enum Plain implements TrialFigure {
        STORED,
        UNCOMPRESSED,
        /** Uncompressed batches as zstd, the others as they are stored. */
        RAW_PACKED,
        /** Gzip batches as zstd, the others as they are stored. */
        GZIP_AS_ZSTD,
        WITH_SCHEMA,
        WITHOUT_SCHEMA,
        /** Each batch by itself, rebuilt in the same way as merged ones. */
        ALONE,
        MOST_MERGED_IN_ZSTD,
        MOST_MERGED_RAW,
        /** Batches that a longer linger would have produced. */
        LINGERED,
        /** The number of batches as they are, not bytes. */
        BATCHES,
        /** The number of batches with a longer linger, not bytes. */
        LINGERED_BATCHES
    }
}
