package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** The counters of workers in their windows: added up, and for each worker. */
final class WorkerWindows {
    private WorkerWindows() {}

    /**
     * Combines the windows: everything is added, except for the length of the window, which is averaged.
     *
     * @param weights weights of the reports, for values that cannot be added
     * @param own what the coordinator measured, of which only the brokers' usage is kept
     */
    static WindowDifference together(List<LoadReport> reports, List<Integer> weights, WindowDifference own) {
        List<LoadReport.Window> windows =
                reports.stream().map(LoadReport::window).toList();
        JvmUsage clients =
                JvmUsage.together(windows.stream().map(LoadReport.Window::usage).toList());
        List<JvmUsage> services =
                windows.stream().flatMap(window -> window.service().stream()).toList();
        TrialResult.Window all = new TrialResult.Window(
                own.window().fromSeconds(),
                clients.clockNanos() / 1e9,
                sum(windows, window -> window.progress().acknowledged()),
                sum(windows, window -> window.progress().acknowledgedBytes()),
                clients,
                own.window().brokers(),
                Optional.empty(),
                sum(windows, window -> window.progress().bufferFull()),
                sum(windows, window -> window.progress().refused()),
                services.isEmpty() ? Optional.empty() : Optional.of(JvmUsage.together(services)),
                windows.stream()
                        .flatMap(window -> window.driversCpuNanos().stream())
                        .reduce(Long::sum));
        return new WindowDifference(
                all,
                ProducerMetrics.together(
                        windows.stream().map(LoadReport.Window::metrics).toList(), weights),
                sum(windows, LoadReport.Window::consumedBytes));
    }

    private static long sum(List<LoadReport.Window> windows, ToLongFunction<LoadReport.Window> which) {
        return windows.stream().mapToLong(which).sum();
    }

    /** @param producers number of producers, or connections, that the worker ran */
    static WorkerShare share(LoadReport report, String worker, int producers) {
        LoadReport.Window window = report.window();
        JvmUsage usage = window.usage();
        Map<ClientRole, ThreadUsage> roles = usage.byRole(ClientRole.THREADS);
        return new WorkerShare(
                worker,
                producers,
                window.progress().acknowledged(),
                window.progress().acknowledgedBytes(),
                usage.clockNanos() / 1e9,
                cpuNanos(roles, ClientRole.APPLICATION),
                cpuNanos(roles, ClientRole.PRODUCER_NETWORK),
                usage.processCpuNanos(),
                roles.containsKey(ClientRole.CONSUMER)
                        ? OptionalLong.of(cpuNanos(roles, ClientRole.CONSUMER))
                        : OptionalLong.empty(),
                window.service().stream().mapToLong(JvmUsage::processCpuNanos).findFirst(),
                window.driversCpuNanos().stream().mapToLong(nanos -> nanos).findFirst(),
                share(window.machine().map(MachineUsage::busyShare)),
                share(window.machine().map(MachineUsage::stolenShare)),
                report.standstillNanos(),
                report.lateNanos());
    }

    private static long cpuNanos(Map<ClientRole, ThreadUsage> roles, ClientRole role) {
        return Objects.requireNonNullElseGet(roles.get(role), () -> ThreadUsage.none(role.name()))
                .cpuNanos();
    }

    private static OptionalDouble share(Optional<Double> share) {
        return share.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }
}
