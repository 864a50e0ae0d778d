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
 * The JDK's HTTP server with limits on threads, waiting connections and time, and with daemon threads. For pages and metrics with
 * few clients.
 */
public final class BoundedHttpServer implements AutoCloseable {
    private static final int MAX_WAITING_CONNECTIONS = 32;
    private static final int IDLE_THREAD_SECONDS = 20;
    /** Clients send a request at once. */
    private static final int MAX_REQUEST_SECONDS = 5;
    /** A response may be delayed for several seconds, and a page of one megabyte may be sent over a slow tunnel. */
    private static final int MAX_RESPONSE_SECONDS = 60;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    private BoundedHttpServer(HttpServer server, ThreadPoolExecutor threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts the server.
     *
     * @param address port 0 selects a free port
     * @param concurrent maximum number of requests processed at the same time
     * @param threadName name of the threads that process requests
     * @throws IOException if it cannot listen on the address
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
     * The JDK's server reads a request in the thread that processes it, and by default waits for ever both for the rest of a
     * request and for the client to read the response: a few incomplete requests would block all threads. Its limits are system
     * properties, read once when the first server is created (module jdk.httpserver); values set by the user are kept.
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

    /** The server's own thread keeps the JVM alive unless it is started from a daemon thread. */
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

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
