package dev.squeeze.kit.source;

import java.util.Optional;

/**
 * One bundled sample: real data in the jar of an ordinary dependency.
 *
 * @param name what follows {@code sample:}
 * @param description one line on what the records are
 * @param artifact Maven coordinates of the jar, {@code group:artifact:version}
 * @param resource the file inside the jar; for {@link SampleLayout#LISTED_FILES} the folder, ending in a slash
 * @param fileList the resource that lists the files of {@link SampleLayout#LISTED_FILES}, one name a line
 * @param layout how the records are stored in the resource
 * @param records number of records in all
 * @param payloadBytes bytes of all values (there are no keys)
 * @param licence the terms the data come under
 * @param hasTimestamps true where records are stamped from the data, false where at the assumed arrival rate
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

    /** The sample as a user writes it. */
    public String notation() {
        return "sample:" + name;
    }
}
