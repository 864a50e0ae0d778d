package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which Java and C library {@code ./squeeze} selects, tested with the functions that it calls. */
@Tag("live")
class ToolchainTest {
    private static String said(String script, Map<String, String> users) throws Exception {
        Path library = Path.of("..", "bin", "toolchain.sh").toAbsolutePath();
        ProcessBuilder bash =
                new ProcessBuilder("bash", "-c", "source \"$1\" && " + script, "bash", library.toString());
        bash.environment()
                .keySet()
                .removeIf(name -> name.startsWith("MALLOC_")
                        || name.startsWith("LC_")
                        || name.equals("LANG")
                        || name.equals("SQUEEZE_HEAP"));
        bash.environment().putAll(users);
        Process process = bash.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return out;
    }

    private static String inJavasEnvironment(String variable, Map<String, String> users) throws Exception {
        return said("keep_native_memory && exec printenv " + variable, users);
    }

    private static String heapOptions(Map<String, String> users) throws Exception {
        return said("choose_heap && printf '%s ' \"${HEAP_OPTIONS[@]}\"", users);
    }

    @Test
    void codecsMemoryStaysUpToTheMostThatGlibcComesToByItself() throws Exception {
        assertThat(inJavasEnvironment("MALLOC_MMAP_THRESHOLD_", Map.of())).isEqualTo("" + (32 << 20));
        assertThat(inJavasEnvironment("MALLOC_TRIM_THRESHOLD_", Map.of())).isEqualTo("" + (64 << 20));
    }

    @Test
    void whatTheUserHasSetWins() throws Exception {
        assertThat(inJavasEnvironment("MALLOC_TRIM_THRESHOLD_", Map.of("MALLOC_TRIM_THRESHOLD_", "1000000")))
                .isEqualTo("1000000");
        assertThat(heapOptions(Map.of("SQUEEZE_HEAP", "700m"))).isEqualTo("-Xmx700m -XX:NewRatio=1");
    }

    @Test
    void commandsThatSendNothingLeaveTheirYoungGenerationSmall() throws Exception {
        assertThat(youngGeneration("advise logs.jsonl --rate 10MiB/s")).contains("-XX:GCTimeRatio=19");
        assertThat(youngGeneration("survey --bootstrap-server localhost:9092")).contains("-XX:GCTimeRatio=19");
    }

    @Test
    void commandsThatSendTakeHalfOfTheHeapForIt() throws Exception {
        assertThat(youngGeneration("advise logs.jsonl --verify --embedded")).doesNotContain("GCTimeRatio");
        assertThat(youngGeneration("bench logs.jsonl")).doesNotContain("GCTimeRatio");
        assertThat(youngGeneration("calibrate")).doesNotContain("GCTimeRatio");
    }

    private static String youngGeneration(String arguments) throws Exception {
        return said(
                "choose_heap && choose_young_generation " + arguments + " && printf '%s ' \"${HEAP_OPTIONS[@]}\"",
                Map.of());
    }

    @Test
    void theHeapIsAQuarterOfTheMemoryFrom1To4GiB() throws Exception {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        long mebibytes = Math.min(4_096, Math.max(1_024, (memory >> 20) / 4));
        assertThat(heapOptions(Map.of())).isEqualTo("-Xmx" + mebibytes + "m -XX:NewRatio=1");
    }

    @Test
    void filesWithAnyNameAreFoundInTheCLocaleToo() throws Exception {
        assertThat(inJavasLocale(Map.of("LC_ALL", "C"))).isEqualTo("C.UTF-8");
        assertThat(inJavasLocale(Map.of("LC_CTYPE", "POSIX"))).isEqualTo("C.UTF-8");
        assertThat(inJavasLocale(Map.of())).isEqualTo("C.UTF-8");
        assertThat(inJavasLocale(Map.of("LANG", "de_DE.ISO-8859-1"))).isEqualTo("unset");
    }

    @Test
    void aFolderThatJavaCannotNameIsFoundOutBeforeItStarts() throws Exception {
        String asked = "can_name \"$NAME\" && echo yes || echo no";

        assertThat(said(asked, Map.of("NAME", "/opt/größe", "LC_ALL", "C"))).isEqualTo("no");
        assertThat(said(asked, Map.of("NAME", "/opt/a folder~1", "LC_ALL", "C")))
                .isEqualTo("yes");
    }

    private static String inJavasLocale(Map<String, String> users) throws Exception {
        return said("use_utf8_names && printf '%s' \"${LC_ALL:-unset}\"", users);
    }
}
