package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.child.ChildJvm;
import dev.squeeze.kit.kafka.broker.BrokerMain;
import dev.squeeze.kit.unit.ByteCount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a broker's JVM.
 *
 * <p>The garbage collector and its settings are those of Kafka's own kafka-run-class.sh, so that the cost of memory management is
 * the same as in production. For the same reason, the JIT compiler keeps its defaults.
 */
final class BrokerCommand {
    private static final String[] LIKE_KAFKA = {
        "-XX:+UseG1GC",
        "-XX:MaxGCPauseMillis=20",
        "-XX:InitiatingHeapOccupancyPercent=35",
        "-XX:+ExplicitGCInvokesConcurrent",
        "-Djava.awt.headless=true"
    };

    private BrokerCommand() {}

    /**
     * @param sharing options for the class-data sharing archive
     * @param deletedAtEnd what the broker deletes after its parent has ended
     */
    static List<String> of(
            DataFolder folder,
            int node,
            ByteCount heap,
            BrokerClassPath classPath,
            List<String> sharing,
            List<Path> deletedAtEnd) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap.bytes());
        command.addAll(List.of(LIKE_KAFKA));
        command.add("-Xshare:auto");
        command.addAll(sharing);
        // A broker that is out of memory must exit, so that it is noticed; otherwise it would answer some requests and
        // stall others.
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-XX:ErrorFile=" + folder.broker(node).resolve("jvm-error.log"));
        // Its file in the system's temporary folder would remain if the broker is killed.
        command.add("-XX:-UsePerfData");
        command.add("-Djava.io.tmpdir=" + folder.scratch(node));
        // Standard output is reserved for BrokerMain's protocol.
        command.add("-Xlog:disable");
        command.add("-Xlog:all=warning:stderr");
        command.add("-XX:+DisplayVMOutputToStderr");
        command.add("-Dslf4j.provider=org.slf4j.jul.JULServiceProvider");
        command.add("-Dslf4j.internal.verbosity=WARN");
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(ChildJvm.moreOptions());
        command.add("-cp");
        command.add(classPath.toString());
        command.add(BrokerMain.class.getName());
        command.add(folder.broker(node).toString());
        command.add(folder.clusterId());
        deletedAtEnd.forEach(path -> command.add(path.toString()));
        return command;
    }
}
