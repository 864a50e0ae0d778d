package dev.squeeze.benchmarks.chaos;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** One connection over which requests are sent exactly as given. It never retries by itself. */
final class HttpSide implements AutoCloseable {
    private static final int MAX_HEAD_BYTES = 1 << 16;

    private final int port;
    private final int timeoutMillis;
    private Optional<Socket> socket = Optional.empty();

    HttpSide(int port, int timeoutMillis) {
        this.port = port;
        this.timeoutMillis = timeoutMillis;
    }

    /**
     * Posts and waits for the answer.
     *
     * @return its status
     * @throws NotSentException when not a single byte was sent
     * @throws IOException when there is no answer: the outcome of the request is unknown
     */
    int post(String topic, Map<String, String> headers, byte[] body) throws IOException {
        Socket open = connected();
        try {
            StringBuilder head = new StringBuilder("POST /topics/" + topic + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                    + "\r\nContent-Length: " + body.length + "\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            head.append("\r\n");
            OutputStream out = open.getOutputStream();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            all.writeBytes(body);
            out.write(all.toByteArray());
            out.flush();
            return answer(open.getInputStream());
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Nothing was sent, so nothing can have been stored. */
    static final class NotSentException extends IOException {
        private static final long serialVersionUID = 1;

        NotSentException(IOException cause) {
            super(cause);
        }
    }

    Socket connected() throws NotSentException {
        if (socket.isPresent()) {
            return socket.get();
        }
        Socket fresh = new Socket();
        try {
            fresh.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 5_000);
            fresh.setSoTimeout(timeoutMillis);
            fresh.setTcpNoDelay(true);
            socket = Optional.of(fresh);
            return fresh;
        } catch (IOException e) {
            try {
                fresh.close();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw new NotSentException(e);
        }
    }

    private int answer(InputStream in) throws IOException {
        String head = head(in);
        int status = Integer.parseInt(head.substring(9, 12));
        int length = 0;
        boolean closing = false;
        for (String line : head.split("\r\n")) {
            String lower = line.toLowerCase(java.util.Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            } else if (lower.startsWith("connection:")) {
                closing = lower.contains("close");
            }
        }
        if (in.readNBytes(length).length < length) {
            throw new IOException("the answer was cut off");
        }
        if (closing) {
            close();
        }
        return status;
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4) {
            int next = in.read();
            if (next < 0 || head.size() > MAX_HEAD_BYTES) {
                throw new IOException("no answer");
            }
            head.write(next);
            matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        if (!text.matches("(?s)HTTP/1\\.1 \\d{3}.*")) {
            throw new IOException("no HTTP");
        }
        return text;
    }

    @Override
    public void close() {
        socket.ifPresent(open -> {
            try {
                open.close();
            } catch (IOException e) {
                // The connection is closed anyway.
            }
        });
        socket = Optional.empty();
    }
}
