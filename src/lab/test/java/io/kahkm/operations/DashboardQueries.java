package io.kahkm.operations;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.testing.ProjectFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Every query of a dashboard and every recorded name, and which of them must have rows when. */
final class DashboardQueries {
  /** What a meter speaks of that not every topology file declares and not every stream does. */
  enum Topic {
    CERTIFICATES(
        "kahkm_cert(?!ificate_restarts).*|kahkm_excluded_horizon|kahkm_closure_spectral.*|kahkm_role_cert.*"),
    HORIZONS(
        "kahkm_certificate_horizon.*|kahkm_certified_horizon.*|kahkm_trusted_horizon|kahkm_excluded_horizon"),
    EXCLUDED_HORIZON("kahkm_excluded_horizon"),
    CAP(".*_capped|kahkm_certificate_cap"),
    ANYTIME("kahkm_certificate_best_.*"),
    INTERVALS("kahkm_forecast_(due_)?half_width|kahkm_forecast_coverage.*"),
    RELATIONS("kahkm_relation.*"),
    BROKEN_RELATION("kahkm_relation_(factor|broken_since.*)"),
    SENSORS("kahkm_sensor_.*"),
    FAULTY_SENSOR("kahkm_sensor_fault(y_since.*)?"),
    OUTSIDE("kahkm_outside_map_since.*"),
    INCIDENT("kahkm_incident_info"),
    ALERT("ALERTS"),
    SHADOW("kahkm_role_.*|kahkm_shadow_.*"),
    TAGS("kahkm_(unknown_)?tag_.*|kahkm_open_cell_.*"),
    SHELVED("kahkm_stream_shelved_.*"),
    QUARANTINE(".*kahkm_quarantined_records.*");

    private final Pattern series;

    Topic(String series) {
      this.series = Pattern.compile(series);
    }
  }

  private final Map<String, String> places = new LinkedHashMap<>();

  /** Those that had rows once: marks of changes pass. */
  private final Set<String> seen = new HashSet<>();

  private DashboardQueries() {}

  /** Those of the three dashboards, their annotations and the recording rules. */
  static DashboardQueries all() {
    DashboardQueries queries = new DashboardQueries();
    for (String file : ProjectFiles.under("grafana/dashboards", ".json")) {
      JsonNode dashboard = ProjectFiles.json(file);
      for (JsonNode panel : DashboardRules.panels(dashboard)) {
        DashboardRules.expressions(panel)
            .forEach(query -> queries.places.put(query, file + " " + panel.path("title").asText()));
      }
      for (JsonNode annotation : dashboard.path("annotations").path("list")) {
        if (annotation.has("expr")) {
          queries.places.put(annotation.path("expr").asText(), file + " annotation");
        }
      }
    }
    return queries;
  }

  /** Adds the names that rules record. */
  DashboardQueries withRecordings() {
    for (JsonNode group :
        ProjectFiles.yaml("deploy/prometheus/rules/kahkm.recording.yml").path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        places.put(rule.path("record").asText(), "recording rule");
      }
    }
    return this;
  }

  /** Adds a query, to see that one without rows is found. */
  DashboardQueries with(String query) {
    places.put(query, "planted");
    return this;
  }

  /** Those that must have rows where these topics are present. */
  List<String> due(Set<Topic> present) {
    return places.keySet().stream().filter(query -> present.containsAll(topics(query))).toList();
  }

  private static Set<Topic> topics(String query) {
    Set<Topic> topics = EnumSet.noneOf(Topic.class);
    if (query.endsWith("or vector(0)")) {
      return topics;
    }
    for (Queries.Selector selector : Queries.selectors(query)) {
      for (Topic topic : Topic.values()) {
        String name = selector.name().replaceAll("^\\w+:(kahkm_\\w+):.*", "$1");
        if (topic.series.matcher(name).matches()) {
          topics.add(topic);
        }
      }
    }
    return topics;
  }

  /** Those of the present topics that have had no rows so far, with their place. */
  List<String> empty(LivePrometheus live, Set<Topic> present)
      throws IOException, InterruptedException {
    List<String> empty = new ArrayList<>();
    for (String query : due(present)) {
      if (seen.contains(query)) {
        continue;
      }
      if (live.values(query).isEmpty()) {
        empty.add(places.get(query) + ": " + query);
      } else {
        seen.add(query);
      }
    }
    return empty;
  }
}
