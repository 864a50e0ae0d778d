package dev.squeeze.benchmarks.compatibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.benchmarks.compatibility.Check.Subject;
import dev.squeeze.benchmarks.compatibility.SqueezeProgram.Run;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Every command that works on a cluster. */
final class Checks {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int POSTED = 50;
    private static final Duration POST_TIMEOUT = Duration.ofSeconds(30);
    private static final long SHUTDOWN_TIMEOUT_SECONDS = 40;
    /**
     * Notes that doctor reports for every cluster without racks and JMX, if it is not given the producers'
     * configuration.
     */
    private static final List<String> ALWAYS_SKIPPED = List.of("broker.rack", "--producer-config", "--jmx");

    private Checks() {}

    static List<Check> all() {
        return List.of(
                new Check("inspect", "as many records as were written", Checks::inspect),
                new Check("inspect, transactions", "control batches are seen, too", Checks::inspectTransactions),
                new Check(
                        "measure",
                        "a document with results",
                        subject -> document(
                                subject,
                                "measure",
                                "topic:orders",
                                "--codecs",
                                "lz4,zstd:3",
                                "--budget",
                                "2s",
                                "--sample",
                                "1MiB")),
                new Check(
                        "advise",
                        "a document with results",
                        subject -> document(subject, "advise", "topic:orders", "--budget", "3s", "--sample", "256KiB")),
                new Check(
                        "survey", "both topics are appraised; what the cluster refused is in the note", Checks::survey),
                new Check("doctor", "the topics are examined; checks left out are in the note", Checks::doctor),
                new Check("fill", "a consumer finds every record", Checks::fill),
                new Check(
                        "bench",
                        "all was read back and equals what was sent",
                        subject -> bench(subject, "--codecs", "none,zstd")),
                new Check(
                        "bench --raw",
                        "the same with ready-made batches",
                        subject -> bench(subject, "--codecs", "zstd", "--raw")),
                new Check(
                        "copy",
                        "--verify, and a consumer finds every record",
                        subject -> copy(subject, KnownTopics.ORDERS, "keep", "orders-kept")),
                new Check(
                        "copy, joined in zstd",
                        "the same",
                        subject -> copy(subject, KnownTopics.ORDERS, "zstd:3", "orders-zstd", "--batch-size", "64KiB")),
                new Check(
                        "copy, transactions",
                        "the same, without what was aborted",
                        subject -> copy(subject, KnownTopics.PAYMENTS, "keep", "payments-kept")),
                new Check("copy, started again", "nothing is copied twice", Checks::copyAgain),
                new Check(
                        "copy to Kafka 4.4",
                        "--verify, and a consumer finds every record",
                        subject -> copy(
                                subject,
                                KnownTopics.ORDERS,
                                "keep",
                                from(subject),
                                "--to-bootstrap-server",
                                subject.reference())),
                new Check("copy from Kafka 4.4", "the same", Checks::copyFromReference),
                new Check(
                        "gateway",
                        "every request is answered with 200, a consumer finds every record",
                        Checks::gateway));
    }

    private static JsonNode parsed(Run run) throws Exception {
        return JSON.readTree(run.out());
    }

