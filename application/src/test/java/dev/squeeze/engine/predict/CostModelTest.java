package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostModelTest {
    private static final double MONTH_SECONDS = 2.628e6;
    private static final BatchFill TEN_RECORDS = new BatchFill(10, 2_000, false, 5);
    private static final Percentage EXACTLY = Percentage.withPercentage(1e-9);

    @Test
    void bytesCoresAndMoneyFollowTheFormulas() {
        double rate = 50_000;
        double ratio = 4;
        double compressNanos = 10;
        double decompressNanos = 2;
        ResourceEstimate estimate = new CostModel(HandMade.workload(rate), PriceList.read("aws"))
                .estimate(TEN_RECORDS, ratio, compressNanos, decompressNanos);

        double uncompressed = rate * 200;
        double wire = (uncompressed + 61 * rate / 10) / ratio;
        double wireGb = wire * MONTH_SECONDS / 1e9;
        double crossings = 2 / 3.0 + 2 + 3 * 2 / 3.0;
        double diskGb = wire * 86_400 * 3 / 1e9;
        double cores = uncompressed * (compressNanos + 4 * decompressNanos) / 1e9;
        assertThat(estimate.wireBytesPerSecond()).isCloseTo(wire, EXACTLY);
        assertThat(estimate.wireGigabytesPerMonth()).isCloseTo(wireGb, EXACTLY);
        assertThat(estimate.crossZoneGigabytesPerMonth()).isCloseTo(wireGb * crossings, EXACTLY);
        assertThat(estimate.diskGigabytes()).isCloseTo(diskGb, EXACTLY);
        assertThat(estimate.producerCores()).isCloseTo(uncompressed * compressNanos / 1e9, EXACTLY);
        assertThat(estimate.brokerCores()).isCloseTo(uncompressed * decompressNanos / 1e9, EXACTLY);
        assertThat(estimate.consumerCores()).isCloseTo(3 * uncompressed * decompressNanos / 1e9, EXACTLY);
        assertThat(estimate.zoneMoney()).isCloseTo(0.02 * wireGb * crossings, EXACTLY);
        assertThat(estimate.diskMoney()).isCloseTo(0.08 * diskGb / 0.5, EXACTLY);
        assertThat(estimate.cpuMoney()).isCloseTo(cores / 0.5 * 0.0408 * 730, EXACTLY);
        assertThat(estimate.money())
                .isCloseTo(estimate.zoneMoney() + estimate.diskMoney() + estimate.cpuMoney(), EXACTLY);
    }

    @Test
    void threeZonesCostNineCentsForEachGigabyteProducedAndFiveWithFollowerFetching() {
        assertThat(zoneMoneyPerGigabyte(false)).isCloseTo(0.093, within(0.0005));
        assertThat(zoneMoneyPerGigabyte(true)).isCloseTo(0.053, within(0.0005));
    }

    @Test
    void followersCannotServeZonesThatHaveNoReplica() {
        Workload sixZones = HandMade.workload(1_000, 6, 2, Duration.ZERO).withBrokers(6, 3);

        assertThat(zoneCrossings(new CostModel(sixZones, prices(true, Prices.BilledOn.COMPRESSED))))
                .isCloseTo(5 / 6.0 + 2 + 2 * 0.5, EXACTLY);
    }

    /** Brokers spread replicas over racks as evenly as possible, and every replica leads equally many partitions. */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 1", "2, 2", "2, 3", "2, 4", "2, 5", "3, 3", "3, 4", "3, 5", "3, 7", "4, 2", "5, 8"})
    void followersInTheZoneOfTheirLeaderTakeNoTrafficBetweenZones(int zones, int replicas) {
        int[] inZone = new int[zones];
        for (int replica = 0; replica < replicas; replica++) {
            inZone[replica % zones]++;
        }
        double elsewhere = 0;
        for (int leader = 0; leader < replicas; leader++) {
            elsewhere += (double) (replicas - inZone[leader % zones]) / replicas;
        }
        Workload workload = HandMade.workload(1_000, zones, 0, Duration.ZERO).withBrokers(replicas, replicas);

        assertThat(zoneCrossings(new CostModel(workload, prices(false, Prices.BilledOn.COMPRESSED))))
                .isCloseTo((zones - 1.0) / zones + elsewhere, within(1e-9));
    }

    @Test
    void threeReplicasInTwoZonesCrossFourThirdsTimes() {
        Workload twoZones = HandMade.workload(1_000, 2, 0, Duration.ZERO);
        CostModel billed = new CostModel(twoZones, prices(false, Prices.BilledOn.COMPRESSED));
        CostModel free = new CostModel(
                twoZones, prices(false, Prices.BilledOn.COMPRESSED).withService(new Prices.Service(false, true, 0, 0)));

        ResourceEstimate estimate = billed.estimate(TEN_RECORDS, 2, 1, 1);
        ResourceEstimate clientsAlone = free.estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(zoneCrossings(billed)).isCloseTo(1 / 2.0 + 4 / 3.0, EXACTLY);
        assertThat(estimate.zoneMoney())
                .isCloseTo(0.02 * estimate.wireGigabytesPerMonth() * (1 / 2.0 + 4 / 3.0), EXACTLY);
        assertThat(clientsAlone.zoneMoney()).isCloseTo(0.02 * estimate.wireGigabytesPerMonth() / 2.0, EXACTLY);
    }

    @Test
    void aVendorThatBillsUncompressedBytesSavesNothingButWire() {
        CostModel model = new CostModel(HandMade.workload(1_000), prices(false, Prices.BilledOn.UNCOMPRESSED));

        ResourceEstimate loose = model.estimate(TEN_RECORDS, 1, 1, 1);
        ResourceEstimate tight = model.estimate(TEN_RECORDS, 8, 1, 1);

        assertThat(tight.zoneMoney()).isCloseTo(loose.zoneMoney(), EXACTLY);
        assertThat(tight.diskMoney()).isCloseTo(loose.diskMoney(), EXACTLY);
        assertThat(tight.wireBytesPerSecond()).isCloseTo(loose.wireBytesPerSecond() / 8, EXACTLY);
        double uncompressedGb = 1_000 * 200 * MONTH_SECONDS / 1e9;
        assertThat(tight.zoneMoney()).isCloseTo(0.02 * uncompressedGb * (2 / 3.0 + 2 + 2), EXACTLY);
    }

    @Test
    void aVendorThatDoesNotBillReplicationBillsClientsAlone() {
        Prices free = prices(false, Prices.BilledOn.COMPRESSED).withService(new Prices.Service(false, true, 0, 0));

        ResourceEstimate estimate = new CostModel(HandMade.workload(1_000), free).estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(estimate.zoneMoney()).isCloseTo(0.02 * estimate.wireGigabytesPerMonth() * (2 / 3.0 + 2), EXACTLY);
        assertThat(estimate.further()).isEmpty();
    }

    @Test
    void aVendorsTrafficIsPaidOnceInAndOnceForEachGroupOut() {
        Prices vendor =
                prices(false, Prices.BilledOn.COMPRESSED).withService(new Prices.Service(true, true, 0.05, 0.04));

        ResourceEstimate estimate = new CostModel(HandMade.workload(1_000), vendor).estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(estimate.vendorMoney()).isCloseTo((0.05 + 3 * 0.04) * estimate.wireGigabytesPerMonth(), EXACTLY);
        assertThat(estimate.money())
                .isCloseTo(
                        estimate.zoneMoney() + estimate.diskMoney() + estimate.cpuMoney() + estimate.vendorMoney(),
                        EXACTLY);
    }

    @Test
    void aVendorThatBillsOneReplicaBillsAThirdOfThree() {
        Prices one = prices(false, Prices.BilledOn.COMPRESSED).withService(new Prices.Service(true, false, 0, 0));

        ResourceEstimate estimate = new CostModel(HandMade.workload(1_000), one).estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(estimate.diskMoney()).isCloseTo(0.08 * estimate.diskGigabytes() / 3 / 0.5, EXACTLY);
    }

    @Test
    void tieredStorageKeepsTheLocalPartOnDisksAndOneCopyOfAllInTheObjectStore() {
        Prices prices = prices(false, Prices.BilledOn.COMPRESSED).withObjectStore(new Prices.ObjectStore(0.023, 0.005));
        Workload week = HandMade.workload(1_000, 3, 3, Duration.ofDays(7));

        ResourceEstimate local = new CostModel(week, prices).estimate(TEN_RECORDS, 2, 1, 1);
        ResourceEstimate tiered =
                new CostModel(week.withLocalRetention(Duration.ofDays(1)), prices).estimate(TEN_RECORDS, 2, 1, 1);

        double weekGb = tiered.wireBytesPerSecond() * 7 * 86_400 / 1e9;
        double writes = tiered.wireGigabytesPerMonth() * 1e9 / (5 << 20);
        assertThat(tiered.diskGigabytes()).isCloseTo(local.diskGigabytes() / 7, EXACTLY);
        assertThat(tiered.objectStoreGigabytes()).isCloseTo(weekGb, EXACTLY);
        assertThat(tiered.objectStoreMoney()).isCloseTo(0.023 * weekGb + 0.005 * writes / 1000, EXACTLY);
        assertThat(local.further()).isEmpty();
        assertThat(tiered.money()).isLessThan(local.money());
    }

    @Test
    void oneZoneHasNoTrafficBetweenZones() {
        ResourceEstimate estimate = new CostModel(
                        HandMade.workload(1_000, 1, 3, Duration.ofDays(1)), PriceList.read("aws"))
                .estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(estimate.zoneMoney()).isZero();
        assertThat(estimate.crossZoneGigabytesPerMonth()).isZero();
        assertThat(estimate.diskMoney()).isPositive();
    }

    @Test
    void nothingRetainedTakesNoDisk() {
        ResourceEstimate estimate = new CostModel(HandMade.workload(1_000, 3, 3, Duration.ZERO), PriceList.read("aws"))
                .estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(estimate.diskGigabytes()).isZero();
        assertThat(estimate.diskMoney()).isZero();
    }

    @Test
    void nobodyReadingCostsNoConsumerYetTheLeaderStillValidates() {
        CostModel model = new CostModel(HandMade.workload(1_000, 3, 0, Duration.ZERO), PriceList.read("aws"));

        ResourceEstimate estimate = model.estimate(TEN_RECORDS, 2, 1, 1);

        assertThat(estimate.consumerCores()).isZero();
        assertThat(estimate.brokerCores()).isPositive();
        assertThat(zoneCrossings(model)).isCloseTo(2 / 3.0 + 2, EXACTLY);
    }

    /** How often a produced byte goes from one zone to another. */
    private static double zoneCrossings(CostModel model) {
        ResourceEstimate estimate = model.estimate(TEN_RECORDS, 2, 1, 1);
        return estimate.crossZoneGigabytesPerMonth() / estimate.wireGigabytesPerMonth();
    }

    @Test
    void brokersAndConsumersMayTakeDifferentTimesForAByte() {
        ResourceEstimate estimate =
                new CostModel(HandMade.workload(1_000), PriceList.read("aws")).estimate(TEN_RECORDS, 2, 5, 3, 7);

        assertThat(estimate.brokerCores()).isCloseTo(1_000 * 200 * 3 / 1e9, EXACTLY);
        assertThat(estimate.consumerCores()).isCloseTo(3 * 1_000 * 200 * 7 / 1e9, EXACTLY);
    }

    private static double zoneMoneyPerGigabyte(boolean followerFetching) {
        ResourceEstimate estimate = new CostModel(
                        HandMade.workload(1_000), prices(followerFetching, Prices.BilledOn.COMPRESSED))
                .estimate(TEN_RECORDS, 3, 1, 1);
        return estimate.zoneMoney() / estimate.wireGigabytesPerMonth();
    }

    private static Prices prices(boolean followerFetching, Prices.BilledOn billedOn) {
        return new Prices(
                "test",
                "USD",
                "2026",
                "test",
                0.02,
                0.08,
                0.5,
                0.0408,
                0.5,
                followerFetching,
                billedOn,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
