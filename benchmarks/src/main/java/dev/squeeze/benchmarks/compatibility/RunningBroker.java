package dev.squeeze.benchmarks.compatibility;

import dev.squeeze.benchmarks.ChildProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/**
 * A broker that listens on the loopback interface, and its programs.
 *
 * @param bootstrap its address
 * @param programs in the order in which they were started
 */
record RunningBroker(String bootstrap, List<ChildProgram> programs) implements AutoCloseable {
    static final String LOOPBACK = "127.0.0.1";
    private static final long START_TIMEOUT_SECONDS = 60;
    private static final int ANSWER_TIMEOUT_MILLIS = 3_000;
    private static final long PAUSE_MILLIS = 250;

    RunningBroker {
        programs = List.copyOf(programs);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            return socket.getLocalPort();
        }
    }

    /** @throws IllegalStateException with the end of a program's log when it ends or does not answer in time */
    RunningBroker awaitAnswer() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_TIMEOUT_SECONDS);
        while (true) {
            for (ChildProgram program : programs) {
                if (!program.isAlive()) {
                    throw new IllegalStateException("it ended at once:\n" + program.endOfLog());
                }
            }
            if (answers()) {
                return this;
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new IllegalStateException("it did not answer within " + START_TIMEOUT_SECONDS + " s:\n"
                        + programs.get(programs.size() - 1).endOfLog());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private boolean answers() throws InterruptedException {
        try (Admin admin = Admin.create(Map.of(
                "bootstrap.servers",
                bootstrap,
                "request.timeout.ms",
                ANSWER_TIMEOUT_MILLIS,
                "default.api.timeout.ms",
                ANSWER_TIMEOUT_MILLIS))) {
            return !admin.describeCluster()
                    .nodes()
                    .get(2L * ANSWER_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    boolean isAlive() {
        return programs.stream().allMatch(ChildProgram::isAlive);
    }

    @Override
    public void close() {
        for (int i = programs.size() - 1; i >= 0; i--) {
            programs.get(i).close();
        }
    }
}
