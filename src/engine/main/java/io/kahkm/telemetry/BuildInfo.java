package io.kahkm.telemetry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.jar.Manifest;

/**
 * Which program runs.
 *
 * @param version version of the jar, {@code unknown} when not run from one
 * @param revision commit the jar was built from, {@code unknown} when the build did not say
 */
record BuildInfo(String version, String revision) {
  private static final String UNKNOWN = "unknown";
  private static final BuildInfo CURRENT = read();

  static BuildInfo current() {
    return CURRENT;
  }

  private static BuildInfo read() {
    String version = BuildInfo.class.getPackage().getImplementationVersion();
    return new BuildInfo(version == null ? UNKNOWN : version, readRevision());
  }

  private static String readRevision() {
    URL here = BuildInfo.class.getResource("BuildInfo.class");
    if (here == null || !"jar".equals(here.getProtocol())) {
      return UNKNOWN;
    }
    String jar = here.toString();
    String manifest = jar.substring(0, jar.lastIndexOf('!') + 1) + "/META-INF/MANIFEST.MF";
    try (InputStream in = new URL(manifest).openStream()) {
      String value = new Manifest(in).getMainAttributes().getValue("Implementation-Revision");
      return value == null ? UNKNOWN : value;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
