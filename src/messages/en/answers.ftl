## What a search for the highest rate says: the answer, what limits it there, and what to know besides.

capacity_objective = { LIST($parts, each: "each") }
    .each = { $figure ->
        [errors] { $figure } < { SHORT-PERCENT($limit) }
       *[other] { $figure } < { EXACT-TIME($limit) }
    }
capacity_knee = { $figure ->
    [errors] { $figure } < { SHORT-PERCENT($limit) } (three times the time at light load: the knee)
   *[other] { $figure } < { EXACT-TIME($limit) } (three times the time at light load: the knee)
}
capacity_bounded = { ROUGH($value) } requests/s ({ IF($high, PUT(ROUGH($low), "–", ROUGH($high)), PUT("at least ", ROUGH($low))) }) keep { $what }.
# $last (number | null)
capacity_falling = { IF($first, capacity_falling.first, "The") } rate that keeps { $what } falls with the age of the server. No rate can be given that lasts.
    .first = From { ROUGH($first) } requests/s to { ROUGH($last) }{ IF($within, PUT(" within ", TIME($within))) }: the
capacity_at-least = At least { ROUGH($rate) } requests/s keep { $what }: { IF($isDisturbed, "above it the load generator was late while other programs used the CPUs. A quiet machine tells", "the load generator cannot offer") } more.
capacity_never-alone = { $figure ->
    [errors] No rate keeps { $what }: one client alone gets { $figure } = { SHORT-PERCENT($value) }.
   *[other] No rate keeps { $what }: one client alone gets { $figure } = { EXACT-TIME($value) }.
}
capacity_never = No rate that was tried keeps { $what }{ IF($rate, PUT(", down to ", ROUGH($rate), " requests/s")) }.
capacity_bracketed = { IF($kept, capacity_bracketed.kept, capacity_bracketed.no-kept) }
    .broken = About { IF($about, ROUGH($about), ROUGH($kept)) } requests/s keep { $what }: kept at { LIST($allKept, each: "ROUGH") }, broken at { LIST($allBroken, each: "ROUGH") }; no interval yet.
    .no-broken = At least { ROUGH($kept) } requests/s keep { $what }: no rate was broken.
    .kept = { IF($broken, capacity_bracketed.broken, capacity_bracketed.no-broken) }
    .no-kept = Less than { ROUGH($broken) } requests/s keep { $what }: broken at { LIST($allBroken, each: "ROUGH") }, and no rate was kept.
capacity_unmeasured = Nothing is known: no window was measured to its end.
capacity_unmeasured-late = Nothing is known: the load generator was late at every rate that was tried, down to { ROUGH($rate) } requests/s. It needs more CPU: stop other programs, or take a larger machine.
capacity_times = { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) }× ({ ROUGH-RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }–{ ROUGH-RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) })
capacity_rates = { ROUGH($second) } requests/s keep { $what } with { $other }, and { ROUGH($first) } with { $one }.
capacity_compared = { $word ->
    [undecided] { $other } and { $one } do not differ significantly
    [better] { $other } takes more load than { $one }
   *[other] { $other } takes less load than { $one }
}: { capacity_times }. { capacity_rates }
capacity_compared-withheld = Whether { $other } takes more load than { $one } is withheld: check { $check } failed. Measured: { capacity_times }. { capacity_rates }
capacity_void = Nothing is known: check { $check } failed, so that its trials do not count.
capacity_both = { $one }: { $first } { $other }: { $second }
capacity_expect_kept = The server takes the expected { ROUGH($rate) } requests/s{ IF($share, PUT(": ", WHOLE-PERCENT($share), " of its capacity")) }.
capacity_expect_missed = The server does not take the expected { ROUGH($rate) } requests/s with { $what }.
capacity_expect_undecided = Whether the server takes the expected { ROUGH($rate) } requests/s is undecided{ IF($share, PUT(", ", WHOLE-PERCENT($share), " of the estimate")) }. { $why }
capacity_open = { IF($check, PUT("Check ", $check, " failed."), capacity_open.no-check) }
    .late = The load generator could not offer more than { IF($kept, ROUGH($kept), ROUGH("0")) } requests/s.
    .no-late = { IF($kept, PUT(ROUGH($kept), " requests/s were"), "No rate was") } kept, but too little was measured for an interval.
    .low = It lies in the interval of the estimate ({ IF($high, PUT(ROUGH($low), "–", ROUGH($high)), PUT("at least ", ROUGH($low))) }).
    .no-check = { IF($low, capacity_open.low, IF($isLate, capacity_open.late, capacity_open.no-late)) }
