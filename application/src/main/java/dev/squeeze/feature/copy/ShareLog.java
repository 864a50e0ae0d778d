package dev.squeeze.feature.copy;

import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.WorkerIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Records which worker had which share, and what it copied. */
final class ShareLog {
    private final int units;
    private final Map<String, Attendance> workers = new LinkedHashMap<>();
    private final Map<Integer, Attempt> current = new HashMap<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private long handovers;

    /** A share's assignment to a worker, until another worker gets it or the work is restarted. */
    private static final class Attempt {
        final String worker;
        final int unit;
        Optional<ShareProgress> reached = Optional.empty();

        Attempt(String worker, int unit) {
            this.worker = worker;
            this.unit = unit;
        }
    }

    private static final class Attendance {
        final WorkerIdentity identity;
        int handedOver;
        int lost;
        int resumed;

        Attendance(WorkerIdentity identity) {
            this.identity = identity;
        }
    }

    ShareLog(int units) {
        this.units = units;
    }

    private Attendance of(CrewMember worker) {
        return workers.computeIfAbsent(worker.name(), name -> new Attendance(worker.identity()));
    }

    void began(int unit, CrewMember worker) {
        of(worker);
        Attempt attempt = new Attempt(worker.name(), unit);
        current.put(unit, attempt);
        attempts.add(attempt);
    }

    void moved(CrewMember from, boolean isLost) {
        handovers++;
        Attendance before = of(from);
        before.lost += isLost ? 1 : 0;
        before.handedOver += isLost ? 0 : 1;
    }

    void reached(int unit, ShareProgress progress) {
        Attempt attempt = current.get(unit);
        if (attempt != null) {
            attempt.reached = Optional.of(progress);
        }
    }

    void resumed(CrewMember worker, int times) {
        of(worker).resumed += times;
    }

    /** The latest progress of each unit that has reported any. */
    Map<Integer, ShareProgress> latest() {
        Map<Integer, ShareProgress> latest = new HashMap<>();
        attempts.forEach(attempt -> attempt.reached.ifPresent(reached -> latest.put(attempt.unit, reached)));
        return latest;
    }

    /** Bytes that all workers have received from the source. */
    long fetchedBytes() {
        return attempts.stream()
                .flatMap(attempt -> attempt.reached.stream())
                .mapToLong(ShareProgress::fetchedBytes)
                .sum();
    }

    /** Bytes that all workers have sent to the destination for one copy. */
    long sentBytes(int copy) {
        return attempts.stream()
                .flatMap(attempt -> attempt.reached.stream())
                .mapToLong(reached -> reached.copies().get(copy).linkBytes())
                .sum();
    }

    long handovers() {
        return handovers;
    }

    /** @param partitions number of source partitions */
    List<CopyWorkers.Member> members(int partitions) {
        List<CopyWorkers.Member> members = new ArrayList<>();
        workers.forEach((name, who) -> {
            TreeSet<Integer> copied = new TreeSet<>();
            long records = 0;
            long bytes = 0;
            for (Attempt attempt : attempts) {
                if (attempt.worker.equals(name) && attempt.reached.isPresent()) {
                    for (ShareProgress.Copied copy : attempt.reached.get().copies()) {
                        records += copy.own().records();
                        bytes += copy.own().bytes();
                        if (copy.own().records() > 0) {
                            copied.addAll(partitionsOf(attempt.unit, partitions));
                        }
                    }
                }
            }
            int atEnd = current.values().stream()
                    .filter(attempt -> attempt.worker.equals(name))
                    .mapToInt(attempt -> partitionsOf(attempt.unit, partitions).size())
                    .sum();
            members.add(new CopyWorkers.Member(
                    name,
                    who.identity.version(),
                    who.identity.operatingSystem(),
                    who.identity.cores(),
                    List.copyOf(copied),
                    records,
                    bytes,
                    atEnd,
                    who.handedOver,
                    who.lost,
                    who.resumed));
        });
        return members;
    }

    List<Integer> partitionsOf(int unit, int partitions) {
        List<Integer> own = new ArrayList<>();
        for (int partition = unit; partition < partitions; partition += units) {
            own.add(partition);
        }
        return own;
    }
}
