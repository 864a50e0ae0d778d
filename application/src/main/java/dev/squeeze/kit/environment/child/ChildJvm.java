package dev.squeeze.kit.environment.child;

import java.util.Arrays;
import java.util.List;

/** Additional options for the JVMs of brokers and gateways started by this process. */
public final class ChildJvm {
    /** A system property of this JVM: options separated by spaces. */
    public static final String PROPERTY = "squeeze.child.options";

    private ChildJvm() {}

    /**
     * Options that are placed after the regular ones and override them. Empty unless set: the tests use them because their many
     * short-lived brokers would spend most of their CPU time in optimizing compilers. The property must not be set for
     * measurements.
     */
    public static List<String> moreOptions() {
        return Arrays.stream(System.getProperty(PROPERTY, "").split(" "))
                .filter(option -> !option.isEmpty())
                .toList();
    }
}
