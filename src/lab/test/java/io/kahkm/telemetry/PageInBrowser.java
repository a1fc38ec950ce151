package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.telemetry.http.HttpEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What tests of the live page have in common: one browser for a class, and what axe-core finds. */
abstract class PageInBrowser {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  static Browser browser;
  private static String axe;

  @BeforeAll
  static void startBrowser() throws IOException {
    browser = Browser.startOrSkip();
    try (InputStream in = PageInBrowser.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @AfterAll
  static void stopBrowser() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void look() {
    browser.size(1280, 900);
    browser.scheme("light");
  }

  @AfterEach
  void leave() {
    browser.open("about:blank");
    browser.problems();
  }

  /** Opens the page anew. */
  static void open(HttpEndpoint endpoint, String hash) {
    browser.open("about:blank");
    browser.open("http://127.0.0.1:" + endpoint.port() + "/" + hash);
  }

  static void assertAccessible(String state) {
    assertThat(objections()).as(state).isEmpty();
  }

  /**
   * What axe-core objects to, with the elements. Of many tiles or rows it looks at the first: those
   * in alarm and some others, which all the rest are like.
   */
  static List<?> objections() {
    browser.run(axe);
    return (List<?>)
        browser.await(
            "axe.run({exclude: [['.tile:nth-child(n+21)'],"
                + " ['.row:nth-child(n+21)']]}).then((result) => result.violations.map((one) =>"
                + " one.id + ': ' + one.nodes.map((node) => node.html + ' ' +"
                + " node.failureSummary).join('; ')))");
  }

  static void assertNoSidewaysScroll(String state) {
    assertThat(
            (Boolean)
                browser.evaluate(
                    "document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
        .as(state)
        .isTrue();
  }
}
