/*
 * Makes the machine code of snappy-java's libsnappyjava.so available through snappy-c.h. The library's own functions
 * are hidden, but two of its JNI functions take plain addresses, and use neither the JVM nor the object unless the
 * input is corrupt.
 */
#include <stdint.h>

#include <snappy-c.h>

int64_t Java_org_xerial_snappy_SnappyNative_rawCompress__JJJ(void *jni, void *object, int64_t source, int64_t bytes,
        int64_t target);
int64_t Java_org_xerial_snappy_SnappyNative_rawUncompress__JJJ(void *jni, void *object, int64_t source, int64_t bytes,
        int64_t target);

snappy_status snappy_compress(const char *source, size_t source_bytes, char *target, size_t *target_bytes) {
    if (*target_bytes < snappy_max_compressed_length(source_bytes)) return SNAPPY_BUFFER_TOO_SMALL;
    *target_bytes = (size_t)Java_org_xerial_snappy_SnappyNative_rawCompress__JJJ(
        NULL, NULL, (int64_t)(intptr_t)source, (int64_t)source_bytes, (int64_t)(intptr_t)target);
    return SNAPPY_OK;
}

/* Only for output of snappy_compress above, and with a target that is large enough: neither is checked here. */
snappy_status snappy_uncompress(const char *source, size_t source_bytes, char *target, size_t *target_bytes) {
    *target_bytes = (size_t)Java_org_xerial_snappy_SnappyNative_rawUncompress__JJJ(
        NULL, NULL, (int64_t)(intptr_t)source, (int64_t)source_bytes, (int64_t)(intptr_t)target);
    return SNAPPY_OK;
}

/* MaxCompressedLength in snappy.cc. */
size_t snappy_max_compressed_length(size_t source_bytes) {
    return 32 + source_bytes + source_bytes / 6;
}
