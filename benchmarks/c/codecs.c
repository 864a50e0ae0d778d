/*
 * Times the C libraries that Kafka's Java codecs call, without Java: the difference between these figures and those of
 * the Java benchmarks over the same blocks is the cost of calling them from Java.
 *
 * Input: a file of blocks, each [4-byte big-endian length][that many bytes]. Every block is compressed alone.
 * Output: TSV on stdout, one line for each codec, direction and round; lines that start with # describe the environment.
 *
 * Method. Every codec first compresses and decompresses every block, and the bytes are compared: without that there are
 * no figures. A round visits all pairs of codec and direction in random order. A visit is a number of complete passes
 * over all blocks in order, so that each figure covers the same bytes. The number is determined before the first round,
 * for a quarter more than MIN_MILLIS of the thread's CPU time, and then kept: stopping by the clock would give slow
 * passes more weight. Contexts and buffers are created once and reused.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lz4.h>
#include <lz4hc.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#ifndef SNAPPY_VERSION
#define SNAPPY_VERSION "unknown"
#endif
#ifndef BUILD_FLAGS
#define BUILD_FLAGS "unknown"
#endif

#define MEBIBYTE (1024.0 * 1024.0)
#define BLOCK_BYTES_MAX (256u << 20)
#define CODECS_MAX 64
#define ROUNDS_MAX 100000
#ifndef GZIP_WINDOW_BITS /* -15: deflate alone, without header and CRC-32 */
#define GZIP_WINDOW_BITS (15 + 16)
#endif
#define GZIP_MEMORY_LEVEL 8

/* ---- errors ---- */

static _Noreturn void fail(int exit_code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("codecs: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(exit_code);
}

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) fail(1, "no memory for %zu bytes", bytes);
    return memory;
}

/* ---- blocks ---- */

typedef struct {
    const uint8_t *bytes;
    size_t length_bytes;
} Block;

typedef struct {
    Block *items;
    size_t count;
    size_t total_bytes;
    size_t largest_bytes;
} Blocks;

static uint8_t *read_file(const char *path, size_t *length_bytes) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(1, "cannot open %s: %s", path, strerror(errno));
    if (fseek(file, 0, SEEK_END) != 0) fail(1, "cannot seek in %s: %s", path, strerror(errno));
    long end = ftell(file);
    if (end < 0) fail(1, "cannot tell the length of %s: %s", path, strerror(errno));
    rewind(file);
    uint8_t *bytes = allocate((size_t)end);
    if (fread(bytes, 1, (size_t)end, file) != (size_t)end) fail(1, "cannot read all of %s", path);
    fclose(file);
    *length_bytes = (size_t)end;
    return bytes;
}

static Blocks read_blocks(const char *path) {
    size_t file_bytes = 0;
    const uint8_t *bytes = read_file(path, &file_bytes);
    Blocks blocks = {NULL, 0, 0, 0};
    size_t capacity = 0;
    for (size_t at = 0; at < file_bytes;) {
        if (file_bytes - at < 4) fail(1, "%s ends inside a length, at byte %zu", path, at);
        size_t length = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length == 0 || length > BLOCK_BYTES_MAX)
            fail(1, "%s: the block at byte %zu claims %zu bytes; 1 to %u are taken", path, at, length, BLOCK_BYTES_MAX);
        if (length > file_bytes - at - 4)
            fail(1, "%s: the block at byte %zu claims %zu bytes, %zu are left", path, at, length, file_bytes - at - 4);
        if (blocks.count == capacity) {
            capacity = capacity == 0 ? 64 : capacity * 2;
            blocks.items = realloc(blocks.items, capacity * sizeof(Block));
            if (blocks.items == NULL) fail(1, "no memory for %zu blocks", capacity);
        }
        blocks.items[blocks.count++] = (Block){bytes + at + 4, length};
        blocks.total_bytes += length;
        if (length > blocks.largest_bytes) blocks.largest_bytes = length;
        at += 4 + length;
    }
    if (blocks.count == 0) fail(1, "%s holds no block", path);
    return blocks;
}

