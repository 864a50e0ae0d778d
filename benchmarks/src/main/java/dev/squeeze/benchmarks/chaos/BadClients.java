package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Clients that misbehave, each in one way. Nothing is promised to them, but others must not suffer. */
final class BadClients {
    private static final int BURST = 20;

    private final int port;
    private final Figures figures;

    BadClients(int port, Figures figures) {
        this.port = port;
        this.figures = figures;
    }

    void future(String topic) {
        figures.fault("bad client: timestamps in the far future");
        burst(topic, Map.of("Kafka-Key", "bad", "Kafka-Timestamp", "9999999999999"), "b.future");
    }

    void past(String topic) {
        figures.fault("bad client: timestamps of 1970");
        burst(topic, Map.of("Kafka-Key", "bad", "Kafka-Timestamp", "1"), "b.past");
    }

    /** A timestamp that is valid by the topic's default, but not while its limit is lowered. */
    void ahead(String topic) {
        figures.fault("bad client: timestamps half an hour ahead");
        long ahead = System.currentTimeMillis() + TimeUnit.MINUTES.toMillis(30);
        burst(topic, Map.of("Kafka-Key", "bad", "Kafka-Timestamp", String.valueOf(ahead)), "b.ahead");
    }

    void keyless(String topic) {
        figures.fault("bad client: records without a key");
        burst(topic, Map.of(), "b.keyless");
    }

    void large(String topic, int bytes) {
        figures.fault("bad client: large records");
        burst(topic, Map.of("Kafka-Key", "bad"), "b" + "y".repeat(bytes));
    }

    void manyLines(String topic) {
        figures.fault("bad client: a body of very many lines");
        burst(topic, Map.of("Content-Type", "application/x-ndjson"), "b\n".repeat(400_000));
    }

    private void burst(String topic, Map<String, String> headers, String body) {
        try (HttpSide http = new HttpSide(port, 10_000)) {
            int requests = body.length() > 10_000 ? 3 : BURST;
            for (int i = 0; i < requests; i++) {
                int status = http.post(topic, headers, body.getBytes(StandardCharsets.ISO_8859_1));
                figures.note("answers to bad clients " + status, 1);
            }
        } catch (IOException e) {
            figures.note("bad clients without an answer", 1);
        }
    }

    /** Connections that send part of something and then disconnect, or stay silent. */
    void half(String topic, Random random) {
        String head = "POST /topics/" + topic + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n";
        List<String> openings = List.of(
                "POST /topics/" + topic,
                head + "Content-Length: 1000\r\n\r\nb.half",
                head + "Content-Length: 5\r\nContent-Length: 7\r\n\r\nb.two-lengths",
                head + "Transfer-Encoding: chunked\r\n\r\n5\r\nb.cut",
                head + "Transfer-Encoding: chunked\r\n\r\nzz\r\nb.no-number\r\n0\r\n\r\n",
                "\0\1\2 garbage\r\n\r\n",
                head + "Kafka-Timestamp: yesterday\r\nContent-Length: 1\r\n\r\nb",
                head + "Kafka-Header: no-equals-sign\r\nContent-Length: 1\r\n\r\nb");
        figures.fault("bad client: half or malformed requests");
        for (String opening : openings) {
            try (HttpSide http = new HttpSide(port, 200)) {
                OutputStream out = http.connected().getOutputStream();
                out.write(opening.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                if (random.nextBoolean()) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            } catch (IOException e) {
                // As expected.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Many uploads of unknown length that stall, for as long as the gateway allows. */
    void idleUploads(String topic, int seconds) throws InterruptedException {
        figures.fault("bad client: idle chunked uploads");
        hold(topic, "Transfer-Encoding: chunked\r\n\r\n", 40, seconds, "");
    }

    void slowBodies(String topic, int seconds) throws InterruptedException {
        figures.fault("bad client: bodies of one byte a second");
        hold(topic, "Content-Length: 500000\r\n\r\n", 20, seconds, "b");
    }

    private void hold(String topic, String end, int connections, int seconds, String each) throws InterruptedException {
        List<HttpSide> held = new ArrayList<>();
        try {
            String head = "POST /topics/" + topic + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nKafka-Key: bad\r\n";
            for (int i = 0; i < connections; i++) {
                HttpSide http = new HttpSide(port, 1_000);
                held.add(http);
                send(http, head + end);
            }
            for (int second = 0; second < seconds; second++) {
                TimeUnit.SECONDS.sleep(1);
                held.forEach(http -> send(http, each));
            }
        } finally {
            held.forEach(HttpSide::close);
        }
    }

    private static void send(HttpSide http, String text) {
        try {
            http.connected().getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // Refused or cut off, as expected.
        }
    }
}
