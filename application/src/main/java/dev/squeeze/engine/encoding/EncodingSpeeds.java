package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TrimmedMean;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Measures the CPU time of writing and reading on one thread, in rounds: each round visits every format once in a new
 * random order, so that disturbances affect all formats alike. All formats are warmed up first.
 */
public final class EncodingSpeeds {
    private static final long WARM_UP_NANOS = 400_000_000L;
    private static final long GROUP_NANOS = 5_000_000L;
    private static final int ROUNDS = 12;
    private static final int MIN_ROUNDS = 4;

    private final List<Group> groups = new ArrayList<>();
    private final Random random;

    /**
     * CPU nanoseconds per value.
     *
     * @param write from objects to bytes
     * @param read from bytes to objects
     */
    public record Speed(ConfidenceInterval write, ConfidenceInterval read) {}

    EncodingSpeeds(List<Encoding> encodings, List<JsonNode> trees, long seed) throws IOException {
        this.random = new Random(seed);
        for (Encoding encoding : encodings) {
            List<Object> models = new ArrayList<>();
            List<byte[]> written = new ArrayList<>();
            for (JsonNode tree : trees) {
                try {
                    Object model = encoding.model(tree, EnumSet.noneOf(Loss.class));
                    written.add(encoding.write(model));
                    models.add(model);
                } catch (IOException | RuntimeException e) {
                    // Such values are counted when all values are written.
                    continue;
                }
            }
            groups.add(new Group(encoding, models, written));
        }
    }

    /** Empty if stopped before enough rounds were completed. */
    public Map<DataFormat, Speed> measure(BooleanSupplier stop) throws IOException {
        for (Group group : groups) {
            group.warmUp(stop);
        }
        List<Group> order = new ArrayList<>(groups);
        int rounds = 0;
        while (rounds < ROUNDS && !stop.getAsBoolean()) {
            Collections.shuffle(order, random);
            for (Group group : order) {
                group.round();
            }
            rounds++;
        }
        Map<DataFormat, Speed> speeds = new EnumMap<>(DataFormat.class);
        if (rounds >= MIN_ROUNDS) {
            groups.forEach(group -> speeds.put(group.encoding.format(), group.speed()));
        }
        return speeds;
    }

    /** One format's rounds. */
    private static final class Group {
        private final Encoding encoding;
        private final List<Object> models;
        private final List<byte[]> written;
        private final List<Double> writeNanos = new ArrayList<>();
        private final List<Double> readNanos = new ArrayList<>();
        /** Consumes the results, so that the compiler cannot eliminate the work. */
        private long used;

        Group(Encoding encoding, List<Object> models, List<byte[]> written) {
            this.encoding = encoding;
            this.models = models;
            this.written = written;
        }

        void warmUp(BooleanSupplier stop) throws IOException {
            long begin = CpuClock.cpuNanos();
            while (CpuClock.cpuNanos() - begin < 2 * WARM_UP_NANOS && !stop.getAsBoolean()) {
                writeAll();
                readAll();
            }
        }

        void round() throws IOException {
            long begin = CpuClock.cpuNanos();
            long passes = 0;
            do {
                writeAll();
                passes++;
            } while (CpuClock.cpuNanos() - begin < GROUP_NANOS);
            writeNanos.add((double) (CpuClock.cpuNanos() - begin) / (passes * models.size()));
            begin = CpuClock.cpuNanos();
            passes = 0;
            do {
                readAll();
                passes++;
            } while (CpuClock.cpuNanos() - begin < GROUP_NANOS);
            readNanos.add((double) (CpuClock.cpuNanos() - begin) / (passes * models.size()));
        }

        private void writeAll() throws IOException {
            for (Object model : models) {
                used += encoding.write(model).length;
            }
        }

        private void readAll() throws IOException {
            for (byte[] value : written) {
                used += System.identityHashCode(encoding.read(value));
            }
        }

        Speed speed() {
            if (used == 0) {
                throw new IllegalStateException("nothing was written");
            }
            return new Speed(over(writeNanos), over(readNanos));
        }

        private static ConfidenceInterval over(List<Double> rounds) {
            return TrimmedMean.of(
                    rounds.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }
}
