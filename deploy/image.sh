#!/usr/bin/env bash
# What the image holds under /opt/kahkm, made of a release's program; the Dockerfile runs it, and a test does without Docker.
#
#   deploy/image.sh PROGRAM TO        PROGRAM: the folder with kahkm.jar and lib; TO: where it goes, as the image names it
#
# TO must be the path under which the program will run: the JVM uses a cache of classes only with the paths it was made with.
set -euo pipefail
program="$1"
to="$2"
jdk="${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}"

mkdir -p "$to"
cp -p "$program/kahkm.jar" "$to/"
cp -Rp "$program/lib" "$to/"

# What the program's jars name, and what is found by name only when it is needed: the vector kernels, TLS with elliptic curves,
# Kerberos, and the JVM's own metrics.
found="$("$jdk/bin/jdeps" --print-module-deps --ignore-missing-deps --multi-release 17 "$to/kahkm.jar" "$to"/lib/*.jar)"
"$jdk/bin/jlink" --add-modules "$found,jdk.incubator.vector,jdk.crypto.ec,jdk.security.jgss,jdk.management" \
  --no-man-pages --no-header-files --compress 2 --output "$to/jre"

# What a start loads is kept beside the jar, so that the engine is sooner ready; a JVM that it does not fit goes without.
"$to/jre/bin/java" -Xshare:dump >/dev/null
libraries="$(mktemp -d)"
ROCKSDB_SHAREDLIB_DIR="$libraries" "$to/jre/bin/java" --add-modules=jdk.incubator.vector "-XX:ArchiveClassesAtExit=$to/classes.jsa" \
  -jar "$to/kahkm.jar" rehearse >/dev/null
rm -rf "$libraries"
