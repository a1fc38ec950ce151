package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.engine.Peers;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.text.StreamNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A fleet of three sites in a real browser: groups, filters, names in place of ids, addresses. */
class SitesPageIT extends PageInBrowser {
  private static final StreamNames NAMES =
      StreamNames.byKey("(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)");

  private static HttpEndpoint serve(StreamNames names) throws IOException {
    EngineTelemetry telemetry = Scenario.withNames(names, new Scenario.StandingClock());
    for (String site : List.of("berlin", "hamburg", "rostock")) {
      for (int area = 1; area <= 3; area++) {
        for (int pump = 1; pump <= 30; pump++) {
          boolean wrong = site.equals("rostock") && area == 2 && pump <= 4;
          telemetry.status(
              0,
              site + "/hall-" + area + "/pump-" + pump,
              wrong ? Scenario.outside() : Scenario.healthy());
        }
      }
    }
    telemetry.status(0, "spare", Scenario.healthy());
    return HttpEndpoint.start(
        "127.0.0.1",
        0,
        telemetry,
        new HealthStub(),
        new HttpEndpoint.Access(Optional.empty(), Set.of()),
        Peers.NONE);
  }

  private static void await(String what, String selector, String text) throws InterruptedException {
    browser.await(what, PATIENCE, () -> browser.text(selector).contains(text));
  }

  private static void choose(String place) {
    browser.evaluate(
        "document.querySelector('.site[value=\"' + arguments[0] + '\"]').click()", place);
  }

  private static List<?> all(String expression) {
    return (List<?>) browser.evaluate(expression);
  }

  private static List<?> places() {
    return all("[...document.querySelectorAll('.site')].map((one) => one.value)");
  }

  private static void picture(String name) throws IOException {
    String folder = System.getProperty("kahkm.sites");
    if (folder != null) {
      browser.picture(Path.of(folder, name));
    }
  }

  @Test
  @Timeout(120)
  void aFleetIsGroupedBySiteAndArea() throws Exception {
    try (HttpEndpoint endpoint = serve(NAMES)) {
      open(endpoint, "");
      await("all sites", "#fleet", "271 streams shown");
      // What is wrong comes first, what has no site last.
      assertThat(places()).isEqualTo(List.of("rostock", "berlin", "hamburg", "(other)"));
      assertThat(browser.text(".site[value=rostock]"))
          .contains("90 streams", "4 unlike the recording");
      assertThat(
              browser.evaluate(
                  "[...document.querySelectorAll('.site')].every((one) => [...one.children]"
                      + ".every((part) => part.getBoundingClientRect().bottom"
                      + " <= one.getBoundingClientRect().bottom &&"
                      + " part.getBoundingClientRect().right"
                      + " <= one.getBoundingClientRect().right))"))
          .as("nothing sticks out of a button")
          .isEqualTo(true);
      assertThat(browser.text(".site[value='(other)']")).contains("other", "1 stream");
      assertAccessible("sites");
      picture("sites.png");

      choose("rostock");
      await("one site", "#note", "90 of 90 streams shown in rostock");
      assertThat(places()).isEqualTo(List.of("hall-2", "hall-1", "hall-3"));
      assertThat(browser.text(".chips")).contains("86 normal", "4 unlike the recording");

      choose("hall-2");
      await("one area", "#note", "30 of 30 streams shown in rostock, hall-2");
      assertThat(browser.evaluate("location.hash")).isEqualTo("#/?site=rostock&area=hall-2");
      assertThat(browser.evaluate("document.querySelector('.tile a').textContent"))
          .isEqualTo("pump-1");
      assertThat(browser.evaluate("document.querySelector('.tile a').title"))
          .isEqualTo("rostock/hall-2/pump-1");
      assertThat(browser.evaluate("document.querySelector('.tile .id').textContent"))
          .isEqualTo("rostock/hall-2/pump-1");
      picture("area.png");

      choose("hall-2");
      await("the whole site again", "#note", "90 of 90 streams shown in rostock");
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void anAddressLeadsToASiteAndToAStreamByItsName() throws Exception {
    try (HttpEndpoint endpoint = serve(NAMES)) {
      open(endpoint, "#/?site=hamburg&view=list");
      await("one site", "#note", "90 of 90 streams shown in hamburg");
      assertThat(all("[...document.querySelectorAll('#site option')].map((one) => one.text)"))
          .isEqualTo(List.of("all sites", "berlin", "hamburg", "rostock", "other"));
      assertThat(browser.evaluate("document.getElementById('site').value")).isEqualTo("hamburg");
      picture("list.png");

      open(endpoint, "#/?site=(other)");
      await("streams without a site", "#note", "1 of 1 streams shown in others");
      assertThat(browser.text(".tiles")).contains("spare");

      open(endpoint, "#/stream/rostock%2Fhall-2%2Fpump-1");
      await("its name", "#stream-title", "pump-1 (rostock, hall-2)");
      assertThat(browser.text("#stream")).contains("rostock/hall-2/pump-1");
      browser.await(
          "the tab",
          PATIENCE,
          () ->
              "pump-1 (rostock, hall-2) – KAHKM Streams"
                  .equals(browser.evaluate("document.title")));

      browser.size(390, 844);
      browser.scheme("dark");
      open(endpoint, "");
      await("all sites", "#fleet", "streams shown");
      assertNoSidewaysScroll("sites on a phone");
      assertAccessible("sites in the dark");
      picture("phone.png");
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void withoutASectionThereIsNothingToChoose() throws Exception {
    try (HttpEndpoint endpoint = serve(StreamNames.NONE)) {
      open(endpoint, "");
      await("all streams", "#fleet", "271 streams shown");
      assertThat(places()).isEmpty();
      assertThat(
              browser.evaluate("document.getElementById('site').parentElement.checkVisibility()"))
          .isEqualTo(false);
      assertThat(
              browser.evaluate(
                  "[...document.querySelectorAll('.id')].some((one) => one.checkVisibility())"))
          .isEqualTo(false);
      assertThat(browser.problems()).isEmpty();
    }
  }
}
