package dev.squeeze.engine.predict;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the CPU time for a thread to be woken by a message and to send one, which happens four times per produce
 * request: from application to network thread, to the broker's network thread, to a request handler, and back. A ring
 * of threads passes batches of a few records around over the loopback interface, first without pauses, then with a
 * pause of 10 ms before each round. There are two batches, and more threads than batches: otherwise the kernel
 * sometimes keeps all threads on one CPU, where waking up costs a third.
 */
final class WakeUpProbe {
    /** Records in each batch. */
    static final int RECORDS = 8;

    private static final int STATIONS = 6;

    /** Number of batches passed around at the same time. */
    private static final int BATCHES = 2;

    /**
     * Number of rings, each with new threads: the CPUs that the kernel assigns to threads are a matter of chance, and
     * do not change later.
     */
    private static final int RINGS = 5;

    /** Rounds until Java has compiled the code; and, for later rings, until new threads have warmed up. */
    private static final int FIRST_WARM_UP = 800;

    private static final int WARM_UP = 100;
    private static final int WITHOUT_REST = 200;
    private static final int WITH_REST = 12;
    private static final long REST_NANOS = Duration.ofMillis(10).toNanos();

    /** Time limit for each phase, on a busy machine. */
    private static final long MAX_NANOS = Duration.ofMillis(500).toNanos();

    /** Minimum for each phase, however busy the machine is. */
    private static final int MIN_ROUNDS = 5;

    private static final int MAX_WAIT_MILLIS = 10_000;

    private WakeUpProbe() {}

    /**
     * CPU time for waking one thread once.
     *
     * @param wakeUp nanoseconds without pauses
     * @param rest additional nanoseconds with pauses, at least 1
     */
    record Nanos(double wakeUp, double rest) {}

    /**
     * Returns the mean of several rings.
     *
     * @param records the records that are passed around
     * @throws IOException if no connection can be made over the loopback interface
     */
    static Nanos run(BatchRecord[] records) throws IOException {
        double wakeUp = 0;
        double rest = 0;
        for (int i = 0; i < RINGS; i++) {
            Nanos ring = ring(records, i == 0 ? FIRST_WARM_UP : WARM_UP);
            wakeUp += ring.wakeUp / RINGS;
            rest += ring.rest / RINGS;
        }
        return new Nanos(wakeUp, rest);
    }

    private static Nanos ring(BatchRecord[] records, int warmUp) throws IOException {
        List<Station> stations = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try {
            connect(stations, records);
            Station first = stations.get(0);
            stations.stream().skip(1).forEach(station -> {
                Thread thread = new Thread(station::passOn, "machine-probe-" + threads.size());
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            });
            int warm = first.sendRound(warmUp, 0);
            int withoutRest = first.sendRound(WITHOUT_REST, 0);
            int withRest = first.sendRound(WITH_REST, REST_NANOS);
            first.close();
            for (Thread thread : threads) {
                thread.join();
            }
            double wakeUp = medianNanos(stations, warm, warm + withoutRest);
            double rested = medianNanos(stations, warm + withoutRest, warm + withoutRest + withRest);
            return new Nanos(wakeUp, Math.max(1, rested - wakeUp));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while probing the machine");
        } finally {
            for (Station station : stations) {
                station.close();
            }
        }
    }

    private static void connect(List<Station> stations, BatchRecord[] records) throws IOException {
        List<SocketChannel> sending = new ArrayList<>();
        List<SocketChannel> receiving = new ArrayList<>();
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            for (int i = 0; i < STATIONS; i++) {
                SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                sending.add(channel);
                receiving.add(server.accept());
            }
        } finally {
            for (int i = 0; i < receiving.size(); i++) {
                // Each station receives from the previous one.
                stations.add(new Station(
                        receiving.get((i + receiving.size() - 1) % receiving.size()), sending.get(i), records));
            }
        }
    }

    /** Median CPU time per thread and batch over the given range of rounds. */
    private static double medianNanos(List<Station> stations, int from, int to) {
        double[] nanos = new double[to - from];
        for (int i = from; i < to; i++) {
            double sum = 0;
            for (Station station : stations) {
                sum += station.cpuNanos[i] - station.cpuNanos[i - 1];
            }
            nanos[i - from] = sum / stations.size() / BATCHES;
        }
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    /** A thread of the ring. */
    private static final class Station implements Closeable {
        private final SocketChannel in;
        private final SocketChannel out;
        private final BatchRecord[] records;
        private final KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE);
        private final ByteBuffer batch = ByteBuffer.allocate(1 << 13);
        private final ByteBuffer message = ByteBuffer.allocate(1 << 13);
        private final ByteBuffer received = ByteBuffer.allocate(1 << 14);
        private final Selector selector;

        /** CPU time of its thread after each round. */
        private final long[] cpuNanos = new long[FIRST_WARM_UP + WITHOUT_REST + WITH_REST];

        private int rounds;
        private int passed;

        private Station(SocketChannel in, SocketChannel out, BatchRecord[] records) throws IOException {
            this.in = in;
            this.out = out;
            this.records = records;
            selector = Selector.open();
            in.configureBlocking(false);
            in.register(selector, SelectionKey.OP_READ);
        }

        /**
         * Sends batches around the ring, one round at a time.
         *
         * @return number of rounds
         */
        private int sendRound(int count, long restNanos) throws IOException {
            long end = System.nanoTime() + MAX_NANOS;
            int sent = 0;
            while (sent < count && (sent < MIN_ROUNDS || System.nanoTime() < end)) {
                rest(restNanos);
                for (int i = 0; i < BATCHES; i++) {
                    send();
                }
                for (int i = 0; i < BATCHES; i++) {
                    if (!receive()) {
                        throw new IOException("a connection over the loopback interface was closed");
                    }
                }
                cpuNanos[rounds++] = CpuClock.cpuNanos();
                sent++;
            }
            return sent;
        }

        private static void rest(long nanos) {
            long due = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }

        /** Forwards batches until the previous station closes. */
        private void passOn() {
            try (this) {
                while (receive()) {
                    send();
                    if (++passed % BATCHES == 0) {
                        cpuNanos[rounds++] = CpuClock.cpuNanos();
                    }
                }
            } catch (IOException e) {
                // The next station sees that this one has closed, and so on round to the first.
            }
        }

        private void send() throws IOException {
            message.clear().position(Integer.BYTES);
            message.put(codec.encode(records, batch.clear()));
            message.putInt(0, message.position() - Integer.BYTES).flip();
            while (message.hasRemaining()) {
                out.write(message);
            }
        }

        /**
         * @return false if the previous station has closed
         * @throws IOException on timeout
         */
        private boolean receive() throws IOException {
            while (!isWhole()) {
                if (selector.select(MAX_WAIT_MILLIS) == 0) {
                    throw new IOException("nothing was received over the loopback interface");
                }
                selector.selectedKeys().clear();
                if (in.read(received) < 0) {
                    return false;
                }
            }
            int end = Integer.BYTES + received.getInt(0);
            codec.consume(received.slice(Integer.BYTES, end - Integer.BYTES));
            received.flip().position(end);
            received.compact();
            return true;
        }

        private boolean isWhole() {
            return received.position() >= Integer.BYTES && received.position() >= Integer.BYTES + received.getInt(0);
        }

        @Override
        public void close() throws IOException {
            out.close();
            in.close();
            selector.close();
            codec.close();
        }
    }
}
