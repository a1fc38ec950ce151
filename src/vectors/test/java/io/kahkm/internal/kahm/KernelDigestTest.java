package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Results have the same bits in the interpreter, compiled by either compiler, on vectors and
 * without, on every JDK. The expected hashes are committed; whatever JVM runs this test is compared
 * with it.
 */
class KernelDigestTest {
  private static final String EXPECTED = "29d65ee44f42775d f0860442c33b8a6f";

  private static final String EXPECTED_OF_FEW = "5b7c727ad0c3246e 48c5e0403e6c2e3c";

  @Test
  void thisJvmGivesTheExpectedBits() {
    assertThat(KernelDigest.text(KernelDigest.MANY)).isEqualTo(EXPECTED);
    assertThat(KernelDigest.text(KernelDigest.FEW)).isEqualTo(EXPECTED_OF_FEW);
  }

  static Stream<Arguments> machines() {
    return Stream.of(
        Arguments.of("bit vectors", List.of("-Xint", "-Dkahkm.simd=force")),
        Arguments.of("bit vectors", List.of("-XX:TieredStopAtLevel=1", "-Dkahkm.simd=force")),
        Arguments.of("bit vectors", List.of("-XX:-TieredCompilation", "-Dkahkm.simd=auto")),
        Arguments.of("bit vectors", List.of("-XX:MaxVectorSize=32", "-Dkahkm.simd=force")),
        Arguments.of("bit vectors", List.of("-XX:MaxVectorSize=16", "-Dkahkm.simd=force")),
        Arguments.of("scalar", List.of("-Xint", "-Dkahkm.simd=auto")),
        Arguments.of("scalar", List.of("-Dkahkm.simd=off")));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void everyWayToRunTheCodeGivesTheExpectedBits(String kernels, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-modules=jdk.incubator.vector");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(KernelDigest.class.getName());
    boolean interpreted = options.contains("-Xint");
    command.add(Integer.toString(interpreted ? KernelDigest.FEW : KernelDigest.MANY));
    assertThat(lastLine(command))
        .endsWith(kernels + " " + (interpreted ? EXPECTED_OF_FEW : EXPECTED));
  }

  @Test
  void aJvmWithoutTheModuleRunsOnScalarLoops() throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            KernelDigest.class.getName(),
            Integer.toString(KernelDigest.MANY));
    assertThat(lastLine(command)).isEqualTo("scalar " + EXPECTED);
  }

  private static String lastLine(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output.lines().reduce((first, second) -> second).orElse("");
  }
}
