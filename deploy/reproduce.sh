#!/usr/bin/env bash
# Builds the release of the present commit twice, in two fresh clones in two folders, and fails where a byte differs.
#
#   deploy/reproduce.sh [FOLDER] [OPTION OF MAVEN...]       FOLDER: where both go, a temporary one without it
#
# A commit that is no release yet: deploy/reproduce.sh /tmp/twice -Drelease.rehearsal
set -euo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
case "${1:-}" in
  "" | -*) work="$(mktemp -d "${TMPDIR:-/tmp}/kahkm-reproduce.XXXXXX")" ;;
  *)
    work="$1"
    shift
    mkdir -p "$work"
    work="$(cd "$work" && pwd)"
    ;;
esac

for copy in one "the other"; do
  git clone -q "$home" "$work/$copy"
  (cd "$work/$copy" && mvn -B -q -Prelease -pl src/release/bundle -am -Dmaven.test.skip=true -Dspotless.check.skip=true "$@" verify)
done
# The comparison reads the project that it is run in.
cd "$work/one"
java -jar "$work/one/src/release/target/kahkm-release.jar" compare "$work/one/target/release" "$work/the other/target/release"
