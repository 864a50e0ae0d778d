package dev.squeeze.kit.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Free ports of 127.0.0.1, the only address that embedded brokers listen on. */
final class FreePorts {
    static final String HOST = "127.0.0.1";

    private FreePorts() {}

    /** Distinct ports that are currently free. If another process takes one before the broker does, the caller tries again. */
    static List<Integer> find(int count) {
        return find(count, port -> true);
    }

    /**
     * The same, restricted to allowed ports.
     *
     * @param allowed false for free ports that are reserved for something else
     */
    static List<Integer> find(int count, IntPredicate allowed) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            List<Integer> ports = new ArrayList<>();
            while (ports.size() < count) {
                // Each is kept open until all are found, so that none is returned twice.
                ServerSocket socket = new ServerSocket(0, 1, loopback());
                sockets.add(socket);
                if (allowed.test(socket.getLocalPort())) {
                    ports.add(socket.getLocalPort());
                }
            }
            return ports;
        } catch (IOException e) {
            throw new ClusterException("no port of " + HOST + " is free: " + e.getMessage(), e);
        } finally {
            sockets.forEach(FreePorts::close);
        }
    }

    /** @throws ClusterException if another process is listening on it */
    static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(loopback(), port), 1);
        } catch (IOException e) {
            throw new ClusterException(
                    "port " + port + " of " + HOST + " cannot be used: " + e.getMessage()
                            + "; choose another with --port, or leave --port out to take a free one",
                    e);
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByName(HOST);
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new ClusterException("a probed port could not be closed: " + e.getMessage(), e);
        }
    }
}
