package chokepoint.webflux;

import chokepoint.work.TestData;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Spring WebFlux on Reactor Netty: a few event loops, which nothing here blocks. */
@SpringBootApplication
public class WebFluxServer {

  public static void main(String[] args) {
    SpringApplication.run(WebFluxServer.class, args);
  }

  @Bean
  TestData testData(@Value("${chokepoint.data}") Path folder, @Value("${chokepoint.lines}") int lines)
      throws IOException {
    return TestData.in(folder, lines);
  }
}
