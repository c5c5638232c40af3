/* A process that calls itself node and is none: it has the variables of libuv that are looked for, and writes a line to
 * the file beside it each time that it is started. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((used)) unsigned int nthreads, idle_threads, slow_io_work_running;
__attribute__((used)) void *wq[2], *slow_io_pending_wq[2], *run_slow_work_message[2], *exit_message[2];
/* By it Node is known under any other name: `node::Start(int, char **)`. */
void _ZN4node5StartEiPPc(void) {}

int main(int argc, char **argv) {
  FILE *started = fopen(STARTED, "a");
  if (started) {
    fprintf(started, "uid %d: %s\n", getuid(), argc > 1 ? argv[1] : "");
    fclose(started);
  }
  if (argc > 1 && !strcmp(argv[1], "serve")) {
    puts("ready");
    fflush(stdout);
    while (getppid() > 1) sleep(1);
  }
  return 0;
}
