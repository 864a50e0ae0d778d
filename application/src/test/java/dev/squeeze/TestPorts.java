package dev.squeeze;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of 127.0.0.1 for what a test starts there, or at which it expects nobody. */
public final class TestPorts {
    /** Below the ports that systems give to outgoing connections, one of which might take it before the test does. */
    private static final int MIN_PORT = 12_000;

    private static final int MAX_PORT = 30_000;
    private static final int TRIES = 20;

    private TestPorts() {}

    /** A port that is free, and likely to stay so until it is used. */
    public static int free() throws IOException {
        return free(1);
    }

    /** The first of as many free ports in a row. */
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
