package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** One of each caveat. */
public final class CaveatFixtures {
    private CaveatFixtures() {}

    public static List<Caveat> every() {
        return List.of(
                new TrafficCaveat.BaselineFromLog(
                        MeasureFixtures.storedSource().stored().orElseThrow(),
                        List.of(),
                        List.of("linger.ms=70"),
                        true),
                new TrafficCaveat.BatchesByRule("librdkafka", true, false),
                new TrafficCaveat.BatchesOfOneRecord(7.4, 50),
                new TrafficCaveat.TransactionsEndBatches(3.2),
                new TrafficCaveat.TopicSetsCodec(TopicCompression.of(CodecType.GZIP), true, true),
                new TrafficCaveat.LargestRecordRefused(ClientProfile.SARAMA, 65_536, 155_602, 262_144),
                new TrafficCaveat.FollowsLiveRun(),
                new ChangeCaveat.LimitsCannotBeMet("--max-latency 10ms"),
                new TrafficCaveat.AssumedRate("10 MiB/s"),
                new TrafficCaveat.RateSeenForShort(5_400, 1.5),
                new MeasurementCaveat.ContendedMachine(1.87),
                new MeasurementCaveat.SmallSample(900, 1_500_000),
                new MeasurementCaveat.WideRatio(0.16),
                new MeasurementCaveat.DriftingData(1.3, 3.4),
                new TrafficCaveat.Arrivals(35.2, 12.1),
                new TrafficCaveat.Arrivals(3.0, 3.6),
                new MeasurementCaveat.BatchOfMuchOfTheSample(410, 900),
                new ChangeCaveat.LongLinger(101.4),
                new ChangeCaveat.CodecUnknownToSomeClients(Codec.parse("zstd:1")),
                new TrafficCaveat.SlowStart(128),
                new TrafficCaveat.TodayCannotCarryTheRate(20_000, 3, 24.3),
                new ChangeCaveat.OldDataKeepsItsCodec(Optional.of("7 d")),
                new ChangeCaveat.BufferMemory(100_663_296, false),
                new ChangeCaveat.MoreThanThreadsThatSend(
                        new ProducerSettings(Codec.parse("zstd:9"), 262_144, 20), 4.2, 6, 12.3, "USD"),
                new ChangeCaveat.BatchesLimitedByTopic(65_536, 100_000),
                new ChangeCaveat.TextOfBytes("base64", 0.25),
                new ChangeCaveat.CompressedValues(List.of("gzip", "zstd")),
                new ChangeCaveat.BrokersCompress(Codec.parse("zstd:3"), 0.4, 1.3, 3),
                new ChangeCaveat.LevelNeedsNewClients(
                        ClientProfile.JAVA, Codec.parse("zstd:6"), 1_642, OptionalDouble.of(1_580), "USD"));
    }

    /** Every class of caveats, except the one for caveats read from a document. */
    public static List<Class<?>> classes() {
        return Arrays.stream(Caveat.class.getPermittedSubclasses())
                .filter(group -> group != Caveat.Read.class)
                .<Class<?>>flatMap(group -> Arrays.stream(group.getPermittedSubclasses()))
                .toList();
    }
}
