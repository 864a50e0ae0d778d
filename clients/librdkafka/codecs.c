// The codecs of librdkafka, called as its producer and its consumer do. The functions are in the library that the Go binding
// contains; its public header does not declare them.
#include "codecs.h"

#include <stdint.h>
#include <stdlib.h>

// rdbuf.h. Both structures have less than 100 bytes.
typedef struct {
    uint64_t room[64];
} rd_opaque_t;
void rd_buf_init(void *buffer, size_t segments, size_t bytes);
void rd_buf_push0(void *buffer, const void *payload, size_t bytes, void (*free_payload)(void *), uint8_t writable);
void rd_buf_destroy(void *buffer);
void rd_slice_init_full(void *slice, const void *buffer);

// rdkafka_msgset_writer.h, rdkafka_lz4.h, rdkafka_zstd.h. The broker is used only for error messages.
int rd_kafka_gzip_compress(void *broker, int level, void *slice, void **out, size_t *out_length);
int rd_kafka_snappy_compress_slice(void *broker, void *slice, void **out, size_t *out_length);
int rd_kafka_lz4_compress(void *broker, int proper_checksum, int level, void *slice, void **out, size_t *out_length);
int rd_kafka_zstd_compress(void *broker, int level, void *slice, void **out, size_t *out_length);

// rdgz.h, snappy.h
void *rd_gz_decompress(const void *in, int in_length, uint64_t *out_length);
int rd_kafka_snappy_uncompress(const char *in, size_t in_length, char *out);
_Bool rd_kafka_snappy_uncompressed_length(const char *in, size_t in_length, size_t *out_length);

// lz4frame.h and zstd.h, in the versions linked into librdkafka.
#define LZ4F_VERSION 100
typedef struct {
    int block_size, block_mode, content_checksum, frame_type;
    unsigned long long content_size;
    unsigned dictionary;
    int block_checksum;
} lz4f_frame_info_t;
size_t LZ4F_createDecompressionContext(void **context, unsigned version);
size_t LZ4F_freeDecompressionContext(void *context);
size_t LZ4F_getFrameInfo(void *context, lz4f_frame_info_t *info, const void *in, size_t *in_length);
size_t LZ4F_decompress(void *context, void *out, size_t *out_length, const void *in, size_t *in_length, const void *options);
unsigned LZ4F_isError(size_t code);
unsigned long long ZSTD_getFrameContentSize(const void *in, size_t in_length);
size_t ZSTD_decompress(void *out, size_t out_length, const void *in, size_t in_length);
unsigned ZSTD_isError(size_t code);
int ZSTD_getErrorCode(size_t code);
#define ZSTD_CONTENTSIZE_UNKNOWN (0ULL - 1)
#define ZSTD_DST_SIZE_TOO_SMALL 70

#define FAILED -1

int squeeze_compress(int codec, int level, const void *in, size_t in_length, void **out, size_t *out_length) {
    rd_opaque_t buffer, slice;
    rd_buf_init(&buffer, 1, 0);
    rd_buf_push0(&buffer, in, in_length, NULL, 0);
    rd_slice_init_full(&slice, &buffer);
    int error = FAILED;
    switch (codec) {
    case 1:
        error = rd_kafka_gzip_compress(NULL, level, &slice, out, out_length);
        break;
    case 2:
        error = rd_kafka_snappy_compress_slice(NULL, &slice, out, out_length);
        break;
    case 3:
        error = rd_kafka_lz4_compress(NULL, 1, level, &slice, out, out_length);
        break;
    case 4:
        error = rd_kafka_zstd_compress(NULL, level, &slice, out, out_length);
        break;
    }
    rd_buf_destroy(&buffer);
    return error;
}

// Like rd_kafka_lz4_decompress, which needs a connected broker for the maximum message size.
static int lz4_decompress(const char *in, size_t in_length, char **out, size_t *out_length) {
    void *context;
    lz4f_frame_info_t info;
    size_t at = in_length, size, used = 0;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) return FAILED;
    if (LZ4F_isError(LZ4F_getFrameInfo(context, &info, in, &at))) {
        LZ4F_freeDecompressionContext(context);
        return FAILED;
    }
    size = info.content_size == 0 || info.content_size > in_length * 255 ? in_length * 4 : info.content_size;
    *out = malloc(size);
    while (*out && at < in_length) {
        size_t written = size - used, read = in_length - at;
        size_t left = LZ4F_decompress(context, *out + used, &written, in + at, &read, NULL);
        if (LZ4F_isError(left)) {
            free(*out);
            *out = NULL;
            break;
        }
        used += written;
        at += read;
        if (left == 0) break;
        if (used == size) {
            size_t more = size * 3 / 4 > 1024 ? size * 3 / 4 : 1024;
            char *larger = realloc(*out, size + more);
            if (!larger) free(*out);
            *out = larger;
            size += more;
        }
    }
    LZ4F_freeDecompressionContext(context);
    *out_length = used;
    return *out ? 0 : FAILED;
}

// Like rd_kafka_zstd_decompress, which needs a connected broker too: if a frame does not contain its decompressed size, it
// guesses one and retries with a larger one.
static int zstd_decompress(const void *in, size_t in_length, void **out, size_t *out_length) {
    unsigned long long size = ZSTD_getFrameContentSize(in, in_length);
    if (size == ZSTD_CONTENTSIZE_UNKNOWN) size = in_length * 2;
    while (size <= INT32_MAX) {
        if (!(*out = malloc(size ? size : 1))) return FAILED;
        *out_length = ZSTD_decompress(*out, size, in, in_length);
        if (!ZSTD_isError(*out_length)) return 0;
        free(*out);
        if (ZSTD_getErrorCode(*out_length) != ZSTD_DST_SIZE_TOO_SMALL) return FAILED;
        size += size * 2 > 4000 ? size * 2 : 4000;
    }
    return FAILED;
}

static int snappy_decompress(const char *in, size_t in_length, void **out, size_t *out_length) {
    if (!rd_kafka_snappy_uncompressed_length(in, in_length, out_length)) return FAILED;
    if (!(*out = malloc(*out_length ? *out_length : 1))) return FAILED;
    if (rd_kafka_snappy_uncompress(in, in_length, *out) == 0) return 0;
    free(*out);
    return FAILED;
}

int squeeze_decompress(int codec, const void *in, size_t in_length, void **out, size_t *out_length) {
    uint64_t length = 0;
    switch (codec) {
    case 1:
        *out = rd_gz_decompress(in, (int)in_length, &length);
        *out_length = length;
        return *out ? 0 : FAILED;
    case 2:
        return snappy_decompress(in, in_length, out, out_length);
    case 3:
        return lz4_decompress(in, in_length, (char **)out, out_length);
    case 4:
        return zstd_decompress(in, in_length, out, out_length);
    }
    return FAILED;
}
