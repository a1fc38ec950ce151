package io.kahkm.cli.assistant;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.http.EngineClient;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves one client, an assistant, until it has closed its end. */
public final class Assistant {
  /** Characters of an answer, about 15,000 words. */
  static final int LONGEST_ANSWER = 100_000;

  private static final Logger LOGGER = LoggerFactory.getLogger(Assistant.class);
  private static final String INSTRUCTIONS =
      "Watches sensor streams. Begin with list_streams and list_incidents; explain what you find"
          + " with explain_incident, sensor_history and read_manual. A stream is normal only in"
          + " state 'on'; 'no-limit', 'silent', 'learning' and 'off' are not signs of health. An"
          + " alarm names the sensors to look at first, not a cause.";

  private final List<Tool> tools;

  /** Judges a recorded file with the model of the topology file. */
  @FunctionalInterface
  public interface Scorer {
    /**
     * Judges.
     *
     * @param file recorded readings
     * @return what {@code kahkm score} prints
     * @throws IOException if a file cannot be read
     */
    String score(Path file) throws IOException;
  }

  /**
   * Asks nothing yet.
   *
   * @param engine what runs
   * @param folder whose files may be scored, empty for none
   * @param scorer scores them
   * @throws IOException if the folder cannot be read
   */
  public Assistant(EngineClient engine, Optional<Path> folder, Scorer scorer) throws IOException {
    tools = new AssistantTools(engine, new AllowedFiles(folder), scorer).all();
  }

  /**
   * Answers until the client has closed its end.
   *
   * @param version of this program
   * @param in what the client writes
   * @param out what it reads
   * @throws IOException if the client cannot be read
   * @throws InterruptedException if interrupted
   */
  public void serve(String version, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    JacksonMcpJsonMapper mapper = new JacksonMcpJsonMapper(new ObjectMapper());
    // Arguments are checked here, with messages for whoever gave them.
    JsonSchemaValidator unchecked =
        (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(null);
    MessageLines client = new MessageLines(mapper, in, out);
    McpSyncServer server =
        McpServer.sync(client)
            .serverInfo("kahkm", version)
            .instructions(INSTRUCTIONS)
            .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
            .jsonMapper(mapper)
            .jsonSchemaValidator(unchecked)
            .tools(tools.stream().map(Assistant::specification).toList())
            .build();
    client.serve();
    server.closeGracefully();
  }

  private static SyncToolSpecification specification(Tool tool) {
    McpSchema.Tool described =
        McpSchema.Tool.builder()
            .name(tool.name())
            .description(tool.description())
            .inputSchema(
                new McpSchema.JsonSchema(
                    "object", tool.schema(), tool.required(), false, null, null))
            .annotations(new McpSchema.ToolAnnotations(null, true, false, true, false, null))
            .build();
    return new SyncToolSpecification(
        described,
        (exchange, request) ->
            call(tool, request.arguments() == null ? Map.of() : request.arguments()));
  }

  /** Whatever goes wrong is an answer: the assistant may ask better. */
  private static CallToolResult call(Tool tool, Map<String, Object> given) {
    try {
      return result(cut(tool.action().answer(new Arguments(tool, given))), false);
    } catch (UsageException | DataException | IOException told) {
      return result(String.valueOf(told.getMessage()), true);
    } catch (RuntimeException unexpected) {
      LOGGER.error(
          "The tool {} failed; keep this log for the developers.", tool.name(), unexpected);
      return result(tool.name() + " failed: " + unexpected, true);
    }
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_ANSWER
        ? text
        : text.substring(0, LONGEST_ANSWER)
            + String.format(
                "%n[%,d more characters are left out: ask for less]",
                text.length() - LONGEST_ANSWER);
  }

  private static CallToolResult result(String text, boolean error) {
    return CallToolResult.builder().addTextContent(text).isError(error).build();
  }
}
