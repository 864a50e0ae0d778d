package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.StopSignal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A live command running concurrently with the test, through the real entry point. */
public final class LiveRun {
    private static final long TIMEOUT_SECONDS = 150;
    private static final Pattern FOLDER = Pattern.compile("/[^ :]*/squeeze-cluster-\\d+");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final StopSignal stop = new StopSignal();
    private final CompletableFuture<Integer> code = new CompletableFuture<>();

    private LiveRun() {}

    public static LiveRun start(List<String> args) {
        LiveRun run = new LiveRun();
        Thread thread = new Thread(() -> run.code.complete(Squeeze.run(
                args.toArray(String[]::new),
                new PrintWriter(run.out),
                new PrintWriter(run.err),
                InputStream.nullInputStream(),
                false,
                run.stop)));
        thread.setDaemon(true);
        thread.start();
        return run;
    }

    /**
     * The shortest run that measures something. It sends few records per second: a run without a rate uses the whole machine, and
     * must be requested with {@code --rate max}.
     */
    public static List<String> shortest(String source, String... more) {
        Map<String, String> shortest = Map.of(
                "--trial", "500ms", "--budget", "500ms", "--rounds", "1", "--codecs", "lz4", "--partitions", "2");
        List<String> args = new ArrayList<>(List.of("bench", source));
        args.addAll(List.of(more));
        shortest.forEach((flag, value) -> addUnlessGiven(args, flag, value));
        if (!args.contains("--raw")) {
            addUnlessGiven(args, "--rate", "2000");
        }
        return args;
    }

    private static void addUnlessGiven(List<String> args, String flag, String value) {
        if (!args.contains(flag)) {
            args.addAll(List.of(flag, value));
        }
    }

    /** Runs the shortest measurement to its end. */
    public static Invocation of(String source, String... more) {
        return start(shortest(source, more)).end();
    }

    public LiveRun awaitProgress(String said) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!err.toString().contains(said) && !code.isDone() && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(err.toString()).contains(said);
        return this;
    }

    /** The first line on stderr with this prefix. */
    public String progressLine(String beginning) {
        return err.toString()
                .lines()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    /** The address of this run's live page, as soon as it is printed. */
    public URI page() throws InterruptedException {
        awaitProgress("live page: ");
        return URI.create(progressLine("live page: ").substring("live page: ".length()));
    }

    /** The first line of its result. */
    public String awaitFirstLine() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!out.toString().contains("\n") && !code.isDone() && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(out.toString()).as(err.toString()).contains("\n");
        return out.toString().lines().findFirst().orElseThrow();
    }

    public void interrupt() {
        stop.request();
    }

    public Invocation end() {
        int left = code.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
        return new Invocation(left, out.toString(), err.toString());
    }

    /** Live brokers started by this process, with the folder of their cluster. */
    public static Map<Long, Path> brokers() {
        Map<Long, Path> brokers = new TreeMap<>();
        ProcessHandle.current().children().forEach(child -> {
            Matcher folder = FOLDER.matcher(child.info().commandLine().orElse(""));
            if (folder.find()) {
                brokers.put(child.pid(), Path.of(folder.group()));
            }
        });
        return brokers;
    }

    /** Those that have been started since. */
    public static Map<Long, Path> brokersSince(Map<Long, Path> before) {
        Map<Long, Path> brokers = brokers();
        brokers.keySet().removeAll(before.keySet());
        return brokers;
    }
}
