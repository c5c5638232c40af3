package chokepoint.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** One large text and five small files, written when the server starts. */
public record TestData(Path large, List<Path> small) {
  private static final String LINE = "a large file that is read whole for each request to count its words\n";
  private static final int SMALL_FILES = 5;

  /** @param lines of the large file */
  public static TestData in(Path folder, int lines) throws IOException {
    Files.createDirectories(folder);
    Path large = Files.writeString(folder.resolve("large.txt"), LINE.repeat(lines));
    List<Path> small = IntStream.rangeClosed(1, SMALL_FILES).mapToObj(n -> folder.resolve("file" + n + ".txt")).toList();
    for (int n = 1; n <= SMALL_FILES; n++) {
      Files.writeString(small.get(n - 1), "x".repeat(1024 * n));
    }
    return new TestData(large, small);
  }
}
