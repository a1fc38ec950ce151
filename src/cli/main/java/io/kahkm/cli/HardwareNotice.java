package io.kahkm.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says at start what about the machine makes the engine slow. */
public final class HardwareNotice {
  private static final Logger LOGGER = LoggerFactory.getLogger(HardwareNotice.class);
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private HardwareNotice() {}

  /**
   * Warns where an x86 CPU has no fused multiply-add: Java then computes every one with big
   * decimals, hundreds of times slower, with the same result. Other architectures that run Java 17
   * have it.
   */
  public static void warnWithoutFusedMultiplyAdd() {
    if (!System.getProperty("os.arch").equals("amd64") || !Files.isReadable(CPU_INFO)) {
      return;
    }
    try {
      if (!fuses(Files.readString(CPU_INFO))) {
        LOGGER.warn(
            "This CPU has no fused multiply-add: results are the same, but the engine is very slow"
                + " here");
      }
    } catch (IOException e) {
      LOGGER.debug("Cannot read {}: {}", CPU_INFO, e.getMessage());
    }
  }

  /** Whether a CPU whose description this is has fused multiply-add. */
  static boolean fuses(String cpuInfo) {
    return cpuInfo
        .lines()
        .anyMatch(line -> line.startsWith("flags") && line.matches(".*\\bfma\\b.*"));
  }
}
