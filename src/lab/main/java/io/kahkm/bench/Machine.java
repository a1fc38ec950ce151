package io.kahkm.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** On what, with what and when something was measured: figures mean little without. */
public final class Machine {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final double BYTES_PER_GIGABYTE = 1L << 30;

  private Machine() {}

  /**
   * Describes this machine and this JVM.
   *
   * @return one line: processor, cores, memory for Java, system, JDK, its options, date
   */
  public static String description() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    List<String> options = runtime.getInputArguments();
    return String.format(
        Locale.ROOT,
        "%s, %d cores; heap %.1f GB; %s %s; JDK %s (%s); options %s; %s",
        processor(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() / BYTES_PER_GIGABYTE,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.version(),
        runtime.getVmVendor(),
        options.isEmpty() ? "none" : String.join(" ", options),
        LocalDate.now(ZoneOffset.UTC));
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException elsewhere) {
      return System.getProperty("os.arch");
    }
  }
}
