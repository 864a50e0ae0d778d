package dev.squeeze.kit.kafka;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.clients.producer.internals.RecordAccumulator;
import org.apache.kafka.clients.producer.internals.Sender;
import org.apache.kafka.clients.producer.internals.TransactionManager;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Fails the batches that a producer has buffered for deleted topics, the way {@code Sender.failExpiredBatches} fails expired
 * batches: Kafka's own code handles callbacks, sequence numbers and memory. A batch in flight is failed when it returns to the
 * accumulator. Confined to the producer's network thread.
 */
final class BufferedBatches {
    private final RecordAccumulator accumulator;
    private final Sender sender;
    private final @Nullable TransactionManager transactions;
    private final Method failBatch;
    private final Method markSequenceUnresolved;
    private final Map<TopicPartition, Doomed> doomed = new LinkedHashMap<>();

    private record Doomed(TopicWatch.Change change, Set<ProducerBatch> batches) {}

    private BufferedBatches(KafkaProducer<byte[], byte[]> producer) throws ReflectiveOperationException {
        this.accumulator = (RecordAccumulator) field(producer, "accumulator");
        this.sender = (Sender) field(producer, "sender");
        this.transactions = (TransactionManager) field(producer, "transactionManager");
        this.failBatch = Sender.class.getDeclaredMethod(
                "failBatch", ProducerBatch.class, RuntimeException.class, boolean.class, boolean.class);
        failBatch.setAccessible(true);
        this.markSequenceUnresolved =
                TransactionManager.class.getDeclaredMethod("markSequenceUnresolved", ProducerBatch.class);
        markSequenceUnresolved.setAccessible(true);
    }

    static BufferedBatches of(KafkaProducer<byte[], byte[]> producer) {
        try {
            return new BufferedBatches(producer).keptGoing(producer);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("these are not the Kafka clients that this program was built with", e);
        }
    }

    private static Object field(KafkaProducer<byte[], byte[]> producer, String name)
            throws ReflectiveOperationException {
        Field field = KafkaProducer.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(producer);
    }

    /** Lets the producer's network thread survive an {@code Error}. */
    private BufferedBatches keptGoing(KafkaProducer<byte[], byte[]> producer) throws ReflectiveOperationException {
        NetworkThread.keepGoing((Thread) field(producer, "ioThread"), sender);
        return this;
    }

    void wakeup() {
        sender.wakeup();
    }

    /** Marks everything that the producer currently holds for the partition to be failed. */
    void doom(TopicPartition partition, TopicWatch.Change change) {
        Set<ProducerBatch> batches = Collections.newSetFromMap(new IdentityHashMap<>());
        Doomed before = doomed.get(partition);
        if (before != null) {
            batches.addAll(before.batches());
        }
        batches.addAll(sender.inFlightBatches(partition));
        Deque<ProducerBatch> waiting = accumulator.getDeque(partition);
        if (waiting != null) {
            synchronized (waiting) {
                batches.addAll(waiting);
            }
        }
        doomed.put(partition, new Doomed(change, batches));
    }

    /** @param gone whether a topic no longer exists: batches that were appended to it since are failed as well */
    void failDoomed(Predicate<String> gone) {
        if (doomed.isEmpty()) {
            return;
        }
        List<ProducerBatch> failing = new ArrayList<>();
        List<RuntimeException> reasons = new ArrayList<>();
        Iterator<Map.Entry<TopicPartition, Doomed>> partitions =
                doomed.entrySet().iterator();
        while (partitions.hasNext()) {
            Map.Entry<TopicPartition, Doomed> entry = partitions.next();
            Doomed marked = entry.getValue();
            boolean all = gone.test(entry.getKey().topic());
            for (ProducerBatch batch : takeOut(entry.getKey(), marked.batches(), all)) {
                failing.add(batch);
                reasons.add(TopicWatch.reason(marked.change()));
            }
            marked.batches().removeIf(ProducerBatch::isDone);
            marked.batches().removeAll(failing);
            if (marked.batches().isEmpty() && !all) {
                partitions.remove();
            }
        }
        for (int i = 0; i < failing.size(); i++) {
            fail(failing.get(i), reasons.get(i));
        }
    }

    private List<ProducerBatch> takeOut(TopicPartition partition, Set<ProducerBatch> marked, boolean all) {
        List<ProducerBatch> out = new ArrayList<>();
        Deque<ProducerBatch> waiting = accumulator.getDeque(partition);
        if (waiting == null) {
            return out;
        }
        synchronized (waiting) {
            Iterator<ProducerBatch> batches = waiting.iterator();
            while (batches.hasNext()) {
                ProducerBatch batch = batches.next();
                if (all || marked.contains(batch)) {
                    batches.remove();
                    batch.abortRecordAppends();
                    out.add(batch);
                }
            }
        }
        return out;
    }

    private void fail(ProducerBatch batch, RuntimeException reason) {
        try {
            failBatch.invoke(sender, batch, reason, false, true);
            if (transactions != null && batch.inRetry()) {
                markSequenceUnresolved.invoke(transactions, batch);
            }
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new IllegalStateException("a batch could not be given up", e);
        }
    }
}
