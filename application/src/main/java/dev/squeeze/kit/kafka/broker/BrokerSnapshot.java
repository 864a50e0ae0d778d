package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.child.UsageCodec;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** What a broker and its JVM have used, as it crosses the pipe to the parent. */
public record BrokerSnapshot(JvmUsage jvm, BrokerCounters counters) {
    /** Of this JVM. */
    static BrokerSnapshot current() throws IOException {
        return new BrokerSnapshot(JvmUsage.current(), BrokerCounters.read(ManagementFactory.getPlatformMBeanServer()));
    }

    String encoded() throws IOException {
        return UsageCodec.encode(out -> {
            UsageCodec.write(out, jvm);
            out.writeLong(counters.producedBytes());
            out.writeLong(counters.fetchedBytes());
            out.writeLong(counters.produceRequests());
            out.writeLong(counters.recompressedRecords());
            UsageCodec.write(out, counters.handlerIdleNanos());
        });
    }

    /** @throws IOException when this is not what {@link #encoded} gave */
    public static BrokerSnapshot decode(String word) throws IOException {
        return UsageCodec.decode(
                word,
                in -> new BrokerSnapshot(
                        UsageCodec.read(in),
                        new BrokerCounters(
                                in.readLong(),
                                in.readLong(),
                                in.readLong(),
                                in.readLong(),
                                UsageCodec.readOptional(in))));
    }
}
