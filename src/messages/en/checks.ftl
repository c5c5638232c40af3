## When each validity check fails, for the table of docs/checks.md, and what its failure does to the verdicts.

check_L1_fails-when = X·R (or X times the floor) is above 1.02 × the declared concurrency. Or it is below half of it in a closed loop without pauses. Or it is exactly 1.00 under several clients, as total ÷ n gives
check_L2_fails-when = the concurrency averaged over time is below 0.95 × the declared one, in a closed loop without pauses or in batches
check_F1_fails-when = a single correct response came sooner than the floor that was declared for it
check_F2_fails-when = more than 5% of the work was done after the responses; in a published log: 1 − declared ÷ (X·R) of its jobs, by Little’s law
check_P2_fails-when = a single response does not carry the id, the digest or the proof of its own request
check_B1_fails-when = throughput is more than 3% above a known bound: N ÷ (D + Z), CPUs ÷ CPU per request, or threads ÷ CPU per request
check_S1_fails-when = the speed-up over the fewest workers of the same group is above 1.05 × what was added: min(concurrency, workers, CPUs for computing work). Of several trials the whole interval is above it
check_T1_fails-when = a server reports that a request took longer than its client waited, or either longer than the whole test
check_T2_fails-when = the mean time that the server reports is below 0.7 × what the clients waited; the clients’ time is reported
check_E1_fails-when = a response was wrong (status, body, not HTTP), or a wrong one was counted as success. Or more than 1% of the requests got no response
check_E2_fails-when = the application wrote a warning while it was measured (in its last 40 lines)
check_G1_fails-when = in at least half of the trials of a setting, the generator disturbed: its loop was more than 85% busy, or it took more than 5% of saturated CPUs that the server shares. Or late requests make up more than 10% of the time that clients waited. A verdict on throughput or mean times is kept if it stays the same with the generator’s CPU time added. For a single percentile: more requests were sent late than lie above it (p99: 1%). Or a request (k6: an iteration) was due and never sent. Of several generators the worst one is judged
check_G2_fails-when = a generator was in its window together with all others for less than 95% of it. Or the network between a generator and the server adds more than 5% to the median response time. A verdict on throughput or mean times is kept if it stays the same without the network’s part
check_M1_fails-when = in at least half of the trials of a setting: steal above 1%, the cgroup throttled, or other programs above 10% of the CPU time with less than 10% idle. A verdict on throughput or mean times is kept if it stays the same with the lost CPU time added. As a note: the machine changes its speed (two heaps of readings of the window probe, or more than 10% spread). And where idle time is unknown, a load above 1 per CPU when the program began
check_D1_fails-when = the window is shorter than 5 s. Or it ends by the clock and holds fewer than 1000 requests, or less than 50 median response times
check_D2_fails-when = fewer than 10 requests lie above a percentile in a trial: n(1 − q) < 10. The percentile is then hidden for the setting, since only its fast trials would have one. Or a load generator has left out requests that were due
check_C1_fails-when = the resolution of the clock behind a figure is above 2% of the figure
check_W1_fails-when = throughput rises or falls through the window by more than 5% (Mann–Kendall, p < .01 over all trials together). Or the first trial lies 3.5 robust deviations from the others of its setting
check_V1_fails-when = the throughputs of a setting fall into two groups, more than 5% apart, in 8 trials or more. The widest gap between neighbours is above 50 ÷ n deviations within the groups: by chance in at most 1% of runs. Both are shown
check_I1_fails-when = the workers did not get the same number of requests (chi-square, p < .001 over all trials together)
check_R1_fails-when = no setting was measured more than once, or a copy of the baseline differs from the baseline (A/A′). A single setting that was measured once loses only its own verdicts
check_Q1_fails-when = a row holds only zeros, or two rows are the same to the last digit. Or a label differs from the parameters
check_P1_fails-when = what was read back differs from what was requested: pool size, number of processes, environment variable, number of CPUs, version of Node
effect_silence = No verdict is given.
effect_void = The trials of { effect_void.which } do not count.
    .which = { IF(SAME($settings, $all), IF(SAME($all, 1), "the setting", "all settings"), IF(ABOVE($names, 0), LIST($names), COUNT($settings, "setting"))) }
