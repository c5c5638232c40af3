package chokepoint.webflux;

import static chokepoint.work.Answer.ANONYMOUS;
import static chokepoint.work.Answer.ID;

import chokepoint.work.Answer;
import chokepoint.work.Delays;
import chokepoint.work.Facts;
import chokepoint.work.Sealed;
import chokepoint.work.TestData;
import chokepoint.work.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Where the work is done is what Reactor's reference recommends: what computes on {@code parallel}, which has a thread
 * for each CPU; what blocks, and pbkdf2, on {@code boundedElastic}. Waits are timers.
 */
@RestController
class WorkController {
  private final TestData data;

  WorkController(TestData data) {
    this.data = data;
  }

  @GetMapping("/ready")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  Mono<Void> ready() {
    return Mono.empty();
  }

  @GetMapping("/prime/{upTo}")
  Mono<Answer> primes(@PathVariable("upTo") int upTo, @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return on(Schedulers.parallel(), id, () -> Work.countPrimes(upTo));
  }

  @GetMapping("/file/large")
  Mono<Answer> largeFile(@RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return on(Schedulers.boundedElastic(), id, () -> Work.countWords(data.large()));
  }

  @GetMapping("/io-test")
  Mono<Answer> smallFiles(@RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Mono.fromCallable(
            () -> {
              List<Sealed> sizes = new ArrayList<>();
              for (Path file : data.small()) {
                sizes.add(Sealed.of(id, sizes.size(), Work.size(file)));
              }
              return Answer.of(id, sizes);
            })
        .subscribeOn(Schedulers.boundedElastic());
  }

  /** Five delays at once. */
  @GetMapping("/network-io")
  Mono<Answer> delays(@RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    long[] delays = Delays.of(id);
    return Flux.range(0, delays.length)
        .flatMapSequential(
            piece -> Mono.delay(Duration.ofMillis(delays[piece])).map(tick -> Sealed.of(id, piece, piece + 1)))
        .collectList()
        .map(results -> Answer.of(id, results));
  }

  /** Not the default timer: it runs on {@code parallel}, and is late there while other requests compute. */
  @GetMapping("/wait/{milliseconds}/{units}")
  Mono<Answer> waiting(
      @PathVariable("milliseconds") long milliseconds,
      @PathVariable("units") int units,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return Mono.delay(Duration.ofMillis(milliseconds), Schedulers.single())
        .publishOn(Schedulers.parallel())
        .map(tick -> Answer.of(id, Sealed.of(id, 0, Work.compute(units))));
  }

  @GetMapping("/pbkdf2/{iterations}")
  Mono<Answer> pbkdf2(
      @PathVariable("iterations") int iterations,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return on(Schedulers.boundedElastic(), id, () -> Work.pbkdf2(iterations));
  }

  @GetMapping("/synchronized/{milliseconds}")
  Mono<Answer> synchronizedWait(
      @PathVariable("milliseconds") long milliseconds,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return on(Schedulers.boundedElastic(), id, () -> Work.sleepSynchronized(milliseconds));
  }

  @GetMapping("/burn/{milliseconds}")
  Mono<Answer> burn(
      @PathVariable("milliseconds") long milliseconds,
      @RequestHeader(name = ID, defaultValue = ANONYMOUS) String id) {
    return on(Schedulers.parallel(), id, () -> Work.burn(milliseconds));
  }

  /** It reads /proc, which blocks. */
  @GetMapping("/facts")
  Mono<Facts> facts() {
    return Mono.fromCallable(() -> Facts.now("spring-boot " + SpringBootVersion.getVersion()))
        .subscribeOn(Schedulers.boundedElastic());
  }

  private static Mono<Answer> on(Scheduler scheduler, String id, Callable<Object> work) {
    return Mono.fromCallable(() -> Answer.of(id, Sealed.of(id, 0, work.call()))).subscribeOn(scheduler);
  }
}
