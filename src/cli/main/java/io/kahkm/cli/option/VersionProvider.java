package io.kahkm.cli.option;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest; classes run outside a jar are a development build. */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"kahkm " + version()};
  }

  /** The version of the jar; that of a development build outside of one. */
  public static String version() {
    String version = VersionProvider.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
