package io.kahkm.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small checkout with the folders, POMs and built files that a release is made of. */
final class Checkout {
  private Checkout() {}

  static Project at(Path root, String version) throws Exception {
    Files.createDirectories(root.resolve(Project.STORED).resolve("1.2.3"));
    write(root, Project.STORED + "/1.2.3/state", "s");
    write(root, "LICENSE", "Apache");
    write(root, "CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2.3\n\n- done\n");
    write(root, ".gitignore", "target/\n");
    write(
        root,
        "docs/embedding.md",
        "<groupId>io.kahkm</groupId>\n<artifactId>kahkm-core</artifactId>\n<version>0</version>\n");
    write(root, "deploy/compose.yaml", "image: kahkm-streams:0.9.0\nimage: kafka:4.3.1\n");
    write(
        root, "deploy/helm/Chart.yaml", "apiVersion: v2\nversion: 0.9.0\nappVersion: \"0.9.0\"\n");
    write(root, "topologies/one.yaml", "name: one\n");
    write(
        root,
        "clients/python/pyproject.toml",
        """
        [project]
        name = "kahkm"
        description = "reads"
        readme = "README.md"
        requires-python = ">=3.9"
        license = { text = "Apache-2.0" }
        dependencies = ["numpy>=1.20"]
        [project.optional-dependencies]
        pandas = ["pandas>=1.5"]
        [tool.setuptools]
        packages = ["kahkm"]
        """);
    write(root, "clients/python/README.md", "# How\n");
    write(
        root,
        "clients/python/kahkm/__init__.py",
        "def f():\n    return 1\n\n\n__version__ = \"" + Wheel.pythonVersion(version) + "\"\n");
    write(root, "clients/python/kahkm/py.typed", "");
    write(root, "clients/python/kahkm/cache.pyc", "no source");
    write(root, "src/cli/launcher/kahkm", "#!/bin/sh\n");
    write(root, "src/cli/launcher/kahkm.cmd", "@echo off\r\n");
    for (String built : List.of("kahkm.jar", "kahkm-sbom.json", "lib/a-1.jar", "lib/b-2.jar")) {
      write(root, "src/cli/target/" + built, built);
    }
    StringBuilder modules = new StringBuilder();
    for (String module : Project.PUBLISHED) {
      modules.append("<module>src/").append(module).append("</module>");
      String more =
          module.equals("core")
              ? "<properties><api.baseline>none</api.baseline>"
                  + "<api.without.baseline>true</api.without.baseline></properties>"
              : "";
      write(
          root,
          "src/" + module + "/pom.xml",
          "<project><parent><artifactId>kahkm-streams</artifactId><version>"
              + version
              + "</version></parent><artifactId>kahkm-"
              + module
              + "</artifactId><name>n</name><description>d</description>"
              + more
              + "</project>");
      for (String kind : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
        write(
            root,
            "src/" + module + "/target/kahkm-" + module + "-" + version + kind,
            module + kind);
      }
    }
    write(
        root,
        "pom.xml",
        "<project><artifactId>kahkm-streams</artifactId><version>"
            + version
            + "</version><name>n</name><description>d</description><url>https://example.org</url>"
            + "<licenses/><developers/><scm/><modules>"
            + modules
            + "</modules><properties><project.build.outputTimestamp>2026-01-02T03:04:06Z"
            + "</project.build.outputTimestamp></properties></project>");
    for (List<String> arguments :
        List.of(
            List.of("init", "-q"),
            List.of("add", "-A"),
            List.of(
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
                "commit",
                "-q",
                "-m",
                "a"))) {
      git(root, arguments);
    }
    return Project.read(root);
  }

  private static void git(Path root, List<String> arguments) throws Exception {
    ProcessBuilder git = new ProcessBuilder("git", "-C", root.toString());
    git.command().addAll(arguments);
    git.environment().put("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z");
    git.environment().put("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z");
    if (git.inheritIO().start().waitFor() != 0) {
      throw new IOException("git " + arguments);
    }
  }

  static void write(Path root, String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
