package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.text.StreamName;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** How many streams of each site and area are in each state. One owner. */
final class SiteCounts {
  /** A pattern may give every stream a site of its own, and the answer must not grow with them. */
  static final int MOST = 1_000;

  private static final String GROUPS = "groups";
  private static final String MORE = "groupsMore";
  private static final String SITE = "site";
  private static final String AREA = "area";
  private static final String CONDITIONS = "conditions";

  /** Where streams are; the empty string where that is not known. */
  private record Place(String site, String area) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::site).thenComparing(Place::area);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  private final Map<Place, Map<StreamState, Integer>> places = new TreeMap<>();
  private int more;

  /** Counts a stream. */
  void add(StreamName name, StreamState state) {
    Place place = new Place(name.site(), name.area());
    if (places.size() >= MOST && !places.containsKey(place)) {
      more++;
      return;
    }
    places
        .computeIfAbsent(place, unused -> new EnumMap<>(StreamState.class))
        .merge(state, 1, Integer::sum);
  }

  /** Writes the groups in order of their names, and how many streams found no group. */
  void write(ObjectNode json) {
    ArrayNode groups = json.putArray(GROUPS);
    places.forEach(
        (place, states) -> {
          ObjectNode group = groups.addObject();
          group.put(SITE, place.site());
          group.put(AREA, place.area());
          ObjectNode conditions = group.putObject(CONDITIONS);
          states.forEach((state, count) -> conditions.put(state.label(), count));
        });
    json.put(MORE, more);
  }

  /**
   * Adds the groups of another instance, unless its topology file has none.
   *
   * @param own page of this instance, changed
   * @param page of the other
   */
  static void merge(ObjectNode own, JsonNode page) {
    if (!own.has(GROUPS)) {
      return;
    }
    Map<Place, ObjectNode> groups = new TreeMap<>();
    own.path(GROUPS).forEach(group -> groups.put(place(group), (ObjectNode) group));
    for (JsonNode group : page.path(GROUPS)) {
      ObjectNode known = groups.get(place(group));
      if (known == null) {
        groups.put(place(group), group.deepCopy());
      } else {
        FleetPage.sum((ObjectNode) known.path(CONDITIONS), group.path(CONDITIONS));
      }
    }
    own.putArray(GROUPS).addAll(groups.values());
    own.put(MORE, own.path(MORE).asInt() + page.path(MORE).asInt());
  }

  private static Place place(JsonNode group) {
    return new Place(group.path(SITE).asText(), group.path(AREA).asText());
  }
}
