package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistryTest {
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
    assertThat(server.asked).hasSize(asked);
    registry.find(SchemaSource.IdKind.SCHEMA, 0);
    assertThat(server.asked).as("used longest ago").hasSize(asked + 1);
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
