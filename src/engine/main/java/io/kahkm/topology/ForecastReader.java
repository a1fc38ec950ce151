package io.kahkm.topology;

import io.kahkm.config.CoordinateFormat;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.InputConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.config.OutputFormat;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads which forecasts are issued, and how their skill is certified. */
final class ForecastReader {
  private static final List<Integer> DEFAULT_HORIZONS = List.of(1, 10, 50, 200);

  private ForecastReader() {}

  /**
   * Reads the section.
   *
   * @param section {@code forecasts}
   * @param name of the monitor, for the topics' defaults
   * @param input how records are read
   * @return the forecasts; after an error was noted, whatever fits
   */
  static ForecastConfig read(Section section, String name, InputConfig input) {
    String topic = section.topicName("topic", section.text("topic", name + ".forecasts"));
    List<Integer> horizons = section.integers("horizons", DEFAULT_HORIZONS);
    for (int i = 1; section.healthy() && i < horizons.size(); i++) {
      if (horizons.get(i) <= horizons.get(i - 1)) {
        section.error(
            "horizons[" + i + "]", "is " + horizons.get(i) + ", must be in ascending order");
      }
    }
    if (section.healthy() && horizons.isEmpty()) {
      section.error("horizons", "is empty, must name at least one horizon");
    }
    int every = (int) section.integer("every", 1, Integer.MAX_VALUE, 10);
    CoordinateFormat coordinates = section.choice("coordinates", CoordinateFormat.BASE64);
    Projection projection = section.choice("projection", Projection.NONE);
    OptionalDouble interval =
        section.optionalNumber(
            "interval",
            level -> level >= ErrorQuantiles.LOWEST && level <= ErrorQuantiles.HIGHEST,
            "from " + ErrorQuantiles.LOWEST + " to " + ErrorQuantiles.HIGHEST);
    SkillSettings skill = skill(section.section("skill"));
    OutputFormat format = section.choice("format", OutputFormat.JSON);
    List<OtherConfig> others = OtherReader.read(section, horizons, input);
    String knownTopic =
        section.topicName(KnownReader.TOPIC, section.text(KnownReader.TOPIC, name + ".known"));
    KnownConfig known = KnownReader.read(section, knownTopic, input);
    section.rejectUnknown();
    return new ForecastConfig(
        topic, format, horizons, every, coordinates, projection, interval, skill, others, known);
  }

  private static SkillSettings skill(Section section) {
    double level =
        section.number(
            "level",
            SkillSettings.USUAL_LEVEL,
            value -> value > 0 && value < 1,
            "above 0 and below 1");
    List<SkillReference> references = new ArrayList<>();
    List<String> names = section.texts("references");
    for (int i = 0; i < names.size(); i++) {
      Optional<SkillReference> reference = SkillReference.of(names.get(i));
      reference.ifPresent(references::add);
      if (reference.isEmpty()) {
        section.error(
            "references[" + i + "]",
            "is \"" + names.get(i) + "\", must be one of " + SkillReference.labels());
      }
    }
    int recent =
        (int)
            section.integer(
                "recent",
                SkillSettings.SHORTEST_RECENT,
                Integer.MAX_VALUE,
                SkillSettings.USUAL_RECENT);
    section.rejectUnknown();
    return section.healthy()
        ? new SkillSettings(
            level,
            section.has("references") ? references : SkillSettings.USUAL.references(),
            recent)
        : SkillSettings.USUAL;
  }
}
