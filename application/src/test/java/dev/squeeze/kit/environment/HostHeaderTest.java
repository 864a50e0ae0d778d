package dev.squeeze.kit.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostHeaderTest {
    @ParameterizedTest
    @CsvSource({
        "localhost, localhost, false, true",
        "LocalHost.:8080, localhost, false, true",
        "127.0.0.1:1, 127.0.0.1, true, true",
        "127.9.9.9, 127.9.9.9, true, true",
        "[::1]:65535, [::1], true, true",
        "[fe80::1], [fe80::1], true, false",
        "10.1.2.3, 10.1.2.3, true, false",
        "127.0.0.1.evil.example, 127.0.0.1.evil.example, false, false",
        "127.0.0.256, 127.0.0.256, false, false",
        "localhost.evil.example:80, localhost.evil.example, false, false"
    })
    void namesAndAddressesAreReadWithoutTheirPorts(String value, String name, boolean address, boolean loopback) {
        HostHeader host = HostHeader.parse(value).orElseThrow();

        assertThat(host.name()).isEqualTo(name);
        assertThat(host.isAddress()).isEqualTo(address);
        assertThat(host.isLoopback()).isEqualTo(loopback);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":80",
                "a b",
                "localhost@evil.example",
                "localhost/x",
                "localhost:a",
                "[::1",
                "[x]",
                "a,b"
            })
    void whatIsNoHostIsNone(String value) {
        assertThat(HostHeader.parse(value)).isEmpty();
    }
}
