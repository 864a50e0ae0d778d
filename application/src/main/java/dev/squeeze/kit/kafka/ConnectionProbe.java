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
 * Finds out why there is no conversation with a broker. Kafka's client knows only that a connection went away; whether
 * nobody listens, or the listener speaks TLS, has to be tried.
 */
final class ConnectionProbe {
    /** The first byte of a TLS record (RFC 8446, section 5.1): an alert or a handshake. */
    private static final int TLS_ALERT = 0x15;

    private static final int TLS_HANDSHAKE = 0x16;

    private ConnectionProbe() {}

    /**
     * What is wrong and what to do, to be put after the address and a colon.
     *
     * @param encrypted whether the client's settings ask for TLS
     * @param timeout for the connection and again for an answer
     */
    static String explain(String host, int port, boolean encrypted, Duration timeout) {
        int timeoutMillis = (int) Math.max(1, timeout.toMillis());
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            return "no machine has that name; check the address";
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            if (encrypted) {
                return "it takes connections but does not answer over TLS; check security.protocol and the truststore";
            }
            return answersTls(socket)
                    ? "it speaks TLS and the client does not; set security.protocol to SSL or SASL_SSL"
                    : "it takes connections but closes them or does not answer; check that it is a Kafka broker, and"
                            + " security.protocol";
        } catch (IOException e) {
            return "nobody answers there (" + e.getMessage() + "); check the address and that the broker runs";
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
