package io.kahkm.telemetry;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Pictures of the live page for the documents. With {@code -Dkahkm.pictures=docs/pictures} the
 * tests that look at the page keep them there; else nothing is kept.
 */
final class Pictures {
  private static final String FOLDER = System.getProperty("kahkm.pictures", "");

  /** Until the page has drawn itself anew in its size and colours. */
  private static final long SETTLED_MILLIS = 2000;

  private Pictures() {}

  static boolean areWanted() {
    return !FOLDER.isEmpty();
  }

  static void take(Browser browser, String name) throws IOException, InterruptedException {
    if (areWanted()) {
      Thread.sleep(SETTLED_MILLIS);
      browser.picture(Path.of(FOLDER, name));
    }
  }
}
