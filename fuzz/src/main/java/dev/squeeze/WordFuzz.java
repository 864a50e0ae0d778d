package dev.squeeze;

import static dev.squeeze.fuzz.Expectations.require;
import static dev.squeeze.fuzz.Expectations.requireClear;

import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.feature.advise.CurrentSettings;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.DurationText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Words of flags, which also come from experiments' files and from documents. */
public final class WordFuzz implements FuzzTarget {
    private static final List<Function<String, ?>> PARSERS = List.of(
            ByteCount::parse,
            ByteRate::parse,
            ArrivalRate::parse,
            DurationText::parse,
            Codec::parse,
            CodecGrid::parse,
            CurrentSettings::parse,
            Client::parse,
            TopicSpec::parse,
            Threshold::parse);

    @Override
    public List<byte[]> seeds() {
        List<String> words = List.of(
                "16KiB",
                "1.5MB/s",
                "1000/s",
                "1h30m",
                "zstd:-5",
                "none,zstd:1-3,gzip:6",
                "compression.type=zstd,compression.zstd.level=3,batch.size=1,linger.ms=5",
                "java",
                "name:3:2",
                "p99 < 10ms");
        return IntStream.range(0, words.size())
                .mapToObj(i -> InputBytes.prefixed(i, InputBytes.utf8(words.get(i))))
                .toList();
    }

    @Override
    public void parse(byte[] input) {
        InputBytes bytes = new InputBytes(input);
        Function<String, ?> parser = PARSERS.get(bytes.below(PARSERS.size()));
        String text = new String(bytes.rest(), StandardCharsets.UTF_8);
        try {
            require(parser.apply(text) != null, "words that are read are something");
        } catch (IllegalArgumentException e) {
            requireClear(e, "");
        }
    }
}
