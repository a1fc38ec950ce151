package io.kahkm.alert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;

/** What is posted of an alert. Names of streams and sensors are text there, never markup. */
final class AlertBodies {
  private static final int SLACK_HEADER = 150;
  private static final int SLACK_TEXT = 2_900;
  private static final int SLACK_FIELD = 1_900;
  private static final String TYPE = "type";
  private static final String TEXT = "text";
  private static final String OPEN = "Open the page";

  private AlertBodies() {}

  /**
   * For any address: the incident's record, as the API has it, with what people read.
   *
   * @return a new object
   */
  static ObjectNode webhook(Alert alert) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", alert.id());
    json.put("title", alert.title());
    json.put("words", alert.words());
    alert.link().ifPresent(link -> json.put("link", link));
    json.set("incident", alert.record().deepCopy());
    alert
        .picture()
        .ifPresent(
            png ->
                json.putObject("picture")
                    .put(TYPE, "image/png")
                    .put("base64", Base64.getEncoder().encodeToString(png)));
    return json;
  }

  /**
   * For an incoming webhook of Slack, which takes no files: words, facts and the link.
   *
   * @return a new object
   */
  static ObjectNode slack(Alert alert) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(TEXT, escaped(shortened(alert.title() + ". " + alert.words(), SLACK_TEXT)));
    json.put("mrkdwn", false);
    ArrayNode blocks = json.putArray("blocks");
    blocks.addObject().put(TYPE, "header").set(TEXT, plain(shortened(alert.title(), SLACK_HEADER)));
    ObjectNode section = blocks.addObject().put(TYPE, "section");
    section.set(TEXT, plain(shortened(alert.words(), SLACK_TEXT)));
    ArrayNode fields = section.putArray("fields");
    for (Alert.Fact fact : alert.facts()) {
      fields.add(plain(shortened(fact.name() + ": " + fact.value(), SLACK_FIELD)));
    }
    alert
        .link()
        .ifPresent(
            link ->
                blocks
                    .addObject()
                    .put(TYPE, "section")
                    .putObject(TEXT)
                    .put(TYPE, "mrkdwn")
                    .put(TEXT, "<" + escaped(link).replace("|", "%7C") + "|" + OPEN + ">"));
    return json;
  }

  private static ObjectNode plain(String text) {
    return JsonNodeFactory.instance
        .objectNode()
        .put(TYPE, "plain_text")
        .put(TEXT, text)
        .put("emoji", false);
  }

  /** The three characters that Slack reads as markup. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /**
   * For a workflow of Teams: an adaptive card with words, facts and the link.
   *
   * @return a new object
   */
  static ObjectNode teams(Alert alert) {
    ObjectNode card = JsonNodeFactory.instance.objectNode();
    card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json");
    card.put(TYPE, "AdaptiveCard");
    card.put("version", "1.4");
    ArrayNode body = card.putArray("body");
    body.add(run(alert.title(), true));
    body.add(run(alert.words(), false));
    for (Alert.Fact fact : alert.facts()) {
      body.add(run(fact.name() + ": " + fact.value(), false));
    }
    alert
        .link()
        .ifPresent(
            link ->
                card.putArray("actions")
                    .addObject()
                    .put(TYPE, "Action.OpenUrl")
                    .put("title", OPEN)
                    .put("url", link));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(TYPE, "message");
    ObjectNode attachment = json.putArray("attachments").addObject();
    attachment.put("contentType", "application/vnd.microsoft.card.adaptive");
    attachment.set("content", card);
    return json;
  }

  /** A block of text in which nothing is markup. */
  private static ObjectNode run(String text, boolean heading) {
    ObjectNode block = JsonNodeFactory.instance.objectNode().put(TYPE, "RichTextBlock");
    ObjectNode run = block.putArray("inlines").addObject().put(TYPE, "TextRun").put(TEXT, text);
    if (heading) {
      run.put("weight", "Bolder").put("size", "Large");
    }
    return block;
  }
}