/* ---- libraries: each compresses and restores one block, and returns the bytes written or 0 for an error ---- */

typedef struct {
    int level;
    ZSTD_CCtx *zstd_compressor;
    ZSTD_DCtx *zstd_decompressor;
    z_stream deflater;
    z_stream inflater;
} State;

typedef size_t Transform(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes);

static size_t zstd_compress(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    size_t written = ZSTD_compressCCtx(state->zstd_compressor, target, target_bytes, source, source_bytes,
            state->level);
    return ZSTD_isError(written) ? 0 : written;
}

static size_t zstd_decompress(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    size_t written = ZSTD_decompressDCtx(state->zstd_decompressor, target, target_bytes, source, source_bytes);
    return ZSTD_isError(written) ? 0 : written;
}

static size_t lz4_compress(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    (void)state;
    return (size_t)LZ4_compress_default((const char *)source, (char *)target, (int)source_bytes, (int)target_bytes);
}

static size_t lz4_compress_high(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    return (size_t)LZ4_compress_HC((const char *)source, (char *)target, (int)source_bytes, (int)target_bytes,
            state->level);
}

static size_t lz4_decompress(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    (void)state;
    int written = LZ4_decompress_safe((const char *)source, (char *)target, (int)source_bytes, (int)target_bytes);
    return written < 0 ? 0 : (size_t)written;
}

static size_t snappy_pack(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    (void)state;
    size_t written = target_bytes;
    return snappy_compress((const char *)source, source_bytes, (char *)target, &written) == SNAPPY_OK ? written : 0;
}

static size_t snappy_unpack(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    (void)state;
    size_t written = target_bytes;
    return snappy_uncompress((const char *)source, source_bytes, (char *)target, &written) == SNAPPY_OK ? written : 0;
}

static size_t gzip_compress(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    z_stream *stream = &state->deflater;
    if (deflateReset(stream) != Z_OK) return 0;
    stream->next_in = (Bytef *)source;
    stream->avail_in = (uInt)source_bytes;
    stream->next_out = target;
    stream->avail_out = (uInt)target_bytes;
    return deflate(stream, Z_FINISH) == Z_STREAM_END ? target_bytes - stream->avail_out : 0;
}

static size_t gzip_decompress(State *state, const uint8_t *source, size_t source_bytes, uint8_t *target,
        size_t target_bytes) {
    z_stream *stream = &state->inflater;
    if (inflateReset(stream) != Z_OK) return 0;
    stream->next_in = (Bytef *)source;
    stream->avail_in = (uInt)source_bytes;
    stream->next_out = target;
    stream->avail_out = (uInt)target_bytes;
    return inflate(stream, Z_FINISH) == Z_STREAM_END ? target_bytes - stream->avail_out : 0;
}

/* ---- codecs ---- */

enum direction { COMPRESS, DECOMPRESS, DIRECTIONS };

static const char *const DIRECTION_NAMES[DIRECTIONS] = {"compress", "decompress"};

typedef struct {
    const char *name;
    char library[64];
    State state;
    Transform *transform[DIRECTIONS];
    size_t bound_bytes; /* enough for any one compressed block */
    Block *compressed;
    size_t compressed_bytes;
    uint64_t passes[DIRECTIONS];
} Codec;

static size_t larger(size_t left, size_t right) {
    return left > right ? left : right;
}

