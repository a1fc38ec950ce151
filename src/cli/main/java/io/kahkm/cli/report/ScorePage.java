package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Counted;
import io.kahkm.cli.offline.DetectionFigures;
import io.kahkm.cli.offline.ScoredRow;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.incident.Incident;
import io.kahkm.telemetry.http.PageScripts;
import io.kahkm.text.UrlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The report of a scored file as one page that needs nothing else: drawings, scripts and data
 * inside, light and dark, no other host. Incidents are shown as the live page does, by its scripts.
 */
public final class ScorePage {
  private static final int MOST_STREAMS = 50;
  private static final int MOST_INCIDENTS = 500;
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 90;

  /** Times a limit that the strip reaches up to, on a logarithmic scale from a tenth of it. */
  private static final double TOP = 100;

  private static final double BOTTOM = 0.1;

  private static final String STYLE =
      """
      body{max-width:72rem;margin:0 auto;padding:1rem 14px}.scroll{overflow-x:auto}\
      .scroll>table{min-width:44rem}th{overflow-wrap:normal}
      svg{width:100%;height:5.6rem;display:block;border:1px solid #d0d7de;margin:.2rem 0}
      .line{fill:none;stroke:#0969da;stroke-width:1;vector-effect:non-scaling-stroke}
      .limit{stroke:#9a6700;stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
      .incident{fill:#cf222e;opacity:.18}
      @media (prefers-color-scheme:dark){svg{border-color:#3d444d}.line{stroke:#58a6ff}\
      .incident{opacity:.3}}
      """;

  private final HtmlPage html;
  private final ScoredRun run;
  private final List<IncidentViews.View> views;
  private final Optional<ObjectNode> map;

  private ScorePage(String title, ScoredRun run, Optional<IncidentViews> views) {
    this.run = run;
    this.views = views.map(IncidentViews::views).orElse(List.of());
    map = views.flatMap(found -> Optional.ofNullable(found.map()));
    html = new HtmlPage(title, this.views.isEmpty() ? "" : PageScripts.style(), STYLE);
  }

  /**
   * Writes the page.
   *
   * @param name the file that was scored
   * @param run scored
   * @param figures what labels tell of the alarms, where there were labels
   * @param views what the live page would show of its incidents; empty where the file has no times
   * @return a whole HTML document
   */
  public static String of(
      String name,
      ScoredRun run,
      Optional<DetectionFigures> figures,
      Optional<IncidentViews> views) {
    ScorePage page = new ScorePage("Scores of " + name, run, views);
    page.write(name, figures);
    return page.html.end();
  }

  private void write(String name, Optional<DetectionFigures> figures) {
    html.append("<main>\n<h1>").text("Scores of " + name).append("</h1>\n");
    html.paragraph(ScoreText.lines(run, Optional.empty()).get(0) + ".");
    ScoreText.otherStep(run).ifPresent(words -> html.paragraph(words + "."));
    if (figures.isPresent()) {
      html.heading("Against the labels");
      ScoreText.figures(figures.get()).forEach(line -> html.paragraph(line + "."));
    }
    html.append("<h2 id=\"incident-list\">Incidents</h2>\n");
    incidents();
    if (!views.isEmpty()) {
      StringBuilder section = new StringBuilder();
      IncidentSection.write(section, map.orElseThrow(), views);
      html.append(section);
    }
    if (!run.forecasts().isEmpty()) {
      html.heading("Forecasts");
      run.forecasts()
          .forEach(
              one ->
                  one.sentences()
                      .forEach(
                          words -> html.paragraph(ScoreText.forecasts(run, one, words) + ".")));
    }
    html.heading("Alarms");
    html.paragraph(
        "Each strip shows an alarm relative to its threshold, on a logarithmic scale; the"
            + " dashed line is the threshold, and incidents are shaded. Every point is the largest"
            + " value of its readings.");
    for (int stream = 0; stream < Math.min(MOST_STREAMS, run.streams()); stream++) {
      stream(stream);
    }
    if (run.streams() > MOST_STREAMS) {
      html.paragraph(
          "Not drawn: " + Counted.of(run.streams() - MOST_STREAMS, "other stream") + ".");
    }
    html.append("</main>\n");
  }

