package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.source.SegmentFile;
import dev.squeeze.kit.source.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Finds the last batches of each idempotent producer, which it may still retry. */
final class ProducersLastBatches {
    /** A broker recognizes retries of the last five batches of a producer (KIP-98). */
    private static final int BATCHES_KNOWN_OF_A_PRODUCER = 5;

    /**
     * A broker forgets the batches of a producer that has been silent for longer (default of
     * {@code producer.id.expiration.ms}).
     */
    private static final long PRODUCER_KNOWN_MILLIS = TimeUnit.DAYS.toMillis(1);

    private ProducersLastBatches() {}

    /**
     * Returns the base offsets of these batches.
     *
     * @param partition all segments of a partition
     */
    static Set<Long> baseOffsetsIn(List<SegmentFile> partition) throws IOException {
        Map<Long, Deque<Long>> byProducer = new HashMap<>();
        Segments.find(recent(partition))
                .walkHeaders(
                        (file, position, header) -> {
                            if (header.hasProducer()) {
                                remember(
                                        byProducer.computeIfAbsent(header.producerId(), id -> new ArrayDeque<>()),
                                        header);
                            }
                            return true;
                        },
                        (read, total) -> {});
        Set<Long> offsets = new HashSet<>();
        byProducer.values().forEach(offsets::addAll);
        return offsets;
    }

    private static List<String> recent(List<SegmentFile> partition) throws IOException {
        Map<String, Long> writtenMillis = new LinkedHashMap<>();
        for (SegmentFile segment : partition) {
            writtenMillis.put(
                    segment.path().toString(),
                    Files.getLastModifiedTime(segment.path()).toMillis());
        }
        long from = Collections.max(writtenMillis.values()) - PRODUCER_KNOWN_MILLIS;
        return writtenMillis.keySet().stream()
                .filter(path -> writtenMillis.getOrDefault(path, from) >= from)
                .toList();
    }

    private static void remember(Deque<Long> last, BatchHeader header) {
        if (last.size() == BATCHES_KNOWN_OF_A_PRODUCER) {
            last.removeFirst();
        }
        last.addLast(header.baseOffset());
    }
}
