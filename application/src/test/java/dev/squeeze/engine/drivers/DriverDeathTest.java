package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.BrokerForTests;
import dev.squeeze.engine.predict.ClientProfile;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to drivers when somebody else dies: the broker, the parent; and what is no driver at all. */
@Tag("live")
class DriverDeathTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    @Test
    void theDeathOfTheBrokerBecomesErrorsWithinTheTimeout() throws Exception {
        RecordsFile.write(folder.resolve("records"), DriverConformanceTest.records(100, number -> null));
        Map<ClientProfile, DriverProcess> drivers = new LinkedHashMap<>();
        try (BrokerForTests broker = new BrokerForTests()) {
            broker.create("orphaned", 1, Map.of());
            for (ClientProfile client : ClientProfile.values()) {
                if (DriverConformanceTest.obstacle(client).isEmpty()) {
                    DriverProcess driver = DriverConformanceTest.start(client);
                    drivers.put(client, driver);
                    driver.load(load(broker.address(), "orphaned"));
                }
            }
            for (DriverProcess driver : drivers.values()) {
                driver.start(Instant.now());
            }
            for (DriverProcess driver : drivers.values()) {
                awaitAcknowledgement(driver);
            }

            broker.kill();

            TimeUnit.SECONDS.sleep(2);
            drivers.forEach((client, driver) -> {
                DriverResult result = driver.finish();
                DriverCounts counts = result.counts();
                assertThat(counts.acknowledged() + counts.failed())
                        .as("of %s", client)
                        .isEqualTo(counts.sent());
                assertThat(counts.failed()).as("of %s", client).isPositive();
                assertThat(result.errors().values().stream().mapToLong(n -> n).sum())
                        .as("of %s", client)
                        .isEqualTo(counts.failed());
            });
        } finally {
            drivers.values().forEach(DriverProcess::close);
        }
    }

    private static void awaitAcknowledgement(DriverProcess driver) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (driver.counts().acknowledged() == 0) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private DriverLoad load(String bootstrap, String topic) {
        return new DriverLoad(
                bootstrap,
                List.of(topic),
                Map.of(),
                folder.resolve("records"),
                0,
                1,
                new DriverPace.Even(200, 0, 1),
                1,
                OptionalLong.empty(),
                Duration.ofMillis(2),
                TIMEOUT);
    }

    /** Starts all drivers and waits to be killed. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws Exception {
            for (ClientProfile client : ClientProfile.values()) {
                if (DriverConformanceTest.obstacle(client).isEmpty()) {
                    System.out.println(DriverConformanceTest.start(client).pid());
                }
            }
            System.out.println("all");
            Thread.sleep(Duration.ofMinutes(2).toMillis());
        }
    }

    @Test
    void noDriverOutlivesAParentThatWasKilled() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
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
        while (!pids.stream().allMatch(DriverConformanceTest.gone()) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(pids).allMatch(DriverConformanceTest.gone());
    }

    @Test
    void whatIsNoDriverIsRefused() {
        assertThatThrownBy(() -> DriverProcess.start(List.of("/no/such/driver")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("/no/such/driver");
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/echo", "hello")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("no JSON");
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/echo", "{\"type\":\"hello\",\"protocol\":99}")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("99");
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/sh", "-c", "exit 7")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("exit code 7");
    }
}
