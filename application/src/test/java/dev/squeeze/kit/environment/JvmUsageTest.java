package dev.squeeze.kit.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
class JvmUsageTest {
    private static final long WORK_NANOS = 200_000_000;
    /** The CPU time of a process has a resolution of 10 ms, at both ends. */
    private static final long STEPS_NANOS = 20_000_000;

    private enum Role {
        WORKER,
        GC,
        JIT,
        OTHER
    }

    private static final ThreadRoles<Role> ROLES = new ThreadRoles<>(
            Role.class, name -> name.startsWith("worker-") ? Role.WORKER : Role.OTHER, Role.GC, Role.JIT, Role.OTHER);

    @Test
    void whatALiveThreadUsesIsSummedUnderItsRole() throws Exception {
        CountDownLatch worked = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        JvmUsage before = JvmUsage.current();
        List<Thread> workers = List.of(worker(1, worked, release), worker(2, worked, release));
        workers.forEach(Thread::start);
        worked.await();
        JvmUsage used = JvmUsage.current().minus(before);
        release.countDown();
        for (Thread worker : workers) {
            worker.join();
        }

        ThreadUsage sum = used.byRole(ROLES).get(Role.WORKER);
        assertThat(sum.name()).isEqualTo("WORKER");
        assertThat(sum.cpuNanos()).isGreaterThanOrEqualTo(2 * WORK_NANOS);
        assertThat(sum.allocatedBytes()).isGreaterThan(2 * WORK_NANOS / 1_000_000);
        assertThat(used.clockNanos()).isPositive();
    }

    @Test
    void whatAThreadUsedThatHasEndedIsInTheRoleForAllElse() throws Exception {
        CountDownLatch open = new CountDownLatch(0);
        JvmUsage before = JvmUsage.current();
        Thread worker = worker(3, new CountDownLatch(1), open);
        worker.start();
        worker.join();
        JvmUsage used = JvmUsage.current().minus(before);

        assertThat(used.byRole(ROLES).get(Role.WORKER).cpuNanos()).isZero();
        assertThat(used.unattributedCpuNanos()).isGreaterThanOrEqualTo(WORK_NANOS - STEPS_NANOS);
        assertThat(used.byRole(ROLES).get(Role.OTHER).cpuNanos()).isGreaterThanOrEqualTo(used.unattributedCpuNanos());
    }

    @Test
    void theRolesTogetherHaveUsedWhatTheProcessHas() {
        JvmUsage usage = JvmUsage.current();

        long sum = usage.byRole(ROLES).values().stream()
                .mapToLong(ThreadUsage::cpuNanos)
                .sum();
        assertThat(sum).isCloseTo(usage.processCpuNanos(), within(STEPS_NANOS));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theCollectorAndTheCompilersAreSeenOnLinux() {
        JvmUsage before = JvmUsage.current();
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        JvmUsage after = JvmUsage.current();

        assertThat(after.minus(before).gcCpuNanos().orElseThrow()).isPositive();
        assertThat(after.jitCpuNanos().orElseThrow()).isPositive();
        assertThat(after.byRole(ROLES)).containsOnlyKeys(Role.values());
    }

    @Test
    void rolesThatTheSystemDoesNotShowAreAbsentAndNotZero() {
        JvmUsage seen = JvmUsage.current();
        JvmUsage unseen = new JvmUsage(seen.threads(), Optional.empty(), seen.processCpuNanos(), seen.clockNanos());

        assertThat(unseen.gcCpuNanos()).isEmpty();
        assertThat(unseen.byRole(ROLES)).containsOnlyKeys(Role.WORKER, Role.OTHER);
    }

    @Test
    void waitsForAMonitorAreTimedOnceThatIsAskedFor() throws Exception {
        JvmUsage.timeContention();
        Object monitor = new Object();
        CountDownLatch through = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread worker = new Thread(
                () -> {
                    synchronized (monitor) {
                        through.countDown();
                    }
                    await(release);
                },
                "worker-blocked");
        JvmUsage before = JvmUsage.current();
        synchronized (monitor) {
            worker.start();
            while (worker.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            Thread.sleep(30);
        }
        through.await();
        ThreadUsage used = JvmUsage.current().minus(before).byRole(ROLES).get(Role.WORKER);
        release.countDown();
        worker.join();

        assertThat(used.blockedCount()).isEqualTo(1);
        assertThat(used.blockedMillis().orElseThrow()).isPositive();
        assertThat(used.waitedMillis()).isPresent();
    }

    @Test
    void aSumThatLacksATimeHasNone() {
        ThreadUsage timed = new ThreadUsage("a", 1, 2, OptionalLong.of(3), 4, OptionalLong.of(5));
        ThreadUsage untimed = new ThreadUsage("b", 10, 20, OptionalLong.empty(), 40, OptionalLong.empty());

        assertThat(timed.plus(timed)).isEqualTo(new ThreadUsage("a", 2, 4, OptionalLong.of(6), 8, OptionalLong.of(10)));
        assertThat(timed.plus(untimed))
                .isEqualTo(new ThreadUsage("a", 11, 22, OptionalLong.empty(), 44, OptionalLong.empty()));
    }

    @Test
    void aCompilerThreadThatEndedTakesNothingFromTheOthers() {
        VmThreads before = new VmThreads(Map.of(), Map.of(7L, 100L, 8L, 1_000L));
        VmThreads after = new VmThreads(Map.of(), Map.of(7L, 130L, 9L, 5L));

        assertThat(after.minus(before).jitTotalNanos()).isEqualTo(35);
    }

    @Test
    void severalJvmsTogetherKeepThreadsOfTheSameIdApart() {
        JvmUsage first = new JvmUsage(
                Map.of(1L, ThreadUsage.ofCpu("worker-0", 30)),
                Optional.of(new VmThreads(Map.of(5L, 1L), Map.of(6L, 2L))),
                40,
                1_000);
        JvmUsage second = new JvmUsage(
                Map.of(1L, ThreadUsage.ofCpu("worker-0", 300)),
                Optional.of(new VmThreads(Map.of(5L, 10L), Map.of(6L, 20L))),
                400,
                1_002);
        JvmUsage together = JvmUsage.together(List.of(first, second));

        assertThat(together.byRole(ROLES).get(Role.WORKER).cpuNanos()).isEqualTo(330);
        assertThat(together.gcCpuNanos()).hasValue(11);
        assertThat(together.jitCpuNanos()).hasValue(22);
        assertThat(together.processCpuNanos()).isEqualTo(440);
        assertThat(together.clockNanos()).as("their mean").isEqualTo(1_001);
        assertThat(JvmUsage.together(List.of(first, new JvmUsage(Map.of(), Optional.empty(), 0, 1_000)))
                        .vmThreads())
                .as("not visible in one of them")
                .isEmpty();
    }

    private static Thread worker(int number, CountDownLatch worked, CountDownLatch release) {
        return new Thread(
                () -> {
                    ThreadMXBean bean = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
                    List<byte[]> garbage = new ArrayList<>();
                    while (bean.getCurrentThreadCpuTime() < WORK_NANOS) {
                        garbage.clear();
                        garbage.add(new byte[10_000]);
                    }
                    worked.countDown();
                    await(release);
                },
                "worker-" + number);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
