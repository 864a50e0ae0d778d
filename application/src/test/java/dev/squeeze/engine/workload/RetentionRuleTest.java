package dev.squeeze.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RetentionRuleTest {
    private static RetentionRule rule(String... settings) {
        Map<String, String> all = new TreeMap<>();
        for (String setting : settings) {
            all.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return RetentionRule.of(all);
    }

    /** Code that stores settings for later, such as a history, stores these. */
    @Test
    void itReadsNoSettingThatIsNotOnItsList() {
        Set<String> asked = new TreeSet<>();
        Map<String, String> settings = new HashMap<>(Map.of("remote.storage.enable", "true")) {
            private static final long serialVersionUID = 1;

            @Override
            public String get(Object key) {
                asked.add((String) key);
                return super.get(key);
            }

            @Override
            public String getOrDefault(Object key, String otherwise) {
                asked.add((String) key);
                return super.getOrDefault(key, otherwise);
            }
        };
        RetentionRule.of(settings);

        assertThat(TopicHosting.RETENTION_SETTINGS).containsExactlyInAnyOrderElementsOf(asked);
    }

    @Test
    void timeBoundsWhatIsKeptWhereTheTopicSaysSo() {
        assertThat(rule("retention.ms=86400000").time()).hasValue(Duration.ofDays(1));
        assertThat(rule("retention.ms=864000000", "retention.bytes=-1").time()).hasValue(Duration.ofDays(10));
        assertThat(rule("retention.ms=864000000", "retention.bytes=-1").bytesPerPartition())
                .isEmpty();
        assertThat(rule("cleanup.policy=compact,delete", "retention.ms=86400000")
                        .time())
                .hasValue(Duration.ofDays(1));
        assertThat(rule().time()).hasValue(Duration.ofDays(7));
    }

    @Test
    void bytesBoundItToo() {
        RetentionRule both = rule("retention.ms=86400000", "retention.bytes=1048576");

        assertThat(both.time()).hasValue(Duration.ofDays(1));
        assertThat(both.bytesPerPartition()).hasValue(1 << 20);
        assertThat(both.origin().words())
                .contains("from the cluster", "at most 1 MiB per partition by retention.bytes");
        assertThat(rule("retention.ms=-1", "retention.bytes=1000").time()).hasValue(Duration.ofDays(3_650));
    }

    @Test
    void whatNothingBoundsIsAsOldAsTheLog() {
        assertThat(rule("retention.ms=-1").time()).isEmpty();
        assertThat(rule("cleanup.policy=compact", "retention.ms=86400000").time())
                .isEmpty();
    }

    /** A log whose retention exceeds its age has no steady state to price. */
    @Test
    void decadesAreNoLimit() {
        for (String millis : new String[] {"9223372036854775807", "3153600000000", "315360000000"}) {
            assertThat(rule("retention.ms=" + millis)).satisfies(rule -> {
                assertThat(rule.time()).isEmpty();
                assertThat(rule.origin().words()).contains("10 years");
            });
        }
        assertThat(rule("retention.ms=315359999999").time()).hasValue(Duration.ofMillis(315_359_999_999L));
        assertThat(rule("retention.ms=-1", "retention.bytes=9223372036854775807"))
                .satisfies(rule -> {
                    assertThat(rule.time()).isEmpty();
                    assertThat(rule.bytesPerPartition()).isEmpty();
                });
        assertThat(rule("retention.ms=9223372036854775807", "retention.bytes=1000")
                        .time())
                .hasValue(Duration.ofDays(3_650));
    }

    @Test
    void ofATieredTopicBrokersKeepTheLocalPart() {
        RetentionRule hour = rule("remote.storage.enable=true", "retention.ms=864000000", "local.retention.ms=3600000");
        RetentionRule asTheRetention =
                rule("remote.storage.enable=true", "retention.ms=864000000", "local.retention.ms=-2");

        assertThat(hour.time()).hasValue(Duration.ofDays(10));
        assertThat(hour.local()).hasValue(RetentionRule.Local.of(Duration.ofHours(1)));
        assertThat(asTheRetention.local())
                .hasValueSatisfying(local -> assertThat(local.time()).isEmpty());
        assertThat(rule("retention.ms=864000000", "local.retention.ms=3600000").local())
                .isEmpty();
    }
}
