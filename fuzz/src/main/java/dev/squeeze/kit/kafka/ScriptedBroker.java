package dev.squeeze.kit.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * A listener that answers one kind of request with bytes that it was given, and what a client needs before that as a broker
 * would: one broker, one topic of two partitions.
 */
public final class ScriptedBroker implements AutoCloseable {
    public static final String TOPIC = "topic";
    public static final Uuid TOPIC_ID = new Uuid(0x1234_5678_9abc_4defL, 0x8234_5678_9abc_def0L);
    /** A client that asks again and again must come to an end. */
    private static final int MAX_SCRIPTED_ANSWERS = 2;

    private static final int MAX_REQUEST_BYTES = 1 << 20;

    private final ServerSocket server;
    private volatile Optional<Script> script = Optional.empty();

    /** What is answered to requests of a kind. */
    private static final class Script {
        private final ApiKeys api;
        private final byte[] body;
        private int answers;

        Script(ApiKeys api, byte[] body) {
            this.api = api;
            this.body = body;
        }
    }

    public ScriptedBroker() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(this::accept, "scripted-broker");
        accepting.setDaemon(true);
        accepting.start();
    }

    public String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    /** From now on requests of this kind get these bytes as the answer's body; all others what a broker would answer. */
    public void answer(ApiKeys api, byte[] body) {
        script = Optional.of(new Script(api, body));
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread serving = new Thread(() -> serve(socket), "scripted-connection");
                serving.setDaemon(true);
                serving.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > MAX_REQUEST_BYTES) {
                    return;
                }
                ByteBuffer request = ByteBuffer.wrap(in.readNBytes(length));
                RequestHeader header = RequestHeader.parse(request);
                byte[] answer = answer(header);
                if (answer.length == 0) {
                    return;
                }
                byte[] whole = new byte[Integer.BYTES + answer.length];
                ByteBuffer.wrap(whole).putInt(answer.length).put(answer);
                out.write(whole);
                out.flush();
            }
        } catch (IOException | RuntimeException e) {
            // The client has gone.
        }
    }

    /** Empty to hang up. */
    private byte[] answer(RequestHeader header) {
        ByteBuffer head = serialised(
                new ResponseHeaderData().setCorrelationId(header.correlationId()),
                header.apiKey().responseHeaderVersion(header.apiVersion()));
        Optional<Script> scripted = script.filter(candidate -> candidate.api == header.apiKey());
        byte[] body;
        if (scripted.isPresent()) {
            Script chosen = scripted.get();
            body = chosen.answers++ < MAX_SCRIPTED_ANSWERS ? chosen.body : refusal(header);
        } else if (header.apiKey() == ApiKeys.API_VERSIONS) {
            body = array(serialised(versions(), header.apiVersion()));
        } else if (header.apiKey() == ApiKeys.METADATA) {
            body = array(serialised(metadata(), header.apiVersion()));
        } else {
            body = refusal(header);
        }
        if (body.length == 0 && scripted.isEmpty()) {
            return body;
        }
        ByteBuffer answer = ByteBuffer.allocate(head.remaining() + body.length);
        return answer.put(head).put(body).array();
    }

    /** An error that no client takes for one that passes; empty for requests that know none. */
    private byte[] refusal(RequestHeader header) {
        short refused = Errors.TOPIC_AUTHORIZATION_FAILED.code();
        if (header.apiKey() == ApiKeys.FETCH) {
            return array(serialised(new FetchResponseData().setErrorCode(refused), header.apiVersion()));
        }
        if (header.apiKey() == ApiKeys.METADATA) {
            MetadataResponseData metadata = metadata();
            metadata.topics().forEach(topic -> topic.setErrorCode(refused));
            return array(serialised(metadata, header.apiVersion()));
        }
        return header.apiKey() == ApiKeys.LIST_OFFSETS
                ? array(serialised(new ListOffsetsResponseData(), header.apiVersion()))
                : new byte[0];
    }

    static ApiVersionsResponseData versions() {
        ApiVersionsResponseData versions = new ApiVersionsResponseData();
        for (ApiKeys api :
                List.of(ApiKeys.API_VERSIONS, ApiKeys.METADATA, ApiKeys.FETCH, ApiKeys.LIST_OFFSETS, ApiKeys.PRODUCE)) {
            versions.apiKeys()
                    .add(new ApiVersionsResponseData.ApiVersion()
                            .setApiKey(api.id)
                            .setMinVersion(api.oldestVersion())
                            .setMaxVersion(api.latestVersion()));
        }
        return versions;
    }

    MetadataResponseData metadata() {
        MetadataResponseData metadata = new MetadataResponseData().setControllerId(0);
        metadata.brokers()
                .add(new MetadataResponseData.MetadataResponseBroker()
                        .setNodeId(0)
                        .setHost(server.getInetAddress().getHostAddress())
                        .setPort(server.getLocalPort()));
        List<MetadataResponseData.MetadataResponsePartition> partitions = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++) {
            partitions.add(new MetadataResponseData.MetadataResponsePartition()
                    .setPartitionIndex(partition)
                    .setLeaderId(0)
                    .setReplicaNodes(List.of(0))
                    .setIsrNodes(List.of(0)));
        }
        metadata.topics()
                .add(new MetadataResponseData.MetadataResponseTopic()
                        .setName(TOPIC)
                        .setTopicId(TOPIC_ID)
                        .setPartitions(partitions));
        return metadata;
    }

    static ByteBuffer serialised(ApiMessage message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        return buffer.flip();
    }

    static byte[] array(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
