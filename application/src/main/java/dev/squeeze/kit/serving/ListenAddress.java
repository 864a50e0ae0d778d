package dev.squeeze.kit.serving;

import dev.squeeze.kit.unit.UsageException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The address given with a flag such as {@code --listen HOST:PORT}. */
public final class ListenAddress {
    private static final int MAX_PORT = 65_535;

    private ListenAddress() {}

    /**
     * Parses the address to listen on.
     *
     * @param flag that it was given with
     * @param listen as HOST:PORT; port 0 selects a free port
     * @throws UsageException if it is malformed, or the host is unknown
     */
    public static InetSocketAddress parse(String flag, String listen) {
        int colon = listen.lastIndexOf(':');
        try {
            String host = colon < 0 ? "" : listen.substring(0, colon);
            String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
            int port = Integer.parseInt(listen.substring(colon + 1));
            if (!bare.isEmpty() && port >= 0 && port <= MAX_PORT) {
                return new InetSocketAddress(InetAddress.getByName(bare), port);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        } catch (UnknownHostException e) {
            throw new UsageException(flag + " " + listen + ": unknown host", e);
        }
        throw new UsageException(flag + " " + listen + ": write HOST:PORT, such as 127.0.0.1:8080");
    }

    /**
     * Whether an address of {@code --listen} is reachable from other machines.
     *
     * @throws UsageException as {@link #parse} does
     */
    public static boolean isBeyondThisMachine(String listen) {
        return !parse("--listen", listen).getAddress().isLoopbackAddress();
    }
}
