## Why a claim of the lab got its word: the shapes that most claims share, then what single claims say.

claim_figures = Measured: { LIST($figures, each: "each", with: "; ") }.
    .each = { $text } = { IF(SAME($unit, "×"), INTERVAL($value, $low, $high), IF(SAME($unit, "share"), PUT(PERCENT($value), " (", PERCENT($low), " to ", PERCENT($high), ")"), PUT(SHORT($value), " ", $unit, " (", SHORT($low), " to ", SHORT($high), ")"))) }
# The first six names of a list; `claim_apis`: with the versions of Node that a name is true for.
claim_names = { LIST($self, with: ", ", most: 6) }{ IF(ABOVE($self, 6), PUT(" and ", DIFFERENCE(LENGTH($self), 6), " more")) }
claim_apis = { LIST($self, each: "each", with: ", ", most: 6) }{ IF(ABOVE($self, 6), PUT(" and ", DIFFERENCE(LENGTH($self), 6), " more")) }
    .each = { $name }{ IF(ABOVE($nodes, 0), PUT(" (Node ", LIST($nodes, with: ", "), ")")) }
claim_sentences = { LIST($sentences, with: " ") }
claim_counts-agree = The same in every trial: { LIST($counts, each: "each", with: "; ") }.
    .each = { $text } = { $count }
claim_count-differs = Counted: { $text } = { LIST($values, with: ", ") }{ IF(ABOVE($nodes, 0), PUT(" on Node ", LIST($nodes, with: ", "))) }, not { $expected }.
claim_too-few-blocks = Intervals need at least two blocks in which both settings were measured.
claim_settings-left-out = This run does not have all the settings that the claim needs: it was narrowed with --vary, or measured as published.
claim_not-installed = { $program } was not found. Install it and run this again: { $install }
claim_no-trial = No valid trial measures this.
claim_no-such-kind = This kind of job was not measured.
claim_kinds-left-out = Not run: { LIST($reasons, with: "; ") }.
claim_needs-kinds = This needs two kinds of jobs and two sizes.
claim_needs-sizes = This needs a size below the number of CPUs and one above it.
claim_no-size-above-cpus = No size above the number of CPUs was measured.
claim_needs-idle-and-busy = This needs a load with the event loop below 50% busy and one above 90%, in at least two blocks.
claim_no-published-pool = The published pool was not measured.
claim_one-worker = With one CPU there is one worker, so there is nothing to gain or to spread.
claim_threads-without-names = The pool threads of this Node version have no name, so they cannot be counted.
claim_no-memory = The memory of a process cannot be read here, or fewer than six processes were measured.
claim_no-ps = The program ps was not found, or does not list threads here.
claim_no-name-server = DNS lookups were not measured: { $why }.
claim_no-pool-of-one = No valid trial has a pool of one thread.
claim_needs-node = This needs Node { $version } or newer. Run it with --node 26.
claim_needs-own-node = The histograms of Node { $version } and newer have this test: run chokepoint itself on such a Node.
claim_one-version = One version of Node was run. To compare several, use --node 20,22,24,26.
claim_gain-limit = At most min({ $clients } requests, { $workers } workers, { $workers } CPUs) = { $limit } is possible; the document claims { SHORT($published) }.
claim_limits = The limit is min(requests, workers, CPUs): { LIST($limits, each: "each", with: ", ") }.
    .each = { $limit } for { $clients } requests
claim_clock-on-the-wall = A growth of 1 ms per ms means wall-clock time; 0 means equal requests.
claim_empty-loop-runs = The document reports 11 s in 2015. Node { $node } runs all iterations; from 2³¹ on, the counter is a double.
claim_empty-loop-left-out = The compiler removes the iterations.
claim_busiest-worker = With { $clients } keep-alive connections, the busiest of { $workers } workers got { PERCENT($share) } of the requests.
claim_furthest-from-equal = Of { $comparisons } comparisons with round robin, this one is the furthest from 1.
# $chokepoint (number) requests in flight of the program itself
claim_ab-sends-one-first = With -n 10 as in the document, the ratio is { SHORT($ratio) } for the cluster. ab sends its first request alone: it had { SHORT($ab) } requests in flight on average, chokepoint { SHORT($chokepoint) }.
claim_threads-limit = At most min({ $threads } threads, { $cpus } CPUs) = { MIN($threads, $cpus) } is possible.
claim_published-pool-mixes-up = Of the published pool’s { $answered } answers to these two, { $wrong } belonged to other requests.
claim_open-load-medians = At 300 requests per second the median response takes { EXACT-TIME($single) } on the single thread and { EXACT-TIME($pool) } with the pool.
claim_one-task-a-worker = piscina’s default is one task at a time for each worker: { $workers } threads then run { $workers } waits at a time, and an event loop any number.
claim_answers-of-others = { $wrong } of { $answered } answers of the published pool carry the results of other requests. They take { EXACT-TIME($mean) } on average and { EXACT-TIME($fastest) } at least, although the shortest delay is { $shortestDelay } ms.{ IF($honest, claim_answers-of-others.honest) }{ IF(ABOVE($warnings, 0), claim_answers-of-others.warnings) }
    .honest = { "" } With an id for each task, the average is { EXACT-TIME($honest) }.
    .warnings = { "" } Node warned: { LIST($warnings, with: ", ") }.
