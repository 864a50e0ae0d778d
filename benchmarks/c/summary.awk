#!/usr/bin/awk -f
# Reads the TSV written by codecs; prints, for each codec and direction, the ratio (uncompressed / compressed), the
# number of rounds, and the minimum, median and maximum MiB/s.
BEGIN { FS = OFS = "\t"; print "library", "codec", "direction", "ratio", "rounds", "min MiB/s", "median MiB/s", "max MiB/s" }
/^#/ || $1 == "codec" { next }
{
    key = $1 FS $2
    if (!(key in rounds)) { keys[++count] = key; library[key] = $9; ratio[key] = $7 / $8 }
    rate[key, ++rounds[key]] = $4
}
END {
    for (i = 1; i <= count; i++) {
        key = keys[i]
        n = rounds[key]
        for (j = 1; j <= n; j++) {
            value = rate[key, j] + 0
            for (k = j - 1; k > 0 && sorted[k] > value; k--) sorted[k + 1] = sorted[k]
            sorted[k + 1] = value
        }
        median = n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
        printf "%s\t%s\t%.2fx\t%d\t%.1f\t%.1f\t%.1f\n", library[key], key, ratio[key], n, sorted[1], median, sorted[n]
    }
}