# $first (number | null) of a fresh process, in requests a second
capacity_expect_falls = Whether the server takes the expected { ROUGH($rate) } requests/s is undecided: what it takes falls with its age{ IF($last, PUT(", from ", ROUGH($first), " requests/s to ", ROUGH($last))) }.
capacity_expect_withheld = Whether the server takes the expected { ROUGH($rate) } requests/s is withheld: check { $check } failed.
# $others (number | null) not known on some systems
capacity_limit = { KEY($limit) ->
    [none] { IF($isForCpu, "The server waits for a CPU there, while nothing of its own is saturated", "Nothing that can be seen from outside is saturated: requests wait in the server itself (a limit of its own, a lock) or for something behind it") }
    [CPU] The CPUs are the limit there: all are in use
    [pool-threads] The pool threads are the limit there
    [load-generator] The load generator is the limit there, not the server
   *[other] The { $limit } is the limit there
} (at { ROUGH($rate) } requests/s: event loop { WHOLE-PERCENT($loop) }{ IF(AT-LEAST($loopWaits, 0.01), capacity_limit.loop-waits) }{ IF($pool, capacity_limit.pool) }; CPUs { WHOLE-PERCENT($server) }, and { WHOLE-PERCENT($generator) } by the load generator{ IF(AT-LEAST($others, 0.05), capacity_limit.others) }).
    .loop-waits = { "" } and { WHOLE-PERCENT($loopWaits) } waiting for a CPU
    .pool = ; pool threads { WHOLE-PERCENT($pool) } with { ROUGH($queued) } jobs waiting
    .others = { "" } and { WHOLE-PERCENT($others) } by other programs
capacity_model = A model of a plain queue ({ COUNT($servers, "request") } at a time, { TIME($service) } each) { IF($crossing, capacity_model.crossing, "never keeps it.") }
    .crossing = gives { ROUGH($crossing) } requests/s: { IF($isInside, "the measurement agrees.", "the server does something else.") }
capacity_beside = The { $figure } is { LIST($rows, each: "each") }.
    .each = { $figure ->
        [errors] { SHORT-PERCENT($value) } at { ROUGH($rate) }/s
       *[other] { EXACT-TIME($value) } at { ROUGH($rate) }/s
    }
capacity_note_died = The server ended under load at { ROUGH($rate) } requests/s{ IF(ABOVE($times, 1), PUT(", ", $times, " times")) }; what it wrote last is in the report.
capacity_note_few = A window has about { COUNT($requests, "request") }, too few for this percentile: give a lower one (p90, p95) or a longer --budget.
capacity_note_uneven = In half of the blocks a higher rate did better than a lower one: the figure does not depend on the rate alone (something stalls now and then).
capacity_note_grows = Times grow within the windows, to { ROUGH($factor) }×, at rates that keep the objective: what holds for seconds may not hold for hours (a leak, a filling disk).
capacity_note_falls = Later windows of each fresh process leave less room at the same rate: something grows with the requests or with time (a leak, a list, a disk that fills).
capacity_note_slower = After the first search one client alone waits { ROUGH($factor) }× as long as before it: the server gets slower as it runs, so that no rate may last.
capacity_note_stalls = About every { TIME($every) } the server stops for up to { TIME($longest) }, also at a low rate (garbage collection, a task that blocks the loop).{ IF($isNever, " No rate avoids that: end the stops, or set an objective that they do not break (p50).") }
capacity_note_warming = In its first seconds the server takes { ROUGH($factor) }× as long as later: each process got 10 s more before its first window.
capacity_note_mostly-late = The load generator was late in { $windows } of { COUNT($of, "window") }: the others are too few for an interval. It needs more CPU: stop other programs, or take a larger machine.
capacity_note_generator = Not counted: { COUNT($windows, "window") } from { ROUGH($rate) } requests/s on in which the load generator was late.
capacity_note_stuck = After an overload the server did not become quick again within 8 s: restart it before you trust it.
capacity_ended = The search ended: { $reason }.
capacity_price = About { COUNT($blocks, "more block") } ({ TIME(PRODUCT($seconds, 1000)) }) would give ±{ WHOLE-PERCENT($share) }.
capacity_figure = { $figure } at each rate
capacity_axis = requests/s (Poisson arrivals)
capacity_unit = { $figure }, ms
capacity_series_window = window, a fresh process for each block
capacity_series_model = plain queue (model)
capacity_point = { IF($value, capacity_point.value, PUT(ROUGH($rate), " requests/s: no answer (block ", $block, ")")) }
    .value = { $figure ->
        [errors] { ROUGH($rate) } requests/s: { $figure } { SHORT-PERCENT($value) } (block { $block })
       *[other] { ROUGH($rate) } requests/s: { $figure } { EXACT-TIME($value) } (block { $block })
    }
