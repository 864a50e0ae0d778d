package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Samples with one batch size and a simulated control compressor. */
final class DrawnBatches {
    private DrawnBatches() {}

    /** @param plan a plan with one batch size */
    static BatchSample of(SamplingPlan plan, Iterable<BatchRecord> records, ToIntFunction<PackedBatch> control) {
        SizeSampler sampler = new SizeSampler(plan.batchBytes().get(0), plan);
        List<SizeSampler.ControlTask> tasks = new ArrayList<>();
        for (BatchRecord record : records) {
            sampler.add(record, tasks);
            compress(tasks, control);
        }
        sampler.finish(tasks);
        compress(tasks, control);
        return sampler.sample();
    }

    private static void compress(List<SizeSampler.ControlTask> tasks, ToIntFunction<PackedBatch> control) {
        for (SizeSampler.ControlTask task : tasks) {
            SizeSampler.controlled(task.drawn(), control.applyAsInt(task.batch()));
        }
        tasks.clear();
    }
}