claim_batches-wait = Each batch waits for its slowest request before the next one begins.
claim_loop-saturated-by-http = A loop can also be saturated by HTTP alone ({ $clients } clients, no JavaScript behind the wait): the pool then has { SHORT($ratio) } times its throughput.
claim_every-size-loses = With every size, one of the kinds does more than 25% better at another size.
claim_size-fits-all = With { $size } threads, no kind does more than 25% better at another size.
claim_other-sizes-unknown = Too little is known about the other sizes.
claim_slower-by-a-tenth = "Slower" means by more than 10%, with the whole interval.
claim_mean-times = The mean response is { EXACT-TIME($of) } instead of { EXACT-TIME($to) }.
claim_need-thread = { $count } of { $of } { $what }{ IF(ABOVE($versions, 1), PUT(" in ", $versions, " versions of Node")) } need { IF($areNeeded, "a pool thread", "no pool thread") }{ IF(ABOVE($exceptions, 0), PUT("; these need ", IF($areNeeded, "no thread", "one"), ": ", TEXT($exceptions, "claim_apis"))) }.
claim_trials-differ-about = The trials differ about { TEXT($names, "claim_apis") }.
claim_jobs-in-turn = Jobs one after the other: { LIST($apis, each: "each2", with: "; ") }.
    .each = { $count } on Node { LIST($nodes, with: ", ") }
    .each2 = { $name } { LIST($counts, each: "each", with: " and ") }
claim_list-complete = { IF(ABOVE($missing, 0), claim_list-complete.missing, claim_list-complete.no-missing) }
    .unknown = , but nothing is known about { LENGTH($unknown) }: { TEXT($unknown, "claim_names") }
    .missing = Of { $of } APIs that need a pool thread, { $missingCount } are not in the list: { TEXT($missing, "claim_apis") }.
    .no-missing = All { $of } APIs that need a pool thread are in the list{ IF(ABOVE($unknown, 0), claim_list-complete.unknown) }.
claim_lookups-overtaken = In a pool of one thread, a job that was submitted behind two lookups was done before the second: { $count } of { $of } lookups were overtaken{ IF(ABOVE($exceptions, 0), PUT("; these differ: ", TEXT($exceptions, "claim_names")), ", and no other API") }.
claim_versions-agree = { IF(ABOVE($differing, 0), PUT("Of ", $of, " APIs, ", COUNT($differing, "needs", "need"), " a thread in one version and none in another (Node ", LIST($versions, with: ", "), "): ", TEXT($differing, "claim_names")), PUT($of, " APIs behave the same in Node ", LIST($versions, with: ", "))) }.
claim_address-space = The address space grew by { SHORT($mebibytes) } MiB: a stack for each thread.
claim_ps-lists-more = ps lists { $least } { IF(SAME($least, $most), "", PUT("to ", $most, " ")) }threads more than the pool has, for pools of { LIST($sizes, with: ", ") }: the main thread and V8’s are among them.
claim_size-order = Compared with { $base } threads, the number of CPUs, { IF(ABOVE($better, 0), claim_size-order.better, claim_size-order.no-better) } more than 20% lower. A higher average was shown for { IF(ABOVE($worse, 0), PUT("pool ", LIST($worse, with: ", ")), "no size") }.
    .better = the average of pool { LIST($better, with: ", ") } is
    .no-better = no size { IF($isGoodAsAny, "has", "was shown to have") } an average
