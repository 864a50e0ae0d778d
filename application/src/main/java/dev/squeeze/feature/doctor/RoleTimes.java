package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;

/**
 * CPU time that each role takes for an uncompressed byte without the codecs: requests, batches, records, copying. A codec's
 * share in a role is not exactly what it takes alone, so the rest may be a little below zero.
 *
 * @param rest in batches as they are
 * @param ofBatches what of it there is for each batch, and so falls as batches get deeper
 * @param relativeHalfWidth half width at 95 % of what is predicted of it, as a share
 */
record RoleTimes(PerByte rest, PerByte ofBatches, double relativeHalfWidth) {
    /** Where only codecs are counted. */
    static final RoleTimes UNKNOWN = new RoleTimes(PerByte.NONE, PerByte.NONE, 0);

    /** From so many times as deep batches on, the difference is what batches cost and not chance. */
    private static final double MIN_TIMES = 1.2;

    /**
     * Nanoseconds for an uncompressed byte.
     *
     * @param consumer of each consumer group
     */
    record PerByte(double producer, double broker, double consumer) {
        static final PerByte NONE = new PerByte(0, 0, 0);

        /** @param whole cores of traffic */
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
     * What is left of whole roles.
     *
     * @param whole cores of the traffic as it is
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
     * The same where it is predicted what deeper batches cost.
     *
     * @param today the traffic with settings that stand for today's
     * @param deeper the same traffic with settings that gather more
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

    /** With so many times as many records in a batch. */
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
