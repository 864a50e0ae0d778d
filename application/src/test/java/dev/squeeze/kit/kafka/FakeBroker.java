package dev.squeeze.kit.kafka;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

/** Implements as much of Kafka's protocol as a test defines, until it is closed. */
final class FakeBroker implements AutoCloseable {
    private final ServerSocket server;
    private final Function<ApiKeys, ApiMessage> answers;
    private final List<ApiKeys> known;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private FakeBroker(int port, List<ApiKeys> known, Function<ApiKeys, ApiMessage> answers) throws IOException {
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new java.net.InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        this.known = known;
        this.answers = answers;
        start(this::accept);
    }

    /**
     * @param port 0 for any free port
     * @param answers responses to requests of the known kinds
     */
    static FakeBroker start(int port, List<ApiKeys> known, Function<ApiKeys, ApiMessage> answers) throws IOException {
        return new FakeBroker(port, known, answers);
    }

    int port() {
        return server.getLocalPort();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "fake-broker");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket accepted) {
        try (Socket socket = accepted) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                RequestHeader header = RequestHeader.parse(ByteBuffer.wrap(request));
                ApiMessage answer =
                        header.apiKey() == ApiKeys.API_VERSIONS ? versions() : answers.apply(header.apiKey());
                out.write(bytes(header.toResponseHeader(), answer, header.apiVersion()));
                out.flush();
            }
        } catch (IOException e) {
            // The client or the broker has closed the connection.
        }
    }

    private ApiMessage versions() {
        ApiVersionsResponseData data = new ApiVersionsResponseData();
        data.apiKeys().add(ApiVersionsResponse.toApiVersion(ApiKeys.API_VERSIONS));
        known.forEach(key -> data.apiKeys().add(ApiVersionsResponse.toApiVersion(key)));
        return data;
    }

    private static byte[] bytes(ResponseHeader header, ApiMessage answer, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        int size = header.data().size(cache, header.headerVersion()) + answer.size(cache, version);
        ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES + size).putInt(size);
        ByteBufferAccessor writer = new ByteBufferAccessor(buffer);
        header.data().write(writer, cache, header.headerVersion());
        answer.write(writer, cache, version);
        return buffer.array();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
