package dev.squeeze.kit.document;

import static dev.squeeze.fuzz.Expectations.requireClear;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.squeeze.ResultKinds;
import dev.squeeze.feature.report.ResultsPage;
import dev.squeeze.fuzz.DocumentEdits;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Result documents: any text, or a real document of some kind with values changed, taken away or put elsewhere. What is
 * read is rendered, and written again, without an end in memory or time.
 */
public final class DocumentFuzz implements FuzzTarget {
    private static final String NAME = "document.json";
    private static final List<String> DOCUMENTS = List.of(
            "advise-change",
            "advise-verified",
            "bench-complete",
            "bench-searches",
            "bench-troubled",
            "calibrate-complete",
            "copy-compared",
            "doctor-ill",
            "experiment-complete",
            "inspect-mixed",
            "inspect-sampled",
            "measure-troubled",
            "recompress-joined",
            "survey-complete");

    private final DocumentEdits edits = new DocumentEdits(DOCUMENTS);

    public DocumentFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>(edits.seeds());
        seeds.add(InputBytes.prefixed(
                255,
                InputBytes.utf8(
                        edits.text(DOCUMENTS.indexOf("recompress-joined")).strip())));
        return seeds;
    }

    @Override
    public void parse(byte[] input) throws JsonProcessingException {
        if (input.length == 0) {
            return;
        }
        String text = (input[0] & 0xff) == 255
                ? new String(input, 1, input.length - 1, StandardCharsets.UTF_8)
                : edits.apply(input);
        Result result;
        try {
            result = ResultKinds.reader().parse(NAME, text);
        } catch (UsageException e) {
            requireClear(e, NAME);
            return;
        }
        try {
            // A page takes tens of milliseconds, and one with a comparison three times as long.
            boolean compared = input[input.length - 1] % 4 == 3;
            ResultsPage.render(compared ? List.of(result, result) : List.of(result));
            ResultKinds.reader().parse(NAME, ResultJson.write(result));
        } catch (RuntimeException e) {
            // Values that are each of their kind can contradict one another: squeeze report says that of any exception.
        }
    }
}