# Of one setting no verdict is asked.
effect_undecided = { IF(SAME($all, 1), effect_undecided.one, effect_undecided.many) }
    .one = { IF(ABOVE($metrics, 0), LIST($metrics, with: ", "), "The figures") } may be far off.
    .many = Verdicts on { IF(ABOVE($metrics, 0), PUT(LIST($metrics, with: ", "), " of ")) }{ effect_void.which } are withheld.
effect_understates = Verdicts on { effect_void.which } are withheld where the lost CPU time could change them.
effect_percentiles = { LIST($metrics) } hidden for { effect_void.which }: too few requests in a trial.
effect_hide = These figures of { effect_void.which } are not shown or not compared.
check_balance = { $passed } of { $all } checks passed, { $failed } failed, { $others } { IF(SAME($others, 1), "was", "were") } not applicable.
check_counts-only = Counts, not times: the checks of a measurement do not apply.
check_dash = A dash: not applicable, and why.

## What must be so for each validity check, in a few words.

check_B1_title = Throughput within the bounds of the model
check_C1_title = Clock resolution sufficient
check_D1_title = Window long enough
check_D2_title = Enough requests per percentile
check_E1_title = Only correct responses counted
check_E2_title = No warnings from the application
check_F1_title = No impossible latency
check_F2_title = Response sent after its work
check_G1_title = Load generator not the bottleneck
check_G2_title = Generators load together, and from near
check_I1_title = Load balanced over workers
check_L1_title = Little’s law holds: X·R is the declared concurrency
check_L2_title = No barrier: every declared client is busy
check_M1_title = No interference from the machine
check_P1_title = Setting in force
check_P2_title = Every response proves its work
check_Q1_title = Figures measured, and correctly labelled
check_R1_title = Repeated, and the A/A control agrees
check_S1_title = Speed-up within what was added
check_T1_title = Server time within client time within test time
check_T2_title = No queue hidden from the server
check_V1_title = Single mode (not bimodal)
check_W1_title = Warm-up complete

## What the validity checks say: what they found in a row, and why they found nothing. A row's text has no full stop.

check_row = { CAPITAL($row) }: { $finding }{ IF(ABOVE($of, 1), check_row.of, ".") }
    .of = { "" } ({ IF(ABOVE($failing, 0), PUT($failing, " of ", $of, " fail"), PUT("the worst of ", $of)) }).
check_in-trials = { $finding }{ IF(ABOVE($of, 1), PUT(", as in ", $failing, " of the ", $of, " trials of its setting")) }
check_expected = { $sentence } It was measured to show this.
# $check (string) `M1`
check_withheld = { $check }{ IF($setting, check_withheld.setting, ": ") }{ $sentence }
    .setting = { "" } failed for { $setting }{ IF(ABOVE($others, 0), PUT(" and ", COUNT($others, "more setting"))) }. { IF($isWorstOfAll, "The worst of all settings: ") }
