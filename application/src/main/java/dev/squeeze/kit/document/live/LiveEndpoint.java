package dev.squeeze.kit.document.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.squeeze.kit.document.LiveState;
import dev.squeeze.kit.environment.HostHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Serves the page and the state of the run, and refuses all other requests. */
final class LiveEndpoint implements HttpHandler {
    /** Maximum number of requests processed at the same time. */
    static final int MAX_CONCURRENT = 8;

    /** Of these, requests that wait for news; the others are for pages. */
    private static final int MAX_WAITING = 6;

    private static final Duration NEWS_AT_LEAST = Duration.ofSeconds(1);
    private static final Duration NEWS_AT_MOST = Duration.ofSeconds(10);
    private static final long WATCHED_NANOS = 10_000_000_000L;
    private static final Pattern SEEN = Pattern.compile("seen=(\\d{1,18})");

    private final byte[] token;
    private final Board board;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    private final AtomicInteger readers = new AtomicInteger();
    private final AtomicInteger reportsServed = new AtomicInteger();
    private final AtomicLong askedNanos = new AtomicLong(System.nanoTime() - 2 * WATCHED_NANOS);

    private record Answer(int status, String type, byte[] body) {
        static Answer plain(int status, String words) {
            return new Answer(status, "text/plain; charset=utf-8", (words + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    LiveEndpoint(String token, Board board) {
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        this.board = board;
    }

    /** The number of pages that are currently waiting for news. */
    int readers() {
        return readers.get();
    }

    int reportsServed() {
        return reportsServed.get();
    }

    boolean isWatched() {
        return readers.get() > 0 || System.nanoTime() - askedNanos.get() < WATCHED_NANOS;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            if (!isForUs(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, Answer.plain(403, "This page is only available at 127.0.0.1 and localhost."), head);
            } else if (!head && !exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, Answer.plain(405, "Only GET and HEAD are allowed."), head);
            } else {
                answer(exchange, head);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The port is ignored, since it is another one at the local end of a tunnel. */
    private static boolean isForUs(String host) {
        return host != null
                && HostHeader.parse(host).filter(HostHeader::isLoopback).isPresent();
    }

    private void answer(HttpExchange exchange, boolean head) throws IOException, InterruptedException {
        String[] path = exchange.getRequestURI().getRawPath().split("/", -1);
        // In constant time, so that response times do not reveal how much of a guess is right.
        boolean known = path.length > 1
                && path.length <= 3
                && MessageDigest.isEqual(token, path[1].getBytes(StandardCharsets.UTF_8));
        String rest = path.length == 3 ? path[2] : "";
        if (!known || !(rest.isEmpty() || rest.equals("state"))) {
            send(exchange, Answer.plain(404, "Not found: use the complete address that squeeze printed."), head);
            return;
        }
        askedNanos.set(System.nanoTime());
        if (rest.equals("state")) {
            send(exchange, state(exchange.getRequestURI().getRawQuery()), head);
        } else {
            boolean report = board.phase() == Board.Phase.DONE;
            send(exchange, new Answer(200, "text/html; charset=utf-8", board.page()), head);
            if (report && !head) {
                reportsServed.incrementAndGet();
            }
        }
    }

    private Answer state(String query) throws InterruptedException {
        Matcher seen = SEEN.matcher(query == null ? "" : query);
        boolean waits = seen.matches() && waiting.tryAcquire();
        if (waits) {
            readers.incrementAndGet();
            try {
                board.awaitNews(Long.parseLong(seen.group(1)), NEWS_AT_LEAST, NEWS_AT_MOST);
            } finally {
                readers.decrementAndGet();
                waiting.release();
                askedNanos.set(System.nanoTime());
            }
        }
        LiveState state = board.state();
        return new Answer(200, "application/json", StateJson.of(state, board.phase(), waits));
    }

    private static void send(HttpExchange exchange, Answer answer, boolean head) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", answer.type());
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        // The page contains its own policy, except for this directive, which is ignored in a page.
        headers.set("Content-Security-Policy", "frame-ancestors 'none'");
        if (head) {
            headers.set("Content-Length", Integer.toString(answer.body().length));
            exchange.sendResponseHeaders(answer.status(), -1);
        } else {
            exchange.sendResponseHeaders(answer.status(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
    }
}
