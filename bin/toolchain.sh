# shellcheck shell=bash disable=SC2034 # what it sets is read by those who source it
# Finds Java and Maven, runs Maven readably, and sets what Java has to find in its environment. Sourced by ./squeeze, ./test
# and benchmarks/run; does nothing by itself.
# Works in bash 3.2 (macOS). The quick path starts no process: it reads the `release` file of each candidate.

# java_feature_version VERSION: sets FEATURE to 17 for "17.0.15", 8 for "1.8.0_412", 25 for "25-ea"; empty when unknown.
java_feature_version() {
    local text=${1#1.}
    FEATURE=${text%%[!0-9]*}
}

# java_inspect HOME EXECUTABLE: sets CANDIDATE_VERSION (feature), CANDIDATE_HOME and CANDIDATE_BUILD (what tells one
# Java build from another) of this installation; fails when it cannot be told.
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
        # No release file next to it (a stub or a wrapper script): ask the program itself, which takes far longer.
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

# java_try HOME EXECUTABLE MIN MAX KIND: takes this candidate when it fits.
java_try() {
    local home=$1 executable=$2 min=$3 max=$4 kind=$5
    [[ -f $executable && -x $executable ]] || return 1
    java_inspect "$home" "$executable" || return 1
    ((CANDIDATE_VERSION >= min && CANDIDATE_VERSION <= max)) || return 1
    [[ -x $CANDIDATE_HOME/bin/java ]] || return 1
    [[ $kind != jdk || -x $CANDIDATE_HOME/bin/javac ]] || return 1
    FOUND_JAVA_HOME=$CANDIDATE_HOME FOUND_JAVA_VERSION=$CANDIDATE_VERSION FOUND_JAVA_BUILD=$CANDIDATE_BUILD
}

# resolve_links PATH: sets RESOLVED to PATH with every symbolic link of its last part followed (no readlink -f on
# older macOS).
resolve_links() {
    local path=$1 target hops=0
    while [[ -L $path ]] && ((hops++ < 40)); do
        target=$(readlink "$path")
        [[ $target == /* ]] || target=${path%/*}/$target
        path=$target
    done
    RESOLVED=$path
}

# find_java MIN MAX jre|jdk: looks in JAVA_HOME, then the PATH, then the usual folders, and takes the first whose
# version lies in MIN..MAX (and that has javac, for jdk). Sets FOUND_JAVA_HOME, FOUND_JAVA_VERSION and
# FOUND_JAVA_BUILD; returns 1 when there is none.
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

# find_maven: sets FOUND_MAVEN to the mvn program; returns 1 when there is none.
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
# colours. What it says goes to stdout, less colour codes (some builds of Maven write them whatever they are told)
# and less the advice that follows every error. Returns Maven's own exit code.
run_maven() {
    local options=${MAVEN_OPTS:-}
    # Maven's own libraries load native code and use sun.misc.Unsafe, which newer Java warns of.
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

# memory_mib: sets MEMORY_MIB to what this machine has or its container may use; 0 where nobody says.
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

# choose_heap: sets HEAP_OPTIONS: SQUEEZE_HEAP, or a quarter of the memory, from 1 to 4 GiB; half of it for young objects.
# What waits in a producer's full buffer is copied by every collection that it outlives, so a small young generation makes
# the collector take a quarter of two cores from the rates that are measured: docs/decisions/0029.
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

# choose_young_generation ARGUMENT...: adds to HEAP_OPTIONS. Commands that send records keep what Java does by itself: the young
# generation grows until collections take 1 % of the time, which is soon half of the heap. All others only read and compute; for
# them it grows beyond what it begins with where collections take more than 5 %, since each page of memory that is touched for the
# first time costs the system as much as the collections save: docs/decisions/0076.
choose_young_generation() {
    local argument
    for argument in "$@"; do
        case $argument in
            bench | run | worker | fill | gateway | copy | recompress | calibrate | cluster | --verify*) return ;;
        esac
    done
    HEAP_OPTIONS+=(-XX:GCTimeRatio=19)
}

# keep_native_memory: native memory that codecs give back stays with the process, as it does in one that has worked for a
# while (these are the values that glibc comes to by itself, once a block of 32 MiB was given back; other C libraries do
# not read them). Without it every batch of zstd may ask the system for its memory again or not, depending on what the
# process did before, and take up to twice as long: docs/decisions/0026. What the user has set wins.
keep_native_memory() {
    export MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_:-33554432}
    export MALLOC_TRIM_THRESHOLD_=${MALLOC_TRIM_THRESHOLD_:-67108864}
}

# use_utf8_names: in the C locale Java takes every byte of a file's name above 127 for a question mark and finds no such file, not
# even its own jar. The same locale with UTF-8 leaves all else as it is. What the user has set wins, unless it is C.
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

# can_name PATH: whether Java can open this path in the locale that is set.
can_name() {
    is_ascii "$1" || [[ $(locale charmap 2>/dev/null) != ANSI_X3.4-1968 ]]
}
