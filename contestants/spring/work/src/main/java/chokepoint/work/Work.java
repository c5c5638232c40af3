package chokepoint.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.StringTokenizer;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** What one request costs: the same algorithms as in the other languages, with the same results. */
public final class Work {
  private static final int ROUNDS_PER_UNIT = 1000;
  private static final int KEY_BITS = 512 * 8;
  private static final int SHOWN_BYTES = 8;

  /** What other threads can see: the compiler may leave out a lock on an object that only one thread can reach. */
  private static volatile Object published;

  private Work() {}

  /** Trial division up to the root. */
  public static int countPrimes(int upTo) {
    int count = 0;
    for (int n = 2; n <= upTo; n++) {
      boolean isPrime = true;
      for (int divisor = 2; divisor * divisor <= n; divisor++) {
        if (n % divisor == 0) {
          isPrime = false;
          break;
        }
      }
      if (isPrime) count++;
    }
    return count;
  }

  /** A chain in which each round needs the one before: nothing of it can be left out. */
  public static int compute(int units) {
    int x = 1;
    for (long round = 0; round < (long) units * ROUNDS_PER_UNIT; round++) {
      x = (x ^ (x >>> 15)) * 0x85EBCA77 + 1;
    }
    return x;
  }

  /**
   * Reads the whole file. The words are counted without making a string of each: 400,000 strings for a request, in 200
   * requests at a time, would measure the heap.
   */
  public static int countWords(Path file) {
    try {
      return new StringTokenizer(Files.readString(file, StandardCharsets.UTF_8)).countTokens();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  public static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** PBKDF2 with HMAC-SHA512 and a key of 512 bytes. Returns its first bytes in hex. */
  public static String pbkdf2(int iterations) {
    try {
      var key = new PBEKeySpec("a".toCharArray(), "b".getBytes(StandardCharsets.UTF_8), iterations, KEY_BITS);
      byte[] derived = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(key).getEncoded();
      return HexFormat.of().formatHex(derived, 0, SHOWN_BYTES);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  public static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(error);
    }
  }

  /** Sleeps inside a synchronized block on an object that no other request has: what pins a virtual thread before JDK 24. */
  public static long sleepSynchronized(long milliseconds) {
    Object own = new Object();
    published = own;
    synchronized (own) {
      sleep(milliseconds);
    }
    return milliseconds;
  }

  /** Keeps the calling thread busy. */
  public static long burn(long milliseconds) {
    long end = System.nanoTime() + milliseconds * 1_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return milliseconds;
  }
}
