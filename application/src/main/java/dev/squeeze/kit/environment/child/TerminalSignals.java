package dev.squeeze.kit.environment.child;

import java.lang.reflect.Constructor;
import java.util.function.Consumer;

/**
 * Ctrl-C is sent to every process of the terminal's foreground group, including brokers and gateways. They must survive it: the
 * parent first ends its run and then stops them. Implemented with reflection, as in Kafka's LoggingSignalHandler, since the class
 * is not part of a standard API.
 */
public final class TerminalSignals {
    private static final String[] FROM_THE_TERMINAL = {"INT", "HUP"};

    private TerminalSignals() {}

    /**
     * From now on, neither Ctrl-C nor closing the terminal ends this process.
     *
     * @param failure receives the reason if that is not possible
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