claim_too-large-costs = { KEY($answer) ->
    [less] The pool that is too large costs less.
    [the-same] Both cost about the same: the ratio is within a factor of 1.25.
    [more] The pool that is too large costs more.
   *[not-less] The pool that is too large does not cost less.
}
claim_behaves-like-cpu-work = This is how CPU work behaves: pbkdf2 waits for no device.
claim_same-jobs = Each request is answered before its jobs have run, so both cases start the same 150 jobs together.
claim_busier-instance = Round robin distributes connections, not jobs. The burst lasts until the busier instance is done; the most even division of 15 connections gives 1.07.
claim_times-of-jobs = The seconds are correct, but they are times of jobs in the server’s log, not of requests.
claim_pool-is-exact = In { $exact } of { $processes } processes the kernel shows exactly as many pool threads as UV_THREADPOOL_SIZE says.
claim_threads-of-kernel = The kernel shows { LIST($threads, with: " or ") } pool threads in that process.
claim_false-alarms-by-requests = { $count } of { $of } pairs of identical servers were called different, each by about { $requests } requests of either server.
claim_false-alarms-by-trials = { $count } of { $of } pairs of identical servers were called different, each by { $trials } trials of either server.

## Passages of experiments in which figures stand, and the sentences of their pictures.

# The values of a picture; of many levels the first and the last.
passage_lines = By { $axis }, in { $unit }. { LIST($lines, each: "each", with: "; ") }.
    .each = { $label }: { LIST($ends, each: "end", with: ", ") }
    .end = { SHORT($value) } ({ $level })
# $iterations (number | null) null: as many as published
passage_scaled = { IF($iterations, passage_scaled.scaled, "Every constant is the article’s.") }
    .scaled = Scaled to this machine: { FIXED($iterations, 0) } iterations instead of { FIXED($published, 0) }. So compare the shape of the columns, not their seconds.
passage_too-few-threads = Too few threads leave CPUs idle. 1 thread did { SHORT($one) } jobs/s here, { $cpus } threads { SHORT($some) }: { INTERVAL($gain-value, $gain-low, $gain-high) } times as many. On a machine with more than 4 CPUs that is the bottleneck of the default size. The size can fix no other one.
passage_too-many-threads = Too many threads turn a queue into time slicing. With { $most } threads the jobs per second are { INTERVAL($flat-value, $flat-low, $flat-high) } times those with { $cpus }. But the average job is done after { SHORT($many) } ms instead of { SHORT($some) } ms. All jobs begin at once and share the CPUs until the end: most of them end late.
passage_order-of-service = So beyond the CPUs more threads add no throughput. The average column of the published tables shows the order of service, not the speed. For J equal jobs and n = min(threads, J), the last is done at T, whatever n is. The first is done at about T·n/J, the average at about T/2·(1 + n/J).
passage_mixed-up-replies = The article’s pool sends a task to a worker and waits with worker.once('message'). With several tasks in flight in a worker, the first reply ends the wait of all of them. Here { $wrong } of { $answered } answers ({ PERCENT(QUOTIENT($wrong, $answered)) }) carried the results of other requests. They came after { SHORT($mean) } ms on average, the fastest after { SHORT($fastest) } ms. But every request has delays of { $from } to { $to } ms. A client that looks only at the clock takes that for speed.
passage_numbered-tasks = With a number for each task, and nothing else changed, { $gained ->
    [left] a gain is left
    [gone] the gain is gone
   *[unknown] the gain that is left is not known well enough
}: { INTERVAL($ratio-value, $ratio-low, $ratio-high) } times the throughput of the single thread.
passage_published-elapsed = In the document it grows by { SHORT($grown) } s between the first answer and the last, which lie { SHORT($apart) } s apart. ab’s own table of the same test shows { SHORT($least) } to { SHORT($most) } s for every request.
passage_elapsed = The log’s elapsed goes from { SHORT($from) } to { SHORT($to) } ms. The clients waited { SHORT($least) } to { SHORT($most) } ms.
passage_largest-gain = The largest gain is { INTERVAL($gain-value, $gain-low, $gain-high) } ({ $how }, { $clients } concurrent requests).
passage_even-share = An even share is { WHOLE-PERCENT($share) }.
passage_pairs = Each server of a pair was started { $trials } times and answered about { SHORT($requests) } requests in all.
passage_furthest-pair = Of { $pairs } pairs of identical servers the one furthest from 1 has { INTERVAL($ratio-value, $ratio-low, $ratio-high) }.

## What is said of servers of other platforms: what they lack, and how their build goes on.

