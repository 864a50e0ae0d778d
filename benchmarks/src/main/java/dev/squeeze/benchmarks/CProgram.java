package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.Codec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Runs {@code codecs}, the program under {@code benchmarks/c}, for a few rounds at a time. */
final class CProgram {
    private final Path program;
    private final TreeSet<String> circumstances = new TreeSet<>();

    CProgram(Path program) {
        this.program = program;
    }

    /** Compiler, flags and libraries, as reported by the program. */
    List<String> circumstances() {
        return List.copyOf(circumstances);
    }

    /**
     * Runs the program once.
     *
     * @return MiB/s of each round, by codec and direction
     * @throws IllegalStateException if the program fails; its own message is on stderr
     */
    Map<String, List<Double>> run(Path blocks, int rounds, long visitMillis, long seed, List<Codec> codecs)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--seed",
                Long.toString(seed),
                blocks.toString(),
                Integer.toString(rounds),
                Long.toString(visitMillis)));
        codecs.forEach(codec -> command.add(argument(codec)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        Map<String, List<Double>> rates = new HashMap<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split("\t", -1);
                if (line.startsWith("# compiler")) {
                    circumstances.add(line.substring(2));
                } else if (fields.length == 9 && !fields[0].equals("codec")) {
                    rates.computeIfAbsent(fields[0] + " " + fields[1], unused -> new ArrayList<>())
                            .add(Double.parseDouble(fields[3]));
                    circumstances.add(fields[0] + ": " + fields[8]);
                }
            }
            int code = process.waitFor();
            if (code != 0) {
                throw new IllegalStateException(program + " ended with exit code " + code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + program + " ran", e);
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(killer);
        }
        return rates;
    }

    /** Key of a codec and direction in the result of {@link #run}. */
    static String key(Codec codec, BlockTimer.Direction direction) {
        return argument(codec) + " " + direction.label();
    }

    /** The program calls Kafka's default of lz4 by the library's name for it: the fast compressor. */
    private static String argument(Codec codec) {
        return switch (codec.type()) {
            case LZ4 -> codec.isDefaultLevel() ? "lz4" : codec.toString();
            case NONE -> throw new IllegalArgumentException("'none' has no library: leave it out of --codecs");
            default -> codec.toString();
        };
    }
}
