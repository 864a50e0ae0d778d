package dev.squeeze.feature.measure;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The client libraries whose codecs can be measured next to Java's, as shells complete them. */
final class OtherClients extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    OtherClients() {
        super(Arrays.stream(ClientProfile.values())
                .filter(client -> client != ClientProfile.JAVA)
                .map(ClientProfile::label)
                .toList());
    }

    /**
     * Those of the names; Java's codecs are measured in any case.
     *
     * @throws UsageException where there is no such client
     */
    static List<ClientProfile> parse(List<String> names) {
        return names.stream()
                .map(name -> UsageException.parse(name, ClientProfile::parse))
                .filter(client -> client != ClientProfile.JAVA)
                .distinct()
                .toList();
    }

    /** Of Java's codecs, what the other clients' settings are compared with. */
    static CodecGrid comparable() {
        return CodecGrid.usual()
                .including(new Codec(CodecType.GZIP, 1))
                .including(new Codec(CodecType.GZIP, 9))
                .including(new Codec(CodecType.ZSTD, 10))
                .including(new Codec(CodecType.ZSTD, 12));
    }
}