contestant_not-prepared = Nothing was found or built for it in this run.
contestant_spring-missing = { $name } needs Java { $needs } or newer to run, and a JDK and Maven to be built; found { IF(ABOVE($java, 0), PUT("Java ", LIST($java, with: ", ")), "no Java") }{ IF(ABOVE($java, 0), IF($compiles, "", " without a compiler")) }, { IF(ABOVE($maven, 0), PUT("Maven ", LIST($maven, with: ", ")), "no Maven") }. Install a JDK { MAX($needs, 25) } and Maven, or set JAVA_HOME and MAVEN_HOME, and run this again.
contestant_go-missing = Go 1.24 or newer is needed to build this server; found { IF(ABOVE($found, 0), PUT("Go ", LIST($found, with: ", ")), "no Go") }. Install it from https://go.dev/dl, or put its folder on PATH, and run this again.
contestant_runtime-missing = { $name } was not found on PATH, in its own folder, or as an npm package. Install it ({ $install }) and run this again.
contestant_express-missing = Express is optional and was not found. Install it (npm install express) and run this again.
contestant_broken = { $name } could not be built ({ $how }). The last lines of the build: { $lines }
contestant_build-spring = Spring Boot { $version } is built once: Maven loads some 100 MB of packages, a minute or two
contestant_build-go = The Go server is built once with Go { $version }: two minutes at most, nothing is loaded
contestant_build-line = building, { $seconds } s{ IF(ABOVE($loaded, 0), PUT(", ", $loaded, " files loaded")) }{ IF(EMPTY($line), "", PUT(": ", $line)) }
contestant_build-waits = process { $pid } builds the same server: waiting for it
contestant_built = { $name }: built in { $seconds } s, and kept for the next runs

claim_cluster-answer = At { $clients } concurrent requests, { $workers } { $how ->
    [cluster] processes under node:cluster
    [cluster-none] processes under node:cluster (SCHED_NONE)
    [reuse-port] processes with a socket each (reusePort)
    [handed-sockets] worker threads with handed sockets
   *[threads] worker threads with a socket each (reusePort)
} serve { SHORT($ratio) } times as much as one process.

## What the experiment on other platforms says of its claims, and its answer in a sentence or two.

platforms_answer = { $clients } clients, each request only waits { $ms } ms. Requests/s: { LIST($rates, each: "each", with: ", ") }. { IF($threads, platforms_answer.threads) }It says nothing of requests that compute.
    .each = { $name } { SHORT($perSecond) }
    .threads = By default { $threads } threads limit Spring MVC to { SHORT(QUOTIENT(PRODUCT($threads, 1000), $ms)) }. { "" }
platforms_computing = When requests compute, Spring MVC has { IF(BELOW(ABS(DIFFERENCE($one, 1)), 0.01), "the same throughput as", PUT(SHORT($one), " times the throughput of")) } one Node process{ IF($many, platforms_computing.many-2) }.
    .many-2 = , and { IF(BELOW(ABS(DIFFERENCE($many, 1)), 0.01), "the same throughput as", PUT(SHORT($many), " times the throughput of")) } Node with one process for each CPU
platforms_same-cost = A request waits, then uses about { $ms } ms of each server’s CPU: Spring MVC has { IF(BELOW(ABS(DIFFERENCE($one, 1)), 0.01), "the same throughput as", platforms_same-cost.many) } one Node process{ IF($many, platforms_computing.many-2) }.
    .many = { SHORT($one) } times the throughput of
claim_platforms-one-cpu = This machine has one CPU: threads cannot compute side by side.
claim_platforms-needs-java = Java { $found } ran. Before Java { $needs } a synchronized block does pin a virtual thread; the claim is about Java 25.
claim_platforms-waits = A timer needs no thread in Node. In Spring MVC each waiting request occupies one of { $threads } threads.
claim_platforms-cpus = One Node process computes on one CPU, Spring on { $cpus }.
claim_platforms-carriers = With pinning, { $carriers } would be served at a time, one for each carrier thread; 500 were in flight.
claim_platforms-our-waits = Its benchmark had tokens and a database; here a request waits 100 ms and does nothing else.
claim_platforms-waves = The figure is about right: a window holds { $waves } waits of { $ms } ms one after another, and one more or less changes it.
claim_platforms-heap = Memory decides nothing here: how much heap a JVM takes is its own choice, up to 512 MB.
claim_platforms-thread-per-request = Both are Spring on the same Java. Tomcat, too, reads its connections with non-blocking sockets; what differs is whether a request keeps a thread while it waits.
claim_platforms-mix = In the mix one request in a hundred keeps its thread busy for 200 ms. So p90 is the time of a small request.
claim_platforms-busy-waiting = The loop runs until the clock says 100 ms. Sixteen threads on { $cpus } CPUs all see that time pass, although they share the CPUs. So the figure counts threads, not work.