static void use_zstd(Codec *codec, const char *level, size_t largest_bytes) {
    codec->state.level = level == NULL ? ZSTD_CLEVEL_DEFAULT : atoi(level);
    if (codec->state.level < ZSTD_minCLevel() || codec->state.level > ZSTD_maxCLevel() || codec->state.level == 0)
        fail(2, "%s: zstd takes levels %d to %d but for 0", codec->name, ZSTD_minCLevel(), ZSTD_maxCLevel());
    codec->state.zstd_compressor = ZSTD_createCCtx();
    codec->state.zstd_decompressor = ZSTD_createDCtx();
    if (codec->state.zstd_compressor == NULL || codec->state.zstd_decompressor == NULL) fail(1, "no memory for zstd");
    codec->transform[COMPRESS] = zstd_compress;
    codec->transform[DECOMPRESS] = zstd_decompress;
    codec->bound_bytes = ZSTD_compressBound(largest_bytes);
    snprintf(codec->library, sizeof codec->library, "zstd %s", ZSTD_versionString());
}

static void use_lz4(Codec *codec, const char *level, size_t largest_bytes) {
    codec->state.level = level == NULL ? 0 : atoi(level);
    if (level != NULL && (codec->state.level < 1 || codec->state.level > LZ4HC_CLEVEL_MAX))
        fail(2, "%s: lz4:N is the high compressor with levels 1 to %d; the fast one is lz4", codec->name,
                LZ4HC_CLEVEL_MAX);
    codec->transform[COMPRESS] = level == NULL ? lz4_compress : lz4_compress_high;
    codec->transform[DECOMPRESS] = lz4_decompress;
    codec->bound_bytes = (size_t)LZ4_compressBound((int)largest_bytes);
    snprintf(codec->library, sizeof codec->library, "lz4 %s", LZ4_versionString());
}

static void use_snappy(Codec *codec, const char *level, size_t largest_bytes) {
    if (level != NULL) fail(2, "%s: snappy has no levels", codec->name);
    codec->transform[COMPRESS] = snappy_pack;
    codec->transform[DECOMPRESS] = snappy_unpack;
    codec->bound_bytes = snappy_max_compressed_length(largest_bytes);
    snprintf(codec->library, sizeof codec->library, "snappy %s", SNAPPY_VERSION);
}

static void use_gzip(Codec *codec, const char *level, size_t largest_bytes) {
    codec->state.level = level == NULL ? Z_DEFAULT_COMPRESSION : atoi(level);
    if (level != NULL && (codec->state.level < 1 || codec->state.level > 9)) fail(2, "%s: gzip takes levels 1 to 9",
            codec->name);
    if (deflateInit2(&codec->state.deflater, codec->state.level, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
            Z_DEFAULT_STRATEGY) != Z_OK
        || inflateInit2(&codec->state.inflater, GZIP_WINDOW_BITS) != Z_OK)
        fail(1, "cannot start zlib");
    codec->transform[COMPRESS] = gzip_compress;
    codec->transform[DECOMPRESS] = gzip_decompress;
    codec->bound_bytes = (size_t)deflateBound(&codec->state.deflater, (uLong)largest_bytes);
    snprintf(codec->library, sizeof codec->library, "zlib %s", zlibVersion());
}

static void open_codec(Codec *codec, const char *name, size_t largest_bytes) {
    static const struct {
        const char *name;
        void (*use)(Codec *, const char *, size_t);
    } KNOWN[] = {{"zstd", use_zstd}, {"lz4", use_lz4}, {"snappy", use_snappy}, {"gzip", use_gzip}};

    const char *colon = strchr(name, ':');
    size_t name_length = colon == NULL ? strlen(name) : (size_t)(colon - name);
    const char *level = colon == NULL ? NULL : colon + 1;
    char *end = NULL;
    if (level != NULL && (strtol(level, &end, 10), end == level || *end != '\0'))
        fail(2, "%s: what follows the colon is not a level", name);
    memset(codec, 0, sizeof *codec);
    codec->name = name;
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        if (strlen(KNOWN[i].name) == name_length && strncmp(KNOWN[i].name, name, name_length) == 0) {
            KNOWN[i].use(codec, level, largest_bytes);
            return;
        }
    }
    fail(2, "%s is not a codec: zstd[:LEVEL], lz4[:LEVEL], snappy and gzip[:LEVEL] are", name);
}

