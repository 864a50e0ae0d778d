package dev.squeeze;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of 127.0.0.1 for servers that a test starts, or where nothing must be listening. */
public final class TestPorts {
    /** Below the ephemeral ports, one of which might be used before the test uses it. */
    private static final int MIN_PORT = 12_000;

    private static final int MAX_PORT = 30_000;
    private static final int TRIES = 20;

    private TestPorts() {}

    /** A port that is free, and likely to remain so until it is used. */
    public static int free() throws IOException {
        return free(1);
    }

    /** The first of several consecutive free ports. */
    public static int free(int inARow) throws IOException {
        for (int tries = 1; ; tries++) {
            int first = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT);
            try {
                for (int i = 0; i < inARow; i++) {
                    new ServerSocket(first + i, 1, InetAddress.getByName("127.0.0.1")).close();
                }
                return first;
            } catch (BindException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }
}
