#include <stddef.h>

// Codecs are numbered as in a batch's attributes: 1 gzip, 2 snappy, 3 lz4, 4 zstd.
//
// Each function returns 0 and the result in memory that the caller frees, or an error code of the codec.
int squeeze_compress(int codec, int level, const void *in, size_t in_length, void **out, size_t *out_length);
int squeeze_decompress(int codec, const void *in, size_t in_length, void **out, size_t *out_length);
