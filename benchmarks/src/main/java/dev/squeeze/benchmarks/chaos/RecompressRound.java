package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** One in-place recompression of a stopped broker's folder: interrupted and restarted until it is done. */
final class RecompressRound {
    private static final List<String> CODECS =
            List.of("none", "gzip:9", "snappy", "lz4:9", "zstd:3", "zstd:12", "zstd:19");
    private static final long RUN_SECONDS = 240;
    private static final int MAX_FINISHES = 5;

    /** Output of a run once it holds its locks. */
    private static final String AT_WORK = "rewriting";

    private final Episode episode;
    private final Figures figures;
    private final BrokerNode node;
    private final StoredTopics topics;
    private final LogFolder files;
    private final Path disk;
    private final boolean ownDisk;
    private final int number;
    private final String codec;
    private final boolean joins;
    private int runs;
    private int outputs;

    /** @param ownDisk whether the disk is separate, so that filling it harms nobody */
    RecompressRound(
            Episode episode,
            BrokerNode node,
            StoredTopics topics,
            Path disk,
            boolean ownDisk,
            int number,
            Random random) {
        this.episode = episode;
        this.figures = episode.figures();
        this.node = node;
        this.topics = topics;
        this.files = new LogFolder(node.data(), disk);
        this.disk = disk;
        this.ownDisk = ownDisk;
        this.number = number;
        this.codec = CODECS.get(random.nextInt(CODECS.size()));
        this.joins = random.nextBoolean();
    }

    private Path output(int which) {
        return disk.resolve("originals-" + number + "-" + which);
    }

    private List<String> arguments(Path output) {
        List<String> arguments = new ArrayList<>(List.of(
                "recompress",
                node.data().toString(),
                "--codec",
                codec,
                "--in-place",
                "--threads",
                "1",
                "--output",
                output.toString()));
        if (joins) {
            arguments.addAll(List.of("--batch-size", "64KiB"));
        }
        return arguments;
    }

    private Child start(Path output) {
        return Child.start(
                episode.workspace().distribution().squeeze(episode.folder(), arguments(output)),
                episode.folder(),
                episode.folder().resolve("recompress-" + number + "-" + ++runs + ".log"),
                false);
    }

    /** Starts the same command again. */
    private Child startAgain() {
        return start(output(outputs));
    }

    /**
     * Whether a run refused because of files left by an interrupted one: then the next one gets another output folder.
     */
    private boolean needsAnotherOutput(Child ended) {
        boolean refused = ended.exitCode() != 0 && ended.said().contains("not empty");
        if (refused) {
            figures.note("same command refused after an interruption, new output folder needed", 1);
            outputs++;
        }
        return refused;
    }

    /** @return the problems with the files afterwards, one per line */
    List<String> run(Random random) throws Exception {
        files.giveAway();
        Map<String, String> before = files.snapshot();
        List<String> wrong = new ArrayList<>();
        int interruptions = random.nextInt(5);
        boolean done = false;
        for (int i = 0; i < interruptions && !done; i++) {
            done = interrupted(random);
        }
        if (!done) {
            finish(wrong);
        }
        wrong.addAll(files.compare(before, figures));
        for (int i = 0; i <= outputs; i++) {
            Workspace.deleteTree(output(i));
        }
        return wrong;
    }

    /** @return whether it completed despite the interruption */
    private boolean interrupted(Random random) throws Exception {
        long delayMillis = 300 + (long) (Math.pow(random.nextDouble(), 2) * 9_000);
        int kind = random.nextInt(7);
        if (kind == 0 && ownDisk) {
            return onFullDisk(random);
        }
        Child child = startAgain();
        TimeUnit.MILLISECONDS.sleep(delayMillis);
        if (!child.isAlive()) {
            return child.exitCode() == 0 || needsAnotherOutput(child) && interrupted(random);
        }
        switch (kind) {
            case 0, 1, 2 -> {
                figures.fault("recompress: kill -9");
                child.kill();
            }
            case 3 -> {
                figures.fault("recompress: SIGINT");
                child.signal("INT");
                ended(child);
            }
            case 4 -> secondRun(child);
            default -> brokerMeanwhile(child);
        }
        return !child.isAlive() && child.exitCode() == 0;
    }

    private boolean onFullDisk(Random random) throws IOException {
        figures.fault("recompress: full disk");
        files.fill((long) (Math.pow(random.nextDouble(), 2) * 12_000_000));
        try {
            Child child = startAgain();
            ended(child);
            needsAnotherOutput(child);
            return child.exitCode() == 0;
        } finally {
            files.empty();
        }
    }

    private void secondRun(Child child) {
        figures.fault("recompress: a second run meanwhile");
        child.signal("STOP");
        // On a busy machine it may not have reached its lock yet: then the second one is the first to get it.
        boolean began = child.said().contains(AT_WORK);
        Child second = start(disk.resolve("second-" + number + "-" + runs));
        ended(second);
        if (second.exitCode() == 0 && child.isAlive()) {
            if (began) {
                figures.unexplained("two runs worked on the same folder at once", 1);
            } else {
                figures.note("a second run came before the first", 1);
            }
        }
        child.signal("CONT");
        ended(child);
    }

    /** Starts a broker while the run is paused, so that it is certain which came first. */
    private void brokerMeanwhile(Child child) throws Exception {
        figures.fault("recompress: broker tries to start meanwhile");
        child.signal("STOP");
        Child broker = node.launch();
        boolean serves = BrokerNode.awaitDecision(broker, 90);
        if (serves) {
            figures.note("broker started while recompress was paused", 1);
            topics.addMore();
        } else {
            node.stop();
        }
        child.signal("CONT");
        ended(child);
        if (serves && child.exitCode() == 0) {
            figures.unexplained("broker and recompress worked on the same folder at once", 1);
            topics.addMore();
        }
        node.stop();
    }

    private void ended(Child child) {
        if (!child.awaitExit(RUN_SECONDS)) {
            figures.unexplained("recompress did not end within " + RUN_SECONDS + " s", 1);
            child.kill();
        }
    }

    private void finish(List<String> wrong) throws IOException {
        for (int attempt = 0; attempt < MAX_FINISHES; attempt++) {
            Child child = startAgain();
            ended(child);
            if (child.exitCode() == 0) {
                return;
            }
            if (needsAnotherOutput(child)) {
                continue;
            }
            wrong.add("not finished: exit code " + child.exitCode() + ", " + child.lastMessage());
            figures.unexplained("an interrupted run cannot be started again", 1);
            files.removeLeftovers();
            outputs++;
        }
        throw new BrokenEpisodeException("recompress did not come to its end: " + wrong);
    }
}
