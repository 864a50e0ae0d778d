package dev.squeeze.kit.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.unit.UsageException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GivenFlagsTest {
    private static void keeps(Rule rule, String... flags) {
        assertThatCode(() -> new GivenFlags(Set.of(flags), Map.of()).check(List.of(rule)))
                .doesNotThrowAnyException();
    }

    private static void breaks(Rule rule, String message, String... flags) {
        assertThatThrownBy(() -> new GivenFlags(Set.of(flags), Map.of()).check(List.of(rule)))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void aFlagExcludesAnyOfOthers() {
        Rule rule = Rule.excludes("a or b or c", "--a", "--b", "--c");

        breaks(rule, "a or b or c", "--a", "--c");
        keeps(rule, "--b", "--c");
        keeps(rule, "--a");
    }

    @Test
    void aFlagNeedsItsOwner() {
        Rule rule = Rule.needs("a is of b", "--a", "--b");

        breaks(rule, "a is of b", "--a");
        keeps(rule, "--a", "--b");
        keeps(rule, "--b");
    }

    @Test
    void aFlagIsRequiredOrRefused() {
        Rule required = Rule.required("give a", "--a");
        breaks(required, "give a", "--b");
        keeps(required, "--a");

        Rule never = Rule.never("no a here", "--a");
        breaks(never, "no a here", "--a");
        keeps(never, "--b");
    }

    @Test
    void aRuleMayNotHoldBesideAnotherFlag() {
        Rule rule = Rule.excludes("a or b", "--a", "--b").unless("--c");

        breaks(rule, "a or b", "--a", "--b");
        keeps(rule, "--a", "--b", "--c");
    }

    @Test
    void rulesMayNameWhatIsNoFlag() {
        Rule rule = Rule.needs("a reads topics", "--a", "topic:NAME");
        GivenFlags flag = new GivenFlags(Set.of("--a"), Map.of());

        assertThatCode(() -> flag.with("topic:NAME", true).check(List.of(rule))).doesNotThrowAnyException();
        assertThatThrownBy(() -> flag.with("topic:NAME", false).check(List.of(rule)))
                .hasMessage("a reads topics");
    }

    @Test
    void oneOfTwoFlagsIsNeededAndNoMore() {
        Rule rule = Rule.exactlyOne("a or b", "--a", "--b");

        breaks(rule, "a or b");
        breaks(rule, "a or b", "--a", "--b");
        keeps(rule, "--b");
    }

    /** @param value of {@code --a} */
    private static GivenFlags withValue(Object value, String... others) {
        Set<String> names = new HashSet<>(Set.of(others));
        names.add("--a");
        return new GivenFlags(names, Map.of("--a", value));
    }

    private static void breaks(Rule rule, String message, GivenFlags given) {
        assertThatThrownBy(() -> given.check(List.of(rule)))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    private static void keeps(Rule rule, GivenFlags given) {
        assertThatCode(() -> given.check(List.of(rule))).doesNotThrowAnyException();
    }

    @Test
    void aRuleMayBeOfAValue() {
        Rule rule = Rule.refuses("--a", Integer.class, value -> value > 3, value -> "not " + value)
                .when("--b")
                .unless("--c");

        breaks(rule, "not 4", withValue(4, "--b"));
        breaks(rule, "not 5", withValue(List.of(1, 5), "--b"));
        breaks(rule, "not 6", withValue(Map.of(6, "any"), "--b"));
        keeps(rule, withValue(3, "--b"));
        keeps(rule, withValue(4));
        keeps(rule, withValue(4, "--b", "--c"));
        keeps(rule, "--b");
    }

    @Test
    void aRuleMayHoldForAValueOfAnotherFlag() {
        Rule rule = Rule.never("no b with x", "--b").when("--a", String.class, "x"::equals);

        breaks(rule, "no b with x", withValue(List.of("w", "x"), "--b"));
        keeps(rule, withValue("y", "--b"));
        keeps(rule, withValue("x"));
        keeps(rule, "--b");
    }

    @Test
    void aFlagOfSeveralValuesMayHaveToHaveOne() {
        Rule rule = Rule.single("one a", "--a");

        breaks(rule, "one a", withValue(List.of("x", "y")));
        keeps(rule, withValue(List.of("x")));
        keeps(rule, withValue("x"));
    }
}
