package dev.squeeze.source;

/** Real records that come with Squeeze's dependencies, under {@code sample:NAME}. */
public final class BundledSample implements RecordSource {
    private final String name;

    public BundledSample(String name) {
        this.name = name;
    }

    @Override
    public String notation() {
        return "sample:" + name;
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        throw new SourceException("not read yet");
    }
}
