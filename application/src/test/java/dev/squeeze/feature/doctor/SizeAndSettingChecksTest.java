package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SizeAndSettingChecksTest {
    private static ClientSettings producer(Map<String, String> settings) {
        return new ClientSettings(Optional.of(settings), Optional.empty());
    }

    private static ClientSettings consumer(Map<String, String> settings) {
        return new ClientSettings(Optional.empty(), Optional.of(settings));
    }

    @Test
    void aHugeBatchMattersMoreInZstd() {
        assertThat(Examinations.healthy()
                        .batches(1, batch -> batch.sized(500_000, 33_000_000))
                        .seenBy(Check.HUGE_BATCHES)
                        .map(Observation::severity))
                .contains(Severity.WARNING);
        assertThat(Examinations.healthy()
                        .batches(1, batch -> batch.codec(Examinations.LZ4).sized(500_000, 33_000_000))
                        .seenBy(Check.HUGE_BATCHES)
                        .map(Observation::severity))
                .contains(Severity.NOTE);
        assertThat(Examinations.healthy()
                        .batches(1, batch -> batch.sized(500_000, 32_999_999))
                        .seenBy(Check.HUGE_BATCHES))
                .isEmpty();
    }

    @Test
    void aFetchMayUnpackToMoreThanAHeap() {
        Examinations zeros = new Examinations().batches(40, batch -> batch.sized(1_000, 41_000));

        assertThat(zeros.seenBy(Check.CONSUMER_HEAP)).hasValueSatisfying(seen -> assertThat(seen.seen())
                .contains("41 times", "the default of fetch.max.bytes"));
        assertThat(new Examinations()
                        .batches(40, batch -> batch.sized(1_000, 40_000))
                        .seenBy(Check.CONSUMER_HEAP))
                .isEmpty();
        assertThat(zeros.on(Examinations.cluster(List.of(), Map.of(), consumer(Map.of("fetch.max.bytes", "1000000"))))
                        .seenBy(Check.CONSUMER_HEAP))
                .isEmpty();
        assertThatThrownBy(() -> zeros.on(
                                Examinations.cluster(List.of(), Map.of(), consumer(Map.of("fetch.max.bytes", "much"))))
                        .seenBy(Check.CONSUMER_HEAP))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("fetch.max.bytes");
    }

    @Test
    void batchesNearTheLimitAreWorseWhereTheyAreSingleRecords() {
        Examinations batches = new Examinations().batches(40, batch -> batch.sized(7_000, 20_000));
        Examinations records =
                new Examinations().batches(40, batch -> batch.records(1, true).sized(7_000, 20_000));

        assertThat(batches.seenBy(Check.NEAR_SIZE_LIMIT))
                .as("no limit is known")
                .isEmpty();
        assertThat(batches.setting("max.message.bytes", "10000")
                        .seenBy(Check.NEAR_SIZE_LIMIT)
                        .map(Observation::severity))
                .contains(Severity.NOTE);
        assertThat(records.setting("max.message.bytes", "10000")
                        .seenBy(Check.NEAR_SIZE_LIMIT)
                        .map(Observation::severity))
                .contains(Severity.WARNING);
        assertThat(batches.seenBy(Check.NEAR_SIZE_LIMIT).orElseThrow().fix())
                .as("within the limit")
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("batch.size=4096 "));
        assertThat(batches.setting("max.message.bytes", "10001").seenBy(Check.NEAR_SIZE_LIMIT))
                .isEmpty();
    }

    private static String batchSizeNear(int limit, Map<String, String> producer) {
        return new Examinations()
                .batches(40, batch -> batch.sized(limit / 10 * 9, 4L * limit))
                .setting("max.message.bytes", String.valueOf(limit))
                .on(Examinations.cluster(List.of(), Map.of(), producer(producer)))
                .seenBy(Check.NEAR_SIZE_LIMIT)
                .orElseThrow()
                .fix()
                .get(0)
                .replaceAll(" .*", "");
    }

    @Test
    void batchesOfTheProposedSizeAreNotNearTheLimitAgain() {
        assertThat(batchSizeNear(131_072, Map.of())).isEqualTo("batch.size=65536");
        assertThat(batchSizeNear(187_000, Map.of())).isEqualTo("batch.size=65536");
        assertThat(batchSizeNear(262_144, Map.of())).isEqualTo("batch.size=131072");
        assertThat(batchSizeNear(1_048_588, Map.of())).isEqualTo("batch.size=131072");
    }

    @Test
    void batchesThatAreTooLargeAreNotAllowedToGrow() {
        assertThat(batchSizeNear(1_048_588, Map.of("batch.size", "50000"))).isEqualTo("batch.size=50000");
        assertThatThrownBy(() -> batchSizeNear(1_048_588, Map.of("batch.size", "much")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("batch.size must be a number");
        assertThat(Examinations.healthy()
                        .batches(1, batch -> batch.sized(50_000, 33_000_000))
                        .seenBy(Check.HUGE_BATCHES)
                        .orElseThrow()
                        .fix()
                        .get(0))
                .startsWith("batch.size=32768 ");
    }

    /** KafkaProducer.ensureValidRecordSize compares a record's uncompressed size with max.request.size and buffer.memory. */
    @Test
    void aLargerRecordFitsIntoTheRequestUncompressed() {
        assertThat(fixOfLargeRecords(7_000, 20_000))
                .anyMatch(line -> line.endsWith("max.message.bytes=20000"))
                .anyMatch(line -> line.startsWith("max.request.size=40000 ") && line.contains("at least"))
                .noneMatch(line -> line.startsWith("buffer.memory"));
        assertThat(fixOfLargeRecords(7_000, 7_000)).anyMatch(line -> line.startsWith("max.request.size=20000 "));
        assertThat(fixOfLargeRecords(7_000, 20_000_000))
                .anyMatch(line -> line.startsWith("max.request.size=40000000 "))
                .anyMatch(line -> line.startsWith("buffer.memory=40000000 "));
        assertThat(fixOfLargeRecords(7_000, 2_000_000_000))
                .anyMatch(line -> line.startsWith("max.request.size=2147483647 "));
    }

    private static List<String> fixOfLargeRecords(int stored, long uncompressed) {
        return new Examinations()
                .batches(40, batch -> batch.records(1, true).sized(stored, uncompressed))
                .setting("max.message.bytes", "10000")
                .seenBy(Check.NEAR_SIZE_LIMIT)
                .orElseThrow()
                .fix();
    }

    @Test
    void aBrokerCompressesAgainAsFarAsIsKnown() {
        Examinations set = Examinations.healthy().setting("compression.type", "zstd");

        assertThat(set.seenBy(Check.BROKER_RECOMPRESSES).map(Observation::severity))
                .contains(Severity.NOTE);
        assertThat(set.converted(5, 10).seenBy(Check.BROKER_RECOMPRESSES).map(Observation::severity))
                .contains(Severity.SERIOUS);
        assertThat(set.converted(0, 10).seenBy(Check.BROKER_RECOMPRESSES))
                .as("the brokers count none")
                .isEmpty();
        assertThat(Examinations.healthy()
                        .setting("compression.type", "producer")
                        .seenBy(Check.BROKER_RECOMPRESSES))
                .isEmpty();
        assertThat(Examinations.healthy().setting("compression.type", "lz4").seenBy(Check.BROKER_RECOMPRESSES))
                .as("its batches are of another codec")
                .isEmpty();
    }

    @Test
    void aProducersConfigurationSettlesWhetherABrokerCompressesAgain() {
        Examinations set = Examinations.healthy()
                .setting("compression.type", "zstd")
                .speed(Codec.parse("zstd"), 5)
                .on(Examinations.cluster(List.of(), Map.of(), producer(Map.of("compression.type", "lz4"))));

        assertThat(set.seenBy(Check.BROKER_RECOMPRESSES)).hasValueSatisfying(seen -> {
            assertThat(seen.severity()).isEqualTo(Severity.WARNING);
            assertThat(seen.confidence().level()).isEqualTo(Confidence.Level.LIKELY);
            assertThat(seen.saving()).isPresent();
        });
    }

    @Test
    void zstdAsTheTopicsSettingIsANote() {
        assertThat(Examinations.healthy().setting("compression.type", "zstd").seenBy(Check.ZSTD_TOPIC_SETTING))
                .isPresent();
        assertThat(Examinations.healthy().setting("compression.type", "lz4").seenBy(Check.ZSTD_TOPIC_SETTING))
                .isEmpty();
    }

    @Test
    void compactionChurnNeedsHolesAndNoLag() {
        Examinations churned =
                Examinations.healthy().setting("cleanup.policy", "compact").holes(1_000);

        assertThat(churned.seenBy(Check.COMPACTION_CHURN))
                .hasValueSatisfying(seen -> assertThat(seen.seen()).contains("20 %"));
        assertThat(churned.holes(999).seenBy(Check.COMPACTION_CHURN)).isEmpty();
        assertThat(churned.holes(1_000).setting("min.compaction.lag.ms", "1").seenBy(Check.COMPACTION_CHURN))
                .isEmpty();
        assertThat(Examinations.healthy().holes(1_000).seenBy(Check.COMPACTION_CHURN))
                .isEmpty();
    }

    /** Brokers reject min.compaction.lag.ms above max.compaction.lag.ms. */
    @Test
    void theLagThatCompactionChurnAsksForIsOneThatBrokersTake() {
        Examinations churned =
                Examinations.healthy().setting("cleanup.policy", "compact").holes(1_000);

        assertThat(churned.setting("max.compaction.lag.ms", "9223372036854775807")
                        .seenBy(Check.COMPACTION_CHURN))
                .hasValueSatisfying(
                        seen -> assertThat(String.join(" ", seen.fix())).doesNotContain("max.compaction.lag.ms"));
        assertThat(churned.setting("max.compaction.lag.ms", "1000").seenBy(Check.COMPACTION_CHURN))
                .hasValueSatisfying(seen -> assertThat(String.join(" ", seen.fix()))
                        .contains("min.compaction.lag.ms=3600000,max.compaction.lag.ms=3600000"));
    }

    @Test
    void schemasMatterFromHalfOfTheValuesOn() {
        assertThat(new Examinations()
                        .batches(40, batch -> batch.marked(0, 50))
                        .withoutSchema(0.6)
                        .seenBy(Check.SCHEMA_IN_RECORDS))
                .isPresent();
        assertThat(new Examinations()
                        .batches(40, batch -> batch.marked(0, 49))
                        .withoutSchema(0.6)
                        .seenBy(Check.SCHEMA_IN_RECORDS))
                .isEmpty();
        assertThat(new Examinations()
                        .batches(40, batch -> batch.marked(0, 100))
                        .withoutSchema(1)
                        .seenBy(Check.SCHEMA_IN_RECORDS))
                .isEmpty();
    }

    @Test
    void valuesThatAreCompressedAloneMatterFromHalfOfThemOn() {
        assertThat(new Examinations()
                        .batches(40, batch -> batch.marked(50, 0))
                        .unwrapped(0.6)
                        .seenBy(Check.VALUES_COMPRESSED_ALONE))
                .isPresent();
        assertThat(new Examinations()
                        .batches(40, batch -> batch.marked(49, 0))
                        .unwrapped(0.6)
                        .seenBy(Check.VALUES_COMPRESSED_ALONE))
                .isEmpty();
        assertThat(new Examinations()
                        .batches(40, batch -> batch.marked(50, 0))
                        .unwrapped(0.91)
                        .seenBy(Check.VALUES_COMPRESSED_ALONE))
                .isEmpty();
    }

    @Test
    void unpackedValuesArePricedWithTheCodecThatTheirBatchesGet() {
        Examinations packed = new Examinations().batches(40, batch -> batch.marked(50, 0));
        EstimatedSaving free = saved(packed.unwrapped(0.6));
        EstimatedSaving zstd = saved(packed.unwrapped(0.6, 10));
        EstimatedSaving gzip = saved(packed.on(
                Examinations.clusterAt("x.servicebus.windows.net:9093", List.of(), Map.of(), ClientSettings.NONE)));

        assertThat(zstd.cores()).isLessThan(free.cores());
        assertThat(gzip.cores()).isLessThan(zstd.cores());
        assertThat(zstd.moneyPerMonth().estimate())
                .isLessThan(free.moneyPerMonth().estimate());
    }

    private static EstimatedSaving saved(Examinations packed) {
        return packed.seenBy(Check.VALUES_COMPRESSED_ALONE)
                .orElseThrow()
                .saving()
                .orElseThrow();
    }

    @Test
    void readsCrossZonesWhereRacksDifferAndNobodySelectsReplicas() {
        List<String> racks = List.of("a", "b");
        Map<String, String> selector = Map.of("replica.selector.class", "RackAware");

        assertThat(Examinations.healthy()
                        .on(Examinations.cluster(racks, Map.of(), ClientSettings.NONE))
                        .seenBy(Check.CROSS_ZONE_READS))
                .hasValueSatisfying(seen -> assertThat(seen.seen()).contains("2 racks (a, b)"));
        assertThat(Examinations.healthy()
                        .on(Examinations.cluster(List.of("a", "a"), Map.of(), ClientSettings.NONE))
                        .seenBy(Check.CROSS_ZONE_READS))
                .isEmpty();
        assertThat(Examinations.healthy()
                        .on(Examinations.cluster(racks, selector, ClientSettings.NONE))
                        .seenBy(Check.CROSS_ZONE_READS))
                .isEmpty();
        assertThat(Examinations.healthy()
                        .on(Examinations.cluster(racks, selector, consumer(Map.of())))
                        .seenBy(Check.CROSS_ZONE_READS))
                .hasValueSatisfying(seen -> assertThat(seen.seen()).contains("no client.rack"));
    }

    @Test
    void whatReadsAcrossZonesCostIsAsUncertainAsTheRates() {
        Examinations zones =
                Examinations.healthy().on(Examinations.cluster(List.of("a", "b"), Map.of(), ClientSettings.NONE));

        assertThat(zones.rateFactor(2).seenBy(Check.CROSS_ZONE_READS).flatMap(Observation::saving))
                .hasValueSatisfying(saving -> {
                    double estimate = saving.moneyPerMonth().estimate();
                    assertThat(estimate).isPositive();
                    assertThat(saving.moneyPerMonth().low()).isEqualTo(estimate / 2);
                    assertThat(saving.moneyPerMonth().high()).isEqualTo(2 * estimate);
                });
    }

    @Test
    void lz4LevelsBelowNineAreATrap() {
        for (String level : List.of("1", "8")) {
            assertThat(lz4(level, "lz4")).as(level).isPresent();
        }
        assertThat(lz4("9", "lz4")).isEmpty();
        assertThat(lz4("1", "zstd")).as("another codec").isEmpty();
        assertThatThrownBy(() -> lz4("high", "lz4")).isInstanceOf(UsageException.class);
    }

    private static Optional<Observation> lz4(String level, String codec) {
        return Examinations.healthy()
                .on(Examinations.cluster(
                        List.of(),
                        Map.of(),
                        producer(Map.of("compression.type", codec, "compression.lz4.level", level))))
                .seenBy(Check.LZ4_LEVEL);
    }
}
