package dev.squeeze.feature.measure;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The other client libraries whose codecs can be measured, for shell completion. */
final class OtherClients extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    OtherClients() {
        super(Arrays.stream(ClientProfile.values())
                .filter(client -> client != ClientProfile.JAVA)
                .map(ClientProfile::label)
                .toList());
    }

    /**
     * Parses client names. Java is left out, since its codecs are always measured.
     *
     * @throws UsageException if there is no such client
     */
    static List<ClientProfile> parse(List<String> names) {
        return names.stream()
                .map(name -> UsageException.parse(name, ClientProfile::parse))
                .filter(client -> client != ClientProfile.JAVA)
                .distinct()
                .toList();
    }

    /** The settings of Java's codecs that the other clients' settings are compared with. */
    static CodecGrid comparable() {
        return CodecGrid.usual()
                .including(new Codec(CodecType.GZIP, 1))
                .including(new Codec(CodecType.GZIP, 9))
                .including(new Codec(CodecType.ZSTD, 10))
                .including(new Codec(CodecType.ZSTD, 12));
    }
}
