package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.measure.FormedBatches;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Sizes of the batches of one format with certain settings.
 *
 * @param blocks bytes of what was compressed, assigned to records
 * @param batches that were compressed
 * @param reach median over batches, see {@link RecordBlocks#reach}
 */
record FormedSizes(
        DataFormat format,
        FormedBatches formed,
        RecordBlocks blocks,
        int batches,
        double recordsPerBatch,
        double reach) {
    private record Placed(List<BatchRecord> batch, int rank, double reach) {}

    /**
     * Forms the batches and compresses as many as there is time for. They are compressed in the order of their records'
     * blocks, which is spread over all records, so that the batches compressed so far in two formats have the same
     * records.
     */
    static FormedSizes compress(DataFormat format, BatchForming forming, Duration budget, SweepListener listener) {
        return compress(format, forming, forming.batches(), budget, listener);
    }

    /**
     * The same for batches that other producers formed of these records.
     *
     * @param forming with the same records
     * @param batches in any order
     */
    static FormedSizes compress(
            DataFormat format,
            BatchForming forming,
            List<List<BatchRecord>> batches,
            Duration budget,
            SweepListener listener) {
        RecordBlocks blocks = new RecordBlocks(forming.sent().records());
        List<Integer> order = PairedBatches.spreadEvenly(blocks.count(), new Random(forming.seed()));
        int[] rank = new int[order.size()];
        for (int i = 0; i < rank.length; i++) {
            rank[order.get(i)] = i;
        }
        List<Placed> placed = batches.stream()
                .map(batch -> new Placed(batch, rank[blocks.middle(batch)], blocks.reach(batch)))
                .sorted(Comparator.comparingInt(Placed::rank))
                .toList();
        FormedBatches formed = FormedBatches.compress(
                forming.settings().codec(), placed.stream().map(Placed::batch).toList(), budget, listener);
        int[] stored = formed.storedBytes();
        double records = 0;
        for (int i = 0; i < stored.length; i++) {
            blocks.add(placed.get(i).batch, stored[i]);
            records += placed.get(i).batch.size();
        }
        double[] reach = placed.stream().mapToDouble(Placed::reach).sorted().toArray();
        return new FormedSizes(format, formed, blocks, stored.length, records / stored.length, reach[reach.length / 2]);
    }
}
