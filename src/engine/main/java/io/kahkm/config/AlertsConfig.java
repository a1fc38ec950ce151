package io.kahkm.config;

import java.net.URI;
import java.util.Optional;

/**
 * Which alarms are alerts, and whom the engine tells of their incidents itself.
 *
 * @param fleet how many false alerts all streams may have together; empty where each stream has its
 *     own run length
 * @param link address of the live page as people reach it, without a slash at its end; empty for
 *     the address that the other instances use
 * @param mail people who get an e-mail
 * @param slack an incoming webhook of Slack
 * @param teams a workflow of Microsoft Teams that takes adaptive cards
 * @param webhook any address that takes JSON
 */
public record AlertsConfig(
    Optional<FleetAlerts> fleet,
    Optional<URI> link,
    Optional<MailConfig> mail,
    Optional<PostConfig> slack,
    Optional<PostConfig> teams,
    Optional<PostConfig> webhook) {

  /**
   * Whether the engine tells anybody itself.
   *
   * @return true with at least one of mail, Slack, Teams and webhook
   */
  public boolean reachesPeople() {
    return mail.isPresent() || slack.isPresent() || teams.isPresent() || webhook.isPresent();
  }
}
