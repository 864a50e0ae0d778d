package dev.squeeze.kit.environment.child;

import java.util.Arrays;
import java.util.List;

/** What the JVMs of brokers and gateways that we start are given in addition to their own options. */
public final class ChildJvm {
    /** A system property of this JVM: options with blanks between them. */
    public static final String PROPERTY = "squeeze.child.options";

    private ChildJvm() {}

    /**
     * Options that come after ours and so win over them. None, unless somebody asks for them: the tests do, whose many
     * short-lived brokers would spend most of their CPU time on compiling themselves well. Whoever measures leaves the
     * property alone.
     */
    public static List<String> moreOptions() {
        return Arrays.stream(System.getProperty(PROPERTY, "").split(" "))
                .filter(option -> !option.isEmpty())
                .toList();
    }
}
