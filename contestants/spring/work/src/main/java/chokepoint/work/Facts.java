package chokepoint.work;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the server sees of its machine and its settings, to be held against what was asked for.
 *
 * @param heapMax in bytes
 * @param threads of the process, those of the JVM among them; null where the system does not tell
 * @param virtualThreads whether the thread that handles this request is one
 */
public record Facts(
    String platform,
    String version,
    String framework,
    int processors,
    String gc,
    long heapMax,
    Long threads,
    boolean virtualThreads) {

  public static Facts now(String framework) {
    return new Facts(
        "java",
        System.getProperty("java.version"),
        framework,
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")),
        Runtime.getRuntime().maxMemory(),
        countThreads(),
        isVirtual(Thread.currentThread()));
  }

  private static Long countThreads() {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return tasks.count();
    } catch (IOException error) {
      return null;
    }
  }

  /** By reflection, because this is compiled for Java 17, which has no virtual threads. */
  private static boolean isVirtual(Thread thread) {
    try {
      return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    } catch (ReflectiveOperationException error) {
      return false;
    }
  }
}
