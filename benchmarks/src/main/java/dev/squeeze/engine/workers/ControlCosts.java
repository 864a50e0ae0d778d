package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;

/**
 * Cost of control messages, measured with the classes that handle them: real messages are encoded, decoded and
 * processed by a real roster. It is in the package of these classes because they are package-private.
 */
public final class ControlCosts {
    /** Interval between heartbeats while there is work. */
    public static final double BEAT_SECONDS = Participation.BEAT_MILLIS / 1e3;

    public static final double IDLE_BEAT_SECONDS = BEAT_SECONDS * Participation.IDLE_BEATS;
    /** Interval between announcements of the run, and between pings of each slot. */
    public static final double ANNOUNCE_SECONDS = CrewLink.ANNOUNCE_NANOS / 1e9;

    public static final double SILENCE_SECONDS = Roster.SILENCE.toMillis() / 1e3;
    public static final double SESSION_SECONDS = ControlReader.SESSION_MILLIS / 1e3;
    public static final double HEARTBEAT_SECONDS = ControlReader.HEARTBEAT_MILLIS / 1e3;
    /** How long a coordinator listens for other runs of its group. */
    public static final double LISTENING_SECONDS = GroupClaim.LISTENING.toMillis() / 1e3;
    /** Time until a clock is known well enough, with one ping per tick. */
    public static final double TIMING_SECONDS = ClockSamples.ENOUGH * CrewLink.TICK_MILLIS / 1e3;

    private static final String RUN = "mwvl7l72";
    private static final int ROUNDS = 5;
    private static final long ENOUGH_BYTES = 8L << 20;

    private ControlCosts() {}

    /** Content of a heartbeat. */
    public enum Body {
        /** A share of a load on all partitions: each worker reports the partitions that have received its records. */
        LOAD,
        /** A share of a copy: offsets of the partitions of the slot. */
        COPY
    }

    /**
     * Cost of one heartbeat.
     *
     * @param bytes size of the record's value
     * @param takingNanos time in the coordinator's single thread that reads reports: decoding and processing by the
     *     roster
     * @param lookingNanos time in the thread that follows a load, per query of one worker's progress; 0 for copies
     * @param heldBytes coordinator's heap for one slot, including clock samples
     */
    public record Beat(int bytes, double takingNanos, double lookingNanos, double heldBytes) {}

    /**
     * Measures heartbeats.
     *
     * @param slots of the run
     * @param partitions of the topic that the work uses
     */
    public static Beat beat(Body body, int slots, int partitions) {
        List<byte[]> beats = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            beats.add(message(ControlMessage.Type.BEAT, slot, 7, body(body, slot, slots, partitions))
                    .encoded());
        }
        long bytes = beats.stream().mapToLong(beat -> beat.length).sum();
        int repeats = (int) Math.max(1, Math.min(200, ENOUGH_BYTES / Math.max(1, bytes)));
        long before = usedHeap();
        Roster roster = joined(slots);
        double nanos = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            for (int i = 0; i < repeats; i++) {
                for (byte[] beat : beats) {
                    take(roster, ControlMessage.decoded(beat).orElseThrow());
                }
            }
            nanos = Math.min(nanos, (System.nanoTime() - begin) / (double) repeats / slots);
        }
        long held = usedHeap() - before;
        // Both must be reachable for both measurements.
        Reference.reachabilityFence(beats);
        Reference.reachabilityFence(roster);
        double looking = body == Body.COPY ? 0 : looking(roster, slots);
        return new Beat((int) (bytes / slots), nanos, looking, (double) held / slots);
    }

    private static Roster joined(int slots) {
        Roster roster = new Roster(RUN, slots);
        WorkerIdentity identity = WorkerIdentity.own();
        for (int slot = 0; slot < slots; slot++) {
            take(
                    roster,
                    message(
                            ControlMessage.Type.JOINED,
                            slot,
                            0,
                            identity.toJson().put("id", worker(slot))));
            for (int i = 0; i < 30; i++) {
                take(roster, message(ControlMessage.Type.PONG, slot, 0, pong(i)));
            }
        }
        return roster;
    }

    /** As in {@code WorkerLoads.hasBegunPartitions}, for each worker. */
    private static double looking(Roster roster, int slots) {
        double nanos = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            BitSet begun = new BitSet();
            for (int slot = 0; slot < slots; slot++) {
                roster.progress(slot, 7)
                        .ifPresent(beat -> begun.or(BitSet.valueOf(
                                Base64.getDecoder().decode(beat.path("begun").asText("")))));
            }
            if (begun.isEmpty()) {
                throw new IllegalStateException("no heartbeat named a partition");
            }
            nanos = Math.min(nanos, (System.nanoTime() - begin) / (double) slots);
        }
        return nanos;
    }

    /** Total size of the values of a ping and its answer. */
    public static int pingBytes() {
        return message(
                                ControlMessage.Type.PING,
                                0,
                                0,
                                ControlMessage.emptyBody().put("sent", System.nanoTime()))
                        .encoded()
                        .length
                + message(ControlMessage.Type.PONG, 0, 0, pong(0)).encoded().length;
    }

    private static ObjectNode pong(long more) {
        long now = System.nanoTime() + more;
        return ControlMessage.emptyBody()
                .put("sent", now - 9_000_000)
                .put("received", now - 4_000_000)
                .put("wallAhead", Roster.wallAheadNanos())
                .put("answered", now - 3_900_000);
    }

    private static ObjectNode body(Body body, int slot, int slots, int partitions) {
        ObjectNode json = ControlMessage.emptyBody();
        if (body == Body.LOAD) {
            json.putObject("progress")
                    .put("sent", 123_456_789L + slot)
                    .put("acknowledged", 123_450_000L + slot)
                    .put("acknowledgedBytes", 12_345_678_901L)
                    .put("refused", 0L)
                    .put("bufferFull", 0L);
            BitSet begun = new BitSet();
            begun.set(0, partitions);
            return json.put("sending", true).put("begun", Base64.getEncoder().encodeToString(begun.toByteArray()));
        }
        json.put("fetchedBytes", 12_345_678_901L)
                .putArray("copies")
                .addObject()
                .put("all", "123456789 12345678901 2345678901 123456")
                .put("own", "123456789 12345678901 2345678901 123456")
                .put("linkBytes", 2_345_678_901L);
        ObjectNode positions = json.putObject("positions");
        for (int partition = slot; partition < partitions; partition += slots) {
            positions.put(String.valueOf(partition), 123_456_789L + partition);
        }
        return json;
    }

    private static String worker(int slot) {
        return "ip-10-0-12-" + slot % 250 + ".eu-central-1.compute.internal-" + (4_000 + slot) + "-a1b";
    }

    private static ControlMessage message(ControlMessage.Type type, int slot, long work, ObjectNode body) {
        return new ControlMessage(ControlMessage.PROTOCOL, RUN, type, worker(slot), slot, 12, work, body);
    }

    private static void take(Roster roster, ControlMessage message) {
        roster.take(new ControlReader.Received(message, "reports", 0, System.nanoTime()));
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while memory was measured", e);
            }
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
