package dev.squeeze.kit.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What all processes of this machine used of its processors since it began, or between two readings.
 *
 * @param busyTicks running anything, in the system's own ticks
 * @param idleTicks with nothing to run
 * @param stolenTicks wanted, but given to another virtual machine by the host
 */
public record MachineUsage(long busyTicks, long idleTicks, long stolenTicks) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int FIELDS = 8;

    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d+ .*");

    /**
     * Reads it; empty where the system does not show it, and in a container that may use a part of the machine's
     * processors only: the system shows the whole machine's.
     */
    public static Optional<MachineUsage> current() {
        try (Stream<String> lines = Files.lines(STAT, StandardCharsets.ISO_8859_1)) {
            return of(lines.toList(), Runtime.getRuntime().availableProcessors());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<MachineUsage> of(List<String> lines, int processors) {
        long shown =
                lines.stream().filter(line -> PROCESSOR.matcher(line).matches()).count();
        return lines.isEmpty() || shown != processors ? Optional.empty() : parse(lines.get(0));
    }

    /** The first line of /proc/stat, by proc(5): user nice system idle iowait irq softirq steal. */
    static Optional<MachineUsage> parse(String line) {
        String[] words = line.strip().split("\\s+");
        if (words.length <= FIELDS || !words[0].equals("cpu")) {
            return Optional.empty();
        }
        long[] ticks = new long[FIELDS];
        for (int i = 0; i < FIELDS; i++) {
            ticks[i] = Long.parseLong(words[i + 1]);
        }
        return Optional.of(
                new MachineUsage(ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6], ticks[3] + ticks[4], ticks[7]));
    }

    /** What was used since an earlier reading. */
    public MachineUsage minus(MachineUsage earlier) {
        return new MachineUsage(
                busyTicks - earlier.busyTicks, idleTicks - earlier.idleTicks, stolenTicks - earlier.stolenTicks);
    }

    /** How much of all processors was busy or wanted, 0 to 1. */
    public double busyShare() {
        long all = busyTicks + idleTicks + stolenTicks;
        return all <= 0 ? 0 : (double) (busyTicks + stolenTicks) / all;
    }

    /** How much of all processors ran something, 0 to 1. */
    public double runningShare() {
        long all = busyTicks + idleTicks + stolenTicks;
        return all <= 0 ? 0 : (double) busyTicks / all;
    }

    /** Of the time that this machine wanted its processors, the share that the host gave to others, 0 to 1. */
    public double stolenShare() {
        long wanted = busyTicks + stolenTicks;
        return wanted <= 0 ? 0 : (double) stolenTicks / wanted;
    }
}
