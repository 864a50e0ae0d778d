package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.Codec;

/** What a trial sums over the batches of a stretch: bytes of batches in some form, unless it says otherwise. */
sealed interface TrialFigure {
    /** The batches as they are, in a codec. */
    record InCodec(Codec codec) implements TrialFigure {}

    /** As many neighbours as this in one batch. */
    record Merged(int number) implements TrialFigure {}

    /** In a codec, values that are compressed by themselves without that. */
    record Unwrapped(Codec codec) implements TrialFigure {}

    enum Plain implements TrialFigure {
        STORED,
        UNCOMPRESSED,
        /** Raw batches in zstd, the others as they are stored. */
        RAW_PACKED,
        /** Those in gzip in zstd, the others as they are stored. */
        GZIP_AS_ZSTD,
        WITH_SCHEMA,
        WITHOUT_SCHEMA,
        /** Each batch by itself, rebuilt as merged ones are. */
        ALONE,
        MOST_MERGED_IN_ZSTD,
        MOST_MERGED_RAW,
        /** What a longer linger would have put together. */
        LINGERED,
        /** A number. */
        BATCHES,
        /** A number. */
        LINGERED_BATCHES
    }
}