capacity_windows-note = Only windows of blocks count for the interval. "generator": the load generator was late, so that the window says nothing of the server.
capacity_purpose_clients = 32 clients
capacity_purpose_alone = one client
capacity_purpose_climb = climb
capacity_purpose_halve = halving
capacity_purpose_drain = drain
capacity_purpose_block = block
capacity_load = Poisson arrivals, at rates that the search chooses
capacity_plan = { $what }, to ±{ WHOLE-PERCENT($precision) }{ IF($time, PUT(" or until ", $time, " are used up")) }
capacity_searching = The highest rate with { $what }: about 50 s for a first search, { IF($ms, capacity_searching.ms-2, "then blocks of fresh processes") }. Ctrl-C stops and shows the result so far.
    .ms-2 = { IF(BELOW($ms, 75000), PUT("and no blocks after it: ", TIME($ms), " are too short for them"), PUT("then blocks of fresh processes; at most about ", TIME($ms))) }
capacity_any-knee = p99 below three times the time at light load (the knee)

## A first look, `chokepoint -- COMMAND`: its steps, what the proof of a setting says, and why there may be none.

find_started = listening on { $where }{ IF($pid, PUT(" (pid ", $pid, ")")) }, { $method } { $path } answers { $status }{ IF($location, find_started.location) }{ IF(ABOVE($others, 0), PUT(", also at port ", LIST($others))) }
    .location = { "" } and leads to { $location } (--path { SHELL($location) } asks for that)
find_load_flat = 1 to { $last } clients: throughput stops growing at { $knee } ({ ROUGH($throughput) } requests/s)
find_load_most = 1 to { $last } clients: throughput still grows ({ ROUGH($throughput) } requests/s)
find_load_generator = 1 to { $last } clients: the load generator is at its limit ({ ROUGH($throughput) } requests/s)
find_load_failures = { COUNT($last, "client") }: { PERCENT($failed) } of the requests fail
find_load_time = 1 to { $last } clients, as many as the time allowed ({ ROUGH($throughput) } requests/s)
find_diagnosed = { TIME($ms) } at { COUNT($clients, "client") }{ IF($isBeyond, " (beyond the knee, where queues show)") }, { IF($rate, PUT(ROUGH($rate), " requests/s, ")) }{ IF($p99, PUT("p99 ", TIME($p99), ", ")) }{ COUNT($rules, "rule") }
find_as-it-is = { $name } as it is
find_compared = { $now } against { $what }, alternating, { COUNT($blocks, "block") }
find_gain = { IF($isTime, find_gain.time, find_gain.no-time) } ({ ROUGH-RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }–{ ROUGH-RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) })
    .time = { $label } × { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) }
    .no-time = { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) }× the { $label }
