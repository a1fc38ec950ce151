package io.kahkm.topology;

import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.testing.fuzz.Mutator;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Topology files. What is accepted has to read back from its resolved form. */
public final class TopologyFuzz {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOST", "a:1", "EMPTY", "", "LONG", "x".repeat(5_000), "NESTED", "${HOST}");

  private static final List<String> WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ": ",
          "- ",
          "\n",
          "\n  ",
          "\t",
          "&a ",
          "*a",
          "<<: *a",
          "!!str ",
          "!!java.net.URL ",
          "!!python/object ",
          "!!binary ",
          "---\n",
          "...\n",
          "%YAML 1.2\n",
          "|\n",
          ">\n",
          "? ",
          "# ",
          "'",
          "\"",
          "\"\\u0000\"",
          "\\x00",
          "${HOST}",
          "${EMPTY}",
          "${LONG}",
          "${NESTED}",
          "${NOBODY}",
          "${",
          "~",
          "null",
          "true",
          "yes",
          "0o17",
          "0x1F",
          "1_000",
          ".inf",
          ".nan",
          "1e999",
          "2026-01-01",
          "name: ",
          "model: ",
          "file: ",
          "input: ",
          "state: ",
          "kafka: ",
          "telemetry: ",
          "user: ",
          "password: ",
          "certificates: ",
          "tolerance: ",
          "r2: ",
          "step: ",
          "20ms",
          "99999999999999999999d",
          "-1",
          "projection: ",
          "\u0085",
          "\u2028",
          "\ufeff",
          "é",
          "🜁");

  private static final List<String> SMALL =
      List.of(
          """
          name: pump
          model: {file: pump.safetensors}
          input: {state: [q]}
          """,
          """
          name: a
          model: {file: m}
          input: {state: [q, p], time: t, step: 20ms, hold: 3min, idle: 5s, longest: 500, missing: [-9999],
                  when: "q > 1", settle: 1m}
          certificates: {sampling: fleet, tolerance: {r2: 0.9},
                         fleet: {streams: 200, every: 10m, pairs: 500, grace: 2m}}
          """,
          """
          name: a
          model: {file: m}
          input: {state: [q], pairing: transitions, next: [r]}
          certificates: {sampling: records, tolerance: 0.3, drift: possible,
                         window: {policy: cumulative, schedule: every}}
          telemetry: {port: 0, user: ops, password: '${HOST}'}
          kafka: {bootstrap.servers: '${HOST}', acks: all}
          """);

  private TopologyFuzz() {}

  /** All subjects of this package. */
  public static List<FuzzSubject> subjects() throws Exception {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : List.of("vanderpol", "duffing", "fleet", "acrobot", "four-state")) {
      seeds.add(Files.readAllBytes(Path.of("topologies", name + ".yaml")));
    }
    SMALL.forEach(yaml -> seeds.add(yaml.getBytes(StandardCharsets.UTF_8)));
    SMALL.forEach(yaml -> seeds.add(yaml.getBytes(StandardCharsets.UTF_8)));
    Mutator mutator = new Mutator(seeds, WORDS);
    return List.of(
        new FuzzSubject(
            "topology",
            mutator::input,
            TopologyFuzz::read,
            List.of(TopologyConfigException.class, CharacterCodingException.class),
            Set.of("read", "TopologyConfigException", "MalformedInputException"),
            8_000_000,
            2_000,
            1_500,
            100_000));
  }

  private static String read(byte[] bytes) throws Exception {
    String yaml = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    TopologyConfig config = TopologyConfig.parse(yaml, "fuzz.yaml", ENVIRONMENT);
    if (config.kafka().keySet().stream().anyMatch(TopologyWriter::isSecret)) {
      return "read, with secrets";
    }
    String resolved = config.toMaskedYaml();
    if (resolved.contains("${")) {
      return "read, with references";
    }
    TopologyConfig again;
    try {
      again = TopologyConfig.parse(resolved, "again.yaml", ENVIRONMENT);
    } catch (TopologyConfigException wrong) {
      throw new AssertionError("the resolved file is refused: " + wrong.getMessage() + resolved);
    }
    if (!again.equals(config)) {
      throw new AssertionError("the resolved file means something else:\n" + resolved);
    }
    return "read";
  }
}
