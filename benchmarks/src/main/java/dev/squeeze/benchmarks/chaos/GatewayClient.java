package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** A well-behaved client: what it is promised must be stored. */
final class GatewayClient implements Lane.Step, AutoCloseable {
    private final GatewayLedger ledger;
    private final GatewayLedger.Account account;
    private final Figures figures;
    private final HttpSide http;
    private final int maxRecords;
    private final int maxPaddingBytes;

    /** @param maxRecords maximum per request; several are sent as lines, without a key */
    GatewayClient(GatewayLedger ledger, String topic, Figures figures, int port, int maxRecords, int maxPaddingBytes) {
        this.ledger = ledger;
        this.account = ledger.open(topic);
        this.figures = figures;
        this.http = new HttpSide(port, 90_000);
        this.maxRecords = maxRecords;
        this.maxPaddingBytes = maxPaddingBytes;
    }

    @Override
    public void next(Random random) {
        int records = 1 + random.nextInt(maxRecords);
        int first = account.take(records);
        Map<String, String> headers = new LinkedHashMap<>();
        StringBuilder body = new StringBuilder();
        if (maxRecords > 1) {
            headers.put("Content-Type", "application/x-ndjson");
        } else {
            headers.put("Kafka-Key", account.key(first));
        }
        for (int i = 0; i < records; i++) {
            body.append(account.value(first + i));
            body.append("x".repeat(random.nextInt(maxPaddingBytes)));
            body.append(maxRecords > 1 ? "\n" : "");
        }
        long begunNanos = System.nanoTime();
        try {
            int status = http.post(account.topic(), headers, body.toString().getBytes(StandardCharsets.ISO_8859_1));
            if (status / 100 == 2) {
                ledger.promised(account, first, records, begunNanos);
            } else if (status / 100 == 4) {
                ledger.refused(account, first, records);
                figures.note("answers " + status, 1);
            } else {
                figures.note("answers " + status, 1);
            }
        } catch (HttpSide.NotSentException e) {
            ledger.refused(account, first, records);
        } catch (IOException e) {
            figures.note("requests without an answer", 1);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
