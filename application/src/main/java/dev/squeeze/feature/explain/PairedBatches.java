package dev.squeeze.feature.explain;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.BatchSizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Compresses batches as they form, and the same batches with their records changed. Differences between batches affect
 * both members of a pair, so the saving is known far more precisely than either size. A batch keeps its records in all
 * trials. The saving from deeper batches, if more of the smaller records fit in one, is added using batches split in
 * parts ({@link DepthGain}).
 */
final class PairedBatches {
    /** With fewer there are no useful results, however slow the codec is. */
    private static final int MIN_BATCHES = 48;

    /** The minimum if {@link #MIN_BATCHES} would take many times the available time. */
    private static final int MIN_BATCHES_OF_SLOW = 12;

    /** Odd, since every second batch of {@link #spreadEvenly} is in the same half of all batches. */
    private static final int HALVED_EVERY = 5;

    /** Share of the time for compressing batches; the rest is for simulating producers. */
    private static final double FOR_BATCHES = 0.65;

    /** Minimum number of simulations per change; a single one does not show chance. */
    private static final int MIN_ROUNDS = 4;

    private static final int MAX_ROUNDS = 16;

    /** Time for compressing batches that form with changes, as a multiple of the time for everything else. */
    private static final double FOR_FORMING = 1.75;

    /** Records per batch below which halves of batches give little information. */
    private static final double MAX_SHALLOW = 2;

    /** Maximum number of changed records if only the bytes lost by all records are counted. */
    private static final long MAX_CHANGED_RECORDS = 1_000_000;

    private final List<List<BatchRecord>> batches;
    private final int turns;
    private final Supplier<ValueParser> parsers;
    private final Codec codec;
    private final BatchClosing closing;
    private final List<Integer> order;
    private final int threads;

    /**
     * @param formed all batches to measure, in the order in which they are sent
     * @param parsers one per thread, with frozen names
     */
    PairedBatches(
            MeasuredBatches formed,
            Supplier<ValueParser> parsers,
            Codec codec,
            BatchClosing closing,
            long seed,
            int threads) {
        this.batches = formed.all();
        this.turns = formed.turns();
        this.parsers = parsers;
        this.codec = codec;
        this.closing = closing;
        this.threads = threads;
        this.order = spreadEvenly(batches.size(), new Random(seed));
    }

    /**
     * An order in which any number of first places are spread evenly over all, since records change over time: numbers
     * with their binary digits reversed (van der Corput's sequence), starting at a random place.
     */
    static List<Integer> spreadEvenly(int size, Random random) {
        int digits = 32 - Integer.numberOfLeadingZeros(Math.max(1, size - 1));
        int first = size == 0 ? 0 : random.nextInt(size);
        List<Integer> order = new ArrayList<>(size);
        for (long i = 0; i < 1L << digits; i++) {
            int place = (int) (Integer.toUnsignedLong(Integer.reverse((int) i)) >>> (32 - digits));
            if (place < size) {
                order.add((place + first) % size);
            }
        }
        return List.copyOf(order);
    }

    /**
     * Tries all changes on batches from all over, until all batches are done or time is up.
     *
     * @param stop checked before each batch; batches done so far count
     */
    BatchSizes measure(
            List<? extends RecordEdit> edits, Duration budget, BooleanSupplier stop, DoubleConsumer progress) {
        return measure(edits, false, budget, stop, progress);
    }

