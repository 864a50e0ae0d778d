package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Which of several settings that save about the same are the more practical ones. */
final class LadderPreference {
    private LadderPreference() {}

    /** The most practical settings first: shorter lingers, then fewer changes, default levels, and so on. */
    static Comparator<Prediction> of(ProducerSettings today, ToDoubleFunction<Prediction> saving) {
        return Comparator.<Prediction>comparingInt(
                        prediction -> prediction.settings().lingerMillis())
                .thenComparingInt(prediction -> changed(prediction.settings(), today))
                .thenComparing(
                        prediction -> !prediction.settings().storedCodec().isDefaultLevel())
                .thenComparing(prediction -> prediction.settings().storedCodec().type() == CodecType.GZIP)
                .thenComparingInt(prediction -> otherLevel(prediction.settings().storedCodec()))
                .thenComparingInt(prediction -> prediction.settings().batchSizeBytes())
                .thenComparing(Comparator.comparingDouble(saving).reversed());
    }

    /** A lower level needs less CPU time. */
    private static int otherLevel(Codec codec) {
        return codec.isDefaultLevel() ? 0 : codec.level();
    }

    private static int changed(ProducerSettings settings, ProducerSettings today) {
        return (settings.codec().type() == today.codec().type() ? 0 : 1)
                + (topic(settings).equals(topic(today)) ? 0 : 1)
                + (settings.batchSizeBytes() == today.batchSizeBytes() ? 0 : 1)
                + (settings.lingerMillis() == today.lingerMillis() ? 0 : 1);
    }

    private static Optional<CodecType> topic(ProducerSettings settings) {
        return settings.topicCodec().map(Codec::type);
    }
}
