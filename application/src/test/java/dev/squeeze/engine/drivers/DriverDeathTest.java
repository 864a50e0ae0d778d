package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.BrokerForTests;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.environment.child.ChildJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to drivers when the broker or the parent dies, and when a program is not a driver at all. */
@Tag("live")
class DriverDeathTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    /**
     * The drivers of all clients lose the same broker: some send at a rate; the threads of others fill the library's
     * buffer, and then wait for space that is never freed.
     */
    @Test
    void theDeathOfTheBrokerBecomesErrorsWithinTheTimeout() throws Exception {
        RecordsFile.write(folder.resolve("records"), DriverCase.records(100, number -> null));
        Map<ClientProfile, DriverProcess> paced = new LinkedHashMap<>();
        Map<ClientProfile, DriverProcess> full = new LinkedHashMap<>();
        try (BrokerForTests broker = new BrokerForTests()) {
            start(paced, broker, "orphaned", new DriverPace.Even(200, 0, 1));
            start(full, broker, "full", new DriverPace.Unthrottled());

            broker.kill();

            TimeUnit.SECONDS.sleep(1);
            // Concurrently, since all buffers are full.
            List<CompletableFuture<Void>> ends = full.entrySet().stream()
                    .map(driver ->
                            CompletableFuture.runAsync(() -> requirePromptEnd(driver.getKey(), driver.getValue())))
                    .toList();
            TimeUnit.SECONDS.sleep(1);
            paced.forEach((client, driver) ->
                    assertThat(failedOf(client, driver)).as("of %s", client).isPositive());
            ends.forEach(CompletableFuture::join);
        } finally {
            paced.values().forEach(DriverProcess::close);
            full.values().forEach(DriverProcess::close);
        }
    }

    private void start(Map<ClientProfile, DriverProcess> drivers, BrokerForTests broker, String topic, DriverPace pace)
            throws Exception {
        broker.create(topic, 1, Map.of());
        for (ClientProfile client : ClientProfile.values()) {
            if (DriverCase.obstacle(client).isEmpty()) {
                DriverProcess driver = DriverCase.start(client);
                drivers.put(client, driver);
                driver.load(load(broker.address(), topic, pace));
            }
        }
        for (DriverProcess driver : drivers.values()) {
            driver.start(Instant.now());
        }
        for (DriverProcess driver : drivers.values()) {
            awaitAcknowledgement(driver);
        }
    }

    private static void requirePromptEnd(ClientProfile client, DriverProcess driver) {
        long beganNanos = System.nanoTime();
        failedOf(client, driver);
        assertThat(Duration.ofNanos(System.nanoTime() - beganNanos))
                .as("of %s, whose buffer is full", client)
                .isLessThan(TIMEOUT.plusSeconds(5));
    }

    /** Ends it; returns how many records failed, each with an error. */
    private static long failedOf(ClientProfile client, DriverProcess driver) {
        DriverResult result = driver.finish();
        DriverCounts counts = result.counts();
        assertThat(counts.acknowledged() + counts.failed()).as("of %s", client).isEqualTo(counts.sent());
        assertThat(result.errors().values().stream().mapToLong(n -> n).sum())
                .as("of %s", client)
                .isEqualTo(counts.failed());
        return counts.failed();
    }

    private static void awaitAcknowledgement(DriverProcess driver) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (driver.counts().acknowledged() == 0) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private DriverLoad load(String bootstrap, String topic, DriverPace pace) {
        return new DriverLoad(
                bootstrap,
                List.of(topic),
                Map.of(),
                folder.resolve("records"),
                0,
                1,
                pace,
                2,
                OptionalLong.empty(),
                Duration.ofMillis(2),
                TIMEOUT);
    }

    /** Starts all drivers and waits to be killed. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws Exception {
            for (ClientProfile client : ClientProfile.values()) {
                if (DriverCase.obstacle(client).isEmpty()) {
                    System.out.println(DriverCase.start(client).pid());
                }
            }
            System.out.println("all");
            Thread.sleep(Duration.ofMinutes(2).toMillis());
        }
    }

    @Test
    void noDriverOutlivesAParentThatWasKilled() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Parent.class.getName()));
        Process parent = new ProcessBuilder(command)
                .redirectError(folder.resolve("parent.log").toFile())
                .start();
        List<Long> pids;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            pids = lines.lines()
                    .takeWhile(line -> !line.equals("all"))
                    .map(Long::parseLong)
                    .toList();
        } finally {
            parent.destroyForcibly();
        }

        assertThat(pids).as(Files.readString(folder.resolve("parent.log"))).isNotEmpty();
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!pids.stream().allMatch(DriverCase.gone()) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(pids).allMatch(DriverCase.gone());
    }

    @Test
    void whatIsNoDriverIsRefused() {
        assertThatThrownBy(() -> DriverProcess.start(List.of("/no/such/driver")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("/no/such/driver");
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/echo", "hello")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("not JSON");
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/echo", "{\"type\":\"hello\",\"protocol\":99}")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("99");
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/sh", "-c", "exit 7")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("exit code 7");
    }

    private static final String HELLO = "echo '{\"type\":\"hello\",\"protocol\":1,\"client\":\"shell\"}'; ";

    private static DriverProcess shell(String script) {
        return DriverProcess.start(List.of("/bin/sh", "-c", HELLO + script));
    }

    @Test
    void theLastLinesOfStandardErrorAreShownAndNoMore() {
        try (DriverProcess driver = shell("for i in 1 2 3 4 5 6 7; do echo line $i >&2; done; head -c 100000 /dev/zero"
                + " | tr '\\0' x >&2; exit 3")) {
            assertThatThrownBy(driver::counts).isInstanceOfSatisfying(DriverException.class, e -> {
                assertThat(e).hasMessageContaining("shell").hasMessageContaining("exit code 3");
                assertThat(e.details()).hasSize(5).startsWith("line 4").allMatch(line -> line.length() <= 1_024);
            });
        }
    }

    @Test
    void aDriverThatNeverStopsTalkingIsEnded() {
        // On a busy machine it has printed too much before its output is read.
        assertThatThrownBy(() -> {
                    try (DriverProcess driver = shell("yes '{\"type\":\"chatter\"}' | head -n 100000; sleep 60")) {
                        TimeUnit.SECONDS.sleep(1);
                        driver.counts();
                    }
                })
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("1,000 unrequested lines");
        try (DriverProcess driver = shell("head -c 20000000 /dev/zero | tr '\\0' x; sleep 60")) {
            assertThatThrownBy(driver::counts)
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("more than 16 MiB");
        }
    }

    @Test
    void whatIsSaidToADriverThatHasEndedReportsItsDeath() throws Exception {
        try (DriverProcess driver = shell("exit 9")) {
            while (driver.isAlive()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThatThrownBy(() -> driver.start(Instant.now()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("exit code 9");
        }
    }
}
