package dev.squeeze.feature.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A client that sends arbitrary bytes, as a badly behaved client would. */
final class HttpSocket implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;

    private HttpSocket(Socket socket) {
        this.socket = socket;
    }

    static HttpSocket open(URI address) throws IOException {
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return new HttpSocket(socket);
    }

    /** Opens a socket with a small receive buffer. */
    static HttpSocket openNarrow(URI address) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
        return new HttpSocket(socket);
    }

    /** Opens several sockets that each send the same text and then nothing more. */
    static List<HttpSocket> hold(int number, URI address, String beginning) throws IOException {
        List<HttpSocket> held = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < number; i++) {
            HttpSocket socket = open(address);
            held.add(socket);
            socket.send(beginning);
        }
        return held;
    }

    static void closeAll(List<HttpSocket> sockets) throws IOException {
        for (HttpSocket socket : sockets) {
            socket.close();
        }
    }

    /** One request with these header lines; returns the whole response. */
    static String ask(URI address, String requestLine, String... headerLines) throws IOException {
        try (HttpSocket socket = open(address)) {
            socket.send(requestLine + " HTTP/1.1\r\n" + String.join("\r\n", headerLines)
                    + "\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx");
            return socket.rest();
        }
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    /** The bytes received until the other side closes the connection. */
    String rest() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** The response's first line; empty if the connection ended without one or none arrived in time. */
    String statusLine() throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
                line.append((char) next);
            }
        } catch (SocketTimeoutException e) {
            return "";
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
