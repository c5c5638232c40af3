package chokepoint.mvc;

import static chokepoint.work.Answer.ANONYMOUS;
import static chokepoint.work.Answer.ID;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import chokepoint.work.Answer;
import chokepoint.work.Delays;
import chokepoint.work.Facts;
import chokepoint.work.Sealed;
import chokepoint.work.TestData;
import chokepoint.work.Work;
import jakarta.annotation.PreDestroy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.boot.SpringBootVersion;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** All work is done on the thread of its request, which blocks while it waits. */
@RestController
class WorkController {
  private final TestData data;
  /** Not a bean: a bean that is an Executor would take the place of the one that Boot configures. */
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(Runtime.getRuntime().availableProcessors());

  WorkController(TestData data) {
    this.data = data;
  }

  @PreDestroy
  void stopTimer() {
    timer.shutdownNow();
  }

  @GetMapping("/ready")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void ready() {}

  @GetMapping("/prime/{upTo}")
  Answer primes(@PathVariable("upTo") int upTo, @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Answer.of(id, Sealed.of(id, 0, Work.countPrimes(upTo)));
  }

  @GetMapping("/file/large")
  Answer largeFile(@RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Answer.of(id, Sealed.of(id, 0, Work.countWords(data.large())));
  }

  @GetMapping("/io-test")
  Answer smallFiles(@RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    List<Sealed> sizes = new ArrayList<>();
    for (Path file : data.small()) {
      sizes.add(Sealed.of(id, sizes.size(), Work.size(file)));
    }
    return Answer.of(id, sizes);
  }

  /** Five delays at once, by timers; the request's thread waits for the last of them. */
  @GetMapping("/network-io")
  Answer delays(@RequestHeader(name = ID, defaultValue = ANONYMOUS) String id)
      throws InterruptedException, ExecutionException {
    List<Future<Sealed>> parts = new ArrayList<>();
    for (long delay : Delays.of(id)) {
      int piece = parts.size();
      parts.add(timer.schedule(() -> Sealed.of(id, piece, piece + 1), delay, MILLISECONDS));
    }
    List<Sealed> results = new ArrayList<>();
    for (Future<Sealed> part : parts) {
      results.add(part.get());
    }
    return Answer.of(id, results);
  }

  @GetMapping("/wait/{milliseconds}/{units}")
  Answer waiting(
      @PathVariable("milliseconds") long milliseconds,
      @PathVariable("units") int units,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    Work.sleep(milliseconds);
    return Answer.of(id, Sealed.of(id, 0, Work.compute(units)));
  }

  @GetMapping("/pbkdf2/{iterations}")
  Answer pbkdf2(
      @PathVariable("iterations") int iterations,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Answer.of(id, Sealed.of(id, 0, Work.pbkdf2(iterations)));
  }

  @GetMapping("/synchronized/{milliseconds}")
  Answer synchronizedWait(
      @PathVariable("milliseconds") long milliseconds,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Answer.of(id, Sealed.of(id, 0, Work.sleepSynchronized(milliseconds)));
  }

  @GetMapping("/burn/{milliseconds}")
  Answer burn(
      @PathVariable("milliseconds") long milliseconds,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Answer.of(id, Sealed.of(id, 0, Work.burn(milliseconds)));
  }

  @GetMapping("/facts")
  Facts facts() {
    return Facts.now("spring-boot " + SpringBootVersion.getVersion());
  }
}
