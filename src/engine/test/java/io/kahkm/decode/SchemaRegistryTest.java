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
    String address = server.address().replace("http://", "http://reader:secret@");
    SchemaRegistry registry = new SchemaRegistry(address, Optional.empty(), InputFormat.AVRO);
    server.close();

    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
        .hasMessageContaining(server.address())
        .hasMessageNotContaining("secret");
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
  @ValueSource(ints = {400, 401, 403, 407, 429, 500})
  void everyAnswerButNotFoundLeavesTheSchemaOpen(int status) {
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
    server.answers.put("/schemas/ids/7", "<html>");
    server.answers.put("/schemas/ids/8", "{}");
    SchemaRegistry registry = registry(InputFormat.AVRO);
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 7))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining("something else than JSON");
    assertThatThrownBy(() -> registry.find(SchemaSource.IdKind.SCHEMA, 8))
        .hasMessageContaining("is this the address of a registry?");
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
