package dev.squeeze.feature.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Guest;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.engine.load.LoadWorkKind;
import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Worker;
import dev.squeeze.engine.workers.WorkerIdentity;
import dev.squeeze.engine.workers.WorkerPlan;
import dev.squeeze.feature.bench.GatewaysOfWorker;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.SecuredBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a worker and a run reject, with a one-line reason. */
@Tag("live")
@Timeout(120)
class WorkerRefusalTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aWorkerOfAnotherVersionIsRefusedByBothSidesWithBothVersions() throws Exception {
        String source = Records.write(folder, "a.jsonl", Records.jsonLines(100, "m"));
        WorkerIdentity own = WorkerIdentity.own();
        WorkerIdentity other = new WorkerIdentity(
                "old-host-1",
                "0.0.9",
                own.kafkaVersion(),
                own.java(),
                own.operatingSystem(),
                own.processor(),
                own.cores(),
                own.memoryBytes());
        AtomicBoolean stop = new AtomicBoolean();
        ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        Thread worker = new Thread(new Worker(
                new WorkerPlan(
                        cluster,
                        cluster,
                        Optional.empty(),
                        new ControlTopics("versions"),
                        other,
                        Optional.empty(),
                        TIMEOUT),
                List.of(new LoadWorkKind(new GatewaysOfWorker())),
                said::add,
                stop::get)::run);
        worker.start();
        while (said.isEmpty()) {
            Thread.sleep(20);
        }
        Invocation ended = LiveRun.start(broker.arguments(
                        source, "--workers", "1", "--worker-group", "versions", "--worker-timeout", "5s"))
                .end();
        stop.set(true);
        worker.join();

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err())
                .contains(
                        "old-host-1 runs squeeze 0.0.9 (protocol 1)",
                        "this is squeeze " + own.version(),
                        "install the same version on both");
        assertThat(said).anySatisfy(line -> assertThat(line)
                .contains("not taking part", own.version(), "0.0.9", "install the same version"));
    }

    @Test
    void aMissingPermissionIsNamed() throws Exception {
        try (SecuredBroker secured = SecuredBroker.start(folder)) {
            Guest guest = Guest.of(secured, folder);
            Invocation withoutAny = guest.squeeze("worker", "--group", "acl");

            assertThat(withoutAny.code()).isEqualTo(ExitCode.FAILED);
            assertThat(withoutAny.err())
                    .contains("lacks an ACL", "this user needs Create and Describe on topic squeeze-workers-acl");
            try (Admin admin = Admin.create(secured.connection("admin"))) {
                granted(
                        admin,
                        List.of(
                                Guest.allow("squeeze-workers-acl", AclOperation.CREATE),
                                Guest.allow("squeeze-workers-acl", AclOperation.DESCRIBE)));
            }
            Invocation withoutRead = guest.squeeze("worker", "--group", "acl");

            assertThat(withoutRead.code()).isEqualTo(ExitCode.FAILED);
            assertThat(withoutRead.err()).contains("lacks an ACL", "this user needs Read on topic squeeze-workers-acl");
        }
    }

    /** From no permissions to all that the guide lists: at each step, the message names the next missing one. */
    @Test
    void eachPermissionThatARunOrAWorkerLacksIsNamedInOneLine() throws Exception {
        String lobby = "squeeze-workers-steps";
        String source = Records.write(folder, "a.jsonl", Records.jsonLines(100, "m"));
        try (SecuredBroker secured = SecuredBroker.start(folder);
                Admin admin = Admin.create(secured.connection("admin"))) {
            Guest guest = Guest.of(secured, folder);
            List<String> run = broker.arguments(
                    source,
                    "--workers",
                    "1",
                    "--worker-group",
                    "steps",
                    "--worker-timeout",
                    "5s",
                    "--control",
                    secured.address(),
                    "--control-config",
                    guest.settings().toString());
            lacks(run, "Create and Describe on topic " + lobby);
            grant(admin, ResourceType.TOPIC, PatternType.LITERAL, lobby, AclOperation.CREATE, AclOperation.DESCRIBE);
            lacks(run, "Read on topic " + lobby);
            grant(admin, ResourceType.TOPIC, PatternType.LITERAL, lobby, AclOperation.READ);
            lacks(run, "Write on topic " + lobby);
            grant(admin, ResourceType.TOPIC, PatternType.PREFIXED, lobby, AclOperation.WRITE);
            lacks(run, "Create and Describe on topic " + lobby + "-");
            grant(admin, ResourceType.TOPIC, PatternType.PREFIXED, lobby, AclOperation.CREATE, AclOperation.DELETE);
            lacks(run, "Read on topic " + lobby + " and " + lobby + "-");
            grant(admin, ResourceType.TOPIC, PatternType.PREFIXED, lobby, AclOperation.READ, AclOperation.DESCRIBE);

            LiveRun worker = LiveRun.start(List.of(
                            "worker",
                            "--group",
                            "steps",
                            "--bootstrap-server",
                            secured.address(),
                            "--command-config",
                            guest.settings().toString()))
                    .awaitProgress("waits for work");
            // The run continues until the worker needs the missing permission, however busy the machine is.
            LiveRun announced = LiveRun.start(
                    run.stream().map(word -> word.equals("5s") ? "60s" : word).toList());
            Invocation withoutGroup = worker.end();
            announced.interrupt();

            assertThat(announced.end().code()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(withoutGroup.code()).isEqualTo(ExitCode.FAILED);
            assertThat(withoutGroup.err()).contains("lacks an ACL", "Read on group " + lobby);
            assertThat(admin.listTopics().names().get()).containsExactly(lobby);
        }
    }

    private static void lacks(List<String> run, String permission) {
        Invocation ended = LiveRun.start(run).end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err().lines().filter(line -> line.startsWith("squeeze: ")))
                .as(ended.err())
                .singleElement()
                .asString()
                .contains("lacks an ACL", "this user needs " + permission);
    }

    private static void grant(
            Admin admin, ResourceType type, PatternType pattern, String name, AclOperation... operations)
            throws Exception {
        List<AclBinding> bindings = new ArrayList<>();
        for (AclOperation operation : operations) {
            bindings.add(new AclBinding(
                    new ResourcePattern(type, name, pattern),
                    new AccessControlEntry("User:guest", "*", operation, AclPermissionType.ALLOW)));
        }
        granted(admin, bindings);
    }

    /** The controller responds first, but the broker has to know the ACLs, which takes a moment on a busy machine. */
    private static void granted(Admin admin, List<AclBinding> bindings) throws Exception {
        admin.createAcls(bindings).all().get();
        while (!admin.describeAcls(AclBindingFilter.ANY).values().get().containsAll(bindings)) {
            Thread.sleep(20);
        }
    }

    @Test
    void whatCannotBeDividedOrSentIsRefusedBeforeAnythingIsDone() {
        refused("cannot be divided among 3 workers", "--workers", "3", "--producers", "2", "--bootstrap-server", "x:1");
        refused("name it with --bootstrap-server", "--workers", "3");
        refused(
                "is for each worker's own --command-config",
                "--workers",
                "1",
                "--bootstrap-server",
                "x:1",
                "--producer-property",
                "sasl.jaas.config=secret");
        refused("--worker-group belongs to --workers", "--worker-group", "a");
        refused(
                "the name of a worker group must consist",
                "--workers",
                "1",
                "--bootstrap-server",
                "x:1",
                "--worker-group",
                "a b");
        refused("leave --raw out", "--workers", "1", "--bootstrap-server", "x:1", "--raw");
        refused("leave --target out, or use --gateway", "--workers", "1", "--target", "http://127.0.0.1:1/in");
        refused(
                "workers never start a program named in a message",
                "--workers",
                "1",
                "--bootstrap-server",
                "x:1",
                "--client",
                "exec:/bin/true");
        refused(
                "give --connections 3 or more",
                "--workers",
                "3",
                "--bootstrap-server",
                "x:1",
                "--gateway",
                "--connections",
                "2");
    }

    private static void refused(String why, String... flags) {
        List<String> words = new ArrayList<>(List.of("bench", "sample:access-log"));
        words.addAll(List.of(flags));
        Invocation.of(words.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, why);
    }
}