/* Compresses every block, keeps the results, and compares the decompressed blocks with the originals. */
static void verify(Codec *codec, const Blocks *blocks, uint8_t *compressed, uint8_t *restored) {
    codec->compressed = allocate(blocks->count * sizeof(Block));
    for (size_t i = 0; i < blocks->count; i++) {
        const Block *block = &blocks->items[i];
        size_t bytes = codec->transform[COMPRESS](&codec->state, block->bytes, block->length_bytes, compressed,
                codec->bound_bytes);
        if (bytes == 0) fail(1, "%s cannot compress block %zu of %zu bytes", codec->name, i, block->length_bytes);
        uint8_t *copy = allocate(bytes);
        memcpy(copy, compressed, bytes);
        memset(restored, 0, block->length_bytes);
        size_t back = codec->transform[DECOMPRESS](&codec->state, copy, bytes, restored, blocks->largest_bytes);
        if (back != block->length_bytes || memcmp(restored, block->bytes, back) != 0)
            fail(3, "%s does not give block %zu of %zu bytes back", codec->name, i, block->length_bytes);
        codec->compressed[i] = (Block){copy, bytes};
        codec->compressed_bytes += bytes;
    }
}

/* ---- timing ---- */

static uint64_t cpu_nanos(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) fail(1, "no thread CPU clock: %s", strerror(errno));
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Passes over all blocks and returns the CPU time used. */
static uint64_t visit(Codec *codec, enum direction direction, const Blocks *blocks, uint8_t *target, uint64_t passes) {
    Transform *transform = codec->transform[direction];
    const Block *sources = direction == COMPRESS ? blocks->items : codec->compressed;
    size_t capacity_bytes = direction == COMPRESS ? codec->bound_bytes : blocks->largest_bytes;
    size_t expected_bytes = direction == COMPRESS ? codec->compressed_bytes : blocks->total_bytes;
    uint64_t start_nanos = cpu_nanos();
    for (uint64_t pass = 0; pass < passes; pass++) {
        size_t written_bytes = 0;
        for (size_t i = 0; i < blocks->count; i++)
            written_bytes += transform(&codec->state, sources[i].bytes, sources[i].length_bytes, target,
                    capacity_bytes);
        if (written_bytes != expected_bytes)
            fail(3, "%s %s wrote %zu bytes, not the %zu it wrote when they were compared", codec->name,
                DIRECTION_NAMES[direction], written_bytes, expected_bytes);
    }
    return cpu_nanos() - start_nanos;
}

/* Doubles the passes until they take a quarter of the required time, and then extrapolates. */
static uint64_t settle_passes(Codec *codec, enum direction direction, const Blocks *blocks, uint8_t *target,
        uint64_t min_nanos) {
    uint64_t passes = 1;
    uint64_t used_nanos = visit(codec, direction, blocks, target, passes);
    while (used_nanos < min_nanos / 4) {
        passes *= 2;
        used_nanos = visit(codec, direction, blocks, target, passes);
    }
    return (uint64_t)((double)passes * 1.25 * (double)min_nanos / (double)used_nanos) + 1;
}

/* xorshift64*, Vigna 2016: repeatable on every platform. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static void shuffle(size_t *order, size_t count, uint64_t *random) {
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)(next_random(random) % i);
        size_t swapped = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swapped;
    }
}

static void print_visit(const Codec *codec, enum direction direction, const Blocks *blocks, int round,
        uint64_t used_nanos) {
    uint64_t passes = codec->passes[direction];
    double mebibytes = (double)blocks->total_bytes * (double)passes / MEBIBYTE;
    double seconds = (double)used_nanos / 1e9;
    printf("%s\t%s\t%d\t%.2f\t%" PRIu64 "\t%.3f\t%zu\t%zu\t%s\n", codec->name, DIRECTION_NAMES[direction], round,
        mebibytes / seconds, passes, seconds * 1e3, blocks->total_bytes, codec->compressed_bytes, codec->library);
}

/* ---- command line ---- */

