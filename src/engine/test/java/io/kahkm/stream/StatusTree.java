package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.status.CertificateStatus;
import io.kahkm.internal.monitor.status.ChannelStatus;
import io.kahkm.internal.monitor.status.ClosureStatus;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IncidentStatus;
import io.kahkm.internal.monitor.status.MapStatus;
import io.kahkm.internal.monitor.status.NoveltyStatus;
import io.kahkm.internal.monitor.status.ReadingStatus;
import io.kahkm.internal.monitor.status.RollingStatus;
import io.kahkm.internal.monitor.status.StreamCounts;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Records of the live view as JSON: an object with a field for each component, what is absent left
 * out, everything that is no record or collection as its text, which tells doubles exactly. What
 * the first release had side by side and later ones group stands side by side here, under the names
 * of that release.
 */
final class StatusTree {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Groups whose components stand beside their neighbours, and which of them had other names. */
  private static final Map<Class<?>, Map<String, String>> GROUPS =
      Map.ofEntries(
          Map.entry(ReadingStatus.class, Map.of("values", "state")),
          Map.entry(StreamCounts.class, Map.of()),
          Map.entry(MapStatus.class, Map.of()),
          Map.entry(
              NoveltyStatus.class,
              Map.of(
                  "value", "novelty",
                  "limit", "noveltyLimit",
                  "outside", "outsideMap",
                  "since", "outsideSince",
                  "shares", "noveltyShares",
                  "level", "noveltyLevel")),
          Map.entry(ChannelStatus.class, Map.of()),
          Map.entry(IncidentStatus.class, Map.of("open", "incident", "count", "incidents")),
          Map.entry(ForecasterStatus.class, Map.of()),
          Map.entry(HorizonStatus.CoordinateScores.class, Map.of()),
          Map.entry(
              HorizonStatus.ReadingScores.class,
              Map.of("error", "stateError", "skill", "stateSkill")),
          Map.entry(CertificateStatus.class, Map.of("last", "certificate")),
          Map.entry(RollingStatus.class, Map.of("pairs", "rollingPairs")),
          Map.entry(ClosureStatus.class, Map.of("norm", "closureNorm", "radius", "closureRadius")),
          Map.entry(WindowCertificate.Extent.class, Map.of()),
          Map.entry(WindowCertificate.Counts.class, Map.of("ofClasses", "classCounts")),
          Map.entry(WindowCertificate.Averages.class, Map.of()),
          Map.entry(WindowCertificate.Displayed.class, Map.of()),
          Map.entry(WindowCertificate.Checks.class, Map.of()));

  private StatusTree() {}

  static byte[] json(Object value) {
    try {
      return MAPPER.writeValueAsBytes(tree(value));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Object tree(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(StatusTree::tree).orElse(null);
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? Double.toString(optional.getAsDouble()) : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? Long.toString(optional.getAsLong()) : null;
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? Integer.toString(optional.getAsInt()) : null;
    }
    if (value instanceof Collection<?> several) {
      return several.stream().map(StatusTree::tree).toList();
    }
    if (value instanceof Map<?, ?> several) {
      Map<String, Object> fields = new TreeMap<>();
      several.forEach((name, field) -> fields.put(name.toString(), tree(field)));
      return fields;
    }
    if (value instanceof Record parts) {
      Map<String, Object> fields = new TreeMap<>();
      put(parts, Map.of(), fields);
      return fields;
    }
    if (value.getClass().isArray()) {
      throw new IllegalArgumentException("an array has no text that tells its values");
    }
    return value.toString();
  }

  private static void put(Record parts, Map<String, String> names, Map<String, Object> fields) {
    for (RecordComponent component : parts.getClass().getRecordComponents()) {
      Object value = component(parts, component);
      if (value instanceof Record group && GROUPS.containsKey(group.getClass())) {
        put(group, GROUPS.get(group.getClass()), fields);
        continue;
      }
      Object field = tree(value);
      if (field != null) {
        fields.put(names.getOrDefault(component.getName(), component.getName()), field);
      }
    }
  }

  private static Object component(Record parts, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(parts);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