find_proved = { $what } gives { find_gain }
find_refuted = Do not set { $what }: measured, it gives { find_gain }
find_same = { $what } makes no difference: { find_gain }
find_undecided = { $what } is undecided: { find_gain }
find_unmeasured = { $what } was tried without a result
find_change = { $label } { TIME($from) } → { TIME($to) }
find_rates = { ROUGH($from) } → { ROUGH($to) } requests/s
find_price = about { COUNT($blocks, "more block") } ({ CLOCK(PRODUCT(1000, $seconds)) }) would decide it
find_no-price = more blocks would hardly decide it on this machine
find_because_problem = { $what } [{ $code }]
find_short-jobs = The jobs of the pool are short: one thread can do them all ({ AMOUNT($work) } CPUs of work), and to share them among { $threads } costs more than they take
find_tried-short = It was tried because the jobs of the pool are short ({ AMOUNT($work) } CPUs of work on { COUNT($threads, "thread") })
find_tried-other = It was tried because the first finding has nothing to set from outside, and another one has: { $title }
find_tried-beside = It was tried because the first change is in the code, and this setting can be changed from outside
find_cost_p99 = p99 { IF($isSure, "gets", "was") } { PERCENT($longer) } longer, { TIME($from) } → { TIME($to) }{ IF($isSure, "", ", which is not significant") }
find_finding = { $title }. { $because }
find_not-helped = { $title }. That is true, and measured, the change does not help here
find_takes = It answers { ROUGH($throughput) } requests/s from { COUNT($clients, "client") }, and nothing is saturated.
find_at-least = At least { ROUGH($throughput) } requests/s: the load generator was at its limit, so the server may do more
find_unproved_unknown = without a diagnosis there is nothing to try
find_unproved_code = the change is in code or configuration: nothing to set from outside
find_unproved_others = other programs have the CPUs, so a small effect cannot be seen
find_unproved_healthy = no setting is advised
find_unproved_own-size = the pool has { COUNT($size, "thread") } and not { $asked }: the command or its code sets it
find_unproved_processes = more processes can be tried for "node SCRIPT" alone
find_unproved_same = the advised setting is in force already
find_unproved_interrupted = interrupted before it
find_announcement = about { CLOCK($ms) } to find what limits it, at most { CLOCK($most) } if a setting is to be proved
find_starting = starting the server
find_warming = the server answers, and warms up
find_raising = raising the load: { COUNT($clients, "client") }, { ROUGH($throughput) } requests/s
find_watching = watching it under { COUNT($clients, "client") }: { DECIMALS(QUOTIENT($at, 1000), 1) } of { DECIMALS(QUOTIENT($all, 1000), 1) } s
find_proving = proving { $what } against { $now }: about { CLOCK($ms) }
find_page_proof = Proof of the setting
find_page_run = All trials, checks and the noise of the run { $run }

## What the page of a prediction says beside what the model itself says, and what it was made from.

predict_basis = from { COUNT($trials, "trial") } of run { $run } ({ $cell })
predict_setting = pool { $pool }{ IF(ABOVE($processes, 1), PUT(", ", $processes, " processes")) }
predict_nothing = Nothing is predicted.
predict_as-measured = It is { $limit }.
predict_other-load = What another load would give.
predict_better = { $label } gives { predict_gain }.
predict_perhaps = { $label } may give { predict_gain }: { IF($isWide, "too far from what was measured to be sure", "the range includes no change") }.
predict_none-better = No better setting is predicted. What limits { $label }: { $limit }.
predict_column_range = 90% range
predict_too-wide = too far from the measured setting for a useful estimate: measure it
predict_model = The model gives the measured figures to ±{ PERCENT($throughput) } in throughput and ±{ PERCENT($mean) } in the mean; ranges widen with distance.
predict_cpus = { COUNT($cpus, "CPU") }
predict_measured = Measured with { $setting }: { ROUGH($throughput) }/s, { TIME($mean) }.
predict_gain = { IF($isTime, PUT("a mean response time ", DECIMALS($value, 2), " times shorter"), PUT(DECIMALS($value, 2), " times the throughput")) } ({ DECIMALS($low, 2) } to { DECIMALS($high, 2) })
predict_limit-note = { $limit }. { $note }
predict_speed = speed of the CPUs
predict_demand_loop = event loop { TIME($time) }
predict_demand_pool = pool CPU { TIME($time) }
predict_demand_wait = pool wait { TIME($time) }
predict_demand_others = other threads { TIME($time) }
predict_demand_delay = sockets and timers { TIME($time) }
predict_demand_generator = load generator { TIME($time) }
predict_speed-of = { IF($threads, IF($alone, predict_speed-of.alone)) }({ IF($at, PUT("measured ", DATE($at)), predict_speed-of.no-at) }){ IF($isStretched, "; for more CPUs than that the same curve, stretched") }
    .alone = { $threads } threads do the work of { DECIMALS($alone, 2) } that run alone { "" }
    .no-at = { IF($isMeasured, "measured", "guessed from the number of CPUs") }
predict_load-elsewhere = comes from another machine: its CPU is left out
predict_load-here = comes from the same CPUs, as when it was measured; --load-elsewhere leaves it out
predict_load-apart = has CPUs of its own
limit-name_pool-and-cpu = pool, nearly CPU
limit-name_event-loop-and-cpu = event loop, nearly CPU