    private static Outcome bench(Subject subject, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("bench", "sample:access-log"));
        arguments.addAll(List.of("--trial", "500ms", "--budget", "1s", "--rounds", "1", "--partitions", "2"));
        arguments.addAll(List.of(more));
        return document(subject, arguments.toArray(String[]::new));
    }

    private static Outcome document(Subject subject, String... arguments) throws Exception {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--json";
        Run run = subject.run(all);
        if (run.code() != 0) {
            return run.failure();
        }
        return parsed(run).path("kind").asText().equals(arguments[0])
                ? Outcome.works()
                : Outcome.fails("the document is of kind " + parsed(run).path("kind"));
    }

    private static Outcome equal(String what, long wanted, long found) {
        return wanted == found ? Outcome.works() : Outcome.fails(found + " " + what + " instead of " + wanted);
    }

    private static Outcome inspect(Subject subject) throws Exception {
        Run run = subject.run("inspect", "topic:orders", "--json");
        return run.code() != 0
                ? run.failure()
                : equal(
                        "records",
                        subject.topics().records(KnownTopics.ORDERS),
                        parsed(run).path("profile").path("records").asLong());
    }

    private static Outcome inspectTransactions(Subject subject) throws Exception {
        Run run = subject.run("inspect", "topic:payments", "--json");
        if (run.code() != 0) {
            return run.failure();
        }
        JsonNode profile = parsed(run).path("profile");
        // The log also contains the batches of the aborted transaction.
        Outcome records = equal(
                "records",
                subject.topics().records(KnownTopics.PAYMENTS) + KnownTopics.RECORDS_PER_PHASE,
                profile.path("records").asLong());
        return records.verdict() == Outcome.Verdict.WORKS
                        && profile.path("controlBatches").asLong() == 0
                ? Outcome.fails("no control batches")
                : records;
    }

    private static Outcome survey(Subject subject) throws Exception {
        Run run = subject.run("survey", "--include", "orders|events", "--json");
        if (run.code() != 0) {
            return run.failure();
        }
        JsonNode document = parsed(run);
        List<String> refusals = new ArrayList<>();
        document.path("refusals").forEach(refusal -> refusals.add(refusal.asText()));
        Outcome topics = equal("topics", 2, document.path("topics").size());
        return topics.verdict() == Outcome.Verdict.WORKS ? Outcome.works(String.join("; ", refusals)) : topics;
    }

    private static Outcome doctor(Subject subject) throws Exception {
        Run run = subject.run("doctor", "orders", "events", "--fail-on", "none", "--json");
        if (run.code() != 0) {
            return run.failure();
        }
        JsonNode document = parsed(run);
        TreeSet<String> skipped = new TreeSet<>();
        document.path("diagnosis").path("skipped").forEach(check -> {
            String why = check.path("why").asText();
            if (ALWAYS_SKIPPED.stream().noneMatch(why::contains)) {
                skipped.add(why);
            }
        });
        Outcome topics = equal("topics", 2, document.path("topics").size());
        return topics.verdict() == Outcome.Verdict.WORKS ? Outcome.works(String.join("; ", skipped)) : topics;
    }

    private static Outcome fill(Subject subject) throws Exception {
        Run run = subject.run(
                "fill",
                "sample:access-log",
                "--topic",
                "squeeze-filled",
                "--codecs",
                "none,zstd",
                "--num-records",
                "500");
        return run.code() != 0
                ? run.failure()
                : equal("records", 1_000, KnownTopics.count(subject.bootstrap(), "squeeze-filled"));
    }

    private static Outcome copy(Subject subject, String topic, String codec, String to, String... more)
            throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("copy", topic, "--codecs", codec, "--to-topic", to, "--verify", "--retry-timeout", "20s"));
        arguments.addAll(List.of(more));
        Run run = subject.run(arguments.toArray(String[]::new));
        if (run.code() != 0) {
            return run.failure();
        }
        String destination =
                List.of(more).contains("--to-bootstrap-server") ? subject.reference() : subject.bootstrap();
        return equal("records", subject.topics().records(topic), KnownTopics.count(destination, to));
    }

    private static Outcome copyAgain(Subject subject) throws Exception {
        Run run = subject.run(
                "copy", "orders", "--codecs", "keep", "--to-topic", "orders-kept", "--json", "--retry-timeout", "20s");
        if (run.code() != 0) {
            return run.failure();
        }
        long copied = parsed(run)
                .path("report")
                .path("copies")
                .path(0)
                .path("records")
                .asLong(-1);
        Outcome again = equal("records copied again", 0, copied);
        return again.verdict() == Outcome.Verdict.WORKS
                ? equal(
                        "records",
                        subject.topics().records(KnownTopics.ORDERS),
                        KnownTopics.count(subject.bootstrap(), "orders-kept"))
                : again;
    }

    /** Topic on the reference broker for this broker's copy of orders; copies from all brokers are stored there. */
    private static String from(Subject subject) {
        return "orders-of-" + subject.bootstrap().replace(':', '-');
    }

    private static Outcome copyFromReference(Subject subject) throws Exception {
        Run run = subject.squeeze()
                .run(
                        "copy",
                        KnownTopics.ORDERS,
                        "--codecs",
                        "lz4",
                        "--to-topic",
                        "orders-from-reference",
                        "--verify",
                        "--retry-timeout",
                        "20s",
                        "--bootstrap-server",
                        subject.reference(),
                        "--to-bootstrap-server",
                        subject.bootstrap());
        return run.code() != 0
                ? run.failure()
                : equal(
                        "records",
                        KnownTopics.count(subject.reference(), KnownTopics.ORDERS),
                        KnownTopics.count(subject.bootstrap(), "orders-from-reference"));
    }

    private static Outcome gateway(Subject subject) throws Exception {
        int before = KnownTopics.count(subject.bootstrap(), KnownTopics.EVENTS);
        SqueezeProgram.Started gateway = subject.squeeze()
                .start(
                        "gateway",
                        "--listen",
                        RunningBroker.LOOPBACK + ":0",
                        "--ack",
                        "broker",
                        "--topic",
                        KnownTopics.EVENTS,
                        "--bootstrap-server",
                        subject.bootstrap());
        try {
            String address = gateway.awaitOut(printed -> printed.endsWith("\n")).strip();
            if (!address.startsWith("http")) {
                return gateway.end(SHUTDOWN_TIMEOUT_SECONDS).failure();
            }
            TreeSet<String> refused = post(address);
            gateway.process().destroy();
            Run run = gateway.end(SHUTDOWN_TIMEOUT_SECONDS);
            if (!refused.isEmpty()) {
                return Outcome.fails("answers: " + String.join("; ", refused));
            }
            // SIGTERM ends it with 143, once accepted records have been delivered.
            return run.code() != 0 && run.code() != 143
                    ? run.failure()
                    : equal("records", before + POSTED, KnownTopics.count(subject.bootstrap(), KnownTopics.EVENTS));
        } finally {
            gateway.process().destroyForcibly();
        }
    }

    private static TreeSet<String> post(String address) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        TreeSet<String> refused = new TreeSet<>();
        for (int i = 0; i < POSTED; i++) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(address + "/topics/" + KnownTopics.EVENTS))
                            .timeout(POST_TIMEOUT)
                            .header("Kafka-Key", "key-" + i)
                            .POST(HttpRequest.BodyPublishers.ofByteArray(KnownTopics.value(i)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                refused.add(String.format(Locale.ROOT, "%d %s", answer.statusCode(), answer.body()));
            }
        }
        return refused;
    }
}
