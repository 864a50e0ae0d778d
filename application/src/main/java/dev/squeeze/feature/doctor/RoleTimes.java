package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;

/**
 * CPU time of each role per uncompressed byte without codecs: requests, batches, records, copying. A codec's share of a
 * role differs slightly from its time measured alone, so the rest may be a little below zero.
 *
 * @param rest with batches as they are
 * @param ofBatches the part of it that is spent per batch, and so falls as batches get larger
 * @param relativeHalfWidth relative half width of the 95 % interval of the prediction
 */
record RoleTimes(PerByte rest, PerByte ofBatches, double relativeHalfWidth) {
    /** Used if only codecs are counted. */
    static final RoleTimes UNKNOWN = new RoleTimes(PerByte.NONE, PerByte.NONE, 0);

    /** Minimum factor of records per batch for the difference to be the cost of batches and not chance. */
    private static final double MIN_TIMES = 1.2;

    /**
     * Nanoseconds per uncompressed byte.
     *
     * @param consumer of each consumer group
     */
    record PerByte(double producer, double broker, double consumer) {
        static final PerByte NONE = new PerByte(0, 0, 0);

        /** @param whole cores for the whole traffic */
        private static PerByte of(ResourceEstimate whole, Workload workload) {
            double sent = workload.uncompressedBytesPerSecond();
            double read = workload.consumerGroups() * sent;
            return new PerByte(
                    whole.producerCores() * 1e9 / sent,
                    whole.brokerCores() * 1e9 / sent,
                    read == 0 ? 0 : whole.consumerCores() * 1e9 / read);
        }

        private PerByte minus(PerByte other) {
            return new PerByte(producer - other.producer, broker - other.broker, consumer - other.consumer);
        }

        private PerByte times(double factor) {
            return new PerByte(factor * producer, factor * broker, factor * consumer);
        }

        private PerByte atLeastNone() {
            return new PerByte(Math.max(0, producer), Math.max(0, broker), Math.max(0, consumer));
        }
    }

    /**
     * Subtracts the codec from the CPU time of whole roles.
     *
     * @param whole cores for the traffic as it is
     * @param codec of that traffic
     */
    static RoleTimes of(ResourceEstimate whole, Workload workload, CodecSpeed codec) {
        PerByte roles = PerByte.of(whole, workload);
        boolean read = workload.consumerGroups() > 0;
        PerByte codecs = new PerByte(
                codec.compressNanosPerByte(),
                codec.decompressNanosPerByte(),
                read ? codec.decompressNanosPerByte() : 0);
        return new RoleTimes(roles.minus(codecs), PerByte.NONE, 0);
    }

    /**
     * The same, with the cost per batch derived from two predictions.
     *
     * @param today the traffic with the estimate of today's settings
     * @param deeper the same traffic with settings for larger batches
     */
    RoleTimes withDeeper(Prediction today, Prediction deeper, Workload workload) {
        double times = deeper.fill().recordsPerBatch() / today.fill().recordsPerBatch();
        if (times < MIN_TIMES) {
            return this;
        }
        PerByte saved = PerByte.of(today.resources(), workload).minus(PerByte.of(deeper.resources(), workload));
        return new RoleTimes(
                rest,
                saved.times(1 / (1 - 1 / times)).atLeastNone(),
                Math.max(today.speedRelativeHalfWidth(), deeper.speedRelativeHalfWidth()));
    }

    /** The same with records per batch increased by a factor. */
    RoleTimes inDeeperBatches(double times) {
        return new RoleTimes(rest.minus(ofBatches.times(1 - 1 / times)), PerByte.NONE, relativeHalfWidth);
    }

    double producer(CodecSpeed codec) {
        return Math.max(0, rest.producer + codec.compressNanosPerByte());
    }

    double broker(CodecSpeed codec) {
        return Math.max(0, rest.broker + codec.decompressNanosPerByte());
    }

    double consumer(CodecSpeed codec) {
        return Math.max(0, rest.consumer + codec.decompressNanosPerByte());
    }
}