## What the model of a server predicts, what limits it there, what it was fitted to, and what it gives no answer for.

limit_clients = limited by the clients: each waits for its response before it sends the next request
limit_arrivals = not limited: the server keeps up with the requests that arrive
limit_cpu = limited by CPU: no setting gives more, only less work or more cores
limit_event-loop = limited by the event loop: its JavaScript runs on one thread in each process
limit_slow-io-queue = limited by the slow-I/O queue: DNS lookups get half of the pool threads
limit_pool-threads = limited by pool threads
limit_load-generator = limited by the load generator: it sends on one thread, and the server could do more
limit_nearly-cpu = nearly limited by CPU: the CPUs are { FLOOR(PRODUCT(100, $cpu)) }% busy
limit_pool-threads-and-cpu = limited by pool threads, and nearly by CPU: the CPUs are { FLOOR(PRODUCT(100, $cpu)) }% busy
limit_event-loop-and-cpu = limited by the event loop, and nearly by CPU: the CPUs are { FLOOR(PRODUCT(100, $cpu)) }% busy
limit_cpu-passed = limited by CPU, which another setting here uses better
no-model_load = Its load ({ $kind }) has no steady state that a model could predict; closed, rate and poisson have one.
no-model_script = Its requests are those of a k6 script, and how long that waits between them is not known.
no-model_several-kinds = Its requests are of several kinds, and the counters do not show what each kind costs.
no-model_growing-queue = Requests came faster than they could be served, and a growing queue has no mean length.
model_settling = { IF(BELOW($settlingMs, 3600000), TIME($settlingMs), "an hour") }
no-model_unsteady = It was nearly saturated: its queue is not in a steady state within { model_settling }, so its response times are those of one window.
no-model_misfit = Even at the setting that it was fitted to, the model is off by { PERCENT($throughput) } in throughput and { PERCENT($mean) } in the mean.
no-model_unwatched = No valid trial of it shows where the server spent its time.
no-model_pool-unread = libuv's pool could not be read, so it is not known how long its jobs wait.
no-model_early-answers = It answers before its work is done, so its answers say nothing about the work.
no-model_imbalance = Load is not balanced over its processes: the busiest has { DECIMALS($ratio, 1) } times the mean.
no-model_pool-undersampled = Pool threads computed for { PRECISION($computedMs, 3) } ms of a request and were held for only { PRECISION($heldMs, 3) } ms: the pool was not read often enough.
no-model_other-threads = Of the { PRECISION($allMs, 3) } ms of CPU for a request, { PRECISION($othersMs, 3) } ms were on threads that are neither loop nor pool, such as workers. The model has no such threads.
no-model_unseen-wait = By its counters it could serve { PRECISION($ratio, 2) } times as much as it does: something that they do not see delays its requests, such as a lock or another saturated server.{ IF($foreign, no-model_unseen-wait.foreign) }
    .foreign = { "" } Other processes took { PERCENT($foreign) } of the CPUs meanwhile.
no-model_contradiction = By its counters it could serve only { PRECISION($ratio, 2) } times as much as it does: they contradict the load generator.{ IF($foreign, no-model_contradiction.foreign) }
    .foreign = { "" } Other processes took { PERCENT($foreign) } of the CPUs meanwhile.
