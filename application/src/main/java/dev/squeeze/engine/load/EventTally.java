package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.ThreadRoles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Aggregates the events of flight recordings; loaded only if the JVM has Flight Recorder. */
final class EventTally<R extends Enum<R>> {
    private static final String JAVA_SAMPLE = "jdk.ExecutionSample";
    private static final String NATIVE_SAMPLE = "jdk.NativeMethodSample";
    private static final String MONITOR_ENTER = "jdk.JavaMonitorEnter";
    private static final String WAITS_ITSELF = "java.lang.Object.";
    private static final String UNKNOWN = "(unknown)";
    /** Far more than exist in practice; any beyond these are left out. */
    private static final int MAX_MONITORS = 10_000;

    private record Monitor<R>(R role, String type, String method) {}

    private static final class Waits<R> {
        private final Map<R, Long> nanosByHolder = new HashMap<>();
        private long count;
        private long totalNanos;
        private long longestNanos;

        private void add(long nanos, Optional<R> holder) {
            holder.ifPresent(role -> nanosByHolder.merge(role, nanos, Long::sum));
            count++;
            totalNanos += nanos;
            longestNanos = Math.max(longestNanos, nanos);
        }

        private Optional<R> holder() {
            return nanosByHolder.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey);
        }
    }

    private final ThreadRoles<R> roles;
    private final Map<R, MethodTally> methods;
    private final Map<Monitor<R>, Waits<R>> monitors = new HashMap<>();

    EventTally(ThreadRoles<R> roles) {
        this.roles = roles;
        this.methods = new EnumMap<>(roles.type());
    }

    void add(Path file) throws IOException {
        double nativeSampleNanos = nativeSampleNanos(file);
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                switch (event.getEventType().getName()) {
                    case JAVA_SAMPLE -> addSample(event, FlightRecording.JAVA_SAMPLE_PERIOD_NANOS);
                    case NATIVE_SAMPLE -> addSample(event, nativeSampleNanos);
                    case MONITOR_ENTER -> addWait(event);
                    default -> {
                        // The recorder always adds some events about itself.
                    }
                }
            }
        }
    }

    /**
     * Period of native samples, see {@link FlightRecording#REFERENCE_THREAD}; 0 if the recording is too short to tell.
     */
    private static double nativeSampleNanos(Path file) throws IOException {
        long samples = 0;
        Instant first = Instant.MAX;
        Instant last = Instant.MIN;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(NATIVE_SAMPLE)
                        && FlightRecording.REFERENCE_THREAD.equals(sampledThread(event))) {
                    samples++;
                    // Events of different threads are not in chronological order.
                    first = event.getStartTime().isBefore(first) ? event.getStartTime() : first;
                    last = event.getStartTime().isAfter(last) ? event.getStartTime() : last;
                }
            }
        }
        return samples < 2 ? 0 : (double) Duration.between(first, last).toNanos() / (samples - 1);
    }

    private void addSample(RecordedEvent event, double sampleNanos) {
        String thread = sampledThread(event);
        List<String> called = stack(event);
        SampledStack stack = SampledStack.of(called);
        if (!stack.waits() && !thread.equals(FlightRecording.REFERENCE_THREAD)) {
            methods.computeIfAbsent(roles.ofThread().apply(thread), role -> new MethodTally())
                    .add(stack, called, sampleNanos);
        }
    }

    private void addWait(RecordedEvent event) {
        RecordedClass type = event.getClass("monitorClass");
        String method = stack(event).stream()
                .filter(name -> !name.startsWith(WAITS_ITSELF))
                .findFirst()
                .orElse(UNKNOWN);
        Monitor<R> monitor = new Monitor<>(
                roles.ofThread().apply(name(event.getThread())), type == null ? UNKNOWN : type.getName(), method);
        if (monitors.size() < MAX_MONITORS || monitors.containsKey(monitor)) {
            monitors.computeIfAbsent(monitor, same -> new Waits<>())
                    .add(event.getDuration().toNanos(), holder(event));
        }
    }

    private Optional<R> holder(RecordedEvent event) {
        return Optional.ofNullable(event.getThread("previousOwner"))
                .map(EventTally::name)
                .filter(name -> !name.isEmpty())
                .map(roles.ofThread());
    }

    private static String sampledThread(RecordedEvent event) {
        return name(event.getThread("sampledThread"));
    }

    private static String name(@Nullable RecordedThread thread) {
        return thread == null || thread.getJavaName() == null ? "" : thread.getJavaName();
    }

    private static List<String> stack(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        return trace == null
                ? List.of()
                : trace.getFrames().stream().map(EventTally::method).toList();
    }

    /** Method name without the address that ends the name of a class generated at run time: it differs each time. */
    private static String method(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        if (method == null) {
            return UNKNOWN;
        }
        return method.getType().getName().replaceFirst("[/+]0x.*", "") + "." + method.getName();
    }

    Profile<R> profile(int max) {
        Map<R, RoleProfile> profiles = new EnumMap<>(roles.type());
        methods.forEach((role, tally) -> profiles.put(role, tally.profile(max)));
        Map<R, Double> millis = new EnumMap<>(roles.type());
        profiles.forEach((role, seen) -> millis.merge(role, seen.activeMillis(), Double::sum));
        monitors.forEach((monitor, sum) -> millis.merge(monitor.role(), sum.totalNanos / 1e6, Double::sum));
        List<MonitorWaits<R>> waits = monitors.entrySet().stream()
                .map(entry -> waits(
                        entry.getKey(),
                        entry.getValue(),
                        millis.getOrDefault(entry.getKey().role(), 0.0)))
                .sorted(Comparator.<MonitorWaits<R>>comparingDouble(MonitorWaits::totalMillis)
                        .reversed())
                .limit(max)
                .toList();
        return new Profile<>(profiles, waits);
    }

    private static <R extends Enum<R>> MonitorWaits<R> waits(Monitor<R> monitor, Waits<R> waits, double millisOfRole) {
        return new MonitorWaits<>(
                monitor.role(),
                monitor.type(),
                monitor.method(),
                waits.count,
                waits.totalNanos / 1e6,
                waits.longestNanos / 1e6,
                millisOfRole > 0 ? waits.totalNanos / 1e6 / millisOfRole : 0,
                waits.holder());
    }
}
