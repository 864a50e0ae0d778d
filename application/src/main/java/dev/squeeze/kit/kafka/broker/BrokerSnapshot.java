package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.EncodedUsage;
import dev.squeeze.kit.environment.JvmUsage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Base64;

/**
 * What a broker and its JVM have used, as it crosses the pipe to the parent: one word of about 10 KB.
 */
public record BrokerSnapshot(JvmUsage jvm, BrokerCounters counters) {
    /** Of this JVM. */
    static BrokerSnapshot current() throws IOException {
        return new BrokerSnapshot(JvmUsage.current(), BrokerCounters.read(ManagementFactory.getPlatformMBeanServer()));
    }

    /** One word without blanks. */
    String encoded() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            EncodedUsage.write(out, jvm);
            out.writeLong(counters.producedBytes());
            out.writeLong(counters.fetchedBytes());
            out.writeLong(counters.recompressedRecords());
            EncodedUsage.write(out, counters.handlerIdleNanos());
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** @throws IOException when this is not what {@link #encoded} gave */
    public static BrokerSnapshot decode(String word) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(word)))) {
            JvmUsage jvm = EncodedUsage.read(in);
            BrokerCounters counters =
                    new BrokerCounters(in.readLong(), in.readLong(), in.readLong(), EncodedUsage.readOptional(in));
            return new BrokerSnapshot(jvm, counters);
        } catch (IllegalArgumentException e) {
            throw new IOException("not a snapshot: " + e.getMessage(), e);
        }
    }
}
