package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.kit.format.CodecType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Detects producers that were changed but whose batches are far smaller than planned: batch.size was set without
 * linger.ms, or a framework did not pass on a setting. A producer counts as changed when it sends the planned codec or,
 * if the plan keeps the codec, when it appeared after the topic's other producers were known.
 */
final class PlanMarks {
    private static final double HALF = 0.5;
    /** At a lower rate, batches are smaller anyway. */
    private static final double ABOUT_THE_RATE = 0.7;

    private static final long ENOUGH_BATCHES = 8;
    private static final int SLOTS_IN_A_ROW = 2;

    private final Map<String, PlannedChange> plan;
    private final Consumer<Mark> marks;
    private final Map<Producer, Integer> behind = new HashMap<>();
    private final Set<Producer> marked = new HashSet<>();

    /** A producer in one topic; a producer may send to several topics. */
    private record Producer(String topic, long id) {}

    PlanMarks(Optional<PlanResult> plan, Consumer<Mark> marks) {
        this.plan = plan.map(PlanResult::changes).orElse(List.of()).stream()
                .collect(Collectors.toMap(PlannedChange::topic, Function.identity()));
        this.marks = marks;
    }

    /**
     * @param track of the topic's producers
     * @param sinceRound producers that sent nothing since this round are ignored
     */
    void slot(TopicRow row, HistorySlot slot, TopicTrack track, long sinceRound) {
        PlannedChange change = plan.get(row.topic());
        if (change == null || change.evidence().isEmpty() || track.isRecompressed()) {
            return;
        }
        PlannedChange.Evidence expected = change.evidence().get();
        OptionalDouble rate = expected.recordsPerSecond();
        double perSecond = row.records() / Math.max(1e-3, slot.length().toMillis() / 1e3);
        if (rate.isPresent() && perSecond < ABOUT_THE_RATE * rate.getAsDouble()) {
            return;
        }
        track.sending(sinceRound).forEach((id, producer) -> {
            if (isChanged(change, producer) && producer.batches() >= ENOUGH_BATCHES) {
                Producer named = new Producer(row.topic(), id);
                boolean isBehind = producer.recordsPerBatch() < HALF * expected.expectedRecordsPerBatch();
                int slots = isBehind ? behind.merge(named, 1, Integer::sum) : 0;
                if (!isBehind) {
                    behind.remove(named);
                } else if (slots >= SLOTS_IN_A_ROW && marked.add(named)) {
                    marks.accept(mark(change, expected, id, producer, slot));
                }
            }
        });
    }

    private static boolean isChanged(PlannedChange change, ProducerTrack producer) {
        CodecType planned = change.to().codec().type();
        return producer.isSettled()
                && producer.settledCodec() == planned.id()
                && (producer.joined() || change.from().codec().type() != planned);
    }

    private static Mark mark(
            PlannedChange change, PlannedChange.Evidence expected, long id, ProducerTrack producer, HistorySlot slot) {
        String span = producer.meanSpanMillis().isPresent()
                ? String.format(
                        Locale.ROOT,
                        "; its batches span %.1f ms",
                        producer.meanSpanMillis().getAsDouble())
                : "";
        return new Mark(
                slot.start().plus(slot.length()),
                Mark.Kind.BEHIND_PLAN,
                change.topic(),
                id == SeenBatch.NO_ID ? OptionalLong.empty() : OptionalLong.of(id),
                Optional.empty(),
                Optional.empty(),
                String.format(
                        Locale.ROOT,
                        "%s sends %s as planned, but has %,.1f records per batch instead of the %,.1f expected with"
                                + " batch.size=%d and linger.ms=%d%s: is linger.ms set?",
                        CodecMarks.name(id),
                        change.to().codec().type().label(),
                        producer.recordsPerBatch(),
                        expected.expectedRecordsPerBatch(),
                        change.to().batchSizeBytes(),
                        change.to().lingerMillis(),
                        span));
    }
}
