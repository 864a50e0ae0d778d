package dev.squeeze;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Files of records for tests, identical in every run. */
public final class Records {
    private static final long SEED = 20_260_102;

    private Records() {}

    /** JSON lines with {@code /user/id} and {@code /at}; each contains {@code marker}. */
    public static String jsonLines(int records, String marker) {
        Random random = new Random(SEED);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < records; i++) {
            text.append("{\"user\":{\"id\":\"")
                    .append(marker)
                    .append(random.nextInt(50))
                    .append("\"},\"at\":")
                    .append(1_700_000_000_000L + i * 10L)
                    .append(",\"page\":\"/shop/")
                    .append(random.nextInt(1_000))
                    .append("\",\"note\":\"")
                    .append(marker)
                    .append(" words that come again and again ")
                    .append(Long.toHexString(random.nextLong()))
                    .append("\"}\n");
        }
        return text.toString();
    }

    /** CSV with a header row: user, at, note. */
    public static String csv(int records, String marker) {
        Random random = new Random(SEED);
        StringBuilder text = new StringBuilder("user,at,note\n");
        for (int i = 0; i < records; i++) {
            text.append(marker)
                    .append(random.nextInt(50))
                    .append(',')
                    .append(1_700_000_000_000L + i * 10L)
                    .append(",\"")
                    .append(marker)
                    .append(", words ")
                    .append(Integer.toHexString(random.nextInt()))
                    .append("\"\n");
        }
        return text.toString();
    }

    public static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    public static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String write(Path folder, String name, byte[] content) {
        try {
            return Files.write(folder.resolve(name), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String write(Path folder, String name, String content) {
        return write(folder, name, bytes(content));
    }
}