  private void incidents() {
    if (run.incidents().isEmpty()) {
      html.paragraph("There was none.");
      return;
    }
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Incidents\">")
        .append("<table>\n<tr><th>stream</th><th>number</th><th>from</th><th>to</th>")
        .append("<th>lasted</th><th>times the threshold</th><th>sensors, share</th></tr>\n");
    run.incidents().stream().limit(MOST_INCIDENTS).forEach(this::incident);
    html.append("</table></div>\n");
    if (run.incidents().size() > MOST_INCIDENTS) {
      html.paragraph("And " + (run.incidents().size() - MOST_INCIDENTS) + " more.");
    }
  }

  private void incident(ScoredRun.StreamIncident one) {
    Incident incident = one.incident();
    boolean timed = run.data().timing().timed();
    html.append("<tr>");
    cell(run.stream(one.stream()));
    cell(Long.toString(incident.number()));
    begin(one, ScoreText.moment(run.data(), one.stream(), incident.since()));
    cell(
        incident.ended().isPresent()
            ? ScoreText.moment(run.data(), one.stream(), incident.ended().getAsLong())
            : "the end of the file");
    long took = incident.ended().orElse(incident.updated()) - incident.since();
    cell(timed ? IncidentWords.lasted(took) : "");
    List<String> peaks = new ArrayList<>();
    if (incident.noveltyPeak() > 0) {
      peaks.add(String.format(Locale.ROOT, "map %.3g", incident.noveltyPeak()));
    }
    if (incident.relationPeak() > 0) {
      peaks.add(String.format(Locale.ROOT, "relations %.3g", incident.relationPeak()));
    }
    cell(String.join(", ", peaks));
    List<String> sensors = new ArrayList<>();
    for (int sensor : incident.leading(3)) {
      sensors.add(
          String.format(
              Locale.ROOT,
              "%s %.0f %%",
              run.sensors().get(sensor),
              100 * incident.shares().get(sensor)));
    }
    cell(String.join(", ", sensors));
    html.append("</tr>\n");
  }

  /** Leads to the view of the incident. */
  private void begin(ScoredRun.StreamIncident one, String text) {
    Optional<String> id =
        views.stream()
            .filter(view -> view.isOf(one))
            .map(view -> view.record().path("incident").asText())
            .findFirst();
    if (id.isEmpty()) {
      cell(text);
    } else {
      html.append("<td><a href=\"#/incident/")
          .append(UrlText.escaped(id.get()))
          .append("\">")
          .text(text)
          .append("</a></td>");
    }
  }

  private void stream(int stream) {
    List<ScoredRow> rows = new ArrayList<>();
    for (ScoredRow row : run.rows()) {
      if (row != null && row.stream() == stream) {
        rows.add(row);
      }
    }
    String name = run.stream(stream);
    if (!name.isEmpty()) {
      html.append("<h3>").text(name).append("</h3>\n");
    }
    if (rows.isEmpty()) {
      html.paragraph("No reading of it could be used.");
      return;
    }
    strip("novelty", rows, row -> row.novelty().value(), run.noveltyLimit());
    strip("relations", rows, row -> row.relations().value(), run.relationLimit());
  }

  private void strip(
      String channel,
      List<ScoredRow> rows,
      ToDoubleFunction<ScoredRow> value,
      OptionalDouble limit) {
    if (limit.isEmpty()) {
      return;
    }
    int columns = Math.min(WIDTH, rows.size());
    double width = (double) WIDTH / columns;
    html.append("<svg viewBox=\"0 0 ")
        .append(WIDTH)
        .append(' ')
        .append(HEIGHT)
        .append("\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
        .append(channel)
        .append(" relative to its threshold\">");
    StringBuilder line = new StringBuilder();
    int shadedFrom = -1;
    for (int column = 0; column <= columns; column++) {
      boolean shaded = false;
      double largest = Double.NaN;
      if (column < columns) {
        int from = (int) ((long) column * rows.size() / columns);
        int to = (int) ((long) (column + 1) * rows.size() / columns);
        for (ScoredRow row : rows.subList(from, to)) {
          shaded |= row.incident() > 0;
          double ratio = value.applyAsDouble(row) / limit.getAsDouble();
          // A reading that was not judged hides no other one.
          largest = ratio > largest || Double.isNaN(largest) ? ratio : largest;
        }
      }
      if (shaded && shadedFrom < 0) {
        shadedFrom = column;
      } else if (!shaded && shadedFrom >= 0) {
        shade(shadedFrom * width, (column - shadedFrom) * width);
        shadedFrom = -1;
      }
      if (!Double.isNaN(largest)) {
        line.append(line.isEmpty() ? "M" : "L").append(place(width * (column + 0.5), largest));
      }
    }
    html.append("<line class=\"limit\" x1=\"0\" x2=\"")
        .append(WIDTH)
        .append(String.format(Locale.ROOT, "\" y1=\"%.1f\" y2=\"%.1f\"/>", height(1), height(1)))
        .append("<path class=\"line\" d=\"")
        .append(line)
        .append("\"/></svg>\n<p>")
        .append(channel)
        .append(", ")
        .text(ScoreText.moment(run.data(), rows.get(0).stream(), rows.get(0).time()))
        .append(" to ")
        .text(ScoreText.moment(run.data(), rows.get(0).stream(), rows.get(rows.size() - 1).time()))
        .append("</p>\n");
  }

  private void shade(double from, double width) {
    html.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"incident\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"/>",
            from,
            width,
            HEIGHT));
  }

  private static String place(double x, double ratio) {
    return String.format(Locale.ROOT, "%.1f %.1f ", x, height(ratio));
  }

  private static double height(double ratio) {
    double inside = Math.max(BOTTOM, Math.min(TOP, ratio));
    double share = Math.log10(inside / BOTTOM) / Math.log10(TOP / BOTTOM);
    return HEIGHT * (1 - share);
  }

  private void cell(String text) {
    html.append("<td>").text(text).append("</td>");
  }
}
