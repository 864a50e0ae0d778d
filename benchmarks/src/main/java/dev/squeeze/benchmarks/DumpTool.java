package dev.squeeze.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Kafka's own tool for dumping segments, run in this JVM so that its start is not counted, and with the libraries of
 * its own version, because it needs their internal classes.
 */
public final class DumpTool implements AutoCloseable {
    private static final String TOOL = "org.apache.kafka.tools.DumpLogSegments";

    /** Start of a line that names a segment. */
    private static final String FILE = "Dumping ";

    private static final Pattern BATCH =
            Pattern.compile("baseOffset: (\\d+) lastOffset: \\d+ count: (\\d+) .*? size: (\\d+) ");

    private final URLClassLoader loader;
    private final MethodHandle main;

    public DumpTool() throws IOException {
        this.loader = new URLClassLoader(libraries(), ClassLoader.getPlatformClassLoader());
        try {
            this.main = MethodHandles.publicLookup()
                    .findStatic(loader.loadClass(TOOL), "main", MethodType.methodType(void.class, String[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Kafka's dump tool cannot be loaded", e);
        }
    }

    /** The libraries are in a folder next to our own. */
    private static URL[] libraries() throws IOException {
        try {
            Path own = Path.of(DumpTool.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            List<URL> urls = new ArrayList<>();
            try (Stream<Path> jars = Files.list(own.resolveSibling("../dump-lib"))) {
                for (Path jar : jars.toList()) {
                    urls.add(jar.toUri().toURL());
                }
            }
            return urls.toArray(new URL[0]);
        } catch (URISyntaxException | MalformedURLException e) {
            throw new IOException("no folder of the dump tool's libraries", e);
        }
    }

    /**
     * Dumps segments without deep iteration: one line per batch.
     *
     * @return number of batches, by the lines printed
     */
    long dump(List<Path> segments) {
        LineCount lines = new LineCount();
        dump(segments, lines);
        return lines.batches;
    }

    /**
     * A batch as printed by the tool.
     *
     * @param segment the file that contains it
     * @param sizeBytes stored size, including its header
     */
    public record Batch(Path segment, long baseOffset, int records, int sizeBytes) {}

    /** Dumps segments without deep iteration, and parses the tool's output. */
    public List<Batch> batches(List<Path> segments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        dump(segments, printed);
        List<Batch> batches = new ArrayList<>();
        Path segment = segments.get(0);
        for (String line : printed.toString(StandardCharsets.UTF_8).lines().toList()) {
            Matcher batch = BATCH.matcher(line);
            if (line.startsWith(FILE)) {
                segment = Path.of(line.substring(FILE.length()));
            } else if (batch.lookingAt()) {
                batches.add(new Batch(
                        segment,
                        Long.parseLong(batch.group(1)),
                        Integer.parseInt(batch.group(2)),
                        Integer.parseInt(batch.group(3))));
            }
        }
        return batches;
    }

    private void dump(List<Path> segments, OutputStream printed) {
        PrintStream console = System.out;
        Thread thread = Thread.currentThread();
        ClassLoader ours = thread.getContextClassLoader();
        // Kafka looks up its decoders there.
        thread.setContextClassLoader(loader);
        System.setOut(new PrintStream(printed, false, StandardCharsets.UTF_8));
        try {
            main.invoke((Object) new String[] {
                "--files", segments.stream().map(Path::toString).collect(Collectors.joining(","))
            });
        } catch (Throwable e) {
            throw new IllegalStateException("Kafka's dump tool failed: " + e, e);
        } finally {
            System.out.flush();
            System.setOut(console);
            thread.setContextClassLoader(ours);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** Counts lines that start like those of batches, and keeps nothing. */
    private static final class LineCount extends OutputStream {
        private boolean lineBegins = true;
        private long batches;

        @Override
        public void write(int b) {
            if (lineBegins && b == 'b') {
                batches++;
            }
            lineBegins = b == '\n';
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                write(bytes[i]);
            }
        }
    }
}
