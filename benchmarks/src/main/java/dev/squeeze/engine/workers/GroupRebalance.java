package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Real members of a workers' group, with the settings of workers, in one JVM: measures how long the group takes to
 * assign slots.
 */
public final class GroupRebalance implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long WAIT_MILLIS = 5;

    private final RemoteCluster control;
    private final String group;
    private final String topic;
    private final int slots;
    private final Map<Integer, Integer> holders = new ConcurrentHashMap<>();
    private final AtomicInteger assignments = new AtomicInteger();
    private final List<Member> members = new ArrayList<>();

    /**
     * Duration of a change in seconds, and how many times the group made assignments during it.
     *
     * @param rounds maximum number of generations in which a member was assigned a slot
     */
    public record Change(double seconds, int rounds) {}

    public GroupRebalance(RemoteCluster control, String group, int slots) {
        this.control = control;
        this.group = group;
        this.slots = slots;
        this.topic = group + "-tasks";
        new ControlAccess(control, TIMEOUT).create(topic, slots, Map.of());
    }

    private final class Member implements ConsumerRebalanceListener {
        final int number;
        private final Thread thread;
        private volatile boolean closed;
        private volatile Optional<ControlReader> reader = Optional.empty();

        Member(int number) {
            this.number = number;
            this.thread = DaemonThreads.start(this::work, "member-" + number);
        }

        private void work() {
            try (ControlReader opened = ControlReader.member(control, group, topic, TIMEOUT, this)) {
                reader = Optional.of(opened);
                while (!closed) {
                    opened.poll(POLL);
                }
            }
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                // As a worker does before it reports that it has joined.
                reader.ifPresent(opened -> opened.toEnd(partitions));
                assignments.incrementAndGet();
                partitions.forEach(partition -> holders.put(partition.partition(), number));
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> holders.remove(partition.partition(), number));
        }

        void close() throws InterruptedException {
            closed = true;
            thread.join();
        }
    }

    /** Makes this many members join at the same time, and waits until each slot has its own member. */
    public Change join(int number) throws InterruptedException, TimeoutException {
        assignments.set(0);
        long begin = System.nanoTime();
        for (int i = 0; i < number; i++) {
            members.add(new Member(members.size()));
        }
        await(begin);
        return new Change((System.nanoTime() - begin) / 1e9, assignments.get());
    }

    /** Makes a member that has a slot leave, and waits until an idle member takes the slot over. */
    public Change leave() throws InterruptedException, TimeoutException {
        int number = holders.values().iterator().next();
        Member leaving = members.get(number);
        assignments.set(0);
        long begin = System.nanoTime();
        leaving.close();
        await(begin);
        return new Change((System.nanoTime() - begin) / 1e9, assignments.get());
    }

    private void await(long begin) throws InterruptedException, TimeoutException {
        while (holders.values().stream().distinct().count() < slots) {
            if (System.nanoTime() - begin > LIMIT_NANOS) {
                throw new TimeoutException("the group had not divided its slots after three minutes");
            }
            TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
        }
    }

    @Override
    public void close() {
        members.forEach(member -> member.closed = true);
        try {
            for (Member member : members) {
                member.thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        new ControlAccess(control, TIMEOUT).delete(topic);
    }
}
