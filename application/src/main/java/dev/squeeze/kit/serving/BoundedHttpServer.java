package dev.squeeze.kit.serving;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.squeeze.kit.environment.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's HTTP server with bounds on threads, waiting connections and time, on threads that keep no JVM alive. For pages and
 * figures that few ask for.
 */
public final class BoundedHttpServer implements AutoCloseable {
    private static final int MAX_WAITING_CONNECTIONS = 32;
    private static final int IDLE_THREAD_SECONDS = 20;
    /** Clients send a request in one piece. */
    private static final int MAX_REQUEST_SECONDS = 5;
    /** An answer may be held back for some seconds, and a page of a megabyte may cross a slow tunnel. */
    private static final int MAX_RESPONSE_SECONDS = 60;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    private BoundedHttpServer(HttpServer server, ThreadPoolExecutor threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Answers from now on.
     *
     * @param address port 0 takes a free one
     * @param concurrent requests that are worked on at a time
     * @param threadName of those who do
     * @throws IOException where the address cannot be had
     */
    public static BoundedHttpServer start(
            InetSocketAddress address, int concurrent, String threadName, HttpHandler handler) throws IOException {
        limitTimes();
        HttpServer server = HttpServer.create(address, MAX_WAITING_CONNECTIONS);
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                concurrent,
                concurrent,
                IDLE_THREAD_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING_CONNECTIONS),
                DaemonThreads.factory(threadName));
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        server.createContext("/", handler);
        startOnDaemon(server, threadName + "-start");
        return new BoundedHttpServer(server, threads);
    }

    /**
     * The JDK's server reads a request on the thread that answers it and by default waits for ever, for the rest of a request
     * as for a reader of the answer: a few half-sent requests would hold all threads. It takes its limits from system
     * properties, once, when its first server is made (module jdk.httpserver); what the user has set wins.
     */
    private static void limitTimes() {
        limitTime("sun.net.httpserver.maxReqTime", MAX_REQUEST_SECONDS);
        limitTime("sun.net.httpserver.maxRspTime", MAX_RESPONSE_SECONDS);
    }

    private static void limitTime(String property, int seconds) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(seconds));
        }
    }

    /** The server's own thread is one that keeps the JVM alive unless one that does not has started it. */
    private static void startOnDaemon(HttpServer server, String threadName) throws IOException {
        CompletableFuture<Void> started = new CompletableFuture<>();
        DaemonThreads.create(
                        () -> {
                            try {
                                server.start();
                                started.complete(null);
                            } catch (RuntimeException e) {
                                started.completeExceptionally(e);
                            }
                        },
                        threadName)
                .start();
        try {
            started.join();
        } catch (CompletionException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** That it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
