package io.kahkm.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Where the files come from, as a statement of in-toto (version 1) about provenance (SLSA 1.0). It
 * has no time and no name of a machine: every build of the same commit writes the same bytes. Who
 * built it is what a signature or an attestation says.
 *
 * @param version the release
 * @param commit the commit that it was built from, 40 hexadecimal digits
 * @param rehearsal whether it is only tried
 * @param java the version of the Java language that the JDK which built it is for
 * @param subjects SHA-256 by file name
 */
record Provenance(
    String version, String commit, boolean rehearsal, String java, Map<String, String> subjects) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  Provenance {
    subjects = Map.copyOf(subjects);
    if (!commit.matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("commit: " + commit);
    }
  }

  /**
   * The statement's text.
   *
   * @param repository address of the project's repository, without {@code git+}
   */
  String text(String repository) throws JsonProcessingException {
    ObjectNode statement = JSON.createObjectNode();
    statement.put("_type", "https://in-toto.io/Statement/v1");
    ArrayNode of = statement.putArray("subject");
    subjects.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            file ->
                of.addObject()
                    .put("name", file.getKey())
                    .putObject("digest")
                    .put("sha256", file.getValue()));
    statement.put("predicateType", "https://slsa.dev/provenance/v1");
    ObjectNode predicate = statement.putObject("predicate");
    ObjectNode definition = predicate.putObject("buildDefinition");
    definition.put("buildType", repository + "/docs/releasing.md");
    ObjectNode parameters = definition.putObject("externalParameters");
    parameters.put("version", version);
    parameters.put(
        "command", rehearsal ? "mvn -Prelease -Drelease.rehearsal verify" : "mvn -Prelease verify");
    definition.putObject("internalParameters").put("java", java);
    definition
        .putArray("resolvedDependencies")
        .addObject()
        .put("uri", "git+" + repository + "@" + commit)
        .putObject("digest")
        .put("gitCommit", commit);
    predicate.putObject("runDetails").putObject("builder").put("id", repository + "/pom.xml");
    return JSON.writeValueAsString(statement).replace("\r\n", "\n") + "\n";
  }
}
