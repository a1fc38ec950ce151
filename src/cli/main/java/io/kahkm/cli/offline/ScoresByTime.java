package io.kahkm.cli.offline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Counted;
import io.kahkm.internal.evaluation.ErrorBand;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.json.JsonFields;
import java.util.ArrayList;
import java.util.List;

/**
 * Forecasts in sensor units part by part of a recording, each outcome in the part of its row, so
 * that a forecast that wears out shows when. Mutable, one owner.
 */
public final class ScoresByTime {
  private final int parts;
  private final long rows;
  private final List<Integer> horizons;
  private final Part[][] cells;

  /** One horizon in one part. */
  private static final class Part {
    private final SensorSkill skill;
    private long hits;
    private long intervals;

    Part(Model model) {
      skill = new SensorSkill(model.map().sensors().size(), model.past().known());
    }
  }

  /**
   * Divides a recording into parts of equally many rows of its file.
   *
   * @param rows of the file, at least 1
   */
  public ScoresByTime(int parts, long rows, List<Integer> horizons, Model model) {
    this.parts = parts;
    this.rows = rows;
    this.horizons = horizons;
    cells = new Part[parts][horizons.size()];
    for (Part[] part : cells) {
      for (int h = 0; h < part.length; h++) {
        part[h] = new Part(model);
      }
    }
  }

  /**
   * Takes a forecast whose outcome is there.
   *
   * @param line 0-based data row of the file that brought the outcome
   * @param scored the forecast; passed over where it is none in sensor units
   */
  public void add(long line, ScoredForecast scored) {
    if (scored.predictedState() == null) {
      return;
    }
    int part = (int) Math.min(parts - 1L, line * parts / rows);
    Part cell = cells[part][horizons.indexOf(scored.horizon())];
    double[] linear = scored.linearState() == null ? scored.originState() : scored.linearState();
    cell.skill.add(scored.predictedState(), scored.targetState(), scored.originState(), linear);
    if (scored.halfWidth() != null) {
      for (int i = 0; i < scored.halfWidth().length; i++) {
        double error = Math.abs(scored.targetState()[i] - scored.predictedState()[i]);
        cell.hits += ErrorBand.holds(scored.halfWidth()[i], error) ? 1 : 0;
        cell.intervals++;
      }
    }
  }

  /** Adds {@code byTime} and, where it happened, {@code worseThanPersistence}. */
  public void write(ObjectNode json) {
    ArrayNode array = json.putArray("byTime");
    List<String> worse = new ArrayList<>();
    for (int p = 0; p < parts; p++) {
      ObjectNode part = array.addObject();
      part.put("fromRow", rowsBefore(p) + 1);
      part.put("toRow", rowsBefore(p + 1));
      ArrayNode ofHorizons = part.putArray("horizons");
      for (int h = 0; h < horizons.size(); h++) {
        Part cell = cells[p][h];
        if (cell.skill.forecasts() == 0) {
          continue;
        }
        ObjectNode node = ofHorizons.addObject();
        node.put("h", horizons.get(h));
        node.put("forecasts", cell.skill.forecasts());
        JsonFields.put(node, "error", cell.skill.relativeError());
        JsonFields.put(node, "persistence", cell.skill.overPersistence());
        JsonFields.put(node, "linear", cell.skill.overLinear());
        if (cell.intervals > 0) {
          JsonFields.put(node, "coverage", (double) cell.hits / cell.intervals);
        }
        if (cell.skill.overPersistence().orElse(0) < 0) {
          worse.add(
              Counted.of(horizons.get(h), "step")
                  + " ahead in rows "
                  + (rowsBefore(p) + 1)
                  + " to "
                  + rowsBefore(p + 1));
        }
      }
    }
    if (!worse.isEmpty()) {
      ArrayNode sentences = json.putArray("worseThanPersistence");
      worse.forEach(sentences::add);
    }
  }

  private long rowsBefore(int part) {
    // The first row of which row * parts / rows is the part.
    return (part * rows + parts - 1) / parts;
  }
}
