package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.testing.ProjectFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the Dockerfile does, without Docker: the runtime, the cache of classes, a start that writes
 * nothing.
 */
@Tag("full")
class ImageStepsIT {
  /** Bytes of what the image holds beside its base. */
  private static final long LARGEST = 320_000_000;

  @TempDir Path temp;

  @Test
  void theProgramOfTheImageStartsFromItsOwnRuntimeAndCacheAndWritesNothingThere() throws Exception {
    Path place = temp.resolve("opt/kahkm");
    Answer made =
        run(temp, List.of("deploy/image.sh", "src/cli/target", place.toString()), Path.of(""));
    assertThat(made.exit()).as(made.output()).isZero();
    Map<String, String> before = listing(place);
    assertThat(before).containsKeys("kahkm.jar", "classes.jsa", "jre/bin/java");

    Path state = Files.createDirectories(temp.resolve("var/lib/kahkm"));
    List<String> entry = entrypoint(place);
    List<String> version = new ArrayList<>(entry);
    version.add(1, "-Xlog:class+load:file=" + state.resolve("classes.log"));
    version.add("rehearse");
    Answer started = run(state, version, state);

    assertThat(started.exit()).as(started.output()).isZero();
    List<String> loaded =
        Files.readAllLines(state.resolve("classes.log")).stream()
            .filter(line -> line.contains("io.kahkm."))
            .toList();
    assertThat(loaded).hasSizeGreaterThan(100);
    assertThat(loaded.stream().filter(line -> line.contains("shared objects file")).count())
        .as("classes of ours from the cache, of %s", loaded.size())
        .isGreaterThan(loaded.size() * 9L / 10);
    assertThat(listing(place)).isEqualTo(before);
    long bytes = 0;
    for (Path file : files(place)) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isLessThan(LARGEST);
  }

  /** The entry point of the image, at the place where it is tried. */
  private static List<String> entrypoint(Path place) throws Exception {
    String line =
        ProjectFiles.text("deploy/Dockerfile")
            .lines()
            .filter(one -> one.startsWith("ENTRYPOINT "))
            .findFirst()
            .orElseThrow();
    List<String> entry = new ArrayList<>();
    for (JsonNode word : new ObjectMapper().readTree(line.substring("ENTRYPOINT ".length()))) {
      entry.add(word.asText().replace("/opt/kahkm", place.toString()));
    }
    return entry;
  }

  private record Answer(int exit, String output) {}

  private static Answer run(Path state, List<String> command, Path folder) throws Exception {
    ProcessBuilder start = new ProcessBuilder(command).redirectErrorStream(true);
    start.directory(folder.toAbsolutePath().toFile());
    start.environment().put("JAVA_HOME", System.getProperty("java.home"));
    start.environment().put("ROCKSDB_SHAREDLIB_DIR", state.toString());
    Process process = start.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), said);
  }

  private static Map<String, String> listing(Path folder) throws Exception {
    Map<String, String> found = new TreeMap<>();
    for (Path file : files(folder)) {
      found.put(
          folder.relativize(file).toString(),
          Files.size(file) + " " + Files.getLastModifiedTime(file));
    }
    return found;
  }

  private static List<Path> files(Path folder) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
