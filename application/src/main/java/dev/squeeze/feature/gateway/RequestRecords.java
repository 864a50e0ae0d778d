package dev.squeeze.feature.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a request's records, from its HTTP headers. Record keys and header values are bytes: bytes that
 * HTTP does not allow in a header are percent-encoded, such as {@code %41}, and so is the percent sign itself.
 *
 * @param topic topic of the records
 * @param key key of every record
 * @param headers headers of every record
 * @param timestampMillis timestamp of every record; absent for the send time
 * @param tombstone whether the record has no value
 * @param lines whether each line of the body is a record
 */
record RequestRecords(
        String topic,
        Optional<byte[]> key,
        List<KeptHeader> headers,
        OptionalLong timestampMillis,
        boolean tombstone,
        boolean lines) {
    static final String KEY = "Kafka-Key";
    static final String HEADER = "Kafka-Header";
    static final String TIMESTAMP = "Kafka-Timestamp";
    static final String TOMBSTONE = "Kafka-Tombstone";

    private static final String LINES = "application/x-ndjson";
    private static final int HEX = 16;

    RequestRecords {
        headers = List.copyOf(headers);
    }

    /** A header of the records. */
    record KeptHeader(String key, byte @Nullable [] value) implements Header {}

    /** @throws RefusedException if a header is not understood */
    static RequestRecords of(String topic, HttpFields fields) {
        String encoding = only(fields, HttpHeader.CONTENT_ENCODING.asString());
        if (encoding != null && !encoding.strip().equalsIgnoreCase("identity")) {
            throw new RefusedException(
                    Refusal.UNSUPPORTED, "send the body as it is, without Content-Encoding: the producer compresses");
        }
        String key = only(fields, KEY);
        List<KeptHeader> headers = new ArrayList<>();
        for (String field : fields.getValuesList(HEADER)) {
            headers.add(header(field));
        }
        String type = only(fields, HttpHeader.CONTENT_TYPE.asString());
        boolean lines = type != null
                && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(LINES);
        boolean tombstone = flag(only(fields, TOMBSTONE));
        if (tombstone && lines) {
            throw bad(TOMBSTONE + " is only allowed with a single record, not with lines");
        }
        return new RequestRecords(
                topic,
                key == null ? Optional.empty() : Optional.of(decoded(KEY, key)),
                headers,
                timestamp(only(fields, TIMESTAMP)),
                tombstone,
                lines);
    }

    /** Refuses a header that is given twice, since it would be unclear which value is meant. */
    private static @Nullable String only(HttpFields fields, String name) {
        List<String> values = fields.getValuesList(name);
        if (values.size() > 1) {
            throw bad(name + " may be given once, got " + values.size());
        }
        return values.isEmpty() ? null : values.get(0);
    }

    private static KeptHeader header(String field) {
        int equals = field.indexOf('=');
        if (equals == 0) {
            throw bad(HEADER + " must be NAME=VALUE, or NAME alone for a header without a value");
        }
        if (equals < 0) {
            return new KeptHeader(new String(decoded(HEADER, field), StandardCharsets.UTF_8), null);
        }
        return new KeptHeader(
                new String(decoded(HEADER, field.substring(0, equals)), StandardCharsets.UTF_8),
                decoded(HEADER, field.substring(equals + 1)));
    }

    private static boolean flag(@Nullable String value) {
        if (value != null && !value.strip().equalsIgnoreCase("true")) {
            throw bad(TOMBSTONE + " must be true or left out");
        }
        return value != null;
    }

    private static OptionalLong timestamp(@Nullable String value) {
        if (value == null) {
            return OptionalLong.empty();
        }
        try {
            long millis = Long.parseLong(value.strip());
            if (millis >= 0) {
                return OptionalLong.of(millis);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw bad(TIMESTAMP + " must be milliseconds since 1970");
    }

    /** Decodes percent-encoding; all other characters must be ASCII. */
    private static byte[] decoded(String where, String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '%') {
                if (i + 2 >= text.length() || !isHex(text.charAt(i + 1)) || !isHex(text.charAt(i + 2))) {
                    throw bad(where + ": a percent sign starts an encoded byte such as %41; write %25 for the sign"
                            + " itself");
                }
                bytes.write(Integer.parseInt(text, i + 1, i + 3, HEX));
                i += 2;
            } else if (letter < 128) {
                bytes.write(letter);
            } else {
                throw bad(where + ": write bytes beyond ASCII as %C3%A4");
            }
        }
        return bytes.toByteArray();
    }

    private static boolean isHex(char letter) {
        return Character.digit(letter, HEX) >= 0 && letter < 128;
    }

    private static RefusedException bad(String what) {
        return new RefusedException(Refusal.BAD_REQUEST, what);
    }

    /**
     * Counts the records of a body before they are created.
     *
     * @param maxRecords number of records after which counting stops; the result is then larger by one
     * @throws RefusedException if the body does not match the headers
     */
    LineCount count(byte[] body, int maxRecords) {
        if (tombstone && body.length > 0) {
            throw bad(TOMBSTONE + " needs an empty body");
        }
        if (tombstone && key.isEmpty()) {
            throw bad(TOMBSTONE + " needs a " + KEY + ": it deletes the records with that key");
        }
        LineCount count = lines ? LineCount.of(body, maxRecords) : LineCount.single(body.length);
        if (count.records() == 0) {
            throw bad("the body has no line with a record");
        }
        return count;
    }

    /** Memory that the records take while they wait. */
    long costBytes(LineCount count) {
        return QueueCost.of(
                count, headers.size(), key.map(bytes -> bytes.length).orElse(0) + headerBytes());
    }

    /** Bytes of the headers of each record, as sent. */
    long headerBytes() {
        long size = 0;
        for (KeptHeader header : headers) {
            size += header.key().getBytes(StandardCharsets.UTF_8).length
                    + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }

    /** @param count line count of the same body */
    List<ProducerRecord<byte[], byte[]>> of(byte[] body, LineCount count) {
        if (tombstone) {
            return List.of(record(null));
        }
        if (!lines) {
            return List.of(record(body));
        }
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count.records());
        LineCount.visit(body, (begin, end) -> records.add(record(Arrays.copyOfRange(body, begin, end))));
        return records;
    }

    private ProducerRecord<byte[], byte[]> record(byte @Nullable [] value) {
        return new ProducerRecord<>(
                topic,
                null,
                timestampMillis.isPresent() ? timestampMillis.getAsLong() : null,
                key.orElse(null),
                value,
                List.<Header>copyOf(headers));
    }
}
