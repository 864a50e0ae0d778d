package dev.squeeze.kit.environment.child;

import java.lang.reflect.Constructor;
import java.util.function.Consumer;

/**
 * Ctrl-C goes to every process of the terminal's foreground group, our brokers and gateways among them. They must outlive
 * it: the parent ends its run first and then them. By reflection, as Kafka's LoggingSignalHandler does it, since the class
 * belongs to no standard API.
 */
public final class TerminalSignals {
    private static final String[] FROM_THE_TERMINAL = {"INT", "HUP"};

    private TerminalSignals() {}

    /**
     * From now on neither Ctrl-C nor the end of the terminal ends this process.
     *
     * @param failure takes why that could not be done
     */
    public static void ignore(Consumer<Throwable> failure) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Constructor<?> named = signal.getConstructor(String.class);
            Object ignoring = handler.getField("SIG_IGN").get(null);
            for (String name : FROM_THE_TERMINAL) {
                signal.getMethod("handle", signal, handler).invoke(null, named.newInstance(name), ignoring);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            failure.accept(e);
        }
    }
}
