package io.kahkm.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WheelTest {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 2, 3, 4, 6);

  @TempDir Path temp;

  private Path written(Path root, String version) throws IOException {
    Wheel wheel = new Wheel(root.resolve(Project.PYTHON), version);
    wheel.write(temp, root.resolve("LICENSE"), TIME);
    return temp.resolve(wheel.name());
  }

  private static Map<String, byte[]> content(Path wheel) throws IOException {
    Map<String, byte[]> content = new TreeMap<>();
    try (ZipFile zip = ZipFile.builder().setPath(wheel).get()) {
      for (ZipArchiveEntry entry : all(zip)) {
        try (InputStream in = zip.getInputStream(entry)) {
          content.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return content;
  }

  private static List<ZipArchiveEntry> all(ZipFile zip) {
    List<ZipArchiveEntry> entries = new ArrayList<>();
    zip.getEntries().asIterator().forEachRemaining(entries::add);
    return entries;
  }

  @Test
  void hasTheSourcesAndWhatPipAsksFor() throws Exception {
    Path root = temp.resolve("one");
    Checkout.at(root, "1.2.3");

    Path wheel = written(root, "1.2.3");

    assertThat(wheel).hasFileName("kahkm-1.2.3-py3-none-any.whl");
    Map<String, byte[]> content = content(wheel);
    assertThat(content)
        .containsOnlyKeys(
            "kahkm-1.2.3.dist-info/METADATA",
            "kahkm-1.2.3.dist-info/RECORD",
            "kahkm-1.2.3.dist-info/WHEEL",
            "kahkm-1.2.3.dist-info/licenses/LICENSE",
            "kahkm/__init__.py",
            "kahkm/py.typed");
    assertThat(text(content, "METADATA"))
        .isEqualTo(
            """
            Metadata-Version: 2.1
            Name: kahkm
            Version: 1.2.3
            Summary: reads
            License: Apache-2.0
            Requires-Python: >=3.9
            Requires-Dist: numpy>=1.20
            Provides-Extra: pandas
            Requires-Dist: pandas>=1.5; extra == "pandas"
            Description-Content-Type: text/markdown

            # How
            """);
    assertThat(text(content, "WHEEL")).contains("Root-Is-Purelib: true\nTag: py3-none-any\n");
    for (String line : text(content, "RECORD").lines().toList()) {
      String[] cells = line.split(",", -1);
      if (cells[0].endsWith("RECORD")) {
        assertThat(line).endsWith("/RECORD,,");
      } else {
        byte[] bytes = content.get(cells[0]);
        assertThat(cells[1])
            .isEqualTo(
                "sha256="
                    + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes)));
        assertThat(cells[2]).isEqualTo(String.valueOf(bytes.length));
      }
    }
    assertThat(text(content, "RECORD").lines()).hasSize(content.size());
  }

  private static String text(Map<String, byte[]> content, String name) {
    return new String(content.get("kahkm-1.2.3.dist-info/" + name), StandardCharsets.UTF_8);
  }

  @Test
  void aPackageOfAnotherVersionIsRefused() throws Exception {
    Path root = temp.resolve("one");
    Checkout.at(root, "1.2.3");
    assertThatThrownBy(() -> written(root, "1.2.4"))
        .isInstanceOf(ReleaseException.class)
        .hasMessageContaining("__init__.py: does not say __version__ = \"1.2.4\"");
  }

  /** What Python itself finds in the wheel of this project. */
  @Test
  void pythonReadsTheWheelOfThisProject() throws Exception {
    assumeTrue(python("", "pass").isPresent(), "no python3");
    Path root = Path.of("").toAbsolutePath();
    Path wheel = written(root, Project.read(root).version());

    assertThat(
            python(
                wheel.toString(),
                "import importlib.metadata as m; d = m.distribution('kahkm');"
                    + " print(d.version, len(d.files), d.metadata['Requires-Python'],"
                    + " all(d.locate_file(f).exists() for f in d.files))"))
        .hasValueSatisfying(
            said -> assertThat(said).matches("\\d+\\.\\d+\\.\\d+(\\.dev0)? 12 >=3\\.9 True"));
  }

  private static Optional<String> python(String path, String program) throws InterruptedException {
    try {
      ProcessBuilder builder = new ProcessBuilder("python3", "-c", program);
      builder.environment().put("PYTHONPATH", path);
      Process process = builder.redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
      return Optional.of(said.strip());
    } catch (IOException absent) {
      return Optional.empty();
    }
  }
}