out-of-range_pool = libuv limits every pool to { $most } threads.
out-of-range_setting = { $value } { $key ->
    [cpus] CPUs
   *[other] { $key }
} are { IF(ABOVE($times, 1), PUT("more than ", $times, " times"), PUT("less than 1/", ROUND(QUOTIENT(1, $times)), " of")) } as many as were measured.
out-of-range_load = { $load } is { IF(ABOVE($times, 1), PUT("more than ", $times, " times"), PUT("less than 1/", ROUND(QUOTIENT(1, $times)), " of")) } the load that was measured.
out-of-range_overload = Requests come faster than they can be served: { $limit }, at { FIXED($perSecond, 0) } a second.
out-of-range_unsteady = It is nearly saturated: the queue is not in a steady state within { model_settling }, so response times depend on when they are measured.
calibration_other-cell = Nothing can be predicted from { $cell }, the baseline of the run. { $why } The prediction is based on { $other } instead; --cell ID selects another setting.
calibration_take-cell = Use a setting of the run that can be calibrated: --cell { SHELL($cell) }
calibration_measure-again = Measure it again with this version on Linux, alone on its machine, with one kind of request: { $chokepoint } predict -- COMMAND
calibration_cell-near = Did you mean "{ $cell }"?
calibration_cell-unknown = Write --cell with one of them, or leave it out.
calibration_pool-in-force = A pool of { $asked } was requested, but one of { $inForce } was in force (check P1 failed): the server sets its size itself. The model was fitted to a pool of { $inForce }.
calibration_short-jobs = Its pool jobs are so short that the CPU cost of waking a thread matters. The model counts that CPU as time of the jobs. It does not know how this cost changes with the pool size, so the error can be large at other sizes.
calibration_unexplained = Its counters explain { PERCENT($share) } of the time of a request; the rest was spread over all resources.
calibration_foreign = Other processes took { PERCENT($share) } of the CPUs during the measurement; the prediction assumes that they continue.
calibration_few-trials = It is based on { COUNT($trials, "trial") }: measure more for a narrower interval.
calibration_no-p99 = No p99 is predicted: too few requests were measured to check it.
calibration_guessed-speed = The combined speed of the CPUs was { IF($disturbed, calibration_guessed-speed.disturbed, "not measured on this machine but estimated from their number") }. The ranges allow for further CPUs that add only half of their speed.
    .disturbed = estimated from their number, because the machine was not idle ({ $disturbed }); predict again when it is
calibration_accuracy = the fit is off by { PERCENT($throughput) } in throughput and { PERCENT($mean) } in the mean, and { IF(BELOW($trials, 2), "one trial says nothing about its spread", PUT($trials, " trials differ by ", PERCENT($spread))) }
calibration_others-within = { $fit }; { IF(SAME($others, 1), "the other setting", PUT("the ", $others, " other settings")) } of the same run { IF(SAME($others, 1), "lies", "lie") } within the prediction
calibration_other-beyond = { $fit }; { $cell } of the same run lies { PERCENT($beyond) } beyond its prediction
equivalent-fit_all-slower = all resources take longer by the time that the counters do not explain
equivalent-fit_sockets = sockets and timers take the time that the counters do not explain
equivalent-fit_no-wait = the pool jobs wait for nothing but a CPU
equivalent-fit_no-wait-slower = the pool jobs wait for nothing but a CPU, and everything takes longer
equivalent-fit_half-cpus = each further CPU adds only half of its speed
equivalent-fit_unequal = the requests are unequal
run-model_none = No model is shown: nothing can be predicted from { $cell }. { $why }
run-model_drawn = A model that knows only the trials of { LIST($cells, with: " and ") } predicts the other settings.
run-model_error = A model that knows only the trials of { LIST($cells, with: " and ") } predicts { IF(SAME($others, 1), "the other setting", run-model_error.many) } with a median error of { PERCENT($throughput) } in throughput and { PERCENT($mean) } in the mean response time.
    .many = the { $others } other settings
prediction_utilisation = loop, pool: utilisation, including time spent waiting for a CPU.
prediction_interval = In our runs 9 of 10 measured values lay in this range. It widens with distance from the measured setting and where several models fit the data.
prediction_unseen-wait = At most { PRECISION($seen, 3) } of its pool jobs were seen waiting at the same time, and this needs { PRECISION($needed, 3) }. If what they wait for serves no more than twice as many as were seen, it gives { PRECISION($perSecond, 3) }/s.
prediction_accuracy = At the calibrated setting: throughput ± { PERCENT($throughput) }, mean ± { PERCENT($mean) }: { $because }.
demands-file_not-an-object = It holds no JSON object.
demands-file_lacks = Its "{ $key }" is missing or has the wrong type.
demands-file_schema = Its schema is { $schema }, and this version reads 1.
what-if_no-key = It must begin with a key and "=".
what-if_clients-and-rate = A load has either clients or a rate.
what-if_too-many = These are { $settings } settings; at most { $most } are predicted.
what-if_unknown-key = { IF($near, what-if_unknown-key.near, what-if_unknown-key.no-near) }
    .near = There is no key "{ $key }"; did you mean "{ $near }"?
    .no-near = The model does not know "{ $key }": its effect has to be measured.
what-if_from-one = It takes numbers of 1 or more.
what-if_rate = A rate is a number above 0.
what-if_level = The levels of { $key } are whole numbers of 1 or more{ IF($orCores, what-if_level.or-cores) }.
    .or-cores = , or "cores"
