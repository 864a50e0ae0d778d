package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The available samples.
 *
 * <p>None uses timestamps from its own data. These are from a small web server in 2011 or from a public feed, so their
 * rate would describe a load that is of no interest.
 */
public final class SampleCatalogue {
    private static final String APACHE = "Apache-2.0";
    private static final String PINOT = "org.apache.pinot:pinot-tools:0.11.0";
    private static final String GITHUB_EVENTS =
            "examples/batch/githubComplexTypeEvents/rawdata/githubComplexTypeEvents_data.json";
    private static final String FUGUE = "META-INF/resources/webjars/fugue-icons/3.5.6/";

    private static final List<SampleEntry> ENTRIES = List.of(
            new SampleEntry(
                    "access-log",
                    "a web server's access log, one line per record",
                    "org.apache.crunch:crunch-examples:0.14.0",
                    "access_logs.tar.gz",
                    Optional.empty(),
                    SampleLayout.LINES_IN_TAR_GZ,
                    13_501,
                    2_910_542,
                    APACHE,
                    false),
            new SampleEntry(
                    "json-events",
                    "GitHub's public events, one nested JSON document per record",
                    PINOT,
                    GITHUB_EVENTS,
                    Optional.empty(),
                    SampleLayout.JSON_LINES,
                    9_996,
                    20_138_881,
                    APACHE,
                    false),
            new SampleEntry(
                    "json-documents",
                    "the documents of json-events, combined into JSON arrays of 5 to 400 KB",
                    PINOT,
                    GITHUB_EVENTS,
                    Optional.empty(),
                    SampleLayout.GATHERED_JSON_LINES,
                    214,
                    20_042_393,
                    APACHE,
                    false),
            new SampleEntry(
                    "flights-json",
                    "airline statistics, one flat JSON document of 80 fields per record",
                    PINOT,
                    "examples/stream/airlineStats/rawdata/airlineStats_data.json",
                    Optional.empty(),
                    SampleLayout.JSON_LINES,
                    19_492,
                    31_841_678,
                    APACHE,
                    false),
            new SampleEntry(
                    "icons-png",
                    "small PNG images, one file per record: hard to compress",
                    "org.webjars:fugue-icons:3.5.6",
                    FUGUE + "icons/",
                    Optional.of(FUGUE + "FILENAME.txt"),
                    SampleLayout.LISTED_FILES,
                    3_570,
                    2_658_825,
                    "CC BY 3.0 by Yusuke Kamiyamane, a few of the icons CC BY-SA (the README in the jar names them)",
                    false),
            new SampleEntry(
                    "encrypted-events",
                    "the documents of json-events, each encrypted on its own (AES-GCM): cannot be compressed",
                    PINOT,
                    GITHUB_EVENTS,
                    Optional.empty(),
                    SampleLayout.ENCRYPTED_JSON_LINES,
                    9_996,
                    20_418_769,
                    APACHE,
                    false));

    private SampleCatalogue() {}

    /** All samples, the one to start with first. */
    public static List<SampleEntry> entries() {
        return ENTRIES;
    }

    /**
     * The sample with this name.
     *
     * @throws SourceException if there is none; the message lists the names
     */
    public static SampleEntry named(String name) {
        return ENTRIES.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SourceException(unknown(name)));
    }

    private static String unknown(String name) {
        String names = ENTRIES.stream().map(SampleEntry::name).collect(Collectors.joining(", "));
        String hint = NearestName.of(
                        name, ENTRIES.stream().map(SampleEntry::name).toList())
                .map(near -> "; did you mean sample:" + near + "?")
                .orElse("; choose one of these, or give a file of your own");
        return "there is no sample called '" + name + "'; the samples are " + names + hint;
    }
}
