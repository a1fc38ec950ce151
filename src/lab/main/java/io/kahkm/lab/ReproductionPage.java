package io.kahkm.lab;

import io.kahkm.cli.report.Html;
import io.kahkm.cli.report.HtmlPage;
import io.kahkm.plot.Picture;
import io.kahkm.plot.Theme;
import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.paper.print.Agreement;
import java.util.List;

/**
 * The report of {@code kahkm reproduce} as one page that needs nothing else: pictures inside, light
 * and dark, no script, no other host.
 */
final class ReproductionPage {
  private static final String WIDE =
      """
      body{max-width:68rem}td,th{padding-right:1.2rem}.wide{overflow-x:auto}
      td:first-child{min-width:9rem}.bad{color:#cf222e;font-weight:bold}
      """;

  private final ReproductionReport report;
  private final HtmlPage html = new HtmlPage("Reproduction", WIDE);

  private ReproductionPage(ReproductionReport report) {
    this.report = report;
  }

  /**
   * Writes the page.
   *
   * @param report what was made
   * @param pictures whether pictures can be drawn
   * @return a whole HTML document
   */
  static String of(ReproductionReport report, boolean pictures) {
    ReproductionPage page = new ReproductionPage(report);
    page.write(pictures);
    return page.html.end();
  }

  private void write(boolean pictures) {
    html.append("<h1>What the engine claims and the paper prints, computed</h1>\n<table>\n");
    report.circumstances().forEach(html::row);
    html.append("</table>\n");
    if (report.comparesNumbers()) {
      totals();
    }
    report.tables().stream().filter(table -> !table.detail()).forEach(this::section);
    report.figures().forEach(figure -> section(figure, pictures));
  }

  private void totals() {
    html.append("<h2>Totals</h2>\n");
    rows(report.totalsHeader(), report.totals(), true);
    html.append("<ul>\n");
    for (Agreement agreement : Agreement.values()) {
      html.append("<li>").text(agreement.words() + ": " + agreement.meaning()).append("</li>\n");
    }
    html.append("</ul>\n");
  }

  private void section(ResultTable table) {
    heading(table.name(), table.title());
    rows(table.header(), table.rows(), false);
    table.notes().forEach(html::paragraph);
  }

  private void section(Figure figure, boolean pictures) {
    heading("figure-" + figure.name(), "Figure: " + figure.title());
    html.append("<figure>");
    if (pictures) {
      Picture picture = figure.picture();
      html.picture(
          picture.png(Theme.LIGHT),
          picture.png(Theme.DARK),
          picture.width(),
          picture.height(),
          figure.title());
    }
    html.append("<figcaption>").text(String.join(" ", figure.caption())).append(" Files: ");
    for (String type : pictures ? List.of("csv", "svg", "png") : List.of("csv")) {
      String file = Html.escaped(figure.name() + "." + type);
      html.append("<a href=\"").append(file).append("\">").append(file).append("</a> ");
    }
    html.append("</figcaption></figure>\n");
    if (!figure.statements().isEmpty()) {
      html.append("<p>The paper says about it:</p>\n<ul>\n");
      for (Figure.Statement said : figure.statements()) {
        html.append(said.holds() ? "<li>" : "<li class=\"bad\">")
            .text(said.text())
            .append(said.holds() ? " It holds here." : " It does not hold here.")
            .append("</li>\n");
      }
      html.append("</ul>\n");
    }
  }

  private void heading(String id, String title) {
    html.append("<h2 id=\"").text(id).append("\">").text(title).append("</h2>\n");
  }

  private void rows(List<String> header, List<List<String>> rows, boolean links) {
    html.append("<div class=\"wide\"><table>\n<tr>");
    header.forEach(cell -> html.append("<th>").text(cell).append("</th>"));
    html.append("</tr>\n");
    for (List<String> row : rows) {
      html.append("<tr>");
      for (int c = 0; c < row.size(); c++) {
        cell(row.get(c), links && c == 0 && !row.get(c).equals("all"));
      }
      html.append("</tr>\n");
    }
    html.append("</table></div>\n");
  }

  private void cell(String value, boolean link) {
    String text = Html.escaped(value);
    if (link) {
      html.append("<td><a href=\"#").append(text).append("\">").append(text).append("</a></td>");
      return;
    }
    String type = value.equals(Agreement.DIFFERS.words()) ? " class=\"bad\"" : "";
    boolean number = value.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");
    html.append(number ? "<td class=\"n\">" : "<td" + type + ">").append(text).append("</td>");
  }
}