    /**
     * The same. Changes of values are also applied to all records, unless these are too many, since large savings in
     * few records may all be in batches for which there was no time.
     */
    BatchSizes measureOfAllRecords(
            List<? extends RecordEdit> edits, Duration budget, BooleanSupplier stop, DoubleConsumer progress) {
        BatchSizes sizes = measure(edits, false, budget, stop, done -> progress.accept(FOR_BATCHES * done));
        OfValues values = OfValues.of(edits);
        boolean affordable = closing.isOfAllRecords()
                && (long) closing.records().size() * values.edits.size() <= MAX_CHANGED_RECORDS;
        if (affordable && sizes.haveIntervals() && !stop.getAsBoolean()) {
            putOfAllRecords(
                    values,
                    valueBytes(closing.records(), values.edits),
                    values.places.stream()
                            .map(place -> sizes.expected(place).estimate())
                            .toList(),
                    sizes,
                    forming(budget),
                    stop,
                    done -> progress.accept(FOR_BATCHES + (1 - FOR_BATCHES) * done));
        }
        return sizes;
    }

    /**
     * Changes of values. Changes of keys are left out, since records without keys would go to other partitions.
     *
     * @param places among all changes
     */
    private record OfValues(List<Integer> places, List<RecordEdit.OfEach> edits) {
        static OfValues of(List<? extends RecordEdit> all) {
            List<Integer> places = IntStream.range(0, all.size())
                    .filter(edit -> all.get(edit) instanceof RecordEdit.OfValue)
                    .boxed()
                    .toList();
            return new OfValues(
                    places,
                    places.stream()
                            .<RecordEdit.OfEach>map(place -> (RecordEdit.OfValue) all.get(place))
                            .toList());
        }
    }

    /**
     * The same, and measures the saving from deeper batches for exactly these changes: some of the changed batches are
     * compressed in halves, and producers are simulated with all records changed.
     */
    BatchSizes measureClosely(
            List<RecordEdit.OfEach> edits, Duration budget, BooleanSupplier stop, DoubleConsumer progress) {
        long deadline = System.nanoTime() + budget.toNanos();
        BatchSizes sizes = measure(
                edits,
                closing.canDeepen(),
                Duration.ofNanos((long) (FOR_BATCHES * budget.toNanos())),
                stop,
                done -> progress.accept(FOR_BATCHES * done));
        boolean more = closing.canDeepen() || closing.isOfAllRecords();
        if (more && sizes.haveIntervals() && !stop.getAsBoolean()) {
            changeAllRecords(
                    edits,
                    sizes,
                    stop,
                    deadline,
                    forming(budget),
                    done -> progress.accept(FOR_BATCHES + (1 - FOR_BATCHES) * done));
        }
        return sizes;
    }

    /**
     * Simulates producers for each change of values at least {@link #MIN_ROUNDS} times, and again with other arrival
     * times as long as there is time.
     */
    private void changeAllRecords(
            List<RecordEdit.OfEach> all,
            BatchSizes sizes,
            BooleanSupplier stop,
            long deadlineNanos,
            Duration forming,
            DoubleConsumer progress) {
        OfValues values = OfValues.of(all);
        int edits = values.places.size();
        int[][] valueBytes = valueBytes(closing.records(), values.edits);
        List<BatchClosing.Guess> guesses =
                values.places.stream().map(sizes::guess).toList();
        SimulatedDoublings doublings = new SimulatedDoublings(edits, MAX_ROUNDS);
        AtomicInteger next = new AtomicInteger();
        int rounds = !closing.canDeepen() ? 0 : areFewAndShallow() ? MIN_ROUNDS : MAX_ROUNDS;
        run(() -> {
            for (int i = next.getAndIncrement(); i < rounds * edits; i = next.getAndIncrement()) {
                int edit = i % edits;
                int round = i / edits;
                if (stop.getAsBoolean() || (round >= MIN_ROUNDS && System.nanoTime() > deadlineNanos)) {
                    return;
                }
                doublings.add(edit, round, closing.doublings(valueBytes[edit], guesses.get(edit), round));
            }
        });
        List<SimulatedDoublings.Estimate> estimates =
                doublings.estimates(values.places.stream().map(sizes::expected).toList());
        putOfAllRecords(values, valueBytes, estimates, sizes, forming, stop, progress);
    }

    private static Duration forming(Duration budget) {
        return Duration.ofNanos((long) (FOR_FORMING * budget.toNanos()));
    }

