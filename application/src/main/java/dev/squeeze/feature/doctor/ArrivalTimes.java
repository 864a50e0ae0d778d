package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.ArrivalPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Arrival times of batches, from their timestamps. If timestamps are coarse, such as whole seconds, batches of one
 * producer in one partition with the same timestamp did not arrive at the same time: they are spread evenly over the
 * resolution, as {@code advise} does with records.
 */
final class ArrivalTimes {
    private final Map<Long, Long> resolutions = new HashMap<>();
    private final Map<BatchFact, Double> millis = new HashMap<>();

    private ArrivalTimes(List<BatchFact> facts) {
        facts.stream()
                .collect(Collectors.groupingBy(BatchFact::producerId))
                .forEach((producer, batches) -> resolutions.put(producer, resolution(batches)));
        facts.stream().collect(Collectors.groupingBy(BatchFact::lane)).values().forEach(this::spread);
    }

    /** @param facts in the order of partitions and offsets */
    static ArrivalTimes of(List<BatchFact> facts) {
        return new ArrivalTimes(facts);
    }

    private static long resolution(List<BatchFact> batches) {
        return ArrivalPattern.resolution(batches.stream()
                .flatMapToLong(fact -> LongStream.of(fact.baseMillis(), fact.maxMillis()))
                .toArray());
    }

    private void spread(List<BatchFact> lane) {
        List<BatchFact> same = new ArrayList<>();
        for (BatchFact fact : lane) {
            if (!same.isEmpty()
                    && (fact.baseMillis() != same.get(0).baseMillis()
                            || fact.stretch() != same.get(0).stretch())) {
                put(same);
                same.clear();
            }
            same.add(fact);
        }
        put(same);
    }

    private void put(List<BatchFact> same) {
        for (int i = 0; i < same.size(); i++) {
            BatchFact fact = same.get(i);
            millis.put(fact, fact.baseMillis() + (double) i * resolutionMillis(fact) / same.size());
        }
    }

    /** Arrival time of the first record. */
    double millis(BatchFact fact) {
        return millis.getOrDefault(fact, (double) fact.baseMillis());
    }

    /** Resolution of the timestamps of the batch's producer, at least 1. */
    long resolutionMillis(BatchFact fact) {
        return resolutions.getOrDefault(fact.producerId(), 1L);
    }
}
