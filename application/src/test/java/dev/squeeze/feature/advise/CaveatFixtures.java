package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.OptionalDouble;

/** One of each caveat, for what prints them. */
public final class CaveatFixtures {
    private CaveatFixtures() {}

    public static List<Caveat> every() {
        return List.of(
                new Caveat.BaselineFromLog(
                        MeasureFixtures.storedSource().stored().orElseThrow()),
                new Caveat.BatchesByRule("librdkafka", true),
                new Caveat.FollowsLiveRun(),
                new Caveat.LimitsCannotBeMet("--max-latency 10ms"),
                new Caveat.AssumedRate("10 MiB/s"),
                new Caveat.RateSeenForShort(5_400, 1.5),
                new Caveat.ContendedMachine(1.87),
                new Caveat.SmallSample(900, 1_500_000),
                new Caveat.WideRatio(0.16),
                new Caveat.DriftingData(1.3, 3.4),
                new Caveat.Bursts(35.2, 12.1),
                new Caveat.EvenPace(3.0, 3.6),
                new Caveat.BatchOfMuchOfTheSample(410, 900),
                new Caveat.LongLinger(101.4),
                new Caveat.CodecUnknownToSomeClients(Codec.parse("zstd:1")),
                new Caveat.SlowStart(128),
                new Caveat.OldDataKeepsItsCodec("7 d"),
                new Caveat.BufferMemory(100_663_296),
                new Caveat.MoreThanThreadsThatSend(
                        new ProducerSettings(Codec.parse("zstd:9"), 262_144, 20), 4.2, 6, 12.3, "USD"),
                new Caveat.BrokersCompress(Codec.parse("zstd:3"), 0.4, 1.3, 3),
                new Caveat.LevelNeedsNewClients(
                        ClientProfile.JAVA, Codec.parse("zstd:6"), 1_642, OptionalDouble.of(1_580), "USD"));
    }
}
