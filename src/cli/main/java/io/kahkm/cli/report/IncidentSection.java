package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.http.PageScripts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The live page's view of an incident inside a report: its scripts and what they show stand in the
 * file, so that it works from a disk and without a network.
 */
final class IncidentSection {
  private static final String SCRIPT = "/report/report.js";

  private IncidentSection() {}

  /**
   * Writes the section and all that it needs.
   *
   * @param html grows
   * @param map that judged the readings
   * @param views of the incidents, at least one
   */
  static void write(StringBuilder html, ObjectNode map, List<IncidentViews.View> views) {
    html.append("<section id=\"incident\" class=\"stack\" aria-labelledby=\"incident-title\">")
        .append("<noscript><p>The view of an incident needs JavaScript.</p></noscript>")
        .append("</section>\n<script type=\"application/json\" id=\"incident-data\">")
        .append(inScript(data(map, views)))
        .append("</script>\n<script type=\"importmap\">")
        .append(inScript(imports()))
        .append("</script>\n<script type=\"module\">\n")
        .append(PageScripts.renamed(script()))
        .append("</script>\n");
  }

  private static ObjectNode data(ObjectNode map, List<IncidentViews.View> views) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("map", map);
    ArrayNode incidents = json.putArray("incidents");
    for (IncidentViews.View view : views) {
      ObjectNode one = incidents.addObject();
      one.set("incident", view.record());
      one.set("detail", view.detail());
      view.history().ifPresent(history -> one.set("history", history));
    }
    return json;
  }

  /** A module of text in the file has no address; its content is its address. */
  private static ObjectNode imports() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode imports = json.putObject("imports");
    for (Map.Entry<String, String> one : PageScripts.importedBy(script()).entrySet()) {
      imports.put(
          PageScripts.PREFIX + one.getKey(),
          "data:text/javascript;base64,"
              + Base64.getEncoder()
                  .encodeToString(one.getValue().getBytes(StandardCharsets.UTF_8)));
    }
    return json;
  }

  /** JSON in which no text can end the element. */
  private static String inScript(ObjectNode json) {
    return json.toString().replace("<", "\\u003c");
  }

  private static String script() {
    try (InputStream in = IncidentSection.class.getResourceAsStream(SCRIPT)) {
      if (in == null) {
        throw new IllegalStateException("the program was built without " + SCRIPT);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
