package dev.squeeze.feature.bench;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.onlyWith;
import static dev.squeeze.kit.cli.GivenFlags.Rule.refuses;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;
import static dev.squeeze.kit.cli.GivenFlags.Rule.without;

import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Rules for combining the flags of {@code squeeze bench}. */
final class BenchFlagRules {
    private static final String FIND_MAX = "--find-max";
    private static final String RAW = "--raw";
    private static final String TARGET = "--target";
    private static final String GATEWAY = "--gateway";
    private static final String WORKERS = "--workers";
    private static final String NUM_RECORDS = "--num-records";
    private static final String PROFILE = "--profile";
    private static final String PROFILES = "--profile-output";
    private static final String STAGES = "--stages";
    private static final String ABORT = "--abort-unless";

    static final List<Rule> ALL = List.of(
            without(TARGET, "--target names your own service, and --gateway starts one", GATEWAY),
            onlyWith(List.of(TARGET), "--target-path", "--target-token-file"),
            onlyWith(List.of(GATEWAY), "--gateway-ack", "--gateway-queue", "--gateway-heap"),
            onlyWith(List.of(TARGET, GATEWAY), "--connections"),
            without(TARGET, "--raw sends batches to brokers, not records over HTTP", RAW),
            without(GATEWAY, "--raw sends batches to brokers, not records over HTTP", RAW),
            without(TARGET, "the process of the service at --target cannot be profiled", PROFILE, PROFILES),
            without(
                    TARGET,
                    "the brokers of the service at --target are not visible",
                    "--keep-topics",
                    "--jmx",
                    "--brokers",
                    "--embedded"),
            without(
                    TARGET,
                    "with --target only --rate can vary (the service has its own producer settings)",
                    ", or use --gateway to vary it",
                    List.of(
                            "--codecs",
                            "--batch-size",
                            "--linger",
                            "--acks",
                            "--idempotence",
                            "--producers",
                            "--threads",
                            "--topics",
                            "--partitions",
                            "--replication-factor",
                            "--vary",
                            "--producer-property",
                            "--consumer-property",
                            "--topic-config",
                            "--consume",
                            "--consumers",
                            "--consumer-groups",
                            "--allow-refused")),
            without(GATEWAY, "a gateway has one producer, and --threads workers", "--producers"),
            without(
                    RAW,
                    "--raw sends prepared batches as fast as brokers accept them, without a producer",
                    "--rate",
                    "--linger",
                    "--idempotence",
                    "--threads",
                    "--producer-property"),
            without(TARGET, "the service at --target has its own producer", "--client"),
            without(GATEWAY, "a gateway sends with Java's producer", "--client"),
            without(RAW, "--raw sends prepared batches, without a client", "--client"),
            without(FIND_MAX, "--find-max searches with Java's producer", "--client"),
            without("--client", "--profile records Java's own threads", PROFILE, PROFILES),
            without("--client", "drivers of other clients wait when their buffer is full", "--allow-refused"),
            onlyWith(List.of("--client"), "--client-property"),
            without(RAW, "a trial of --raw ends after a time", NUM_RECORDS),
            without(NUM_RECORDS, "--num-records replaces --trial", "--trial"),
            without(STAGES, "--stages sets the rate", "--rate"),
            without(STAGES, "a trial takes as long as its stages", "--trial", NUM_RECORDS),
            without(STAGES, "--profile runs arms at a constant rate", PROFILE, PROFILES),
            without(RAW, "--raw sends as fast as brokers accept", STAGES),
            without(FIND_MAX, "with --find-max the rate is searched for", STAGES),
            without(FIND_MAX, "with --find-max --max-latency is the limit", ABORT),
            without("--client", "drivers of other clients only send at a constant rate", STAGES),
            onlyWith(List.of(FIND_MAX), "--hold", "--max-latency", "--bracket"),
            without(FIND_MAX, "with --find-max a rate must hold for a time", NUM_RECORDS),
            without(FIND_MAX, "with --find-max each arm is searched by itself", "--rounds", "--min-effect"),
            without(FIND_MAX, "with --find-max --max-latency is the limit", "--threshold"),
            without(FIND_MAX, "with --find-max the rate is searched for", "--rate"),
            without(FIND_MAX, "with --find-max consumers always read while producers send", "--consume"),
            without(
                    FIND_MAX,
                    "--find-max searches with producers, and --raw finds the brokers' highest rate by itself",
                    RAW),
            without(
                    WORKERS,
                    "workers send to the brokers at --bootstrap-server, and cannot reach embedded ones",
                    "--embedded",
                    "--brokers"),
            without(
                    WORKERS,
                    "batches for --raw are compressed beforehand, but workers are given records",
                    ", or give it without --workers",
                    List.of(RAW)),
            without(
                    WORKERS,
                    "workers send only to the cluster that was configured when they were started",
                    ", or use --gateway, which each worker starts for itself",
                    List.of(TARGET)),
            without(WORKERS, "--profile records this process, but the workers send", PROFILE, PROFILES),
            onlyWith(List.of(WORKERS), "--worker-group", "--worker-timeout", "--control", "--control-config"),
            without(FIND_MAX, "--profile runs arms at one rate, but --find-max at many", PROFILE, PROFILES),
            needs(
                    "--workers needs a cluster that all workers can reach: name it with --bootstrap-server HOST:PORT",
                    WORKERS,
                    "--bootstrap-server"),
            refuses(
                            "--threshold",
                            Threshold.class,
                            Threshold::ofChange,
                            threshold -> "--threshold '" + threshold.text()
                                    + "' is a threshold on a change: name the earlier run with --baseline, or leave the"
                                    + " sign out")
                    .unless("--baseline"),
            // A driver of the user's own need not report latencies while it sends.
            refuses(
                            ABORT,
                            Threshold.class,
                            AbortRule::isOfLatency,
                            rule -> ABORT + " " + rule.text()
                                    + ": a driver of your own may report latencies only at the end: give records/s, or"
                                    + " leave it out")
                    .when("--client", String.class, ClientArguments::isProgram),
            refuses(
                            "--producer-property",
                            String.class,
                            "enable.idempotence"::equals,
                            key -> "--producer-property " + key
                                    + " would be overridden by --idempotence: leave one of them out")
                    .when("--idempotence"),
            required(
                            "give a SOURCE: a file, a folder, segment:PATH, topic:NAME or sample:NAME ('squeeze sources' lists"
                                    + " these)",
                            "SOURCE")
                    .unless("--record-size"),
            excludes("--record-size replaces the SOURCE: leave one of them out", "--record-size", "SOURCE"));

    private BenchFlagRules() {}
}