check_no-rows = No row was measured.
check_L1_requests = { SHORT($rate) } requests/s × { EXACT-TIME($ms) } = { SHORT($inFlight) } in flight, of { $declared } declared
check_L1_too-many = { SHORT($rate) } requests/s × { EXACT-TIME($ms) } = { SHORT($inFlight) } in flight, but { COUNT($declared, "client was", "clients were") } declared{ IF($isFloor, " (no correct response is possible below that time)") }
check_L1_total-by-n = { SHORT($rate) } requests/s × { EXACT-TIME($ms) } = { SHORT($inFlight) } in flight: exactly one, so the "mean" is the total divided by the number of requests; { COUNT($declared, "client was", "clients were") } declared
check_L1_idle = { SHORT($rate) } requests/s × { EXACT-TIME($ms) } = { SHORT($inFlight) } in flight, but { COUNT($declared, "client was", "clients were") } declared, and clients never pause
check_L1_jobs = { SHORT($rate) } jobs/s × { EXACT-TIME($ms) } = { SHORT($inFlight) } jobs in flight, of { $declared } allowed
check_L1_too-many-jobs = { SHORT($rate) } jobs/s × { EXACT-TIME($ms) } = { SHORT($inFlight) } jobs in flight, but clients that wait for their responses start at most { $declared } together
check_L1_silent = An open load declares no concurrency. Or the mean response time is not known, or its clock is too coarse.
check_L2_in-flight = { SHORT($inFlight) } of { $declared } declared requests were in flight{ IF($why, IF(SAME($why, "batches"), ": each batch waits for its slowest request", ": the clients wait for something else")) }
check_L2_without = The number of requests in flight was not measured over time.
check_L2_silent = A burst and an open load keep no fixed number of requests in flight.
check_F1_soonest = the { $of } response came after { EXACT-TIME($soonest) }, and the work takes at least { EXACT-TIME($floor) }
check_F1_without = No request declares a floor (the time below which no correct response is possible).
check_F1_silent = No response was timed.
check_F2_jobs = { $late } of { $jobs } jobs ended after the last response
check_F2_published = { DECIMALS($inFlight, 0) } jobs were in flight on average, and { COUNT($clients, "client that waits", "clients that wait") } can have { $declared }: at least { WHOLE-PERCENT($behind) } of the work came after the responses
check_F2_silent = The server is known to respond before its work: only the times of its jobs are compared.
check_F2_without = The end of the work is not known: the server does not log its jobs.
check_P2_wrong = { SHORT($wrong) } of { COUNT($asked, "response") } belong to another request, or prove nothing ({ SHORT-PERCENT(QUOTIENT($wrong, $asked)) })
check_P2_proved = { FIXED($asked, 0) } of { COUNT($asked, "response") } carry their proof
check_P2_without = No request asks for a proof, or for a body with a known SHA-256.
check_B1_within = { $bound } = at most { SHORT($limit) } requests/s, and { SHORT($throughput) } were measured
check_B1_exceeded = { $bound } = at most { SHORT($limit) } requests/s, and { SHORT($throughput) } were measured, { SHORT-PERCENT(DIFFERENCE(QUOTIENT($throughput, $limit), 1)) } more
check_B1_without = No row has a throughput.
check_B1_silent = Neither a floor nor the CPU time of a request is known, so no bound follows.
bound_clients = { COUNT($clients, "client") } ÷ { SHORT($ms) } ms
bound_cpus = { SHORT($cpus) } { IF(SAME($cpus, 1), "CPU", "CPUs") } ÷ { SHORT($ms) } ms of CPU per request
bound_threads = { COUNT($threads, "thread") } (pools and loops) ÷ { SHORT($ms) } ms of CPU per request
check_S1_speed-up = { SHORT($ratio) } times as fast as { $base }, and at most min({ LIST($limits, each: "each", with: ", ") }) = { SHORT($limit) } is possible
    .each = { SHORT($times) } by { $by }
check_S1_silent = No two settings differ only in their number of workers.
check_T1_nesting = { KEY($what) ->
    [server-in-test] the server reports { EXACT-TIME($inner) }, in a test of { EXACT-TIME($outer) }
    [server-in-client] the server reports { EXACT-TIME($inner) }, while no client waited longer than { EXACT-TIME($outer) }
    [client-in-test] the longest response took { EXACT-TIME($inner) }, in a test of { EXACT-TIME($outer) }
   *[means] the server’s mean is { EXACT-TIME($inner) }, the clients’ { EXACT-TIME($outer) }
}
check_T1_without = The length of the test is not known.
check_T1_silent = The server does not report its own time, and no single response was timed against the whole test.
check_T2_hidden = the server reports { EXACT-TIME($server) }, the clients waited { EXACT-TIME($client) }: { SHORT-PERCENT(DIFFERENCE(1, QUOTIENT($server, $client))) } of it lies outside the handler
check_T2_without = The server does not report how long a request took (header Server-Timing: app;dur=…).
check_E1_counted-as-success = { FIXED($count, 0) } of { COUNT($sent, "request") } failed and were counted as success
check_E1_failed = { $failed } of { COUNT($sent, "request") } failed ({ SHORT-PERCENT(QUOTIENT($failed, MAX(1, $sent))) }: { LIST($kinds, each: "each", with: ", ") })
    .each = { $value } { $name }
