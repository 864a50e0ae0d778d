package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.SharedWork;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.UserFacingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A share of a copy in a worker: copies some of the partitions, in the same way as without workers. */
final class CopyWork implements Work, CopyListener {
    static final String STOP = "stop";
    private static final long MAX_STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final WorkPlace place;
    private final CopyRun run;
    private final ShareThread thread;
    private final long beganNanos = System.nanoTime();
    private final List<CopyGap> compacted = new ArrayList<>();
    private volatile Optional<ShareProgress> reached = Optional.empty();
    private volatile boolean ordered;
    private volatile boolean stopped;

    private CopyWork(CopyTask task, WorkPlace place, RemoteCluster source, RemoteCluster destination) {
        this.place = place;
        this.run = CopyRun.ofShare(
                task.plan(),
                task.share(),
                source,
                new LiveCluster(destination, Optional.empty(), () -> {}),
                this,
                () -> stopped || place.isOver());
        this.thread = new ShareThread(place, this::copy);
    }

    static Work open(CopyTask task, WorkPlace place, RemoteCluster source, RemoteCluster destination) {
        CopyWork work = new CopyWork(task, place, source, destination);
        work.thread.start();
        return work;
    }

    private void copy() {
        CopyReport report;
        try {
            report = TopicCopier.run(run, CopySession::copy);
        } catch (TakenOverException e) {
            again();
            return;
        } catch (UserFacingException e) {
            failed(String.valueOf(e.getMessage()));
            return;
        }
        if (report.problem().isPresent()) {
            failed(report.problem().get());
            return;
        }
        if (!report.complete() && !ordered) {
            // The share goes to another worker: any result sent from here would count as its end.
            again();
            return;
        }
        ShareProgress last = progress(report);
        reached = Optional.of(last);
        ObjectNode answer = last.toJson().put("recoveryCount", report.recoveryCount());
        report.recoveries().forEach(answer.putArray("recoveries")::add);
        ArrayNode gaps = answer.putArray("gaps");
        report.copies().forEach(copy -> {
            ArrayNode ofCopy = gaps.addArray();
            copy.gaps().forEach(gap -> ofCopy.addArray()
                    .add(gap.partition())
                    .add(gap.fromOffset())
                    .add(gap.toOffset()));
        });
        ArrayNode passedOver = answer.putArray("compacted");
        compacted.forEach(offsets -> passedOver.add(CopyProgressLine.compactedText(offsets)));
        place.result(SharedWork.DONE, answer);
    }

    private void again() {
        place.answer(SharedWork.AGAIN, JsonNodeFactory.instance.objectNode());
    }

    /** A timeout that occurred while this process was suspended does not mean that the clusters failed. */
    private void failed(String why) {
        if (place.standstillNanosSince(beganNanos) > MAX_STANDSTILL_NANOS) {
            again();
        } else {
            place.fail(why);
        }
    }

    private ShareProgress progress(CopyReport report) {
        List<ShareProgress.Copied> copies = new ArrayList<>();
        Map<Integer, Long> positions = new TreeMap<>();
        for (int i = 0; i < report.copies().size(); i++) {
            CopyReport.Copy copy = report.copies().get(i);
            copies.add(
                    new ShareProgress.Copied(run.tally(i).totals(), run.tally(i).own(), copy.linkBytes()));
            copy.progress()
                    .forEach(partition -> positions.merge(partition.partition(), partition.nextOffset(), Math::min));
        }
        return new ShareProgress(copies, positions, report.sourceLinkBytes());
    }

    @Override
    public void copied(long records, long bytes, double fraction) {
        // The report, which follows, has everything.
    }

    @Override
    public void soFar(Supplier<CopyReport> report) {
        reached = Optional.of(progress(report.get()));
    }

    /** Called on the thread that copies, which also creates the last answer. */
    @Override
    public void compacted(CopyGap offsets) {
        compacted.add(offsets);
    }

    @Override
    public void waiting(String why) {
        // The copying retries by itself, and its last answer reports what happened.
    }

    @Override
    public void order(String order, JsonNode body) {
        if (!order.equals(STOP)) {
            throw new IllegalArgumentException("unknown order for a copy: '" + order + "'");
        }
        ordered = true;
        stopped = true;
    }

    @Override
    public ObjectNode progress() {
        return reached.map(ShareProgress::toJson).orElseGet(JsonNodeFactory.instance::objectNode);
    }

    /**
     * Stops and waits briefly so that what was read gets committed; otherwise the next owner of the share aborts it.
     */
    @Override
    public void close() {
        stopped = true;
        thread.end();
    }
}
