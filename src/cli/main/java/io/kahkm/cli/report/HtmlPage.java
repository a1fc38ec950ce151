package io.kahkm.cli.report;

import java.util.Base64;

/** A page for people in the making: its head, and what pages have in common. One owner. */
public final class HtmlPage {
  private final StringBuilder html = new StringBuilder();

  /**
   * Starts a page.
   *
   * @param title its title
   * @param styles looks of its own, after those of all pages
   */
  public HtmlPage(String title, String... styles) {
    append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
        .text(title)
        .append("</title>\n<style>\n")
        .append(Html.STYLE)
        .append(String.join("", styles))
        .append("</style>\n</head>\n<body>\n");
  }

  /**
   * Appends HTML.
   *
   * @param part appended as it is
   * @return this
   */
  public HtmlPage append(Object part) {
    html.append(part);
    return this;
  }

  /**
   * Appends text that stays text.
   *
   * @param words the text
   * @return this
   */
  public HtmlPage text(String words) {
    return append(Html.escaped(words));
  }

  /**
   * Appends a heading.
   *
   * @param words its text
   */
  public void heading(String words) {
    append("<h2>").text(words).append("</h2>\n");
  }

  /**
   * Appends a paragraph.
   *
   * @param words its text
   */
  public void paragraph(String words) {
    append("<p>").text(words).append("</p>\n");
  }

  /**
   * Appends a row of a table of facts.
   *
   * @param name of the fact
   * @param value in words
   */
  public void row(String name, String value) {
    append("<tr><th>").text(name).append("</th><td>").text(value).append("</td></tr>\n");
  }

  /**
   * Appends a picture, light or dark like the page.
   *
   * @param light the picture as PNG
   * @param dark the same in the dark
   * @param width in pixels
   * @param height in pixels
   * @param words what it shows
   */
  public void picture(byte[] light, byte[] dark, int width, int height, String words) {
    append("<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"")
        .append(inside(dark))
        .append("\"><img width=\"")
        .append(width)
        .append("\" height=\"")
        .append(height)
        .append("\" alt=\"")
        .text(words)
        .append("\" src=\"")
        .append(inside(light))
        .append("\"></picture>");
  }

  private static String inside(byte[] png) {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
  }

  /**
   * Ends the page.
   *
   * @return a whole HTML document
   */
  public String end() {
    return append("</body>\n</html>\n").html.toString();
  }
}
