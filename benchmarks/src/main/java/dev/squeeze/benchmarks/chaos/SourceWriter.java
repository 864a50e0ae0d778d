package dev.squeeze.benchmarks.chaos;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A transactional producer that knows which of its records are committed, which are aborted, and whose outcome is
 * unknown. A record's value begins with its writer and number: 8 bytes that are unique.
 */
final class SourceWriter implements Lane.Step, AutoCloseable {
    private static final int MAX_PADDING_BYTES = 400;
    private static final int WRITER_SHIFT = 40;

    private final KafkaSide kafka;
    private final String topic;
    private final int writer;
    private final IntSupplier partitions;
    private final BitSet committed = new BitSet();
    private final BitSet aborted = new BitSet();
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private int next;

    SourceWriter(KafkaSide kafka, String topic, int writer, IntSupplier partitions) {
        this.kafka = kafka;
        this.topic = topic;
        this.writer = writer;
        this.partitions = partitions;
    }

    int writer() {
        return writer;
    }

    /** Numbers of the records whose commit was acknowledged. */
    BitSet committed() {
        return committed;
    }

    BitSet aborted() {
        return aborted;
    }

    static int writerOf(long id) {
        return (int) (id >>> WRITER_SHIFT);
    }

    static int numberOf(long id) {
        return (int) (id & (1L << WRITER_SHIFT) - 1);
    }

    static long idOf(byte @Nullable [] value) {
        return value == null || value.length < Long.BYTES
                ? -1
                : ByteBuffer.wrap(value).getLong();
    }

    private KafkaProducer<byte[], byte[]> open() {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            Map<String, Object> properties = new HashMap<>();
            properties.put("transactional.id", topic + "-writer-" + writer);
            properties.put("transaction.timeout.ms", 20_000);
            properties.put("max.block.ms", 30_000);
            properties.put("delivery.timeout.ms", 30_000);
            properties.put("request.timeout.ms", 10_000);
            properties.put("compression.type", writer % 2 == 0 ? "lz4" : "none");
            open = kafka.producer(properties);
            producer = open;
            open.initTransactions();
        }
        return open;
    }

    /** One transaction. */
    @Override
    public void next(Random random) {
        int first = next;
        int records = 1 + random.nextInt(40);
        next += records;
        boolean commit = random.nextInt(4) > 0;
        try {
            KafkaProducer<byte[], byte[]> open = open();
            open.beginTransaction();
            for (int number = first; number < first + records; number++) {
                open.send(record(number, random));
            }
            open.flush();
            if (commit) {
                open.commitTransaction();
                committed.set(first, first + records);
            } else {
                open.abortTransaction();
                aborted.set(first, first + records);
            }
        } catch (KafkaException e) {
            // The outcome of this transaction is unknown: the copy has to agree with the source in any case.
            close();
        }
    }

    private ProducerRecord<byte[], byte[]> record(int number, Random random) {
        byte[] value = new byte[Long.BYTES + random.nextInt(MAX_PADDING_BYTES)];
        ByteBuffer.wrap(value).putLong((long) writer << WRITER_SHIFT | number);
        byte[] key = random.nextInt(5) == 0 ? null : new byte[] {(byte) number, (byte) writer};
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, random.nextInt(partitions.getAsInt()), key, value);
        if (random.nextInt(6) == 0) {
            record.headers().add("h", new byte[] {(byte) number});
        }
        return record;
    }

    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            open.close(java.time.Duration.ofSeconds(1));
        }
    }
}
