package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check} says what a budget of false alerts asks of one stream, and who is told. */
class CheckFleetAlertsTest {
  @TempDir Path folder;

  private String check(String alerts) throws IOException {
    Path model = folder.resolve("model.safetensors");
    ModelFile.write(
        TestModels.smallVanDerPol().toBuilder().alarms(TestModels.alarms(2)).build(), model);
    Path yaml =
        Files.writeString(
            folder.resolve("a.yaml"),
            """
            name: a
            model: {file: '%s'}
            input: {state: [a, b], time: t, step: 10m}
            forecasts: {horizons: [1]}
            %s
            kafka: {bootstrap.servers: "unused:1"}
            """
                .formatted(model, alerts));
    Cli check = Cli.run("check", yaml.toString());
    assertThat(check.code()).as(check.err()).isZero();
    return check.out();
  }

  @Test
  void saysHowMuchEvidenceOneStreamNeeds() throws IOException {
    assertThat(check("alerts: {fleet: {per-day: 0.5, streams: 10000}}"))
        .contains(
            "False alerts of all streams: set for 0.500 a day on average from 10,000 streams"
                + " together; an alarm of one stream alone is an alert with 28.8 times the evidence"
                + " of an alarm.");
    assertThat(check("alerts: {fleet: {per-day: 1, streams: 10}}"))
        .contains("the run length of each stream gives fewer, so every alarm is an alert.");
    assertThat(check("")).doesNotContain("False alerts");
  }

  @Test
  void saysWhoIsToldWithoutSecrets() throws IOException {
    assertThat(
            check(
                "incidents: {topic: i}\n"
                    + "alerts: {link: 'https://k.plant.example', mail: {server: smtp, from: k@p.e,"
                    + " to: [a@b.e, c@d.e]}, webhook: {url: 'http://hook:8080/path'}}"))
        .contains(
            "Alerts to people: e-mail to a@b.e, c@d.e through smtp:587; webhook hook:8080; links"
                + " lead to https://k.plant.example.");
    assertThat(check("incidents: {topic: i}\nalerts: {webhook: {url: 'http://hook:8080/path'}}"))
        .contains("set alerts.link if people need another.");
    assertThat(check("")).doesNotContain("Alerts to people");
  }
}
