package dev.squeeze.kit.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The name of this machine's processor. */
final class ProcessorName {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path SYSCTL = Path.of("/usr/sbin/sysctl");
    private static final int SYSCTL_SECONDS = 5;

    private ProcessorName() {}

    /** The vendor's model name, or the architecture if there is none. */
    static String ofThisMachine() {
        try {
            Optional<String> name = Optional.empty();
            if (Files.isReadable(CPU_INFO)) {
                name = of(Files.readAllLines(CPU_INFO, StandardCharsets.ISO_8859_1));
            } else if (Files.isExecutable(SYSCTL)) {
                name = ofSysctl();
            }
            return name.orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    /**
     * From the lines of {@code /proc/cpuinfo}. On ARM, these contain ids of the implementer and the core design instead of a name.
     */
    static Optional<String> of(List<String> lines) {
        return value(lines, "model name").or(() -> value(lines, "CPU implementer")
                .flatMap(maker -> value(lines, "CPU part").map(part -> "ARM " + maker + "/" + part)));
    }

    private static Optional<String> value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** On macOS. */
    private static Optional<String> ofSysctl() throws IOException {
        Process process = new ProcessBuilder(SYSCTL.toString(), "-n", "machdep.cpu.brand_string")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(SYSCTL_SECONDS, TimeUnit.SECONDS)) {
                return Optional.empty();
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.exitValue() == 0 && !said.isEmpty() ? Optional.of(said) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }
}
