package dev.squeeze.kit.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Records of all kinds that a topic may contain, always the same for a seed. */
public final class RecordShapes {
    public static final long START_MILLIS = 1_704_067_200_000L;

    private static final String[] WORDS = {
        "GET",
        "POST",
        "/index.html",
        "/api/v1/orders/",
        "HTTP/1.1",
        "200",
        "404",
        "Mozilla/5.0",
        "user=",
        "session=",
        "127.0.0.1",
        "\"referer\":",
        "https://example.org/",
        "latency_ms=",
        "eu-west-1",
        "checkout"
    };

    private RecordShapes() {}

    /** Small batches, each of one kind, by the name of the kind. */
    public static Map<String, BatchRecord[]> small(long seed) {
        Random random = new Random(seed);
        Map<String, BatchRecord[]> shapes = new LinkedHashMap<>();
        shapes.put("an empty value", one(null, new byte[0]));
        shapes.put("no value", one(new byte[] {7}, null));
        shapes.put("neither key nor value", one(null, null));
        shapes.put("an empty key", one(new byte[0], text(random, 40)));
        shapes.put("one byte", one(null, new byte[] {-128}));
        shapes.put("incompressible", one(noise(random, 16), noise(random, 10_000)));
        shapes.put("all zeros", one(null, new byte[70_000]));
        shapes.put("text", one(null, text(random, 40_000)));
        shapes.put("many tiny records", tiny(random, 3_000));
        shapes.put("headers", withHeaders(random));
        shapes.put("time going backwards", backwards(random));
        return shapes;
    }

    /** All of {@link #small} in a single batch. */
    public static BatchRecord[] mixed(long seed) {
        List<BatchRecord> all = new ArrayList<>();
        small(seed).values().forEach(records -> all.addAll(List.of(records)));
        return all.toArray(BatchRecord[]::new);
    }

    /** One record of 3 MiB: noise, zeros and repeating text, larger than any buffer of the codecs. */
    public static BatchRecord[] huge(long seed) {
        Random random = new Random(seed);
        byte[] value = new byte[3 << 20];
        System.arraycopy(noise(random, 1 << 20), 0, value, 0, 1 << 20);
        byte[] paragraph = text(random, 1 << 12);
        for (int at = 2 << 20; at < value.length; at += paragraph.length) {
            System.arraycopy(paragraph, 0, value, at, paragraph.length);
        }
        return one(text(random, 20), value);
    }

    /** A batch of log lines. */
    public static BatchRecord[] lines(long seed, int count) {
        Random random = new Random(seed);
        BatchRecord[] records = new BatchRecord[count];
        for (int i = 0; i < count; i++) {
            records[i] = record(null, text(random, 60 + random.nextInt(140)), i / 3);
        }
        return records;
    }

    /** A record with random content, and a timestamp up to an hour before or after the start. */
    public static BatchRecord anything(Random random) {
        Header[] headers = new Header[random.nextInt(4) == 0 ? random.nextInt(5) : 0];
        for (int i = 0; i < headers.length; i++) {
            String name = List.of("", "trace-id", "grün", "日本", "😀-" + random.nextInt(100))
                    .get(random.nextInt(5));
            headers[i] = new RecordHeader(name, maybe(random, 40));
        }
        long delta = random.nextInt(20) == 0 ? random.nextLong() >> 20 : random.nextInt(7_200_000) - 3_600_000L;
        return new BatchRecord(maybe(random, 200), maybe(random, 20_000), headers, START_MILLIS + delta);
    }

    public static byte[] text(Random random, int bytes) {
        StringBuilder text = new StringBuilder(bytes + 32);
        while (text.length() < bytes) {
            text.append(WORDS[random.nextInt(WORDS.length)]);
            text.append(random.nextInt(4) == 0 ? String.format(Locale.ROOT, "%d ", random.nextInt(1000)) : " ");
        }
        return text.substring(0, bytes).getBytes(StandardCharsets.US_ASCII);
    }

    public static byte[] noise(Random random, int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    private static byte @Nullable [] maybe(Random random, int most) {
        return switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> noise(random, List.of(63, 64, 127, 128, 8191, 8192).get(random.nextInt(6)));
            default -> noise(random, random.nextInt(random.nextInt(4) == 0 ? most : 100));
        };
    }

    private static BatchRecord[] tiny(Random random, int count) {
        BatchRecord[] records = new BatchRecord[count];
        for (int i = 0; i < count; i++) {
            records[i] = record(i % 3 == 0 ? noise(random, 2) : null, noise(random, random.nextInt(4)), i);
        }
        return records;
    }

    private static BatchRecord[] withHeaders(Random random) {
        Header[] headers = {
            new RecordHeader("trace-id", noise(random, 16)),
            new RecordHeader("nothing", (byte[]) null),
            new RecordHeader("", new byte[0]),
            new RecordHeader("größe", text(random, 300)),
            new RecordHeader("trace-id", noise(random, 16))
        };
        BatchRecord[] records = new BatchRecord[20];
        for (int i = 0; i < records.length; i++) {
            Header[] some = i % 2 == 0 ? headers : BatchRecord.NO_HEADERS;
            records[i] = new BatchRecord(null, text(random, 50), some, START_MILLIS + i);
        }
        return records;
    }

    private static BatchRecord[] backwards(Random random) {
        BatchRecord[] records = new BatchRecord[50];
        for (int i = 0; i < records.length; i++) {
            long delta = i == 49 ? -START_MILLIS : -(1L << Math.min(i, 40));
            records[i] = record(null, text(random, 30), delta);
        }
        return records;
    }

    private static BatchRecord[] one(byte @Nullable [] key, byte @Nullable [] value) {
        return new BatchRecord[] {record(key, value, 0)};
    }

    private static BatchRecord record(byte @Nullable [] key, byte @Nullable [] value, long deltaMillis) {
        return new BatchRecord(key, value, BatchRecord.NO_HEADERS, START_MILLIS + deltaMillis);
    }
}
