package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.squeeze.kit.format.BatchRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The records and the report of one reading. */
record Reading(List<BatchRecord> records, RecordSource.ReadReport report) {

    static Reading of(RecordSource source) {
        List<BatchRecord> records = new ArrayList<>();
        RecordSource.ReadReport report = source.read(records::add, (read, total) -> {});
        return new Reading(records, report);
    }

    static Reading ofFile(Path file) {
        return of(new FileSource(List.of(file.toString()), ReadOptions.DEFAULT));
    }

    static Reading ofFile(Path file, ReadOptions options) {
        return of(new FileSource(List.of(file.toString()), options));
    }

    /** Reads standard input. */
    static Reading ofBytes(byte[] input, ReadOptions options) {
        return of(standardInput(new ByteArrayInputStream(input), options));
    }

    static Reading ofText(String input, RecordFormat format) {
        return ofBytes(bytes(input), options(format));
    }

    static FileSource standardInput(InputStream stream, ReadOptions options) {
        return new FileSource(List.of("-"), options, () -> stream);
    }

    /** Asserts that reading fails with a proper exception, and returns its message. */
    static String failure(RecordSource source) {
        try {
            source.read(record -> true, (read, total) -> {});
        } catch (SourceException e) {
            String message = String.valueOf(e.getMessage());
            assertThat(message).isNotBlank().doesNotContain("\n");
            return message;
        }
        throw new AssertionError("no failure: " + source.notation());
    }

    static String failureOf(Path file) {
        return failure(new FileSource(List.of(file.toString()), ReadOptions.DEFAULT));
    }

    static String failureOf(Path file, ReadOptions options) {
        return failure(new FileSource(List.of(file.toString()), options));
    }

    static String failureOf(byte[] input, ReadOptions options) {
        return failure(standardInput(new ByteArrayInputStream(input), options));
    }

    static ReadOptions options(RecordFormat format) {
        return new ReadOptions(Optional.of(format), Optional.empty(), Optional.empty(), 10_000);
    }

    static ReadOptions keyed(RecordFormat format, String keyField) {
        return new ReadOptions(Optional.of(format), Optional.of(keyField), Optional.empty(), 10_000);
    }

    static ReadOptions stamped(RecordFormat format, String timestampField) {
        return new ReadOptions(Optional.of(format), Optional.empty(), Optional.of(timestampField), 10_000);
    }

    List<String> values() {
        return records.stream().map(record -> text(record.value())).toList();
    }

    /** The keys; {@code (none)} for a record without a key. */
    List<String> keys() {
        return records.stream().map(record -> text(record.key())).toList();
    }

    List<Long> timestamps() {
        return records.stream().map(BatchRecord::timestampMillis).toList();
    }

    List<ReadNotice.Kind> noticeKinds() {
        return report.notices().stream().map(ReadNotice::kind).toList();
    }

    String onlyNotice() {
        assertThat(report.notices()).hasSize(1);
        return report.notices().get(0).message();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "(none)" : new String(bytes, StandardCharsets.UTF_8);
    }

    static byte[] gzip(byte[] input) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    static byte[] zstd(byte[] input) {
        return Zstd.compress(input);
    }

    static byte[] lengthPrefixed(byte[]... records) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] record : records) {
            int length = record.length;
            all.writeBytes(
                    new byte[] {(byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length});
            all.writeBytes(record);
        }
        return all.toByteArray();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
