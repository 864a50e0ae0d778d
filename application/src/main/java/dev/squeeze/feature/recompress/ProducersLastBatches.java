package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.source.Segments;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The last batches of each idempotent producer, which it may still send again. */
final class ProducersLastBatches {
    /** A broker recognises a retried batch among the last five of its producer (KIP-98). */
    private static final int BATCHES_KNOWN_OF_A_PRODUCER = 5;

    private ProducersLastBatches() {}

    /** Their base offsets in a segment. */
    static Set<Long> baseOffsetsIn(Segments segment) {
        Map<Long, Deque<Long>> byProducer = new HashMap<>();
        segment.walkHeaders(
                (file, position, header) -> {
                    if (header.hasProducer()) {
                        remember(byProducer.computeIfAbsent(header.producerId(), id -> new ArrayDeque<>()), header);
                    }
                    return true;
                },
                (read, total) -> {});
        Set<Long> offsets = new HashSet<>();
        byProducer.values().forEach(offsets::addAll);
        return offsets;
    }

    private static void remember(Deque<Long> last, BatchHeader header) {
        if (last.size() == BATCHES_KNOWN_OF_A_PRODUCER) {
            last.removeFirst();
        }
        last.addLast(header.baseOffset());
    }
}
