package io.kahkm.alert;

/** An alert as the text of an e-mail. */
final class MailText {
  private MailText() {}

  /** For programs that show text alone. */
  static String plain(Alert alert) {
    StringBuilder text = new StringBuilder(alert.words()).append("\n\n");
    alert
        .facts()
        .forEach(fact -> text.append(fact.name()).append(": ").append(fact.value()).append('\n'));
    alert.link().ifPresent(link -> text.append('\n').append(link).append('\n'));
    return text.toString();
  }

  /**
   * With the picture and a link.
   *
   * @param picture content id of the picture
   */
  static String html(Alert alert, String picture) {
    StringBuilder html = new StringBuilder("<html><body style=\"font-family: sans-serif\">\n<p>");
    html.append(escaped(alert.words())).append("</p>\n<table>\n");
    for (Alert.Fact fact : alert.facts()) {
      html.append("<tr><td style=\"padding-right: 1em\">")
          .append(fact.name())
          .append("</td><td>")
          .append(escaped(fact.value()))
          .append("</td></tr>\n");
    }
    html.append("</table>\n");
    alert
        .link()
        .ifPresent(
            link ->
                html.append("<p><a href=\"")
                    .append(escaped(link))
                    .append("\">Open the page</a></p>\n"));
    if (alert.picture().isPresent()) {
      html.append("<p><img src=\"cid:")
          .append(picture)
          .append("\" width=\"")
          .append(CurvePicture.WIDTH)
          .append(
              "\" alt=\"Curves of the sensors that stand out, before and during the incident; times"
                  + " are UTC\"></p>\n");
    }
    return html.append("</body></html>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
