package dev.squeeze.kit.source;

import java.util.Optional;

/**
 * A bundled sample: real data in the jar of a dependency.
 *
 * @param name the name after {@code sample:}
 * @param description one line about the records
 * @param artifact Maven coordinates of the jar, {@code group:artifact:version}
 * @param resource the file inside the jar; for {@link SampleLayout#LISTED_FILES} the folder, ending in a slash
 * @param fileList the resource that lists the files of {@link SampleLayout#LISTED_FILES}, one name per line
 * @param layout how the records are stored in the resource
 * @param records total number of records
 * @param payloadBytes bytes of all values (there are no keys)
 * @param licence the licence of the data
 * @param hasTimestamps whether timestamps come from the data, not from the assumed arrival rate
 */
public record SampleEntry(
        String name,
        String description,
        String artifact,
        String resource,
        Optional<String> fileList,
        SampleLayout layout,
        long records,
        long payloadBytes,
        String licence,
        boolean hasTimestamps) {

    public SampleEntry {
        if (records <= 0 || payloadBytes <= 0) {
            throw new IllegalArgumentException("a sample has records: " + name);
        }
        if ((layout == SampleLayout.LISTED_FILES) != fileList.isPresent()) {
            throw new IllegalArgumentException("a list of files goes with listed files: " + name);
        }
    }

    /** The sample as a user specifies it. */
    public String notation() {
        return "sample:" + name;
    }
}
