#!/usr/bin/env bash
# Takes a release as somebody else would: the launcher of its zip on a recording, and the program of docs/embedding.md on its
# libraries, which a Maven without any other copy of them resolves from the folder as from a repository.
#
#   deploy/try-release.sh RELEASE [JDK...]      RELEASE: what mvn -Prelease verify left in target/release; JDK: homes of those
#                                               that it is tried on, JAVA_HOME or the java on the PATH without one
set -euo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
release="$(cd "$1" && pwd)"
shift
if [ $# = 0 ]; then
  set -- "${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}"
fi
work="$(mktemp -d "${TMPDIR:-/tmp}/kahkm-try.XXXXXX")"
trap 'rm -rf "$work"' EXIT
cd "$work"

(cd "$release" && sha256sum --quiet -c SHA256SUMS)
unzip -q "$release"/kahkm-*[0-9T].zip -d zip
version="$(basename zip/kahkm-*)"
version="${version#kahkm-}"

# Two sensors that follow a circle, every 50 ms in twenty runs; the last three are not in the recording.
awk 'BEGIN { srand(7); print "t,run,q,p"; for (e = 0; e < 20; e++) for (i = 0; i < 200; i++) { a = e + i * 0.05;
  printf "%.3f,%d,%.6f,%.6f\n", 1700000000 + e * 100 + i * 0.05, e, cos(a) + 0.01 * rand(), sin(a) + 0.01 * rand() } }' >all.csv
awk -F, 'NR == 1 || $2 < 17' all.csv >normal.csv
awk -F, 'NR == 1 || $2 >= 17' all.csv >later.csv
# Time, episode and sensors without a header, as the program reads them.
awk -F, 'NR > 1 { date = "date -u -d @" $1 " +%FT%T.%3NZ"; date | getline t; close(date); print t "," $2 "," $3 "," $4 }' later.csv >rows.csv

cat >settings.xml <<END
<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0"/>
END
cat >pom.xml <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>watch</artifactId>
  <version>1</version>
  <repositories><repository><id>release</id><url>file://$release/repository</url></repository></repositories>
  <dependencies>
    <dependency><groupId>io.kahkm</groupId><artifactId>kahkm-ARTIFACT</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
END
for artifact in core vectors learn engine; do
  sed "s/ARTIFACT/$artifact/" pom.xml >"$artifact.xml"
  mvn -B -q -s settings.xml -f "$artifact.xml" -Dmaven.repo.local="$work/repository" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$work/lib/$artifact"
  cmp "$release/repository/io/kahkm/kahkm-$artifact/$version/kahkm-$artifact-$version.jar" "lib/$artifact/kahkm-$artifact-$version.jar"
  echo "$artifact: $(find "lib/$artifact" -name '*.jar' | wc -l) jars"
done
awk '/^```java/ { text = ""; inside = 1; next } /^```/ { if (inside && text ~ /class Watch/) printf "%s", text; inside = 0 }
  inside { text = text $0 "\n" }' "$home/docs/embedding.md" >Watch.java

for jdk in "$@"; do
  export JAVA_HOME="$jdk"
  "$jdk/bin/java" -version 2>&1 | head -1
  kahkm="zip/kahkm-$version/kahkm"
  test "$("$kahkm" --version | head -1 | grep -c "$version")" = 1
  "$kahkm" init normal.csv --output plant.yaml --force >init.txt 2>&1
  "$kahkm" fit plant.yaml --input normal.csv --horizons 1,10,20 --replace >fit.txt 2>&1
  "$kahkm" score plant.yaml --input later.csv --output scores.csv --replace 2>/dev/null | sed -n 1,3p
  "$jdk/bin/javac" -cp 'lib/core/*' -d "classes" Watch.java
  "$jdk/bin/java" -cp 'lib/core/*:classes' Watch ./*.safetensors rows.csv state.bin >watch.txt
  test "$(grep -c novelty watch.txt)" = 600
  test -s state.bin
  echo "program: $(grep -c novelty watch.txt) readings, $(wc -c <state.bin) bytes of state"
done