check_E1_correct = { FIXED($sent, 0) } of { COUNT($sent, "request") } got a correct response
check_E1_without = The results of the requests are not known.
check_E2_warned = { COUNT($lines, "warning") }, the first: { $first }
check_E2_none = no warning
check_E2_without = The output of the application is not known.
check_G1_generator = { IF($name, check_G1_generator.name, "the load generator") } was { SHORT-PERCENT($busy) } busy { IF($shared, check_G1_generator.shared, "on its own CPUs") }; { SHORT-PERCENT($late) } of the requests were sent late, { SHORT-PERCENT($lateTime) } of all waiting time
    .name = generator "{ $name }"
    .shared = and took { SHORT-PERCENT($shared-share) } of { AMOUNT-OF($shared-cpus, "CPU") }, with { SHORT-PERCENT(MIN(1, $shared-used)) } in use
check_G1_late = { SHORT-PERCENT($late) } of the requests were sent late, as many as lie above a percentile
check_G1_remedy = { $sentence } To avoid it, use a lighter load. On four CPUs or more, server and generator get their own. Or start the server with `taskset -c 0`: this leaves the other CPUs to the generator, and measures the server on one CPU.
check_G1_unsent = { IF(ABOVE($count, 0), check_G1_unsent.count, check_G1_unsent.no-count) }
    .count = { SHORT($count) } of { SHORT($due) } requests (or iterations) were due and never sent ({ SHORT-PERCENT(QUOTIENT($count, $due)) })
    .no-count = all { SHORT($due) } requests (or iterations) that were due were sent
check_G1_without = The CPU use of the load generator is not known.
check_G1_silent = Every server answered before its work was done, which the generator does not influence.
check_G2_overlap = generator "{ $name }" loaded together with the others for { SHORT-PERCENT($overlap) } of its window (it began { EXACT-TIME($skew) } after the first)
check_G2_path = the network from generator "{ $name }" adds { EXACT-TIME($path) } to a median of { EXACT-TIME($median) } ({ SHORT-PERCENT(QUOTIENT($path, $median)) })
check_G2_remedy = { $sentence } Use generators nearer to the server, or compare settings under which responses take longer.
check_G2_without = The load came from this machine alone.
check_G2_silent = { check_G2_without }
check_M1_disturbed = { IF($others, check_M1_disturbed.others, PUT("a load of ", SHORT($loadPerCpu), " per CPU before the run")) }{ IF($steal, IF(AT-LEAST($steal, 0.01), PUT("; the hypervisor took ", SHORT-PERCENT($steal)))) }
    .others = other programs took { SHORT-PERCENT($others-share) } of the CPU time, { SHORT-PERCENT($others-used) } were in use in total
check_M1_throttled = the CPU quota stopped the cgroup in { COUNT($periods, "period") }
check_M1_speed = This machine changes its speed: { IF($slow, check_M1_speed.slow, check_M1_speed.no-slow) }. Something else uses the same cores, or their clock changes. Ratios are adjusted for it.
    .slow = its CPUs ran at { WHOLE-PERCENT($slow-speed) } of their speed in { WHOLE-PERCENT($slow-share) } of the readings
    .no-slow = it differs by { IF($spread, WHOLE-PERCENT($spread), WHOLE-PERCENT("0")) } between trials
check_M1_without = The load of other programs is not known.
check_D1_without = { check_T1_without }
check_D1_silent = A burst lasts until its work is done: no window was chosen for it.
check_D1_window = { EXACT-TIME($length) } were measured, { EXACT-TIME($least) } are needed
check_D1_requests = { SHORT($requests) } requests were measured, { $least } are needed
check_D1_medians = the window of { EXACT-TIME($length) } is { SHORT($medians) } median response times long, { $least } are needed
check_D2_above = p{ SHORT(PRODUCT($percentile, 100)) } of { SHORT($requests) } requests: { SHORT($requests) } × { SHORT(DIFFERENCE(1, $percentile)) } = { SHORT($above) } lie above it{ IF($isMore, ", and fewer above higher percentiles") }{ IF(ABOVE($needed, $requests), check_D2_above.needed) }
    .needed = ; { SHORT($needed) } requests are needed
