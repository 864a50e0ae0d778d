package dev.squeeze.kit.document.live;

import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.serving.BoundedHttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The page of a run, on the loopback address under an unguessable path. As long as nobody looks at it, it costs the run almost
 * nothing: pages are rendered on request, in separate daemon threads.
 */
public final class LivePage implements AutoCloseable {
    private static final int TOKEN_BYTES = 18;
    /** How long an open page may take to load the report after it was notified. */
    private static final Duration READERS_TIME = Duration.ofSeconds(10);
    /** The same after Ctrl-C. */
    private static final Duration READERS_TIME_WHEN_STOPPED = Duration.ofSeconds(1);
    /** A response that was written may still be in transit. */
    private static final Duration ON_ITS_WAY = Duration.ofMillis(250);

    private static final int NAP_MILLIS = 20;

    private final BoundedHttpServer server;
    private final Board board;
    private final LiveEndpoint endpoint;
    private final String address;
    private volatile int readersAtEnd;

    private LivePage(BoundedHttpServer server, Board board, LiveEndpoint endpoint, String address) {
        this.server = server;
        this.board = board;
        this.endpoint = endpoint;
        this.address = address;
    }

    /**
     * Starts serving a page.
     *
     * @param port 0 for any free port
     * @param command the running command, such as {@code bench}
     * @param since start of the run
     * @throws LivePageException if the port is not available
     */
    public static LivePage open(int port, String command, Instant since) {
        String token = newToken();
        Board board = new Board(command, since);
        LiveEndpoint endpoint = new LiveEndpoint(token, board);
        BoundedHttpServer server = serve(port, endpoint);
        return new LivePage(server, board, endpoint, "http://127.0.0.1:" + server.port() + "/" + token + "/");
    }

    private static BoundedHttpServer serve(int port, LiveEndpoint endpoint) {
        try {
            InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
            return BoundedHttpServer.start(
                    new InetSocketAddress(loopback, port), LiveEndpoint.MAX_CONCURRENT, "squeeze-live-page", endpoint);
        } catch (BindException e) {
            throw new LivePageException(
                    "--live=" + port + ": this port is not available on 127.0.0.1 (" + e.getMessage()
                            + "); give another one, or --live alone for any free port",
                    e);
        } catch (IOException e) {
            throw new LivePageException("the live page cannot be served: " + e.getMessage(), e);
        }
    }

    private static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The address of the page; everybody who knows it can read the page. */
    public String address() {
        return address;
    }

    /**
     * Sets the current progress.
     *
     * @param now the current step in a few words
     * @param detail progress of the step, and the remaining time
     * @param fraction completed part of the run, 0 to 1
     */
    public void doing(String now, String detail, OptionalDouble fraction) {
        board.doing(now, detail, fraction);
    }

    /** @param result supplies the result so far; called by another thread when the page is viewed */
    public void show(Supplier<? extends Result> result) {
        board.show(result);
    }

    /** Whether the page has been requested recently. */
    public boolean isWatched() {
        return endpoint.isWatched();
    }

    /** From now on the page is the report; waiting clients are notified. */
    public void done(Result result) {
        readersAtEnd = endpoint.readers();
        board.done(result);
    }

    /**
     * Stops serving the page. If it is being viewed, waits for the browser to load the report, which an open page does immediately;
     * otherwise it does not wait.
     *
     * @param stop whether Ctrl-C was pressed: ends the wait immediately, or limits it to a second if it was pressed before
     */
    public void close(BooleanSupplier stop) {
        boolean watched = endpoint.isWatched();
        boolean stopped = stop.getAsBoolean();
        board.ended();
        if (watched) {
            boolean hasReport = board.phase() == Board.Phase.DONE;
            Duration most = stopped || !hasReport ? READERS_TIME_WHEN_STOPPED : READERS_TIME;
            long deadline = System.nanoTime() + most.toNanos();
            boolean waiting = true;
            while (waiting && System.nanoTime() < deadline && (stopped || !stop.getAsBoolean())) {
                waiting = hasReport ? endpoint.reportsServed() < Math.max(1, readersAtEnd) : endpoint.readers() > 0;
                waiting &= nap(NAP_MILLIS);
            }
            nap(ON_ITS_WAY.toMillis());
        }
        close();
    }

    private static boolean nap(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        board.ended();
        server.close();
    }
}
