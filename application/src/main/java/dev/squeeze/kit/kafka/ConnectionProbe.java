package dev.squeeze.kit.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * Finds out why communication with a broker fails. Kafka's client only reports that a connection was lost; whether nothing is
 * listening, or the listener expects TLS, has to be tried.
 */
final class ConnectionProbe {
    /** The first byte of a TLS record (RFC 8446, section 5.1): an alert or a handshake. */
    private static final int TLS_ALERT = 0x15;

    private static final int TLS_HANDSHAKE = 0x16;

    private ConnectionProbe() {}

    /**
     * The problem and the remedy, to be appended to the address and a colon.
     *
     * @param encrypted whether the client's settings ask for TLS
     * @param timeout for connecting, and again for a response
     */
    static String explain(String host, int port, boolean encrypted, Duration timeout) {
        int timeoutMillis = (int) Math.max(1, timeout.toMillis());
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            return "the host name cannot be resolved; check the address";
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            if (encrypted) {
                return "it accepts connections but does not answer over TLS; check security.protocol and the truststore";
            }
            return answersTls(socket)
                    ? "it speaks TLS and the client does not; set security.protocol to SSL or SASL_SSL"
                    : "it accepts connections but closes them or does not answer; check that it is a Kafka broker, and"
                            + " security.protocol";
        } catch (IOException e) {
            return "cannot connect (" + e.getMessage() + "); check the address and that the broker is running";
        }
    }

    private static boolean answersTls(Socket socket) {
        try {
            ByteBuffer hello = clientHello();
            socket.getOutputStream().write(hello.array(), 0, hello.position());
            socket.getOutputStream().flush();
            int first = socket.getInputStream().read();
            return first == TLS_ALERT || first == TLS_HANDSHAKE;
        } catch (IOException | NoSuchAlgorithmException e) {
            return false;
        }
    }

    private static ByteBuffer clientHello() throws IOException, NoSuchAlgorithmException {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        return hello;
    }
}