check_D2_unsent = { SHORT($count) } of { SHORT($due) } requests (or iterations) were never sent: the times of those that would have waited longest are missing
check_D2_without = No percentile is shown.
check_D2_silent = A burst is described by the times of its jobs, not by percentiles of its requests.
check_C1_resolution = { $label } of { SHORT($value) } { $unit }, with a clock resolution of { SHORT($resolution) } { $unit } ({ SHORT-PERCENT(QUOTIENT($resolution, $value)) })
check_C1_silent = The clocks behind the figures are not known.
check_W1_trend = throughput { IF(BELOW($change, 0), "falls", "rises") } by { SHORT-PERCENT(ABS($change)) } over { $bins } of { $of } time bins, after the warm-up (p = { SHORT($p) })
check_W1_first-trial = The first trial ({ $setting }) had { SHORT($pace) } times the throughput of the other trials of its setting ({ SHORT($deviations) } deviations away).
check_W1_silent = No window has { $bins } time bins, and no setting has four trials.
check_V1_gap = { $low-trials } trials near { SHORT($low-rate) }/s, { $high-trials } near { SHORT($high-rate) }/s; the gap is { SHORT($gap) } deviations, and chance explains up to { SHORT($critical) }
check_V1_silent = No setting has { $trials } trials.
check_I1_shares = { LIST($requests, each: "SHORT", with: " and ") } requests on { LENGTH($requests) } workers (χ² = { SHORT($statistic) }, p = { SHORT($p) })
check_I1_without = The number of requests per worker is not known: only the servers of the lab report it, with two workers or more.
check_R1_control = The copy of { $name } differs from it: ratio { SHORT($value) }, interval { SHORT($low) } to { SHORT($high) }, although only the label differs.
check_R1_repeated = Every setting was measured { $least } times or more{ IF($hasControl, ", and the copy of the baseline does not differ from it") }.
check_R1_searched = The search dropped { $once } of { COUNT($settings, "setting") } after one trial, and measured the others { $least } times or more.
check_R1_once = { COUNT($rows, "row") } of { COUNT($settings, "setting") }, one for each: the spread of repeated trials is not known.
check_R1_some-once = { $once } of { COUNT($settings, "setting") } { IF(SAME($once, 1), "was", "were") } measured only once, such as { $example }: the spread is not known.
check_Q1_empty = every figure is 0.000: it was never run
check_Q1_copy = the same figures as { $of }, to the last digit ({ LIST($figures, each: "SHORT", with: ", ") })
check_Q1_label = { $what } is { $expected }, but its label says { $found }
check_Q1_added-times = { COUNT($answers, "answer") } have { COUNT($times, "response time") }: autocannon has added { FIXED(DIFFERENCE($times, $answers), 0) } that it did not measure, to correct for coordinated omission. Repeat it with --ignoreCoordinatedOmission
check_Q1_sound = { COUNT($figures, "figure") }, none copied, all labels correct
check_P1_in-force = { $what } { $expected } was requested and is in { IF($isStart, "the environment it was started with; its pool cannot be seen", "force") }
check_P1_differs = { $what } { $expected } was requested, { $found } is in { IF($isStart, "the environment it was started with; its pool cannot be seen", "force") }
check_P1_without = No part of the setting could be read back from the processes.
check_P1_silent = No setting that can be read back was varied.

## What is said of result files of other load tools.

published_one-run = One file is one run: a comparison needs at least two of each setting.
published_hidden_stall = { $metric } is hidden: clients that wait send nothing during a stall. The longest response took { EXACT-TIME($max) }. If that was one, requests by the clock have a { $metric } of { EXACT-TIME($least) } or more, not { EXACT-TIME($shown) }.
published_withheld_hidden = The load hides it.
published_withheld_other = The verdict is about { $deciding } alone.
# What of the load is another.
published_kind = { IF(SAME($key, "rate"), "requests a second", $key) }
published_differ = They were not measured in the same way: { published_kind } { LIST($a, with: ", ") } against { LIST($b, with: ", ") }.
published_mixed = The runs had different loads: { published_kind } { LIST($values, with: ", ") }. For two settings, put "vs" between their files.
published_lengths = The runs have other lengths: { DURATION($shortest) } to { DURATION($longest) }.
published_load-unknown = Whether the requests came at a fixed rate is not in the files: add --clients or --rate.
published_unlike = These figures cannot be compared. { $difference }
published_unsound = These figures cannot carry a comparison: { LIST($checks) } failed.
published_one-each = B has { SHORT($ratio) } times the { $label } of A. One run of each shows no spread, so there is no verdict: run each at least three times.
published_compared = B has { RATIO($value, $low, $high) } times the { $label } of A ({ RATIO-LOW($value, $low, $high) } to { RATIO-HIGH($value, $low, $high) }).{ IF(SAME($word, "undecided"), "", PUT(" ", IF(SAME($word, "equivalent"), "Within 5%", CAPITAL($word)), ", with 95% confidence.")) }{ IF(ABOVE($except, 0), PUT(" Except ", LIST($except), ": see below.")) }
# $enough (number | null) runs of each
published_undecided = { COUNT($runs, "run") } of each do not decide: B has { SHORT($value) } times the { $label } of A, but runs of one setting differ too much. { IF($enough, published_undecided.enough, "A hundred runs of each would hardly decide") }.
    .enough = About { $enough } runs of each would decide, if they differ as these do
