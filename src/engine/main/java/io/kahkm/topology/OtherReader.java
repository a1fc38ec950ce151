package io.kahkm.topology;

import io.kahkm.config.InputConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.text.TimeFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the other forecasters. */
final class OtherReader {
  private OtherReader() {}

  /**
   * Reads {@code forecasts.others}.
   *
   * @param section the forecasts
   * @param horizons the engine's own
   * @param input how readings are read; what a forecaster does not say is as there
   * @return the forecasters in order of the file
   */
  static List<OtherConfig> read(Section section, List<Integer> horizons, InputConfig input) {
    List<OtherConfig> others = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Section one : section.sections("others")) {
      others.add(other(one, names, horizons, input));
    }
    if (!others.isEmpty() && input.pairing() == Pairing.TRANSITIONS) {
      section.error(
          "others", "need input.pairing: states; pairs that stand alone have no later outcome");
    }
    return others;
  }

  private static OtherConfig other(
      Section section, Set<String> names, List<Integer> known, InputConfig input) {
    String name = section.topicName("name", section.text("name"));
    if (SkillReference.labels().contains(name) || isExpert(name)) {
      section.error("name", "is \"" + name + "\", which is a forecast of the engine's own");
    } else if (section.has("name") && !names.add(name)) {
      section.error("name", "\"" + name + "\" is named twice");
    }
    String topic = section.topicName("topic", section.text("topic"));
    List<Integer> horizons = horizons(section, known);
    Section fields = section.section("fields");
    Optional<String> inputTime = input.fields().time();
    Optional<String> time = fields.optionalText("time").or(() -> inputTime);
    TimeFormat usual = inputTime.isPresent() ? input.fields().timeFormat() : TimeFormat.MS;
    if (fields.has("time-unit") && time.isEmpty()) {
      fields.error("time-unit", "needs time, the field of the event time");
    }
    TimeFormat timeFormat = fields.choice("time-unit", usual);
    Optional<String> horizon = fields.optionalText("horizon");
    if (horizon.isEmpty() && horizons.size() > 1) {
      fields.error("horizon", "is missing: with several horizons a record must say which it is of");
    }
    List<String> state =
        fields.isText("state") ? List.of(fields.text("state")) : fields.texts("state");
    boolean use = section.truth("use", false);
    fields.rejectUnknown();
    section.rejectUnknown();
    return new OtherConfig(name, topic, horizons, time, timeFormat, horizon, state, use);
  }

  private static boolean isExpert(String name) {
    return Arrays.stream(ExpertKind.values()).anyMatch(kind -> kind.label().equals(name));
  }

  private static List<Integer> horizons(Section section, List<Integer> known) {
    boolean several = section.has("horizons");
    String key = several ? "horizons" : "horizon";
    if (several == section.has("horizon")) {
      section.error("horizon", several ? "and horizons exclude each other" : "is missing");
    }
    List<Integer> one =
        section.optionalInteger("horizon", 1, Integer.MAX_VALUE).stream()
            .map(Math::toIntExact)
            .toList();
    List<Integer> horizons = section.integers("horizons", one);
    for (int horizon : horizons) {
      if (!known.contains(horizon)) {
        section.error(
            key, "has " + horizon + ", must be among forecasts.horizons, which are " + known);
      }
    }
    if (new HashSet<>(horizons).size() < horizons.size()) {
      section.error(key, "is " + horizons + ", must name none twice");
    }
    if (several && horizons.isEmpty()) {
      section.error(key, "is empty, must name at least one horizon");
    }
    return horizons;
  }
}
