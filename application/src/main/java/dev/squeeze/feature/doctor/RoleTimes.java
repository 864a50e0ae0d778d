package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;

/**
 * CPU time that each role takes for an uncompressed byte without the codecs: requests, batches, records, copying. A codec's
 * share in a role is not exactly what it takes alone, so the rest may be a little below zero.
 *
 * @param producerNanosPerByte of producers
 * @param brokerNanosPerByte of leaders
 * @param consumerNanosPerByte of each consumer group
 */
record RoleTimes(double producerNanosPerByte, double brokerNanosPerByte, double consumerNanosPerByte) {
    /** Where only codecs are counted. */
    static final RoleTimes UNKNOWN = new RoleTimes(0, 0, 0);

    /**
     * What is left of whole roles.
     *
     * @param whole cores of the traffic as it is
     * @param codec of that traffic
     */
    static RoleTimes of(ResourceEstimate whole, Workload workload, CodecSpeed codec) {
        double sent = workload.uncompressedBytesPerSecond();
        double read = workload.consumerGroups() * sent;
        return new RoleTimes(
                whole.producerCores() * 1e9 / sent - codec.compressNanosPerByte(),
                whole.brokerCores() * 1e9 / sent - codec.decompressNanosPerByte(),
                read == 0 ? 0 : whole.consumerCores() * 1e9 / read - codec.decompressNanosPerByte());
    }

    double producer(CodecSpeed codec) {
        return Math.max(0, producerNanosPerByte + codec.compressNanosPerByte());
    }

    double broker(CodecSpeed codec) {
        return Math.max(0, brokerNanosPerByte + codec.decompressNanosPerByte());
    }

    double consumer(CodecSpeed codec) {
        return Math.max(0, consumerNanosPerByte + codec.decompressNanosPerByte());
    }
}
