package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.cli.BrokerCostArguments;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PriceListTest {
    @TempDir
    Path folder;

    static List<String> names() {
        return PriceList.BUILT_IN;
    }

    @ParameterizedTest
    @CsvSource({
        "aws, 0.02, 0.08, 0.0408, 0.023",
        "gcp, 0.01, 0.1, 0.0486, 0.02",
        "azure, 0, 0.081, 0.048, 0.018",
        "msk, 0.02, 0.1, 0.0408, 0.06"
    })
    void builtInListsReadByName(String name, double zoneTransfer, double disk, double vcpu, double objectStore) {
        Prices prices = PriceList.read(name);

        assertThat(prices.zoneTransferPerGb()).isEqualTo(zoneTransfer);
        assertThat(prices.diskPerGbMonth()).isEqualTo(disk);
        assertThat(prices.vcpuPerHour()).isEqualTo(vcpu);
        assertThat(prices.objectStore().orElseThrow().perGbMonth()).isEqualTo(objectStore);
        assertThat(prices.billedOn()).isEqualTo(Prices.BilledOn.COMPRESSED);
        assertThat(prices.broker()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFigureOfABuiltInListHasItsSourceAndDate(String name) {
        PriceSheet sheet = PriceList.sheet(name);

        assertThat(sheet.currency()).isEqualTo("USD");
        assertThat(sheet.source()).startsWith("https://");
        sheet.figures().forEach((key, figure) -> {
            assertThat(figure.source())
                    .as(key.key())
                    .matches(key.isMoney() ? "https://.*" : "https://.*|assumption: .*");
            assertThat(figure.date()).as(key.key()).matches("\\d{4}(-\\d{2}){0,2}");
        });
    }

    @Test
    void ownBrokersHaveNoVendorsTermsAndVendorsHave() {
        assertThat(PriceList.read("aws").service()).isEmpty();
        assertThat(PriceList.read("msk").service()).hasValue(new Prices.Service(false, true, 0, 0));
        assertThat(PriceList.read("confluent").service()).hasValue(new Prices.Service(false, true, 0.05, 0.05));
        assertThat(PriceList.read("warpstream").billedOn()).isEqualTo(Prices.BilledOn.UNCOMPRESSED);
    }

    @Test
    void keysThatAFileLeavesOutComeFromAws() throws IOException {
        Path file = file("vcpu-per-hour: 0.1\nfollower-fetching: true\nbilled-on: uncompressed\n");

        Prices prices = PriceList.read(file.toString());

        assertThat(prices.vcpuPerHour()).isEqualTo(0.1);
        assertThat(prices.followerFetching()).isTrue();
        assertThat(prices.billedOn()).isEqualTo(Prices.BilledOn.UNCOMPRESSED);
        assertThat(prices.zoneTransferPerGb()).isEqualTo(0.02);
        assertThat(prices.name()).isEqualTo(file.toString());
        assertThat(prices.date()).isEqualTo("undated");
    }

    @Test
    void aFileChangesSingleFiguresOfItsBase() throws IOException {
        Path file = file("base: msk\ndisk-per-gb-month: 0.07\nbroker-per-month: 450\nbrokers-limited-by: disk\n");

        Prices prices = PriceList.read(file.toString());

        assertThat(prices.diskPerGbMonth()).isEqualTo(0.07);
        assertThat(prices.service().orElseThrow().replicationTrafficBilled()).isFalse();
        assertThat(prices.objectStore().orElseThrow().perGbMonth()).isEqualTo(0.06);
        assertThat(prices.broker()).hasValue(new Prices.Broker(450, Optional.of(BrokerResource.DISK)));
    }

    @Test
    void inheritedMoneyIsConvertedAndOwnMoneyIsNot() throws IOException {
        Path file = file("currency: EUR\nper-usd: 0.9\nvcpu-per-hour: 0.05\n");

        PriceSheet sheet = PriceList.sheet(file.toString());

        assertThat(sheet.prices().currency()).isEqualTo("EUR");
        assertThat(sheet.prices().zoneTransferPerGb()).isCloseTo(0.018, within(1e-12));
        assertThat(sheet.prices().vcpuPerHour()).isEqualTo(0.05);
        assertThat(sheet.prices().diskUtilisation()).isEqualTo(0.5);
        assertThat(sheet.figures().get(PriceKey.ZONE_TRANSFER).note()).contains("converted at 0.9 EUR for one USD");
    }

    @Test
    void anotherCurrencyNeedsItsFactorWhereMoneyIsInherited() throws IOException {
        Path file = file("name: Ours\ncurrency: EUR\nvcpu-per-hour: 0.05\n");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageContainingAll(file + ", line 2", "zone-transfer-per-gb", "per-usd");
    }

    @Test
    void anUnknownKeyIsAnsweredWithTheNearestOneAndItsLine() throws IOException {
        Path file = file("currency: USD\nvcpu-per-hours: 0.05\n");
        Path part = file("vcpu-per-hour:\n  value: 1\n  unnit: USD/hour\n", "part.yaml");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageStartingWith(
                        file + ", line 2: unknown key 'vcpu-per-hours'; did you mean 'vcpu-per-hour'?");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.read(part.toString()))
                .withMessageStartingWith(part + ", line 3: unknown key 'unnit'; did you mean 'unit'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vcpu-per-hours: 0.1 | vcpu-per-hours",
                "vcpu-per-hour: cheap | vcpu-per-hour",
                "vcpu-per-hour: -1 | negative",
                "'vcpu-per-hour: 0,04' | not '0,04': use a decimal point",
                "disk-utilisation: 0 | line 1: disk-utilisation must be above 0 and at most 1, got 0",
                "cpu-utilisation: 70 | line 1: cpu-utilisation must be above 0 and at most 1, got 70: write a fraction",
                "per-usd: 0.9 | line 1: per-usd has no effect, since the currency is USD: add currency",
                "follower-fetching: perhaps | follower-fetching",
                "billed-on: moons | billed-on",
                "base: moon | base must be one of aws",
                "vcpu-per-hour: {unit: USD/hour} | has no value",
                "vcpu-per-hour: {value: 1, unit: EUR/hour} | must be USD/hour",
                "vcpu-per-hour: [1] | one value",
                "'{vcpu-per-hour: 1, vcpu-per-hour: 2}' | vcpu-per-hour",
                "'{currency: EUR, per-usd: 0}' | per-usd must be above 0",
                "brokers-limited-by: luck | disk or network or cpu",
                "just words | price list",
                "'a: [1' | not YAML"
            })
    void aMistakeIsToldWithTheFileAndTheKey(String content, String named) throws IOException {
        Path file = file(content + "\n");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.sheet(file.toString()))
                .withMessageContaining(file.toString())
                .withMessageContaining(named);
    }

    @Test
    void aSecondDocumentIsNotLeftOutInSilence() throws IOException {
        Path file = file("vcpu-per-hour: 0.1\n---\ndisk-per-gb-month: 0.2\n");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.sheet(file.toString()))
                .withMessageStartingWith(file + ", line 3: a second document");
    }

    @Test
    void anUnknownKeyIsAnsweredWithTheKnownOnes() throws IOException {
        Path file = file("zone: 1\n");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageContainingAll("'zone'", "zone-transfer-per-gb", "billed-on");
    }

    @Test
    void aMissingFileIsAnsweredWithTheNamesOfTheLists() {
        String missing = folder.resolve("missing.yaml").toString();

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.read(missing))
                .withMessageContainingAll(missing, "aws", "gcp", "azure");
    }

    @Test
    void anEmptyFileIsNotAPriceList() throws IOException {
        Path file = file("");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageContaining(file.toString());
    }

    @Test
    void wholeBrokersAreAskedForByFlagsOrByTheFile() throws IOException {
        PriceArguments list = new PriceArguments();
        BrokerCostArguments asked = new BrokerCostArguments();
        asked.brokersCost = 450.0;
        asked.brokersLimitedBy = "network";

        assertThat(PriceList.asked(list, asked).broker())
                .hasValue(new Prices.Broker(450, Optional.of(BrokerResource.NETWORK)));

        list.prices = file("broker-per-month: 300\nbrokers-limited-by: disk\n").toString();
        asked.brokersCost = null;
        asked.brokersLimitedBy = null;

        assertThat(PriceList.asked(list, asked).broker())
                .hasValue(new Prices.Broker(300, Optional.of(BrokerResource.DISK)));
    }

    @Test
    void aLimitWithoutAPriceOfBrokersIsRefused() {
        BrokerCostArguments asked = new BrokerCostArguments();
        asked.brokersLimitedBy = "disk";

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PriceList.asked(new PriceArguments(), asked))
                .withMessageContaining("--brokers-cost");
    }

    private Path file(String content) throws IOException {
        return file(content, "prices.yaml");
    }

    private Path file(String content, String name) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }
}
