package dev.squeeze.kit.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Ports of 127.0.0.1, the only address that our brokers listen on. */
final class FreePorts {
    static final String HOST = "127.0.0.1";

    private FreePorts() {}

    /** Different ports that are free now. Somebody may take one before the broker does: then others are tried. */
    static List<Integer> find(int count) {
        return find(count, port -> true);
    }

    /**
     * The same of those that may be taken.
     *
     * @param allowed false of ports that are free but meant for something else
     */
    static List<Integer> find(int count, IntPredicate allowed) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            List<Integer> ports = new ArrayList<>();
            while (ports.size() < count) {
                // Each is held until all are found, so that none comes twice.
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

    /** @throws ClusterException when somebody listens there already */
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
