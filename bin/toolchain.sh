# shellcheck shell=bash disable=SC2034 # the variables are read by scripts that source it
# Finds Java and Maven, runs Maven with readable output, and sets environment variables for Java. Sourced by ./squeeze,
# ./test, benchmarks/run and fuzz/run; does nothing by itself.
# Works in bash 3.2 (macOS). The fast path starts no process: it reads the `release` file of each candidate.

# java_feature_version VERSION: sets FEATURE to 17 for "17.0.15", 8 for "1.8.0_412", 25 for "25-ea"; empty if unknown.
java_feature_version() {
    local text=${1#1.}
    FEATURE=${text%%[!0-9]*}
}

# java_inspect HOME EXECUTABLE: sets CANDIDATE_VERSION (feature), CANDIDATE_HOME and CANDIDATE_BUILD (which identifies the
# Java build) of this installation; fails if the version is unknown.
java_inspect() {
    local home=$1 executable=$2 line
    CANDIDATE_HOME=$home CANDIDATE_VERSION='' CANDIDATE_BUILD=''
    if [[ -r $home/release ]]; then
        while IFS= read -r line || [[ -n $line ]]; do
            line=${line//\"/}
            line=${line%$'\r'}
            case $line in
                JAVA_VERSION=*)
                    java_feature_version "${line#*=}"
                    CANDIDATE_VERSION=$FEATURE
                    CANDIDATE_BUILD=$CANDIDATE_BUILD${line#*=}/
                    ;;
                JAVA_RUNTIME_VERSION=* | IMPLEMENTOR=* | OS_ARCH=*) CANDIDATE_BUILD=$CANDIDATE_BUILD${line#*=}/ ;;
            esac
        done <"$home/release"
    fi
    if [[ -z $CANDIDATE_VERSION ]]; then
        # No release file next to it (a stub or a wrapper script): ask the program itself, which is much slower.
        while IFS= read -r line; do
            case $line in
                *java.home\ =\ *) CANDIDATE_HOME=${line#*java.home = } ;;
                *java.version\ =\ *)
                    java_feature_version "${line#*java.version = }"
                    CANDIDATE_VERSION=$FEATURE
                    ;;
                *java.runtime.version\ =\ * | *java.vendor\ =\ *) CANDIDATE_BUILD=$CANDIDATE_BUILD${line#* = }/ ;;
            esac
        done < <("$executable" -XshowSettings:properties -version </dev/null 2>&1)
    fi
    [[ -n $CANDIDATE_VERSION ]]
}

# java_try HOME EXECUTABLE MIN MAX KIND: selects this candidate if it matches.
java_try() {
    local home=$1 executable=$2 min=$3 max=$4 kind=$5
    [[ -f $executable && -x $executable ]] || return 1
    java_inspect "$home" "$executable" || return 1
    ((CANDIDATE_VERSION >= min && CANDIDATE_VERSION <= max)) || return 1
    [[ -x $CANDIDATE_HOME/bin/java ]] || return 1
    [[ $kind != jdk || -x $CANDIDATE_HOME/bin/javac ]] || return 1
    FOUND_JAVA_HOME=$CANDIDATE_HOME FOUND_JAVA_VERSION=$CANDIDATE_VERSION FOUND_JAVA_BUILD=$CANDIDATE_BUILD
}

# resolve_links PATH: sets RESOLVED to PATH after following all symbolic links of its last component (older macOS has no
# readlink -f).
resolve_links() {
    local path=$1 target hops=0
    while [[ -L $path ]] && ((hops++ < 40)); do
        target=$(readlink "$path")
        [[ $target == /* ]] || target=${path%/*}/$target
        path=$target
    done
    RESOLVED=$path
}

# find_java MIN MAX jre|jdk: looks in JAVA_HOME, then the PATH, then the usual folders, and selects the first Java whose
# version is in MIN..MAX (and that has javac, for jdk). Sets FOUND_JAVA_HOME, FOUND_JAVA_VERSION and
# FOUND_JAVA_BUILD; returns 1 if there is none.
find_java() {
    local min=$1 max=$2 kind=$3 executable home
    FOUND_JAVA_HOME='' FOUND_JAVA_VERSION='' FOUND_JAVA_BUILD=''
    if [[ -n ${JAVA_HOME:-} ]] && java_try "${JAVA_HOME%/}" "${JAVA_HOME%/}/bin/java" "$min" "$max" "$kind"; then
        return 0
    fi
    executable=$(type -P java) || executable=''
    if [[ -n $executable ]]; then
        resolve_links "$executable"
        home=${RESOLVED%/*}
        home=${home%/*}
        java_try "$home" "$executable" "$min" "$max" "$kind" && return 0
    fi
    for home in \
        /usr/lib/jvm/* \
        /usr/java/* \
        /opt/* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        "${HOME:-/nonexistent}"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
        java_try "$home" "$home/bin/java" "$min" "$max" "$kind" && return 0
    done
    return 1
}

# find_maven: sets FOUND_MAVEN to the mvn program; returns 1 if there is none.
find_maven() {
    local candidate
    FOUND_MAVEN=$(type -P mvn) && return 0
    for candidate in "${MAVEN_HOME:-}" "${M2_HOME:-}" "${HOME:-/nonexistent}"/.sdkman/candidates/maven/current \
        /opt/homebrew /usr/local; do
        if [[ -n $candidate && -x $candidate/bin/mvn ]]; then
            FOUND_MAVEN=$candidate/bin/mvn
            return 0
        fi
    done
    return 1
}

# run_maven OPTION...: runs FOUND_MAVEN with FOUND_JAVA_HOME in the current folder, without a terminal and without
# colours. Its output goes to stdout, without colour codes (some builds of Maven always write them) and without the advice
# that follows every error. Returns Maven's own exit code.
run_maven() {
    local options=${MAVEN_OPTS:-}
    # Maven's own libraries load native code and use sun.misc.Unsafe, which causes warnings in newer Java.
    if ((FOUND_JAVA_VERSION >= 24)); then
        options="$options --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
    fi
    JAVA_HOME=$FOUND_JAVA_HOME MAVEN_OPTS=$options "$FOUND_MAVEN" -B -Dstyle.color=never "$@" </dev/null 2>&1 |
        LC_ALL=C sed -e $'s/\033\\[[0-9;]*m//g' -e 's/ *-> \[Help [0-9]*\]$//' \
            -e '/^\[ERROR\] *$/d' -e '/^\[ERROR\] \[Help [0-9]*\]/d' -e '/^\[ERROR\] To see the full stack trace/d' \
            -e '/^\[ERROR\] Re-run Maven using/d' -e '/^\[ERROR\] For more information about the errors/d' \
            -e '/^\[ERROR\] After correcting the problems/d' -e '/^\[ERROR\]   mvn <args>/d'
    return "${PIPESTATUS[0]}"
}

# memory_mib: sets MEMORY_MIB to the memory of this machine, or of its container; 0 if unknown.
memory_mib() {
    local name value rest file
    MEMORY_MIB=0
    if [[ -r /proc/meminfo ]]; then
        while read -r name value rest; do
            if [[ $name == MemTotal: ]]; then
                MEMORY_MIB=$((value >> 10))
                break
            fi
        done </proc/meminfo
        for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
            if [[ -r $file ]] && read -r value <"$file" && [[ $value =~ ^[0-9]+$ ]] && ((value >> 20 < MEMORY_MIB)); then
                MEMORY_MIB=$((value >> 20))
            fi
        done
    elif value=$(sysctl -n hw.memsize 2>/dev/null); then
        MEMORY_MIB=$((value >> 20))
    fi
}

# choose_heap: sets HEAP_OPTIONS to SQUEEZE_HEAP, or a quarter of the memory, from 1 to 4 GiB; half of it for young objects.
# Records that wait in a producer's full buffer are copied by every collection that they survive, so with a small young
# generation the collector takes a quarter of two cores away from the measured rates: docs/decisions/0029.
choose_heap() {
    local heap=${SQUEEZE_HEAP:-}
    if [[ -z $heap ]]; then
        memory_mib
        heap=$((MEMORY_MIB / 4))
        ((heap >= 1024)) || heap=1024
        ((heap <= 4096)) || heap=4096
        heap=${heap}m
    fi
    HEAP_OPTIONS=("-Xmx$heap" -XX:NewRatio=1)
}

# choose_young_generation ARGUMENT...: adds to HEAP_OPTIONS. Commands that send records keep Java's default: the young generation
# grows until collections take 1 % of the time, and soon reaches half of the heap. All others only read and compute; for them it
# grows beyond its initial size only if collections take more than 5 %, because touching a page of memory for the first time costs
# as much system time as the collections save: docs/decisions/0076.
choose_young_generation() {
    local argument
    for argument in "$@"; do
        case $argument in
            bench | run | worker | fill | gateway | copy | recompress | calibrate | cluster | --verify*) return ;;
        esac
    done
    HEAP_OPTIONS+=(-XX:GCTimeRatio=19)
}

# keep_native_memory: native memory that codecs free stays with the process, as in one that has been running for a while
# (these are the values that glibc reaches on its own once a block of 32 MiB was freed; other C libraries ignore them).
# Otherwise, depending on what the process did before, every batch of zstd may request its memory from the system again and
# take up to twice as long: docs/decisions/0026. Values set by the user take precedence.
keep_native_memory() {
    export MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_:-33554432}
    export MALLOC_TRIM_THRESHOLD_=${MALLOC_TRIM_THRESHOLD_:-67108864}
}

# use_utf8_names: in the C locale Java decodes every byte of a file name above 127 as a question mark and does not find the file,
# not even its own jar. C.UTF-8 changes nothing else. A locale set by the user takes precedence, unless it is C.
use_utf8_names() {
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
        C | POSIX) export LC_ALL=C.UTF-8 ;;
    esac
}

# is_ascii TEXT
is_ascii() {
    local LC_ALL=C
    [[ $1 != *[!\ -~]* ]]
}

# can_name PATH: whether Java can open this path in the current locale.
can_name() {
    is_ascii "$1" || [[ $(locale charmap 2>/dev/null) != ANSI_X3.4-1968 ]]
}
