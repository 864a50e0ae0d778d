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
 * A run's page on the loopback address, under a path that nobody can guess. It costs a run nothing but references while
 * nobody looks: pages are made when they are asked for, on threads of their own, which keep no JVM alive.
 */
public final class LivePage implements AutoCloseable {
    private static final int TOKEN_BYTES = 18;
    /** As long as an open page may take to load what it has just heard of. */
    private static final Duration READERS_TIME = Duration.ofSeconds(10);
    /** The same after Ctrl-C. */
    private static final Duration READERS_TIME_WHEN_STOPPED = Duration.ofSeconds(1);
    /** An answer that was written may still be on its way. */
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
     * Serves a page from now on.
     *
     * @param port 0 for one that is free
     * @param command that runs, such as {@code bench}
     * @param since when it began
     * @throws LivePageException where the port cannot be had
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
                    "--live=" + port + ": the port cannot be had on 127.0.0.1 (" + e.getMessage()
                            + "); give another one, or --live alone for one that is free",
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

    /** Where the page is; who knows it may read it. */
    public String address() {
        return address;
    }

    /**
     * Says what the run does.
     *
     * @param now in a few words
     * @param detail how far that is, and how long still
     * @param fraction of it that is done
     */
    public void doing(String now, String detail, OptionalDouble fraction) {
        board.doing(now, detail, fraction);
    }

    /** @param result so far; asked for when somebody looks, by another thread */
    public void show(Supplier<? extends Result> result) {
        board.show(result);
    }

    /** Whether somebody has asked for something in the last moments. */
    public boolean isWatched() {
        return endpoint.isWatched();
    }

    /** From now on the page is the report; whoever waits for news hears of it. */
    public void done(Result result) {
        readersAtEnd = endpoint.readers();
        board.done(result);
    }

    /**
     * Ends the page. A reader who is there gets the time to load the report, which an open page does by itself at once; where
     * nobody looks it does not wait.
     *
     * @param stop Ctrl-C: ends waiting at once, and leaves a second where it came before
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
