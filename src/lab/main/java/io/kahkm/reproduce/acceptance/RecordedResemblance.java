package io.kahkm.reproduce.acceptance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Similarity;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.TennesseeRun;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.SequentialRun;
import io.kahkm.stream.SequentialRun.Output;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether an incident resembles earlier ones of the same fault most: the faulty rows of Tennessee
 * Eastman runs are cut in pieces, each follows normal rows of its run as a stream of its own, and
 * the incident of each is held against those of earlier pieces of all faults.
 */
public final class RecordedResemblance implements Study {
  private static final List<Integer> PIECES = List.of(50, 100, 200);

  /** Of the incidents that have an earlier one of their fault, as many shall find one first. */
  private static final double LEAST = 0.9;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;

  /**
   * A study of a folder.
   *
   * @param folder holds the recordings
   */
  public RecordedResemblance(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "resemblance-recorded";
  }

  /** An incident: of which fault, and what each sensor contributed. */
  private record Happened(String fault, List<Double> shares) {
    double likeness(Happened other) {
      return Similarity.of(array(), other.array());
    }

    private double[] array() {
      return shares.stream().mapToDouble(share -> share).toArray();
    }
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    Path test = folder.resolve("tep_test.csv");
    if (!Files.exists(test)) {
      return Outcome.ofTables(List.of());
    }
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    try (ProductCommands commands = new ProductCommands()) {
      ProductCommands.Fitted fitted = commands.initAndFit(folder.resolve("tep_train.csv"));
      TopologyConfig config = TopologyConfig.load(fitted.topology(), Map.of());
      Model model = ModelFile.read(fitted.model());
      List<String> lines = Files.readAllLines(test);
      for (int length : PIECES) {
        progress.update("lengths", rows.size(), PIECES.size());
        List<Happened> all = incidents(config, model, lines, length);
        int judged = 0;
        int same = 0;
        for (int i = 0; i < all.size(); i++) {
          Happened one = all.get(i);
          List<Happened> earlier = all.subList(0, i);
          if (earlier.stream().anyMatch(other -> other.fault.equals(one.fault))) {
            judged++;
            same += nearest(one, earlier).fault.equals(one.fault) ? 1 : 0;
          }
        }
        passed &= judged > 0 && same >= LEAST * judged;
        rows.add(
            List.of(
                Integer.toString(length),
                Integer.toString(all.size()),
                Integer.toString(judged),
                Integer.toString(same),
                String.format(Locale.ROOT, "%.0f %%", 100.0 * same / judged)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (TopologyConfigException | ModelFileException impossible) {
      throw new IllegalStateException("init and fit wrote them", impossible);
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                name(),
                "Incidents that resemble an earlier one of the same fault most",
                List.of("rows a piece", "incidents", "with an earlier one", "same fault", "share"),
                rows,
                List.of(
                    "Tennessee Eastman, five faults, fitted to tep_train.csv. Pieces come in turn,"
                        + " one of each fault. At least 90 % are expected."),
                false,
                passed)));
  }

  private static Happened nearest(Happened one, List<Happened> earlier) {
    Happened nearest = earlier.get(0);
    for (Happened other : earlier) {
      if (one.likeness(other) > one.likeness(nearest)) {
        nearest = other;
      }
    }
    return nearest;
  }

  /** The last incident of each piece that has one, piece by piece of all faults in turn. */
  private static List<Happened> incidents(
      TopologyConfig config, Model model, List<String> lines, int length)
      throws TopologyConfigException {
    String[] header = cells(lines.get(0));
    List<TennesseeRun> faults =
        TennesseeRun.all(lines).stream().filter(TennesseeRun::faulty).toList();
    Map<String, JsonNode> last = new HashMap<>();
    SequentialRun engine =
        new SequentialRun(
            config,
            MonitorBlueprint.of(config, model),
            (output, key, value) -> {
              if (output == Output.INCIDENTS) {
                JsonNode incident = json(value);
                last.put(incident.path("stream").asText(), incident);
              }
            });
    if (faults.isEmpty()) {
      return List.of();
    }
    int shortest = faults.stream().mapToInt(run -> run.lines().size()).min().orElseThrow();
    List<Happened> all = new ArrayList<>();
    for (int first = 0; faults.get(0).onset() + first + length <= shortest; first += length) {
      for (TennesseeRun run : faults) {
        int from = run.onset() + first;
        String stream = run.name() + "-" + from;
        List<String> piece = new ArrayList<>(run.lines().subList(0, run.onset()));
        piece.addAll(run.lines().subList(from, from + length));
        for (int row = 0; row < piece.size(); row++) {
          // As if the piece followed at once.
          String time = cells(run.lines().get(row))[1];
          engine.take(stream, value(header, cells(piece.get(row)), stream, time), 0);
        }
        JsonNode incident = last.get(stream);
        if (incident != null) {
          all.add(new Happened(run.name(), shares(incident, model.map().sensors())));
        }
      }
    }
    return all;
  }

  private static String[] cells(String line) {
    return line.split(",", -1);
  }

  private static List<Double> shares(JsonNode incident, List<String> sensors) {
    Double[] shares = new Double[sensors.size()];
    Arrays.fill(shares, 0.0);
    for (JsonNode sensor : incident.path("sensors")) {
      shares[sensors.indexOf(sensor.path("name").asText())] = sensor.path("share").asDouble();
    }
    return List.of(shares);
  }

  private static byte[] value(String[] header, String[] cells, String run, String time) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(header[0], run);
    json.put(header[1], new BigDecimal(time));
    for (int column = 2; column < header.length; column++) {
      json.put(header[column], new BigDecimal(cells[column]));
    }
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static JsonNode json(byte[] value) {
    try {
      return MAPPER.readTree(value);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
