package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the streams of an engine say of a map on trial: on each, by certified skill, whether its
 * forecasts beat those of the main map or lose to them at some horizon.
 *
 * @param streams streams that both maps have forecast
 * @param better streams on which the map on trial is certified to be better at a horizon
 * @param worse streams on which it is certified to be worse at a horizon
 * @param sentences what is certified, a sentence for each stream that has any
 * @param promoted ids of streams for which it publishes already, promoted by evidence
 * @param failures records on which the map on trial made the engine throw
 */
public record PromotionEvidence(
    int streams,
    int better,
    int worse,
    List<String> sentences,
    List<String> promoted,
    long failures) {
  /** Copies the lists. */
  public PromotionEvidence {
    sentences = List.copyOf(sentences);
    promoted = List.copyOf(promoted);
  }

  /**
   * Reads what the API says.
   *
   * @param failures records on which the map on trial made the engine throw
   * @param details answers of {@code /api/streams/ID}, one for each stream
   * @return the evidence of them all
   */
  public static PromotionEvidence of(long failures, List<JsonNode> details) {
    int streams = 0;
    int better = 0;
    int worse = 0;
    List<String> sentences = new ArrayList<>();
    List<String> promoted = new ArrayList<>();
    for (JsonNode stream : details) {
      if (stream.has("map")) {
        // It publishes: the map of model.file is compared with it now, not the other way round.
        promoted.add(stream.path("stream").asText());
        streams++;
        better++;
        continue;
      }
      List<JsonNode> others = new ArrayList<>();
      for (JsonNode horizon : stream.path("shadow").path("horizons")) {
        horizon.path("others").forEach(others::add);
      }
      boolean wins = others.stream().anyMatch(other -> certified(other, "ours"));
      boolean loses =
          others.stream()
              .anyMatch(
                  other ->
                      certified(other, "theirs") || other.path("ours").path("lost").asBoolean());
      streams += others.stream().anyMatch(PromotionEvidence::hasOutcomes) ? 1 : 0;
      better += wins && !loses ? 1 : 0;
      worse += loses ? 1 : 0;
      String id = stream.path("stream").asText();
      for (String side : List.of("ours", "theirs")) {
        others.stream()
            .filter(other -> certified(other, side))
            .forEach(other -> sentences.add(id + ", " + other.path(side).path("words").asText()));
      }
    }
    return new PromotionEvidence(streams, better, worse, sentences, promoted, failures);
  }

  private static boolean certified(JsonNode other, String side) {
    return other.path(side).path("certified").isNumber();
  }

  private static boolean hasOutcomes(JsonNode other) {
    return other.path("ours").path("outcomes").asLong() > 0;
  }

  /**
   * Whether it may be promoted on this evidence: better on at least half of the streams, worse on
   * none, and without failures.
   *
   * @return true if it may
   */
  public boolean suffices() {
    return better > 0 && 2L * better >= streams && worse == 0 && failures == 0;
  }

  /**
   * What the evidence comes to.
   *
   * @return one sentence without a full stop
   */
  public String words() {
    if (failures > 0) {
      return String.format(Locale.ROOT, "the map on trial failed on %,d records", failures);
    }
    if (streams == 0) {
      return "no stream has scored forecasts of both maps yet";
    }
    return String.format(
        Locale.ROOT,
        "certified better on %,d of %,d streams, certified worse on %,d",
        better,
        streams,
        worse);
  }
}
