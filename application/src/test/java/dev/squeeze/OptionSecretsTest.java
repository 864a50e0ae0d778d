package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A secret remains hidden whichever option of whichever command it is given with. The options are taken from the command line
 * itself, so that new ones are tested automatically.
 */
@Tag("slow")
class OptionSecretsTest {
    private static final String CANARY = "c4naryPlugh";

    private static final List<String> SECRETS = List.of(
            "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\""
                    + CANARY + "\";",
            "ssl.keystore.password=" + CANARY,
            "ssl.keystore.key=-----BEGIN PRIVATE KEY-----\n" + CANARY,
            "ssl.keystore.certificate.chain=" + CANARY,
            "librdkafka:ssl.key.pem=-----BEGIN PRIVATE KEY-----\n" + CANARY,
            "sasl.oauthbearer.client.credentials.client.secret=" + CANARY,
            "basic.auth.user.info=user:" + CANARY,
            "security.protocol=SASL_SSL,sasl.jaas.config=" + CANARY,
            "'ssl.truststore.password = " + CANARY + "'",
            "http://user:" + CANARY + "@127.0.0.1:1/topics/a",
            "http://127.0.0.1:1/topics/a?access_token=" + CANARY,
            "Authorization: Bearer " + CANARY,
            "Bearer " + CANARY);

    private static final int SECRETS_OF_AN_OPTION = 5;

    /** Commands that start working without input; an unknown flag stops them after the other flags have been parsed. */
    private static final Set<String> WORK_WITHOUT_INPUT = Set.of("calibrate", "cluster", "cluster stop");

    /** Only used to list the options. */
    private static final CommandLine ROOT = Squeeze.commandLine(List.of("squeeze"), Invocation.silentTerminal());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /** Every command with the words that lead to it, such as {@code cluster stop}. */
    static List<String> commands() {
        List<String> names = new ArrayList<>();
        collect("", ROOT.getCommandSpec(), names);
        return names;
    }

    private static void collect(String prefix, CommandSpec spec, List<String> names) {
        spec.subcommands().forEach((name, command) -> {
            names.add(prefix + name);
            collect(prefix + name + " ", command.getCommandSpec(), names);
        });
    }

    private static List<ArgSpec> valuesOf(String command) {
        CommandLine line = ROOT;
        for (String name : command.split(" ")) {
            line = line.getSubcommands().get(name);
        }
        return line.getCommandSpec().args().stream()
                .filter(arg -> arg.arity().max() > 0)
                .toList();
    }

    /** The words that give a value to an option, in both notations, or to a positional parameter. */
    private static List<List<String>> given(ArgSpec arg, String value) {
        if (arg instanceof OptionSpec option) {
            return List.of(List.of(option.longestName(), value), List.of(option.longestName() + "=" + value));
        }
        return List.of(List.of(value));
    }

    private static List<String> words(String command, List<String> given) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(given);
        return words;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noCommandLineInADocumentHoldsASecret(String command) {
        for (ArgSpec arg : valuesOf(command)) {
            for (String secret : SECRETS) {
                for (List<String> given : given(arg, secret)) {
                    assertThat(Secrets.masked(words(command, given)).toString())
                            .doesNotContain(CANARY)
                            .contains("[hidden]");
                }
            }
        }
    }

    /**
     * Each command tests an option with a fifth of the secrets: commands share most options, so each is tested with all secrets.
     */
    @ParameterizedTest
    @MethodSource("commands")
    void noMessageHoldsASecretThatAnOptionWasGiven(String command) {
        int first = command.hashCode() & 0xff;
        for (ArgSpec arg : valuesOf(command)) {
            first++;
            for (int i = first % SECRETS_OF_AN_OPTION; i < SECRETS.size(); i += SECRETS_OF_AN_OPTION) {
                List<List<String>> forms = given(arg, SECRETS.get(i));
                run(command, forms.get((first + i) % forms.size()));
            }
        }
        for (String secret : SECRETS) {
            run(command, List.of("--no-such-flag=" + secret));
            run(command, List.of("--no-such-flag", secret));
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noMessageHoldsASecretOfAFileThatAnOptionNames(String command) throws IOException {
        for (ArgSpec arg : valuesOf(command)) {
            if (arg.type() == Path.class || arg.paramLabel().contains("FILE")) {
                for (String ending : List.of(".properties", ".json", ".yaml", ".html")) {
                    Path file = Files.writeString(
                            folder.resolve("settings" + ending), SECRETS.get(0) + "\n" + SECRETS.get(1) + "\n");
                    given(arg, file.toString()).forEach(given -> run(command, given));
                }
            }
        }
    }

    private static void run(String command, List<String> given) {
        List<String> words = words(command, given);
        words.add("--verbose");
        if (WORK_WITHOUT_INPUT.contains(command)) {
            words.add("--no-such-flag");
        }
        Invocation ended = Invocation.of(words.toArray(String[]::new));
        assertThat(ended.out() + ended.err()).as(String.join(" ", words)).doesNotContain(CANARY);
    }

    @Test
    void filesThatHoldSecretsAreNoSecrets() {
        List<String> words = Stream.of(
                        List.of(
                                "squeeze",
                                "gateway",
                                "--token-file=/run/token",
                                "--tls-password-file",
                                "/run/password"),
                        List.of("--key-field", "/user/token", "--bootstrap-server", "token-1.example:9092"),
                        List.of("segment:/data/orders-0", "--vary", "batch.size=1,2", "topic:secret-events"))
                .flatMap(List::stream)
                .toList();

        assertThat(Secrets.masked(words)).isEqualTo(words);
    }

    @Test
    void everySettingThatIsAPasswordToKafkaIsHidden() {
        Set<String> passwords = new TreeSet<>();
        Stream.of(
                        org.apache.kafka.clients.producer.ProducerConfig.configDef(),
                        org.apache.kafka.clients.consumer.ConsumerConfig.configDef(),
                        org.apache.kafka.clients.admin.AdminClientConfig.configDef())
                .forEach(known -> known.configKeys().forEach((name, key) -> {
                    if (key.type == org.apache.kafka.common.config.ConfigDef.Type.PASSWORD) {
                        passwords.add(name);
                    }
                }));

        assertThat(passwords)
                .contains("ssl.keystore.certificate.chain", "ssl.truststore.certificates")
                .allMatch(Secrets::isSecret);
    }
}
