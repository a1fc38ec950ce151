package io.kahkm.decode;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import io.kahkm.decode.registry.RegisteredSchema;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds Protobuf's descriptors from what registries and compilers write. */
final class Descriptors {
  /** Files that every compiler knows and nobody registers. */
  private static final Map<String, FileDescriptor> COMMON = new HashMap<>();

  static {
    for (FileDescriptor file :
        List.of(
            TimestampProto.getDescriptor(),
            WrappersProto.getDescriptor(),
            DurationProto.getDescriptor(),
            StructProto.getDescriptor(),
            AnyProto.getDescriptor())) {
      COMMON.put(file.getName(), file);
    }
  }

  private Descriptors() {}

  /**
   * The file that a registry keeps.
   *
   * @param schema its descriptor in Base64, and those it imports
   * @return the file; empty if the text is no descriptor, or an import is missing
   */
  static Optional<FileDescriptor> of(RegisteredSchema schema) {
    Map<String, FileDescriptor> imports = new HashMap<>(COMMON);
    for (RegisteredSchema.Reference reference : schema.references()) {
      Optional<FileDescriptor> file = of(reference.schema());
      if (file.isEmpty()) {
        return Optional.empty();
      }
      imports.put(reference.name(), file.get());
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(schema.text().strip());
      return build(FileDescriptorProto.parseFrom(bytes), imports);
    } catch (IllegalArgumentException | InvalidProtocolBufferException noDescriptor) {
      return Optional.empty();
    }
  }

  private static Optional<FileDescriptor> build(
      FileDescriptorProto file, Map<String, FileDescriptor> imports) {
    List<FileDescriptor> used = new ArrayList<>();
    for (String name : file.getDependencyList()) {
      FileDescriptor dependency = imports.get(name);
      if (dependency == null) {
        return Optional.empty();
      }
      used.add(dependency);
    }
    try {
      return Optional.of(FileDescriptor.buildFrom(file, used.toArray(new FileDescriptor[0])));
    } catch (DescriptorValidationException invalid) {
      return Optional.empty();
    }
  }

  /**
   * Finds a message in a descriptor set, as {@code protoc --descriptor_set_out --include_imports}
   * writes it.
   *
   * @param set bytes of the file
   * @param message full name of the message
   * @return the message
   * @throws IllegalArgumentException if the bytes are no descriptor set or lack the message
   */
  static Descriptor message(byte[] set, String message) {
    Map<String, FileDescriptor> built = new HashMap<>(COMMON);
    try {
      for (FileDescriptorProto file : FileDescriptorSet.parseFrom(set).getFileList()) {
        build(file, built).ifPresent(descriptor -> built.put(file.getName(), descriptor));
      }
    } catch (InvalidProtocolBufferException noSet) {
      throw new IllegalArgumentException(
          "is no descriptor set; write one with protoc --include_imports --descriptor_set_out");
    }
    int dot = message.lastIndexOf('.');
    for (FileDescriptor file : built.values()) {
      Descriptor found = file.findMessageTypeByName(message.substring(dot + 1));
      if (found != null && found.getFullName().equals(message)) {
        return found;
      }
    }
    throw new IllegalArgumentException("has no message \"" + message + "\"");
  }
}
