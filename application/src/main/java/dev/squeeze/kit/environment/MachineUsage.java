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
 * CPU time of all processes of this machine since its start, or between two readings.
 *
 * @param busyTicks time running anything, in ticks of the operating system
 * @param idleTicks time with nothing to run
 * @param stolenTicks time in which the host ran another virtual machine although this one had something to run
 */
public record MachineUsage(long busyTicks, long idleTicks, long stolenTicks) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int FIELDS = 8;

    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d+ .*");

    /**
     * Reads the current counters; empty if the operating system does not show them, or in a container that is limited to some of
     * the machine's processors, since the counters are those of the whole machine.
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

    /** Parses the first line of /proc/stat, see proc(5): user nice system idle iowait irq softirq steal. */
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

    /** The usage since an earlier reading. */
    public MachineUsage minus(MachineUsage earlier) {
        return new MachineUsage(
                busyTicks - earlier.busyTicks, idleTicks - earlier.idleTicks, stolenTicks - earlier.stolenTicks);
    }

    /** Fraction of all processor time that was busy or stolen, 0 to 1. */
    public double busyShare() {
        long all = busyTicks + idleTicks + stolenTicks;
        return all <= 0 ? 0 : (double) (busyTicks + stolenTicks) / all;
    }

    /** Fraction of all processor time that was busy, 0 to 1. */
    public double runningShare() {
        long all = busyTicks + idleTicks + stolenTicks;
        return all <= 0 ? 0 : (double) busyTicks / all;
    }

    /** Stolen time as a fraction of the time in which this machine had something to run, 0 to 1. */
    public double stolenShare() {
        long wanted = busyTicks + stolenTicks;
        return wanted <= 0 ? 0 : (double) stolenTicks / wanted;
    }
}
