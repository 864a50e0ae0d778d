package dev.squeeze.kit.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GivenFlagsTest {
    private static void keeps(Rule rule, String... flags) {
        assertThatCode(() -> new GivenFlags(Set.of(flags)).check(List.of(rule))).doesNotThrowAnyException();
    }

    private static void breaks(Rule rule, String message, String... flags) {
        assertThatThrownBy(() -> new GivenFlags(Set.of(flags)).check(List.of(rule)))
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
        GivenFlags flag = new GivenFlags(Set.of("--a"));

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
}
