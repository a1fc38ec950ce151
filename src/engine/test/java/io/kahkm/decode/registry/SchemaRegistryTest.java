package io.kahkm.decode.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Base64;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistryTest {
  private static final long SECOND = 1_000_000_000;

  private RegistryStandIn server;

  @BeforeEach
  void start() throws IOException {
    server = new RegistryStandIn(0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private SchemaRegistry registry(InputFormat format) {
    return new SchemaRegistry(server.address() + "/", Optional.empty(), format);
  }

  private SchemaRegistry registry(AtomicLong now) {
    return new SchemaRegistry(server.address() + "/", Optional.empty(), InputFormat.AVRO, now::get);
  }

  @Test
  void schemaIsAskedForOnceWithWhatItReferences() {
    server.answers.put(
        "/schemas/ids/7",
        "{\"schema\":\"outer\",\"references\":"
            + "[{\"name\":\"a.B\",\"subject\":\"b value\",\"version\":3}]}");
    server.answers.put("/subjects/b%20value/versions/3", "{\"schema\":\"inner\",\"id\":1}");
    SchemaRegistry registry = registry(InputFormat.AVRO);

    RegisteredSchema schema = registry.find(SchemaSource.IdKind.SCHEMA, 7);
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isSameAs(schema);

    assertThat(schema.text()).isEqualTo("outer");
    assertThat(schema.references().get(0).name()).isEqualTo("a.B");
    assertThat(schema.references().get(0).schema().text()).isEqualTo("inner");
    assertThat(server.asked).hasSize(2);
  }

  @Test
  void noMessageRepeatsAPassword() {
    server.close();
    for (String password :
        new String[] {"secret", "a/secret", "a?secret", "a#secret", "a@secret"}) {
      String address = server.address().replace("http://", "http://reader:" + password + "@");
      SchemaRegistry registry = new SchemaRegistry(address, Optional.empty(), InputFormat.AVRO);

      assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
          .hasMessageContaining(server.address())
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void protobufIsAskedForAsDescriptor() {
    server.answers.put("/schemas/ids/7?format=serialized", "{\"schema\":\"CgA=\"}");
    assertThat(registry(InputFormat.PROTOBUF).find(SchemaSource.IdKind.SCHEMA, 7).text())
        .isEqualTo("CgA=");
  }

  @Test
  void globalAndContentIdsAreAskedForByTheInterfaceThatHasThem() {
    server.answers.put("/apis/registry/v2/ids/globalIds/9", "\"string\"");
    server.answers.put("/apis/registry/v2/ids/contentIds/4", "\"long\"");
    SchemaRegistry registry =
        new SchemaRegistry(
            server.address() + "/apis/ccompat/v7", Optional.empty(), InputFormat.AVRO);
    assertThat(registry.find(SchemaSource.IdKind.GLOBAL, 9).text()).isEqualTo("\"string\"");
    assertThat(registry.find(SchemaSource.IdKind.CONTENT, 4).text()).isEqualTo("\"long\"");
  }

  @Test
  void unknownIdIsNotAskedForAgainAtOnce() {
    SchemaRegistry registry = registry(InputFormat.AVRO);
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isNull();
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isNull();
    assertThat(server.asked).hasSize(1);
  }

  @Test
  void registryThatFailsOrIsGoneIsUnavailableAndAskedAgain() {
    SchemaRegistry registry = registry(InputFormat.AVRO);
    server.status = 503;
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("status 503");
    server.status = 200;
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7).text()).isEqualTo("x");
    server.close();
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 8))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("cannot be reached");
  }

  /** A wrong login must not turn records into dead letters: they wait, and it is asked again. */
  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 429, 500, 503})
  void anAnswerThatIsNotAboutTheSchemaLeavesItOpen(int status) {
    SchemaRegistry registry = registry(InputFormat.AVRO);
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
    server.status = status;

    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("status " + status);
    server.status = 200;
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7).text()).isEqualTo("x");
  }

  @Test
  void somethingElseThanARegistryIsSaid() {
    server.usual = "<html>";
    SchemaRegistry registry = registry(InputFormat.AVRO);
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("something else than JSON")
        .hasMessageContaining("is this the address of a registry");
    server.usual = "{}";
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 8))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("answered without a schema");
  }

  @Test
  void anIdThatIsRefusedIsUnknownWhereTheRegistryAnswersForOthers() {
    server.statuses.put("/schemas/ids/7", 403);
    server.answers.put("/schemas/ids/8", "<html>");
    server.answers.put("/schemas/ids/9", "{\"schema\":\"" + "x".repeat(600_000) + "\"}");
    server.answers.put("/schemas/ids/5", "{\"schema\":\"x\"}");
    SchemaRegistry registry = registry(InputFormat.AVRO);

    for (long id : new long[] {7, 8, 9}) {
      assertThat(registry.find(SchemaSource.IdKind.SCHEMA, id)).as("" + id).isNull();
    }
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 5)).isNotNull();
  }

  @Test
  void aRegistryThatRefusesEveryIdIsUnavailable() {
    server.status = 403;
    SchemaRegistry registry = registry(InputFormat.AVRO);
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("status 403, as for other ids");

    server.status = 200;
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isNotNull();
    server.status = 403;
    assertThatThrownBy(() -> registry.ask(new SchemaRegistry.Key(SchemaSource.IdKind.SCHEMA, 8)))
        .as("7 is asked for again, and refused too")
        .isInstanceOf(RegistryUnavailableException.class);
  }

  @Test
  void errorsOfARequestAreAnswersAndErrorsOfTheRegistryAreNot() {
    for (int status : new int[] {400, 404, 405, 410, 414, 422, 451}) {
      server.statuses.put("/schemas/ids/" + status, status);
      assertThat(registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, status))
          .as("" + status)
          .isNull();
    }
    for (int status : new int[] {301, 401, 408, 429, 500, 502, 503, 504}) {
      server.statuses.put("/schemas/ids/" + status, status);
      assertThatThrownBy(() -> registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, status))
          .as("" + status)
          .isInstanceOf(RegistryUnavailableException.class);
    }
  }

  /** A schema that names itself, and one that names hundreds. */
  @Test
  void referencesAreBounded() {
    server.answers.put(
        "/schemas/ids/7",
        "{\"schema\":\"x\",\"references\":["
            + "{\"name\":\"a\",\"subject\":\"s\",\"version\":1},".repeat(2)
            + "{\"name\":\"a\",\"subject\":\"s\",\"version\":1}]}");
    server.answers.put("/subjects/s/versions/1", server.answers.get("/schemas/ids/7"));

    assertThat(registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, 7)).isNull();
    assertThat(server.asked).hasSizeLessThan(100);
  }

  /**
   * An unknown id is asked for by the gate after ten seconds, by a record let through after sixty.
   */
  @Test
  void unknownIdsAreAskedForAgain() {
    AtomicLong now = new AtomicLong(5);
    SchemaRegistry registry = registry(now);
    SchemaRegistry.Key key = new SchemaRegistry.Key(SchemaSource.IdKind.SCHEMA, 7);
    assertThat(registry.isAnswered(key)).isFalse();
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isNull();
    now.addAndGet(SECOND * 10 - 1);
    assertThat(registry.isAnswered(key)).isTrue();
    now.addAndGet(1);
    assertThat(registry.isAnswered(key)).isFalse();
    now.addAndGet(SECOND * 50 - 1);
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isNull();
    assertThat(server.asked).hasSize(1);

    now.addAndGet(1);
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7).text()).isEqualTo("x");
    assertThat(server.asked).hasSize(2);
    now.addAndGet(SECOND * 1_000);
    assertThat(registry.isAnswered(key)).isTrue();
  }

  /** An id whose answer fails for more than a minute, while the id used last is answered. */
  @Test
  void anIdThatFailsForLongIsUnknownWhereAnotherIsAnswered() {
    AtomicLong now = new AtomicLong(5);
    SchemaRegistry registry = registry(now);
    server.statuses.put("/schemas/ids/7", 500);
    for (int id : new int[] {4, 5, 6}) {
      server.answers.put("/schemas/ids/" + id, "{\"schema\":\"x\"}");
      assertThat(registry.find(SchemaSource.IdKind.SCHEMA, id)).isNotNull();
    }
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 5)).isNotNull();
    server.asked.clear();

    assertUnavailable(registry, 7);
    now.addAndGet(60 * SECOND);
    assertUnavailable(registry, 7);
    assertThat(server.asked).containsExactly("/schemas/ids/7", "/schemas/ids/7");
    now.addAndGet(1);
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7)).isNull();
    assertThat(server.asked)
        .containsExactly("/schemas/ids/7", "/schemas/ids/7", "/schemas/ids/7", "/schemas/ids/5");
  }

  @Test
  void anIdThatFailsForLongIsWaitedForWhereNoOtherIsAnswered() {
    AtomicLong now = new AtomicLong(5);
    SchemaRegistry registry = registry(now);
    server.status = 500;
    assertUnavailable(registry, 7);
    now.addAndGet(100 * SECOND);
    assertUnavailable(registry, 7);
    assertThat(server.asked)
        .containsExactly(
            "/schemas/ids/7",
            "/schemas/ids/7",
            "/schemas/ids/1",
            "/schemas/ids/2",
            "/schemas/ids/2147483647");
  }

  /** An answer in between ends the time for which an id has failed. */
  @Test
  void anIdThatFailsNowAndThenIsWaitedFor() {
    AtomicLong now = new AtomicLong(5);
    SchemaRegistry registry = registry(now);
    SchemaRegistry.Key key = new SchemaRegistry.Key(SchemaSource.IdKind.SCHEMA, 7);
    server.statuses.put("/schemas/ids/7", 500);
    assertUnavailable(registry, 7);
    now.addAndGet(50 * SECOND);
    server.statuses.remove("/schemas/ids/7");
    assertThat(registry.ask(key)).isNull();
    now.addAndGet(50 * SECOND);
    server.statuses.put("/schemas/ids/7", 500);
    assertThatThrownBy(() -> registry.ask(key)).isInstanceOf(RegistryUnavailableException.class);
  }

  private static void assertUnavailable(SchemaRegistry registry, long id) {
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, id))
        .isInstanceOf(RegistryUnavailableException.class);
  }

  /** Ids come from records: as many as anybody likes. */
  @Test
  void keepsSoManySchemasAndNoMore() {
    server.usual = "{\"schema\":\"x\"}";
    SchemaRegistry registry = registry(InputFormat.AVRO);
    for (int id = 0; id < 1_100; id++) {
      assertThat(registry.find(SchemaSource.IdKind.SCHEMA, id)).isNotNull();
    }
    int asked = server.asked.size();
    registry.find(SchemaSource.IdKind.SCHEMA, 1_099);
    registry.find(SchemaSource.IdKind.SCHEMA, 100);
    assertThat(server.asked).hasSize(asked);
    registry.find(SchemaSource.IdKind.SCHEMA, 99);
    assertThat(server.asked).as("used longest ago").hasSize(asked + 1);
  }

  /** Four million characters of all together, however often one of them is asked for. */
  @Test
  void keepsSoMuchTextAndNoMore() {
    server.usual = "{\"schema\":\"" + "x".repeat(500_000) + "\"}";
    SchemaRegistry registry = registry(InputFormat.AVRO);
    for (int id = 0; id < 8; id++) {
      registry.find(SchemaSource.IdKind.SCHEMA, id);
      registry.ask(new SchemaRegistry.Key(SchemaSource.IdKind.SCHEMA, id));
    }
    int asked = server.asked.size();
    for (int id = 0; id < 8; id++) {
      registry.find(SchemaSource.IdKind.SCHEMA, id);
    }
    assertThat(server.asked).hasSize(asked);
    registry.find(SchemaSource.IdKind.SCHEMA, 8);
    registry.find(SchemaSource.IdKind.SCHEMA, 1);
    assertThat(server.asked).hasSize(asked + 1);
    registry.find(SchemaSource.IdKind.SCHEMA, 0);
    assertThat(server.asked).as("used longest ago").hasSize(asked + 2);
  }

  /** Each version names the one before it. */
  @Test
  void referencesMaySpanSixteenLevelsAndSixtyFourSchemas() {
    for (int level = 0; level < 20; level++) {
      server.answers.put(
          "/subjects/s/versions/" + level,
          "{\"schema\":\"x\""
              + (level == 0
                  ? ""
                  : ",\"references\":[{\"name\":\"a\",\"subject\":\"s\",\"version\":"
                      + (level - 1)
                      + "}]")
              + "}");
      server.answers.put(
          "/schemas/ids/" + level, server.answers.get("/subjects/s/versions/" + level));
    }
    assertThat(registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, 15)).isNotNull();
    assertThat(registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, 16)).isNull();

    String reference = "{\"name\":\"a\",\"subject\":\"s\",\"version\":0}";
    for (int count : new int[] {64, 65}) {
      server.answers.put(
          "/schemas/ids/" + count,
          "{\"schema\":\"x\",\"references\":["
              + String.join(",", Collections.nCopies(count, reference))
              + "]}");
    }
    assertThat(registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, 64)).isNotNull();
    assertThat(registry(InputFormat.AVRO).find(SchemaSource.IdKind.SCHEMA, 65)).isNull();
  }

  @Test
  void loginIsSent() {
    SchemaRegistry registry =
        new SchemaRegistry(server.address(), Optional.of("me:secret"), InputFormat.AVRO);
    registry.find(SchemaSource.IdKind.SCHEMA, 7);
    assertThat(server.logins)
        .containsExactly(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString("me:secret".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
