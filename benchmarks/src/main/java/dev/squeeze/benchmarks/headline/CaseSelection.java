package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.headline.HeadlineCase.Arrivals;
import dev.squeeze.benchmarks.headline.HeadlineCase.Keys;
import dev.squeeze.benchmarks.headline.HeadlineCase.Program;
import dev.squeeze.benchmarks.headline.HeadlineCase.Rate;
import dev.squeeze.kit.format.Codec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Selects cases of the matrix: each value of a dimension equally often, in random combinations. */
final class CaseSelection {
    private static final List<Integer> PARTITIONS = List.of(1, 6, 12, 48);
    private static final List<Integer> PRODUCERS = List.of(1, 3);
    private static final List<Codec> CODECS = List.of(
            Codec.parse("none"), Codec.parse("lz4"), Codec.parse("snappy"), Codec.parse("zstd"), Codec.parse("gzip"));
    private static final List<Integer> BATCH_SIZES = List.of(16_384, 65_536, 262_144);
    static final List<Integer> LINGERS = List.of(0, 5, 20, 100);
    private static final int PERF_TOOL_CASES = 2;

    /**
     * The tool sleeps for at least 2 ms at a time and then sends what is due. Without a linger its batches are these
     * bursts; with 5 ms they contain up to a burst more than randomly arriving records.
     */
    private static final int MIN_PERF_TOOL_LINGER = 20;

    private CaseSelection() {}

    /**
     * Returns the same cases for the same arguments.
     *
     * @param count each source occurs at least once if this is at least the number of sources
     * @param amongArrivals at least one; records that cannot have timestamps arrive randomly instead of in bursts
     * @param amongLingers in milliseconds, at least one
     */
    static List<HeadlineCase> of(
            List<String> sources, int count, List<Arrivals> amongArrivals, List<Integer> amongLingers, long seed) {
        Random random = new Random(seed);
        List<String> data = balanced(sources, count, random);
        List<Keys> keys = balanced(List.of(Keys.values()), count, random);
        List<Arrivals> arrivals = balanced(amongArrivals, count, random);
        List<Rate> rates = balanced(List.of(Rate.values()), count, random);
        List<Integer> partitions = balanced(PARTITIONS, count, random);
        List<Integer> producers = balanced(PRODUCERS, count, random);
        List<Codec> codecs = balanced(CODECS, count, random);
        List<Integer> batchSizes = balanced(BATCH_SIZES, count, random);
        List<Integer> lingers = balanced(amongLingers, count, random);
        List<HeadlineCase> cases = new ArrayList<>();
        int perfTool = 0;
        for (int i = 0; i < count; i++) {
            RecordForm form = RecordForm.of(data.get(i));
            Keys key = form == RecordForm.LENGTH_PREFIXED ? Keys.NONE : keys.get(i);
            Arrivals arrival = possible(arrivals.get(i), key, form);
            boolean fitsPerfTool = form != RecordForm.LENGTH_PREFIXED
                    && key == Keys.NONE
                    && arrival == Arrivals.EVEN
                    && lingers.get(i) >= MIN_PERF_TOOL_LINGER
                    && perfTool < PERF_TOOL_CASES;
            perfTool += fitsPerfTool ? 1 : 0;
            cases.add(new HeadlineCase(
                    i + 1,
                    data.get(i),
                    key,
                    arrival,
                    rates.get(i),
                    partitions.get(i),
                    fitsPerfTool ? 1 : producers.get(i),
                    fitsPerfTool ? Program.PERF_TOOL : Program.PLAIN,
                    codecs.get(i),
                    batchSizes.get(i),
                    lingers.get(i)));
        }
        return cases;
    }

    /** Timestamps are written into JSON, which is impossible for binary records and for rows keyed by a column. */
    private static Arrivals possible(Arrivals wanted, Keys keys, RecordForm form) {
        boolean cannotBeJson = form == RecordForm.LENGTH_PREFIXED || form == RecordForm.CSV && keys == Keys.FIELD;
        return wanted == Arrivals.BURSTS && cannotBeJson ? Arrivals.POISSON : wanted;
    }

    /** Repeats all levels, each time in a random order. */
    private static <T> List<T> balanced(List<T> levels, int count, Random random) {
        List<T> all = new ArrayList<>();
        while (all.size() < count) {
            List<T> round = new ArrayList<>(levels);
            Collections.shuffle(round, random);
            all.addAll(round);
        }
        return all.subList(0, count);
    }
}
