package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.child.UsageCodec;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Usage of a broker and its JVM, as sent through the pipe to the parent. */
public record BrokerSnapshot(JvmUsage jvm, BrokerCounters counters) {
    /** For this JVM. */
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

    /** @throws IOException if the word was not created by {@link #encoded} */
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