    /** @param forming time for compressing batches that form with the changes */
    private void putOfAllRecords(
            OfValues values,
            int[][] valueBytes,
            List<SimulatedDoublings.Estimate> doublings,
            BatchSizes sizes,
            Duration forming,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        Map<Integer, FormedAgain.Saved> formed = formed(values.edits, valueBytes, forming, stop, progress);
        for (int i = 0; i < valueBytes.length; i++) {
            sizes.put(
                    values.places.get(i),
                    new BatchSizes.OfAllRecords(
                            rawSaved(valueBytes[i]), doublings.get(i), Optional.ofNullable(formed.get(i))));
        }
    }

    /**
     * Savings of changes in the batches that form with them. The saving from deeper batches is known for the mean
     * batch, which is wrong for large records that are alone in theirs: without a field that only they have, several of
     * them share a batch. Measured only for changes that remove much from few records, and if all batches can be
     * compressed in the time; or for all changes if there are few records with about one per batch.
     */
    private Map<Integer, FormedAgain.Saved> formed(
            List<RecordEdit.OfEach> edits,
            int[][] valueBytes,
            Duration time,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        Map<Integer, FormedAgain.Saved> formed = new HashMap<>();
        boolean ofFew = areFewAndShallow();
        Optional<FormedAgain> of = ofFew ? closing.againOverAndOver(turns) : closing.again();
        int[] asked = IntStream.range(0, edits.size())
                .filter(edit -> of.isPresent() && (ofFew || UnevenLoss.is(closing.records(), valueBytes[edit])))
                .toArray();
        if (asked.length == 0 || stop.getAsBoolean()) {
            return formed;
        }
        FormedAgain again = of.orElseThrow();
        long rounds = again.rounds(asked.length, time.multipliedBy(threads));
        if (rounds < MIN_ROUNDS) {
            return formed;
        }
        double[] todays = again.storedBytesPerRecord((int) Math.min(MAX_ROUNDS, rounds));
        for (int edit : asked) {
            if (stop.getAsBoolean()) {
                return formed;
            }
            formed.put(edit, again.saved(todays, changed(edits.get(edit))));
            progress.accept((double) formed.size() / asked.length);
        }
        return formed;
    }

    /**
     * Whether all records are sent several times and hardly share batches, which are closed by the estimated ratio of
     * Java's producer. Without that estimate, the depth of full batches follows from their bytes.
     */
    private boolean areFewAndShallow() {
        long records = batches.stream().mapToLong(List::size).sum();
        return turns > 1 && records < MAX_SHALLOW * batches.size() && closing.isByGuess();
    }

    private List<BatchRecord> changed(RecordEdit.OfEach edit) {
        ValueParser parser = parsers.get();
        return closing.records().stream()
                .map(record -> edit.apply(record, tree(record, parser)))
                .toList();
    }

    /** Uncompressed bytes per record that a change saves; absent if not all records are available. */
    private OptionalDouble rawSaved(int[] valueBytes) {
        if (!closing.isOfAllRecords()) {
            return OptionalDouble.empty();
        }
        // Including framing, as in the batches: short values need a byte less for their length.
        long saved = rawBytes(closing.records()) - rawBytes(closing.withValues(valueBytes));
        return OptionalDouble.of((double) saved / closing.records().size());
    }

    /** Bytes of each record's value with each change; 0 without a value. */
    private int[][] valueBytes(List<BatchRecord> records, List<RecordEdit.OfEach> edits) {
        int[][] bytes = new int[edits.size()][records.size()];
        AtomicInteger next = new AtomicInteger();
        run(() -> {
            ValueParser parser = parsers.get();
            for (int r = next.getAndIncrement(); r < records.size(); r = next.getAndIncrement()) {
                BatchRecord record = records.get(r);
                Optional<ValueTree> tree = tree(record, parser);
                for (int edit = 0; edit < bytes.length; edit++) {
                    byte[] value = edits.get(edit).apply(record, tree).value();
                    bytes[edit][r] = value == null ? 0 : value.length;
                }
            }
        });
        return bytes;
    }

