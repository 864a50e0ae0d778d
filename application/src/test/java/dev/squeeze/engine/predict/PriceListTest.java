package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"aws, 0.02, 0.08", "gcp, 0.01, 0.08", "azure, 0, 0.08"})
    void builtInListsReadByName(String name, double zoneTransfer, double disk) {
        Prices prices = PriceList.read(name);

        assertThat(prices.zoneTransferPerGb()).isEqualTo(zoneTransfer);
        assertThat(prices.diskPerGbMonth()).isEqualTo(disk);
        assertThat(prices.vcpuPerHour()).isEqualTo(0.0408);
        assertThat(prices.billedOn()).isEqualTo(Prices.BilledOn.COMPRESSED);
        assertThat(prices.date()).matches("\\d{4}(-\\d{2})?");
        assertThat(prices.source()).startsWith("https://");
        assertThat(PriceList.BUILT_IN).contains(name);
    }

    @Test
    void keysThatAFileLeavesOutComeFromAws() throws IOException {
        Path file = file("vcpu-per-hour: 0.1\nfollower-fetching: true\nbilled-on: uncompressed\ncurrency: EUR\n");

        Prices prices = PriceList.read(file.toString());

        assertThat(prices.vcpuPerHour()).isEqualTo(0.1);
        assertThat(prices.followerFetching()).isTrue();
        assertThat(prices.billedOn()).isEqualTo(Prices.BilledOn.UNCOMPRESSED);
        assertThat(prices.currency()).isEqualTo("EUR");
        assertThat(prices.zoneTransferPerGb()).isEqualTo(0.02);
        assertThat(prices.name()).isEqualTo(file.toString());
        assertThat(prices.date()).isEqualTo("undated");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vcpu-per-hours: 0.1 | vcpu-per-hours",
                "vcpu-per-hour: cheap | vcpu-per-hour",
                "vcpu-per-hour: -1 | negative",
                "disk-utilisation: 0 | utilisation",
                "follower-fetching: perhaps | follower-fetching",
                "billed-on: moons | billed-on",
                "just words | price list",
                "'a: [1' | not YAML"
            })
    void aMistakeIsToldWithTheFileAndTheKey(String content, String named) throws IOException {
        Path file = file(content + "\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageContaining(file.toString())
                .withMessageContaining(named);
    }

    @Test
    void anUnknownKeyIsAnsweredWithTheKnownOnes() throws IOException {
        Path file = file("zone: 1\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageContainingAll("'zone'", "zone-transfer-per-gb", "billed-on");
    }

    @Test
    void aMissingFileIsAnsweredWithTheNamesOfTheLists() {
        String missing = folder.resolve("missing.yaml").toString();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceList.read(missing))
                .withMessageContainingAll(missing, "aws", "gcp", "azure");
    }

    @Test
    void anEmptyFileIsNotAPriceList() throws IOException {
        Path file = file("");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceList.read(file.toString()))
                .withMessageContaining(file.toString());
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("prices.yaml"), content);
    }
}
