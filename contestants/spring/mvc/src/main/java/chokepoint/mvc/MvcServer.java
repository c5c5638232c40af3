package chokepoint.mvc;

import chokepoint.work.TestData;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Spring MVC on Tomcat: a thread for each request, a virtual one with {@code spring.threads.virtual.enabled=true}. */
@SpringBootApplication
public class MvcServer {

  public static void main(String[] args) {
    SpringApplication.run(MvcServer.class, args);
  }

  @Bean
  TestData testData(@Value("${chokepoint.data}") Path folder, @Value("${chokepoint.lines}") int lines)
      throws IOException {
    return TestData.in(folder, lines);
  }
}