    private static Optional<ValueTree> tree(BatchRecord record, ValueParser parser) {
        byte[] value = record.value();
        return value == null ? Optional.empty() : parser.parse(value);
    }

    private BatchSizes measure(
            List<? extends RecordEdit> edits,
            boolean inHalves,
            Duration budget,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        BatchSizes sizes = new BatchSizes(batches.size(), closing, turns);
        long deadline = System.nanoTime() + budget.toNanos();
        AtomicInteger next = new AtomicInteger();
        KnownBatches known = new KnownBatches(turns > 1);
        Runnable worker = () -> {
            ValueParser parser = parsers.get();
            try (BatchSizer sizer = new BatchSizer(codec)) {
                for (int i = next.getAndIncrement(); i < order.size(); i = next.getAndIncrement()) {
                    long late = System.nanoTime() - deadline;
                    int min = late > budget.toNanos() ? MIN_BATCHES_OF_SLOW : MIN_BATCHES;
                    if (stop.getAsBoolean() || (i >= min && late > 0)) {
                        return;
                    }
                    progress.accept((double) i / order.size());
                    int batch = order.get(i);
                    boolean halved = inHalves && i % HALVED_EVERY == 0;
                    sizes.put(
                            batch,
                            known.get(
                                    batches.get(batch),
                                    halved,
                                    records -> measured(records, edits, halved, parser, sizer)));
                }
            }
        };
        run(worker);
        return sizes;
    }

    private void run(Runnable worker) {
        ExecutorService executor = Executors.newFixedThreadPool(threads, DaemonThreads.factory("squeeze-explain"));
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(executor.submit(worker));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a batch could not be compressed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while batches were compressed", e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static BatchSizes.Batch measured(
            List<BatchRecord> batch,
            List<? extends RecordEdit> edits,
            boolean inHalves,
            ValueParser parser,
            BatchSizer sizer) {
        List<Optional<ValueTree>> trees = batch.stream()
                .map(record -> edits.isEmpty() ? Optional.<ValueTree>empty() : tree(record, parser))
                .toList();
        long raw = rawBytes(batch);
        int stored = sizer.bytes(batch, raw);
        List<BatchSizes.Change> changes = new ArrayList<>(edits.size());
        for (RecordEdit edit : edits) {
            List<BatchRecord> changed = edit.applyAll(batch, trees);
            long changedRaw = rawBytes(changed);
            int changedStored = changed.isEmpty() ? 0 : sizer.bytes(changed, changedRaw);
            OptionalDouble halvesCost = inHalves && !changed.isEmpty()
                    ? OptionalDouble.of(parts(changed, 2, sizer).storedBytes() - changedStored)
                    : OptionalDouble.empty();
            changes.add(new BatchSizes.Change(stored - changedStored, raw - changedRaw, halvesCost));
        }
        return new BatchSizes.Batch(
                batch.size(), raw, stored, List.of(parts(batch, 2, sizer), parts(batch, 4, sizer)), changes);
    }

    /** The records of a batch in several smaller ones, at most one per record. */
    private static BatchSizes.Parts parts(List<BatchRecord> batch, int wanted, BatchSizer sizer) {
        int parts = Math.min(wanted, batch.size());
        int stored = 0;
        for (int i = 0; i < parts; i++) {
            List<BatchRecord> records = batch.subList(i * batch.size() / parts, (i + 1) * batch.size() / parts);
            stored += sizer.bytes(records, rawBytes(records));
        }
        return new BatchSizes.Parts(parts, stored);
    }

    private static long rawBytes(List<BatchRecord> records) {
        long bytes = 0;
        for (BatchRecord record : records) {
            bytes += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        return bytes;
    }
}
