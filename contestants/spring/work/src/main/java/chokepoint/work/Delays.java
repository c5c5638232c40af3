package chokepoint.work;

import java.nio.ByteBuffer;

/** Whole milliseconds, drawn from the request's id, so that a client knows what its answer had to wait for. */
public final class Delays {
  private static final int COUNT = 5;
  private static final int FROM = 10;
  private static final int TO = 30;

  private Delays() {}

  public static long[] of(String id) {
    ByteBuffer digest = ByteBuffer.wrap(Sealed.sha256(id));
    long[] delays = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      delays[i] = FROM + Integer.toUnsignedLong(digest.getInt()) % (TO - FROM + 1);
    }
    return delays;
  }
}
