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

/** Answers what is asked: the page, and how the run stands. Everything else is refused. */
final class LiveEndpoint implements HttpHandler {
    /** Requests that are worked on at a time. */
    static final int MAX_CONCURRENT = 8;

    /** Of them, those that wait for news; the others are for pages. */
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

    /** An answer with a body. */
    private record Answer(int status, String type, byte[] body) {
        static Answer plain(int status, String words) {
            return new Answer(status, "text/plain; charset=utf-8", (words + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    LiveEndpoint(String token, Board board) {
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        this.board = board;
    }

    /** How many pages wait for news at this moment. */
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
                send(exchange, Answer.plain(403, "This page is for 127.0.0.1 and localhost alone."), head);
            } else if (!head && !exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, Answer.plain(405, "This page can only be read."), head);
            } else {
                answer(exchange, head);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever the port is: it is another one at the near end of a tunnel. */
    private static boolean isForUs(String host) {
        return host != null
                && HostHeader.parse(host).filter(HostHeader::isLoopback).isPresent();
    }

    private void answer(HttpExchange exchange, boolean head) throws IOException, InterruptedException {
        String[] path = exchange.getRequestURI().getRawPath().split("/", -1);
        // In constant time: how far a guess is right must not be seen.
        boolean known = path.length > 1
                && path.length <= 3
                && MessageDigest.isEqual(token, path[1].getBytes(StandardCharsets.UTF_8));
        String rest = path.length == 3 ? path[2] : "";
        if (!known || !(rest.isEmpty() || rest.equals("state"))) {
            send(
                    exchange,
                    Answer.plain(404, "There is nothing here: use the whole address that squeeze printed."),
                    head);
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
        // The page's own policy is in the page; this is what a page cannot say of itself.
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
