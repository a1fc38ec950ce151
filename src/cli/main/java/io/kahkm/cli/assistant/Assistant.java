package io.kahkm.cli.assistant;

import io.kahkm.cli.http.EngineApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What one assistant is served with. */
public final class Assistant {
  private final List<Tool> tools;

  /**
   * Asks nothing yet.
   *
   * @param engine what runs
   * @param folder whose files may be scored, empty for none
   * @param scorer scores them
   * @throws IOException if the folder cannot be read
   */
  public Assistant(EngineApi engine, Optional<Path> folder, AssistantTools.Scorer scorer)
      throws IOException {
    tools = new AssistantTools(engine, new AllowedFiles(folder), scorer).all();
  }

  /**
   * Answers until the client has closed its end.
   *
   * @param version of this program
   * @param in what the client writes
   * @param out what it reads
   * @throws InterruptedException if interrupted
   */
  public void serve(String version, InputStream in, OutputStream out) throws InterruptedException {
    new AssistantServer(tools).serve(version, in, out);
  }
}