static long number(const char *text, long min, long max, const char *what) {
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < min || value > max)
        fail(2, "%s is '%s'; a number from %ld to %ld is needed", what, text, min, max);
    return value;
}

static void print_circumstances(const char *path, const Blocks *blocks, int rounds, long min_millis, uint64_t seed) {
    printf("# blocks=%s count=%zu uncompressed_bytes=%zu largest_bytes=%zu\n", path, blocks->count, blocks->total_bytes,
        blocks->largest_bytes);
    printf("# rounds=%d min_millis=%ld seed=%" PRIu64 " clock=CLOCK_THREAD_CPUTIME_ID\n", rounds, min_millis, seed);
    printf("# compiler=%s flags=%s\n", __VERSION__, BUILD_FLAGS);
    FILE *cpu = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (cpu != NULL && fgets(line, sizeof line, cpu) != NULL) {
        char *value = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (value == NULL) continue;
        printf("# cpu=%s", value + 2);
        break;
    }
    if (cpu != NULL) fclose(cpu);
}

int main(int argc, char **argv) {
    uint64_t seed = (uint64_t)time(NULL);
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--seed") == 0) {
        seed = (uint64_t)number(argv[2], 1, INT32_MAX, "--seed");
        first = 3;
    }
    int codec_count = argc - first - 3;
    if (codec_count < 1 || codec_count > CODECS_MAX)
        fail(2, "usage: codecs [--seed N] BLOCK_FILE ROUNDS MIN_MILLIS CODEC...  (1 to %d codecs, such as zstd:3 lz4 lz4:9 snappy gzip:6)",
            CODECS_MAX);
    const char *path = argv[first];
    int rounds = (int)number(argv[first + 1], 1, ROUNDS_MAX, "ROUNDS");
    long min_millis = number(argv[first + 2], 1, 60000, "MIN_MILLIS");

    Blocks blocks = read_blocks(path);
    static Codec codecs[CODECS_MAX];
    size_t bound_bytes = blocks.largest_bytes;
    for (int i = 0; i < codec_count; i++) {
        open_codec(&codecs[i], argv[first + 3 + i], blocks.largest_bytes);
        bound_bytes = larger(bound_bytes, codecs[i].bound_bytes);
    }
    uint8_t *target = allocate(bound_bytes);
    uint8_t *restored = allocate(blocks.largest_bytes);
    uint64_t min_nanos = (uint64_t)min_millis * 1000000u;
    for (int i = 0; i < codec_count; i++) {
        verify(&codecs[i], &blocks, target, restored);
        for (int direction = 0; direction < DIRECTIONS; direction++)
            codecs[i].passes[direction] = settle_passes(&codecs[i], (enum direction)direction, &blocks, target,
                    min_nanos);
    }

    print_circumstances(path, &blocks, rounds, min_millis, seed);
    printf("codec\tdirection\tround\tmib_per_second\tpasses\tcpu_millis\tuncompressed_bytes\tcompressed_bytes\tlibrary\n");
    size_t order[CODECS_MAX * DIRECTIONS];
    size_t cell_count = (size_t)codec_count * DIRECTIONS;
    for (size_t i = 0; i < cell_count; i++) order[i] = i;
    uint64_t random = seed;
    for (int round = 1; round <= rounds; round++) {
        shuffle(order, cell_count, &random);
        for (size_t i = 0; i < cell_count; i++) {
            Codec *codec = &codecs[order[i] / DIRECTIONS];
            enum direction direction = (enum direction)(order[i] % DIRECTIONS);
            uint64_t used_nanos = visit(codec, direction, &blocks, target, codec->passes[direction]);
            print_visit(codec, direction, &blocks, round, used_nanos);
        }
        fflush(stdout);
    }
    return 0;
}
