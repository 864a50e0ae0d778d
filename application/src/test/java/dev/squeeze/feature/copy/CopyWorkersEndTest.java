package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Guest;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.ResultSchema;
import dev.squeeze.feature.worker.Workers;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.SecuredBroker;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What ends a copy with workers early: no worker is left, one lacks permissions, or the user stops it. */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class CopyWorkersEndTest {
    private static final String SOURCE = "copied-by-few";
    private static final int RECORDS = 6_000;
    private static final int VALUE_BYTES = 400;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    @BeforeAll
    static void writeSource() {
        broker.create(SOURCE, 3, Map.of());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            // Too large for a single response of the broker, so that a copy with a rate limit takes some time.
            Random random = new Random(7);
            for (int i = 0; i < RECORDS; i++) {
                byte[] value = new byte[VALUE_BYTES];
                random.nextBytes(value);
                producer.send(new ProducerRecord<>(SOURCE, i % 3, null, value));
            }
        }
    }

    /** @param name name of the copy and of the group */
    private static List<String> shared(String name, String... more) throws Exception {
        broker.delete(new TreeSet<>(broker.topics().contains(name) ? List.of(name) : List.of()));
        List<String> words = new ArrayList<>(List.of("copy", SOURCE, "--bootstrap-server", broker.address()));
        words.addAll(List.of("--codecs", "zstd:1", "--to-topic", name, "--workers", "1", "--worker-group", name));
        words.addAll(List.of(more));
        return words;
    }

    /** The user who runs the copy may do everything, the worker's user almost nothing. */
    @Test
    void whatAWorkersLoginMayNotDoEndsTheCopyInOneLineThatNamesIt() throws Exception {
        try (SecuredBroker secured = SecuredBroker.start(folder);
                Workers workers = new Workers()) {
            Guest guest = Guest.of(secured, folder);
            Path admin = folder.resolve("admin.properties");
            Properties settings = new Properties();
            settings.putAll(secured.connection("admin"));
            settings.remove("bootstrap.servers");
            try (Writer writer = Files.newBufferedWriter(admin)) {
                settings.store(writer, null);
            }
            List<String> words =
                    shared("denied", "--worker-timeout", "30s", "--to-bootstrap-server", secured.address());
            words.addAll(List.of("--to-command-config", admin.toString()));
            workers.start(
                    1,
                    broker.address(),
                    "denied",
                    "--copies",
                    "--under-test",
                    secured.address(),
                    "--under-test-config",
                    guest.settings().toString());
            denied(words, "topic denied of ", "ACL Describe on the topic");
            try (Admin granting = Admin.create(secured.connection("admin"))) {
                List<AclBinding> granted = List.of(
                        Guest.allow("denied", AclOperation.DESCRIBE),
                        Guest.allow("denied", AclOperation.DESCRIBE_CONFIGS),
                        Guest.allow("denied", AclOperation.WRITE));
                granting.createAcls(granted).all().get();
                while (!granting.describeAcls(AclBindingFilter.ANY)
                        .values()
                        .get()
                        .containsAll(granted)) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            }
            denied(words, "uthoriz", "squeeze-copy-denied");
        }
    }

    private static void denied(List<String> words, String... why) {
        Invocation ended = LiveRun.start(words).end();

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err().lines().filter(line -> line.startsWith("squeeze: ")))
                .as(ended.err())
                .singleElement()
                .asString()
                .contains("worker ")
                .contains(why);
    }

    @Test
    void aWorkerWhoseOwnerDidNotAgreeCopiesNothing() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "unasked");
            Invocation ended = LiveRun.start(shared("unasked")).end();

            assertThat(ended.code()).as(ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.out() + ended.err()).contains("it was started without --copies");
        }
    }

    @Test
    void whenAllWorkersAreGoneTheCopyEndsAndSaysSo() throws Exception {
        try (Workers workers = new Workers()) {
            Process only = workers.startProcess(folder, broker.address(), "gone", "--copies");
            LiveRun run = LiveRun.start(shared("gone", "--worker-timeout", "5s", "--rate", "300"))
                    .awaitProgress("copying");
            Workers.signal(only, "-KILL");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err())
                    .contains(
                            "no worker in group gone for",
                            "there has been no worker in group gone for",
                            "again to continue");
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-gone-"));
    }

    @Test
    void ctrlCWhileNoWorkerIsLeftEndsTheCopyAndLeavesNoControlTopic() throws Exception {
        LiveRun run;
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "left", "--copies");
            run = LiveRun.start(shared("left", "--worker-timeout", "30s", "--rate", "300", "--json"))
                    .awaitProgress("copying");
            workers.end();
        }
        run.awaitProgress("no worker in group left for").interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ResultSchema.parse(ended.out()).at("/report/complete").asBoolean())
                .isFalse();
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-left-"));
    }

    @Test
    void whatWorkersCannotDoIsRefusedWithTheReason() {
        refused("cannot reach an embedded broker", "--workers", "2", "--embedded");
        refused("run the same command without --workers", "--workers", "2", "--offset-map", "map.csv");
        refused("each worker uses the cores of its own machine", "--workers", "2", "--threads", "2");
        refused("--worker-group belongs to --workers", "--worker-group", "lab");
        refused("--workers must be between 1 and", "--workers", "0");
    }

    private static void refused(String why, String... flags) {
        List<String> words = new ArrayList<>(List.of("copy", "any", "--codecs", "keep", "--bootstrap-server", "x:1"));
        words.addAll(List.of(flags));
        Invocation.of(words.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, why);
    }
}
