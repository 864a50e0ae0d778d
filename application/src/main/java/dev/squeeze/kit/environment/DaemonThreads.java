package dev.squeeze.kit.environment;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep the process alive. Their names determine the role their CPU time is assigned to. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** Creates a thread without starting it. */
    public static Thread create(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    public static Thread start(Runnable task, String name) {
        Thread thread = create(task, name);
        thread.start();
        return thread;
    }

    /** Gives all threads the same name. */
    public static ThreadFactory factory(String name) {
        return task -> create(task, name);
    }

    /** Numbers the threads from 0 on. */
    public static ThreadFactory numberedFactory(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> create(task, prefix + number.getAndIncrement());
    }
}
