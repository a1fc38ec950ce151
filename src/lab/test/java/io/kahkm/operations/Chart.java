package io.kahkm.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.kahkm.testing.ProjectFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The project's chart, as Helm renders it with some values. */
final class Chart {
  static final Path PLACE = Path.of("deploy", "helm", "kahkm");
  static final String RELEASE = "plant";

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("v1/ConfigMap", ConfigMap.class),
          Map.entry("v1/Namespace", Namespace.class),
          Map.entry("v1/Service", Service.class),
          Map.entry("apps/v1/Deployment", Deployment.class),
          Map.entry("apps/v1/StatefulSet", StatefulSet.class),
          Map.entry("batch/v1/Job", Job.class),
          Map.entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
          Map.entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
          Map.entry("monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class),
          Map.entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class),
          Map.entry("kafka.strimzi.io/v1beta2/KafkaTopic", strimzi("topic.KafkaTopic")),
          Map.entry("kafka.strimzi.io/v1beta2/KafkaUser", strimzi("user.KafkaUser")));

  /** The types keep fields that they do not know; here those are errors. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated any) {
                  return false;
                }
              });

  private Chart() {}

  /** By name: its annotations are in no published artifact, and javac would warn of them. */
  private static Class<?> strimzi(String name) {
    try {
      return Class.forName("io.strimzi.api.kafka.model." + name);
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /**
   * What Helm makes of values.
   *
   * @param values values that differ from values.yaml, as YAML
   * @param topology the topology file
   * @throws IllegalStateException with Helm's message, if it refuses
   */
  static List<JsonNode> render(String values, Path topology) {
    return renderText(values, ProjectFiles.text(topology.toString()));
  }

  static List<JsonNode> renderText(String values, String topology) {
    ObjectNode all = JSON.createObjectNode();
    ProjectFiles.parse(values).forEach(document -> all.setAll((ObjectNode) document));
    all.put("topology", topology);
    try {
      Path file = Files.createTempFile("kahkm-values", ".yaml");
      try {
        Files.writeString(file, all.toString());
        String text =
            new Helm(PLACE)
                .template()
                .withName(RELEASE)
                .withNamespace("plants")
                .withValuesFile(file)
                .call();
        return ProjectFiles.parse(text).stream().filter(JsonNode::isObject).toList();
      } finally {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The only document of a kind. */
  static JsonNode only(List<JsonNode> documents, String kind) {
    List<JsonNode> found = all(documents, kind);
    if (found.size() != 1) {
      throw new IllegalStateException(found.size() + " documents of kind " + kind);
    }
    return found.get(0);
  }

  static List<JsonNode> all(List<JsonNode> documents, String kind) {
    return documents.stream().filter(d -> d.path("kind").asText().equals(kind)).toList();
  }

  /**
   * What is wrong with a document by the types of Kubernetes and of the operators: an unknown
   * field, a value of the wrong type, a kind nobody knows. Empty if nothing is.
   */
  static String fault(JsonNode document) {
    String kind = document.path("apiVersion").asText() + "/" + document.path("kind").asText();
    Class<?> type = TYPES.get(kind);
    if (type == null) {
      return "unknown kind " + kind;
    }
    try {
      STRICT.treeToValue(document, type);
      return "";
    } catch (JsonProcessingException wrong) {
      return kind + ": " + wrong.getMessage();
    }
  }
}