published_no-verdict = There is no verdict on { $label }. { $why }
published_sound = These figures can carry a comparison.{ IF(ABOVE($except, 0), PUT(" Except ", LIST($except), ": see below.")) }
published_sound-alone = These figures can carry a comparison, with more runs of each setting.{ IF(ABOVE($except, 0), PUT(" Except ", LIST($except), ": see below.")) }
published_repair_same = Measure both with the same tool under the same load.
published_missing = { $option } would let { LIST($checks) } judge: add { IF(STARTS-WITH($option, "--rate"), "the requests per second that the tool was set to send", "how many clients the test had") }.
published_says-clients = It says { COUNT($clients, "client") }, not { $told }.
published_says-closed = This tool sends nothing by the clock: each client waits for its answer, and asks again at once.
published_above-rate = It has { SHORT($sent) } requests/s: by the clock there would be no more than { SHORT($rate) }/s.
published_all-failed = None of { COUNT($lost, "request") } was answered ({ LIST($kinds, each: "each", with: ", ") }).
    .each = { $name }: { $value }
published_repair_added = wrk adds times that it did not measure after a slow response. Repeat the test with oha.
published_repair_milliseconds = This tool counts whole milliseconds, too coarse for these times. Repeat the test with oha or wrk2.
published_repair_seconds = k6 wrote whole seconds. Repeat the test with K6_CSV_TIME_FORMAT=unix_nano in its environment.
published_unknown = It is no output of k6, oha, vegeta, autocannon, wrk or ab that is known.
published_empty = It is empty: the tool was stopped or failed, or wrote its result elsewhere.
published_unfinished = It begins as { IF($tool, PUT("output of ", $tool), "JSON") }, and ends before it is complete, after { COUNT($bytes, "byte") }: the tool was stopped, or measured nothing.
published_no-answer = It is of { $source }, and has no answered requests, or no rate of them.
published_torn = { COUNT($lines, "line") } of it cannot be read, beside { COUNT($requests, "answer") }: what is left is not the test.
check-page_closed = closed loop{ IF($clients, PUT(", ", COUNT($clients, "client"))) }
check-page_open = by the clock{ IF($rate, PUT(", ", SHORT($rate), "/s")) }
check-page_unknown = { IF($clients, PUT("at most ", $clients, " in flight"), "load not in the file") }
check-page_requests = { COUNT($requests, "answer") }{ IF(ABOVE($wrong, 0), PUT(", ", FIXED($wrong, 0), " wrong")) }
check-page_runs = { COUNT($runs, "run") }
check-page_unread = { COUNT($lines, "line") } could not be read
check-page_passed = { COUNT(LENGTH($checks), "check") } passed: { LIST($checks, with: " ") }
check-page_others = { COUNT($checks, "check") } not applicable: no result file says what they need (--verbose)
check-page_failed = { $title } [{ $id }]: { $sentence }
check-page_failed-alone = { $title } [{ $id }]: { $finding }.
check-page_hidden = { $name }: { $why }
check-page_ratio = { IF($ratio-low, check-page_ratio.ratio-low, check-page_ratio.no-ratio-high) }
    .ratio-high = { $label } { RATIO($ratio-value, $ratio-low, $ratio-high) }× ({ RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }–{ RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) })
    .no-ratio-high = { $label } { SHORT($ratio-value) }×
    .ratio-low = { IF($ratio-high, check-page_ratio.ratio-high, check-page_ratio.no-ratio-high) }
