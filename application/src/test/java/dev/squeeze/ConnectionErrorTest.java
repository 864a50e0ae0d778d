package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failed connection is explained by the setting that is wrong, and by nothing else. */
class ConnectionErrorTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static Invocation inspected(String server, String... more) {
        List<String> words = new ArrayList<>(List.of("inspect", "topic:orders", "--bootstrap-server", server));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost | the port is missing in localhost; write localhost:9092",
                "localhost: | the port is missing in localhost:; write localhost:9092",
                "localhost:9092,other | the port is missing in other; write other:9092",
                "localhost:abc | localhost:abc is not HOST:PORT",
                "localhost:70000 | localhost:70000 is not HOST:PORT with a port from 1 to 65535",
                "localhost:9092, | an address is empty",
                "no-such-host.invalid:9092 | cannot resolve no-such-host.invalid"
            })
    void anAddressThatCannotBeIsNamed(String server, String said) {
        inspected(server).expectRefusal(ExitCode.FAILED, "no connection to " + server + ": " + said);
    }

    @Test
    void commandsThatAskTheClusterItselfSayTheSame() {
        for (String command : List.of("survey", "doctor")) {
            Invocation.of(command, "--bootstrap-server", "localhost")
                    .expectRefusal(ExitCode.FAILED, "no connection to localhost: the port is missing in localhost");
            Invocation.of(command, "--bootstrap-server", "no-such-host.invalid:9092")
                    .expectRefusal(ExitCode.FAILED, "cannot resolve no-such-host.invalid");
        }
    }

    @Test
    void whereNobodyAnswersNothingIsSaidOfTlsOrALogin() {
        Invocation refused = Invocation.of("doctor", "--bootstrap-server", "localhost:1")
                .expectRefusal(ExitCode.FAILED, "cannot connect (");

        assertThat(refused.complaints()).noneMatch(line -> line.contains("TLS"));
    }

    @Test
    void aStoreThatDoesNotExistIsNamedWithItsSetting() {
        String store = folder.resolve("nope.jks").toString();
        inspected(
                        "localhost:9092",
                        "--command-property",
                        "security.protocol=SSL",
                        "--command-property",
                        "ssl.truststore.location=" + store)
                .expectRefusal(ExitCode.FAILED, "ssl.truststore.location: " + store + " does not exist");
    }

    @Test
    void aStoreThatIsNoneIsNamedWithItsSetting() {
        String store = Records.write(folder, "words.jks", "these are no certificates");
        inspected(
                        "localhost:9092",
                        "--command-property",
                        "security.protocol=SSL",
                        "--command-property",
                        "ssl.truststore.location=" + store)
                .expectRefusal(
                        ExitCode.FAILED,
                        "ssl.truststore.location=" + store + " cannot be opened",
                        "check its type and password");
    }

    @Test
    void aFileOfSettingsThatDoesNotExistIsNamed() {
        String file = folder.resolve("nope.properties").toString();
        inspected("localhost:9092", "--command-config", file)
                .expectRefusal(ExitCode.FAILED, file + " does not exist: check its path");
    }

    @Test
    void aValueThatKafkaRefusesIsNoMatterOfTheConnection() {
        for (String command : List.of("survey", "inspect")) {
            List<String> args = new ArrayList<>(List.of(command));
            if (command.equals("inspect")) {
                args.add("topic:orders");
            }
            args.addAll(
                    List.of("--bootstrap-server", "localhost:9092", "--command-property", "security.protocol=SASL"));
            Invocation refused = Invocation.of(args.toArray(String[]::new))
                    .expectRefusal(
                            ExitCode.FAILED,
                            "the client settings for localhost:9092 cannot be used",
                            "security.protocol");

            assertThat(refused.complaints()).noneMatch(line -> line.contains("no connection"));
        }
    }

    @Test
    void aMisspeltSettingIsAnsweredWithTheNearest() {
        inspected("localhost:9092", "--command-property", "security.protocl=SSL")
                .expectRefusal(ExitCode.USAGE, "'security.protocl'; did you mean security.protocol?");
    }
}
