package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.StopSignal;
import dev.squeeze.kit.cli.Terminal;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A command line run in this process through the real entry point: its exit code and output. */
public record Invocation(int code, String out, String err) {
    public static Invocation of(String... args) {
        return withInput(new byte[0], args);
    }

    public static Invocation withInput(byte[] standardInput, String... args) {
        return withInput(new ByteArrayInputStream(standardInput), args);
    }

    public static Invocation withInput(InputStream standardInput, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Squeeze.run(args, new PrintWriter(out), new PrintWriter(err), standardInput);
        return new Invocation(code, out.toString(), err.toString());
    }

    /** A terminal for code that is called without a command line and prints nothing. */
    public static Terminal silentTerminal() {
        return Terminal.of(
                List.of(),
                new StringWriter(),
                new StringWriter(),
                InputStream.nullInputStream(),
                false,
                new StopSignal());
    }

    /** The lines on stderr, except for progress, names of written files and the address of the live page. */
    public List<String> complaints() {
        return err.lines()
                .filter(line -> !line.endsWith(" ...") && !line.startsWith("wrote ") && !line.startsWith("live page: "))
                .toList();
    }

    public Invocation expectDone() {
        assertThat(complaints()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.DONE);
        return this;
    }

    /** Expects no output on stdout, and exactly one line that begins with the tool's name and contains all parts. */
    public Invocation expectRefusal(int expectedCode, String... parts) {
        assertThat(complaints()).as(err).hasSize(1);
        assertThat(complaints().get(0)).startsWith("squeeze: ").contains(parts);
        assertThat(err).doesNotContain("\tat ").doesNotContain("Exception").doesNotContain("unexpected");
        assertThat(out).isEmpty();
        assertThat(code).isEqualTo(expectedCode);
        return this;
    }

    /** The printed document, which must match the published schema. */
    public JsonNode document() {
        JsonNode document = ResultSchema.parse(out);
        assertThat(ResultSchema.faults(document)).isEmpty();
        return document;
    }
}
