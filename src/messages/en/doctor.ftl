## Words for places in the code of an application, which several texts share.

# What jobs of a kind are called.
# $kind (string) `fs`, `fs.readfile`
pool_kind = { IF($addon, PUT("jobs of the add-on ", $addon), pool_kind.no-addon) }
    .no-addon = { KEY($kind) ->
        [fs] file system calls
        [dns] DNS lookups
        [crypto] crypto jobs
        [random] random-number jobs
        [zlib] compression jobs
        [node_api] jobs of a native add-on (Node-API)
        [fs-readfile] whole-file reads
        [other] jobs of an unknown kind
       *[unlisted] { $kind } jobs
    }
function_place = { IF(EMPTY($file), $name, IF(SAME($name, "(anonymous)"), PUT("the function at ", function_place.at), PUT($name, " (", function_place.at, ")"))) }
    .at = { $file }{ IF($line, PUT(":", $line)) }
function_hot = { IF($package, function_hot.package, TEXT($self, "function_place")) }
    .package = { IF(SAME($name, "(anonymous)"), "a function", $name) } of { $package }{ IF($caller, PUT(", called by ", TEXT($caller, "function_place"))) }

## What stands on the doctor's page in a terminal beside the texts of its rules: the verdict, the resources, what to do next.

gauge_label_rate = requests/s
gauge_label_cpu = CPUs busy
gauge_label_loop = event loop busy
gauge_label_delay = event loop late by
gauge_label_pool = pool threads busy
gauge_label_queue = jobs waiting
gauge_label_wait = wait for a thread
gauge_label_slow = slow I/O queue
gauge_label_threads = pool threads' time
gauge_label_calls = connections in use
gauge_p95 = p95 { WAITED($ms) }
gauge_tasks = tasks of { $client }
gauge_label_memory = memory
gauge_others-used = other programs { DECIMALS($cpus, 2) }
gauge_throttled = stopped by the quota in { PERCENT($share) } of the periods
gauge_omitted = { $omitted } further processes are not drawn.
gauge_jobs = { ROUGH($queued) } { IF($kind, KIND($kind), IF(SAME($queued, 1), "job", "jobs")) }
gauge_pool-time = running { WHOLE-PERCENT($running) } · waiting for a CPU { WHOLE-PERCENT($waitedForCpu) } · at a lock { WHOLE-PERCENT($atLock) } · blocked { WHOLE-PERCENT($blocked) }
gauge_others = { COUNT($processes, "other process", "other processes") } · CPU { SPAN(DECIMALS($cpu-low, 2), DECIMALS($cpu-high, 2)) }{ IF($loop, gauge_others.loop) }{ IF($queued, gauge_others.queued) }
    .loop = { "" } · event loop { SPAN(PERCENT($loop-low), PERCENT($loop-high)) }
    .queued = { "" } · pool queue { SPAN(ROUGH($queued-low), ROUGH($queued-high)) }
doctor_all-rules = { $fine } of { COUNT(SUM(SUM(SUM(SUM($found, $explained), $fine), $others), $open), "rule") } fine{ IF(ABOVE($found, 0), PUT(", ", COUNT($found, "finding"))) }{ IF(ABOVE($explained, 0), PUT(", ", $explained, " explained by it")) }{ IF(ABOVE($others, 0), PUT(", ", $others, " not applicable")) }{ IF(ABOVE($open, 0), doctor_all-rules.open) }
    .open = , { $open } cannot tell
doctor_also = { CAPITAL($severity) }: { $title } ({ $rule })
doctor_further = { $count } more with --verbose
doctor_code-elsewhere = { COUNT($lines, "line") } of code, in the report and with --verbose

## What the doctor's whole report says around the texts of its rules: headings, tables, figures, the live view.

doctor_byline = { DATE($at) } · { TIME($seen) } · { COUNT($processes, "process", "processes") }{ IF($node, PUT(" · Node ", $node)) } · { IF(ABOVE($probed, 0), doctor_byline.probed, "from outside") }
    .probed = outside and inside{ IF(SAME($probed, $processes), "", PUT(" (", $probed, " of them)")) }
doctor_pids = { IF(SAME(LENGTH($pids), 1), "pid", "pids") } { LIST($pids, with: ", ") }{ IF(ABOVE($more, 0), PUT(" and ", $more, " more")) }
doctor_app = PM2 application { $app }
doctor_footer = Watch { $watch }, judged by chokepoint { $version }. The same folder holds watch.json, which "{ $chokepoint } doctor --replay watch.json" judges again.
doctor_interrupted = Interrupted after { TIME($seen) }: this is what was seen until then.
doctor_ended = The server ended after { TIME($seen) }.
doctor_steal = The hypervisor took { PERCENT($share) } of the CPU time: other machines use the same CPUs.
doctor_client = { $name } (PID { $pid }), which loads this server, used { AMOUNT($cpu) } of the machine's { COUNT($cpus, "CPU") } meanwhile.
doctor_others = Other programs{ IF($service, PUT(", ", SERVICE($service), " among them,")) } used { AMOUNT($others) } of the machine's { COUNT($cpus, "CPU") } meanwhile{ IF($service, "", ": the figures are lower than on a quiet machine") }.
doctor_failed-requests = { COUNT($failed, "request") } of { COUNT($due, "request") } failed, or had a wrong answer.
doctor_rules = What the rules said
doctor_unseen = What could not be seen
doctor_how = Other ways to change it
doctor_unseen_queue = The queue of the pool
doctor_unseen_probe = What only a probe sees
doctor_unseen_process = The process from outside
doctor_unseen_note = Probe: { $about }
doctor_load-sent = { $engine }: { COUNT($due, "request") }, which took { PERCENT($share) } of one CPU to send
doctor_processes-note = CPU: CPUs kept busy, of those that it may use. Loop: share of the time in which the event loop was busy. Wait: how long a job that comes now would wait for a pool thread. A dash: not seen.
doctor_serving = { $processes } serving
doctor_waits-over = over { TIME($oldest) }
doctor_capture = Jobs of the pool, by trace events
doctor_capture-note = The whole time of each job, its wait for a thread included.
doctor_capture-cut = { IF($pid, PUT("Of PID ", $pid, " it"), "It") } was ended after { TIME($taken) }: { COUNT(ROUND($rate), "event") } a second are more than a process at work should be asked for.
doctor_capture-ended-early = { TIME($taken) }, ended early
doctor_no-job = no job was seen
live_looking = looking …
live_foot = Ctrl-C ends it with the report
live_clock = { DECIMALS($at, 1) } s{ IF($all, PUT(" of ", ROUGH($all), " s")) }
live_more = … and { COUNT($processes, "further process", "further processes") }
live_looking-at = looking at { COUNT($processes, "process", "processes") }

## What the rules about CPUs, processes and worker threads say.

cpu-throttled_rule = A CPU quota stops the process
cpu-throttled_title = The quota of { AMOUNT-OF($quota, "CPU") } stopped the process in { SHARE($throttled) } of the periods{ IF($delay, PUT(", and timers are up to ", AMOUNT($delay), " ms late (p99)")) }
cpu-throttled_because = On average it used { AMOUNT-OF($used, "CPU") }. But its threads used up the quota within a period of the scheduler (usually 100 ms). All of them, including the event loop, were then stopped until the next period.{ IF($isPoolFine, " Jobs find a pool thread in time, so the pool is not the cause.") }
cpu-throttled_expect = With enough quota for the peaks, the pauses of up to one period disappear. The average use stays at { AMOUNT-OF($used, "CPU") }.
cpu-saturated_rule = All CPUs are in use
cpu-saturated_title = { IF($isFull, cpu-saturated_title.full, "Hardly any CPU time is left") }{ IF($waited, cpu-saturated_title.waited, PUT(": the server has ", AMOUNT($used), " of ", AMOUNT-OF($cpus, "CPU"))) }
    .waited = , and the event loop waits for a CPU for { SHARE($waited) } of the time
    .full = { IF(SAME($cpus, 1), "The only CPU is", PUT("All ", AMOUNT($cpus), " CPUs are")) } in use
cpu-saturated_because = The server uses { AMOUNT($used) } of { AMOUNT-OF($cpus, "CPU") }{ IF($others, PUT(", other programs ", AMOUNT($others))) }{ IF(ABOVE($load, 0), cpu-saturated_because.load) }. More threads or processes would only share the same CPUs.{ IF($steal, cpu-saturated_because.steal) }
    .load = , and the load that was sent { AMOUNT($load) }
    .steal = { "" } The hypervisor also took { SHARE($steal) }.
cpu-saturated_expect = Only less CPU time per request, or more CPUs, gives more throughput.
cpu-saturated_others_title = Other programs use { AMOUNT($others) } of the machine's { AMOUNT-OF($machine, "CPU") }{ IF($waited, PUT(": the event loop waits for a CPU for ", SHARE($waited), " of the time")) }
cpu-saturated_others_because = { cpu-saturated_because }{ IF($database, PUT(" ", SERVICE($database), " runs on this machine too: if it has the CPUs, its queries are what to change.")) }
cpu-saturated_others_expect = With its own CPUs (another machine, or a CPU set) it no longer waits.
too-many-processes_rule = More processes than CPUs
too-many-processes_title = { $processes } processes share { AMOUNT-OF($cpus, "CPU") } and wait for a CPU for { SHARE($waited) } of their busy time
too-many-processes_because = CPUs in use: { AMOUNT($used) } of { AMOUNT($cpus) }. More processes than CPUs add no throughput. They cost context switches and memory, and requests wait in one process while another is idle.
too-many-processes_expect = About the same throughput from { COUNT($useful, "process", "processes") }, with { BYTES($freed) } less memory and shorter waits.
workers-saturated_rule = Worker threads are saturated
workers-saturated_title = { COUNT($count, "worker thread") } of the application: busy for { SHARE($busy) } of the time{ IF($queued, workers-saturated_title.queued) }
    .queued = , and { AMOUNT-OF($queued, "request waits", "requests wait") } for them
workers-saturated_elsewhere = The thread pool of libuv is not involved{ IF($isLoopBusy, workers-saturated_elsewhere.loop-busy, workers-saturated_elsewhere.no-loop-busy) }
    .loop-busy = . The event loop is busy as well, for { IF($utilization, SHARE($utilization), SHARE("0")) } of the time.
    .no-loop-busy = , and the event loop is not the cause ({ IF($utilization, PUT("busy for ", SHARE($utilization), " of the time"), "it was not seen") }).
workers-saturated_because = Each has work all the time, and { AMOUNT-OF($free, "CPU is", "CPUs are") } free. The queue is in the application, in front of its worker threads. { workers-saturated_elsewhere }
workers-saturated_expect = { $size } worker threads do up to { AMOUNT(QUOTIENT($size, $count)) } times the work, if the CPUs allow it: throughput { IF($gain, TIMES($gain), TIMES("1")) }.
workers-saturated_no-cpu_title = { COUNT($count, "worker thread") } of the application: busy for { SHARE($busy) } of the time, with no CPU free{ IF($queued, workers-saturated_title.queued) }
workers-saturated_no-cpu_because = They used { AMOUNT($ran) } of { AMOUNT-OF($cpus, "CPU") }, and waited for a CPU for { SHARE($waited) } of their busy time. { IF(AT-LEAST($others, 0.5), workers-saturated_no-cpu_because.others) }More worker threads would share the same CPUs. { workers-saturated_elsewhere }
    .others = Other programs use { AMOUNT($others) }. { "" }
workers-saturated_no-cpu_expect = Throughput depends only on the CPU time of each task and on the number of CPUs. A bounded queue keeps the wait short for the requests that are accepted.
change_quota-limit = Raise the limit, or remove it and keep the request
change_quota-pool = Let { COUNT($size, "pool thread") } compute: more threads would share the same quota
change_quota-gc = Let fewer threads compute at the same time: garbage collection adds up to four more
change_find-cpu-users = See which programs use them: must a batch job, a build or a backup run here and now? Load generators belong on another machine
change_lower-priority = Give the other programs the lowest priority, or another CPU
change_cpu-weight = Do the same in the configuration of the services: set a CPU weight (100 is the default), or separate CPUs
change_reject = Until then, reject requests that cannot be served in time, so that the others are answered soon
change_fewer-processes = Start as many processes as there are CPUs: { $size }
change_fewer-in-pm2 = Do the same with PM2
change_more-workers = Start { $size } worker threads: there is a CPU for each
change_profile-workers = Find what the worker threads compute (one profile for each thread), and reduce it; or add CPUs
change_bound-workers = Reject requests that cannot be served in time, so that the others wait less

## What the doctor says around the texts of its rules.

finding_is = { $title }.
finding_alike = { $title } (PID { $pid }; the same in { COUNT($others, "other process", "other processes") })
finding_follows = { $title }. This follows from { $from }.
unseen_see-notes = The notes say why.
# Why a rule has found nothing: what it looked at, and from where on it would be a finding.
# $figures (readonly { readonly label: string; readonly value: Shown }[])
rule_fine = { IF(ABOVE($figures, 0), CAPITAL(LIST($figures, each: "each", with: "; ")), "Nothing of it was seen") }{ IF($threshold, PUT("; a finding from ", $threshold)) }.
    .each = { TEXT($item, "evidence_label") }: { $value }
# $labels (readonly { readonly label: string }[])
rule_unseen = Not seen: { LIST($labels, each: "evidence_label", with: ", ") }.
# $labels (readonly { readonly label: string }[])
rule_none = It has no { LIST($labels, each: "evidence_label", with: ", ") }.
rule_no-process = No process was seen that answers requests.
diagnosis_no-process = No Node process was seen for long enough.
diagnosis_too-little = Too little was seen.
diagnosis_ended = The server ended after { DECIMALS($seconds, 1) } s{ IF($exit, PUT(" (", $exit, ")")) }.{ IF($heap, PUT(" ", $heap, ".")) }
diagnosis_stretch = For { ROUND(QUOTIENT($held, 1000)) } of { ROUND(QUOTIENT($of, 1000)) } s, until { TIME-OF-DAY($until) }: { $title }.
# $port (number | null)
diagnosis_no-traffic = No request was seen in { DECIMALS($seconds, 1) } s, and it did almost nothing: { IF($port, PUT("send requests to port ", $port, " while it is watched"), "watch it while it has work") }.
diagnosis_wrong-answers = { AMOUNT($wrong) } of { COUNT($answered, "answer") } to the requests that were sent were wrong: errors are no work that can be judged.
# What was busy, in brackets.
diagnosis_busy = { IF($loop, diagnosis_busy.loop, IF($cpu, PUT(" (", SHARE($cpu), " of its CPUs were in use)"))) }
    .loop = { "" } (the event loop was busy for { SHARE($loop) } of the time{ IF($cpu, PUT(", ", SHARE($cpu), " of its CPUs were in use")) })
diagnosis_slow = An answer took { WAITED($response) } on average, and nothing that can be seen here is saturated{ diagnosis_busy }: a queue or a lock of the application, or another service.
diagnosis_flat = Throughput stops growing at { COUNT($clients, "client") } ({ ROUGH($throughput) } requests/s), and nothing that can be seen here is saturated{ diagnosis_busy }: a queue or a lock of the application, another service, or a machine that others use as well.
diagnosis_healthy = Nothing is saturated: { JOIN(IF($loop, PUT("the event loop was busy for ", SHARE($loop), " of the time")), diagnosis_healthy.pool, IF($cpu, PUT(SHARE($cpu), " of its CPUs were in use")), with: ", ") }.
    .pool = { IF($isPoolUnused, "nothing used the pool", IF($wait, PUT("a job waited ", WAITED($wait), " for a pool thread"), diagnosis_healthy.queue)) }
    .queue = { IF($queued, diagnosis_healthy.queued, "the pool had a free thread") }
    .queued = { IF(BELOW($queued, 0.5), "no job", AMOUNT-OF($queued, "job")) } waited for a pool thread

## The figures that findings of the doctor rest on.

evidence_label = { $label }
evidence_share = { SHARE($part) }
evidence_waited = { WAITED($ms) }
evidence_of = { AMOUNT($part) } of { AMOUNT($all) }
evidence_of-time = { SHARE($part) } of the time with work
evidence_of-periods = in { SHARE($part) } of the periods
evidence_of-readings = { SHARE($part) } of the readings
evidence_average = { AMOUNT($mean) } on average
evidence_average-p95 = { AMOUNT($mean) } on average, p95 { AMOUNT($p95) }
evidence_average-most = { AMOUNT($mean) } on average, { AMOUNT($max) } at most
evidence_at-most = { AMOUNT($running) } of { IF($cap, $cap, "?") } at most
evidence_waits = { WAITED($mean) } on average{ IF($p95, PUT(", p95 ", WAITED($p95))) }
evidence_pool-wait = { WAITED($mean) } on average, p95 { WAITED($p95) } ({ IF($isProbe, "measured by the probe", "from the queue and how fast it moves") })
evidence_holders = { LIST($holders, each: "each", with: ", ") }
    .each = { $kind } { SHARE($part) }
evidence_no-end = no end so far (more than { TIME($longest) })
evidence_pool-time = running { SHARE($running) } · waiting for a CPU { SHARE($waitedForCpu) } · lock { SHARE($atLock) } · blocked { SHARE($blocked) }
evidence_found-in = { TEXT($state, "thread_state") }, { SHARE($part) } of the threads' time
evidence_found-threads = { TEXT($state, "thread_state") } ({ COUNT($threads, "thread") })
evidence_main-found-in = { TEXT($state, "thread_state") }, { SHARE($part) } of the time
evidence_stuck = { $stuck } of { $size }, the longest for { TIME($longest) }
evidence_job-times = { LIST($kinds, each: "each", with: ", ") }
    .each = { $kind } { WAITED($ms) } a job
evidence_alike = the queue has about as many of each ({ $counts }), so the jobs cannot be separated: add --capture 3s (for a running process also --attach)
evidence_late = p99 { AMOUNT($p99) } ms, at most { $max }
evidence_stalls = in { COUNT($stalls, "period") } of 0.25 s
evidence_loop = { SHARE($part) }{ IF($isProbe, " (as Node counts it)") }
evidence_hot = { TEXT($hot, "function_hot") }, { SHARE($hot-total) }
evidence_hot-of-profile = { TEXT($hot, "function_hot") }, { SHARE($hot-total) } of the profile
evidence_call = { $name }, { SHARE($part) }{ IF($caller, PUT(", called by ", TEXT($caller, "function_place"))) }
evidence_workers-on-cpu = { AMOUNT($ran) } CPUs in all; waiting for one { AMOUNT($waits) }
evidence_cpus = { AMOUNT($used) } of { AMOUNT($cpus) } in use
evidence_cpus-and-others = { AMOUNT($used) } of { AMOUNT($cpus) } in use, { AMOUNT($others) } by others
evidence_cpus-of-process = { AMOUNT($used) } of { AMOUNT($cpus) } in use by the process{ IF($others, evidence_cpus-of-process.others) }
    .others = , { AMOUNT($others) } of the machine's { AMOUNT($all) } by others
evidence_cpus-of-server = { AMOUNT($used) } of { AMOUNT($cpus) } in use by the server, { AMOUNT($others) } of { AMOUNT($all) } by other programs{ IF($isLoaded, " and the load") }, { AMOUNT($left) } left
# $threads[].threads (number) how many of that name
evidence_native = { LIST($threads, each: "each", with: ", ") }
    .each = { IF($name, $name, "without a name") } × { $threads }: { AMOUNT($ran) } CPUs
evidence_cpus-in-seconds = { AMOUNT($cpus) } CPUs in half of the watch, or more
evidence_quota = { AMOUNT($cpus) } CPUs
evidence_gc = { SHARE($part) } of the time, { $count } times
evidence_growth = { BYTES($rate) } a second
evidence_calls = { AMOUNT($pending) } of { $connections } connections wait{ IF($age, evidence_calls.age) }
    .age = , age p50 { WAITED($age-p50) }, p95 { WAITED($age-p95) }, at most { WAITED($age-max) }

## What the rules about the event loop say.

loop-saturated_rule = The event loop is saturated
loop-saturated_title = The event loop is saturated: busy for { SHARE($utilization) } of the time{ IF($hot, PUT(", ", SHARE($hot-total), " of it in ", TEXT($hot, "function_hot"))) }
loop-saturated_because = JavaScript runs on one thread in each process, and this thread has no time left.{ IF($free, loop-saturated_because.free, loop-saturated_because.no-free) }{ IF($beside, loop-saturated_because.beside) } A larger pool would not help: its jobs come from this loop.
    .no-spread = : { $processes } processes instead of { $serving } give up to { IF($gain, TIMES($gain), TIMES("1")) } the throughput
    .taken = : other programs use { AMOUNT($taken-others) } of { AMOUNT-OF($taken-cpus, "CPU") }{ IF(ABOVE($taken-load, 0), PUT(", and the load that was sent ", AMOUNT($taken-load))) }
    .free = { "" } { AMOUNT-OF($free, "CPU is", "CPUs are") } free{ IF($isSpread, "", loop-saturated_because.no-spread) }.
    .no-free = { "" } No CPU is left either{ IF($taken, loop-saturated_because.taken) }.
    .no-beside-is-own = : other programs use { AMOUNT($beside-others) } of { AMOUNT-OF($beside-cpus, "CPU") }
    .beside = { "" } It ran for { SHARE($beside-ran) } of the time and waited for a CPU for { SHARE($beside-waited) }{ IF($beside-isOwn, ", while other threads of the process computed", loop-saturated_because.no-beside-is-own) }.
loop-saturated_expect = { IF($isDevelopment, "Less CPU for each request; measure how much less.", loop-saturated_expect.no-development) }
    .hot = Up to { SHARE($hot-total) } of the event loop's time becomes free for other requests.
    .spread = { $processes } processes instead of { $serving }: throughput up to { IF($gain, TIMES($gain), TIMES("1")) } ({ IF($free, AMOUNT-OF($free, "free CPU"), AMOUNT-OF("0", "free CPU")) }).
    .no-spread = { IF($hot, loop-saturated_expect.hot, "No CPU is free: only less work per request gives more throughput.") }
    .no-development = { IF($isSpread, loop-saturated_expect.spread, loop-saturated_expect.no-spread) }
loop-blocked_rule = Single tasks block the event loop
loop-blocked_title = Single tasks block the event loop for up to { TIME(ROUND($longest)) }{ IF($hot, PUT(", mostly in ", TEXT($hot, "function_hot"))) }
loop-blocked_because = The loop is { IF($isBusy, PUT("busy for ", SHARE($utilization), " of the time, and"), loop-blocked_because.no-busy) } single tasks block it. No other request is served meanwhile. Pool and CPUs are not the cause.
    .no-busy = not overloaded (busy for { SHARE($utilization) } of the time), but
loop-blocked_expect = { IF($isMovable, loop-blocked_expect.movable, loop-blocked_expect.no-movable) }
    .movable = In a worker thread, that work takes the same time. But other requests no longer wait up to { TIME(ROUND($longest)) } for it.
    .no-movable = With fewer or shorter calls, other requests wait less than { TIME(ROUND($longest)) } for each.
blocking-calls_rule = Synchronous calls block the event loop
blocking-calls_lock-or-gc = The main thread waited for other threads of the process for { SHARE($atLocks) } of the time. The cause is garbage collection or a lock; a probe in the process shows which.
blocking-calls_title = The event loop is blocked for { SHARE($part) } of the time in { IF($found, TEXT($found, "thread_state"), IF($call, $call, "a call")) }{ IF($caller, PUT(", called by ", TEXT($caller, "function_place"))) }
blocking-calls_because = { IF($found, blocking-calls_because.found, "The main thread makes the call itself, instead of handing it to the pool.") } Meanwhile no request is read or answered. More pool threads do not help: the pool is not involved.
    .found = { $found-state ->
        [waiting] The main thread waits for the lock itself, instead of being notified when it is free.
       *[other] The main thread makes the call itself and waits for it, instead of handing it to the pool.
    }
blocking-calls_expect = The event loop gets { SHARE($part) } of its time back. The calls then wait in the pool, several at the same time: check its queue again.
long-gc_rule = Garbage collection blocks the event loop
long-gc_outside_title = Garbage collection takes much of the time: V8's own threads use { AMOUNT($v8) } CPUs, and the main thread { AMOUNT($ran) }
long-gc_outside_because = These threads compile for some seconds, and then do little but collect garbage. They worked for most of the watch. The main thread stops for part of each collection, and every request waits. { IF($isLarge, long-gc_outside_because.large, "The heap is small: either much is made and dropped with each request, or the heap is near its limit.") } How long it stops, only a probe sees (--attach).
    .large = Each full collection walks all that is kept ({ BYTES($rss) } in memory).
long-gc_outside_expect = With less to keep, or more room, collections are rarer. The CPU time and the pauses become free for requests.
long-gc_title = Garbage collection takes { SHARE($part) } of the time, up to { AMOUNT($longest) } ms at a time
long-gc_because = Each collection ({ $count } in this watch) blocks the main thread, and every request waits. The pool is not the cause, and more processes would each do the same.
long-gc_expect = At most { SHARE($part) } of the time becomes free for requests.{ IF($isOld, " The longest pause gets shorter when less memory is kept.") }
stopped_rule = The process is stopped by a signal
stopped_title = The process is stopped (state T) for { SHARE($part) } of the time and does nothing at all
stopped_because = SIGSTOP, SIGTSTP (Ctrl+Z in its terminal) or a debugger stopped it. None of its threads runs until SIGCONT. The kernel still accepts connections, and they wait. Neither the pool nor the load is the cause.
stopped_expect = It continues where it stopped, and answers the waiting requests.
change_profile-running = Find what it computes: a CPU profile names the functions
change_profile-large-heap = Find what it computes with a CPU profile. None was taken automatically: the heap is large, so starting one stops the process for about { TIME(PRODUCT(ROUND(QUOTIENT($stop, 100)), 100)) }
change_in-pool = Let the pool compute it: { TEXT($hot, "function_hot") }, runs on the event loop, and its form with a callback does not
change_fewer-middleware = The framework itself takes the time ({ TEXT($hot, "function_hot") }): let fewer middleware and routes come before the one that answers
change_less-native = Do less in this call, or make it in a worker thread: { TEXT($hot, "function_hot") }, holds the event loop
change_find-native = Its CPU profile names hardly any JavaScript (at most { SHARE($named) }): native code computes, called synchronously by a package with an add-on. Find it, do less of it (a database: an index), or call it in a worker thread
change_profile-again = Reduce the CPU time of the most expensive function, { TEXT($hot, "function_hot") }: take a profile before and after
change_cheaper-function = Reduce what it computes, beginning with the most expensive function: { TEXT($hot, "function_hot") }
change_move-function = Move { TEXT($place, "function_place") } to worker threads: the event loop serves other requests meanwhile (the input and the result are copied)
change_fewer-calls = Call it less, and keep its results: { TEXT($hot, "function_hot") }
change_production = Start it for production: without NODE_ENV=production its framework checks more and caches less
change_less-json = Produce less JSON in { TEXT($hot, "function_hot") }: a page instead of all rows, only the fields in use, cached text, or a serializer for the schema
change_in-pieces = Split it into pieces, and let other requests run in between
change_wait-async = Wait without blocking the event loop
change_async-call = Use the asynchronous call
change_trace-sync-io = Let Node print each synchronous call after the first turn of the event loop, with its stack
change_keep-less = Keep less: a bounded cache, or one outside the heap (buffers, Redis, a database). Each full collection walks everything that is kept
change_heap-limit = Raise the limit of V8's heap to { $size } MiB (give the container about a third more memory than that)
change_heap-profile = See what is kept, or allocated again and again
change_see-collections = See which collections they are: "Scavenge" is for young objects, "Mark-Compact" for all that is kept. Near the limit the heap stays as large after each
change_young-space = Make room for young objects: fewer short collections, and fewer objects grow old
change_continue = Let it continue, after checking what stopped it (a debugger shows as TracerPid)

## What the rules about memory say.

memory-growth_rule = Waiting jobs hold memory
memory-growth_title = { AMOUNT(ROUND($queued)) } { KIND($kind) } wait and hold memory: { BYTES($rss) }{ IF($rising, PUT(", ", BYTES($rising), " more each second")) }
memory-growth_because = Each job holds its input from the moment it is sent, even while it waits for a thread. All together they finish no sooner than { $most } at a time, and a larger pool would hold the same memory.{ IF($soon, memory-growth_because.soon) }
    .soon = { "" } The limit of { BYTES($soon-limit) } is reached in { ROUND($soon-seconds) } s.
memory-growth_expect = The same throughput with { COUNT($most, "job") } instead of { AMOUNT(ROUND($queued)) } in memory: about { BYTES($freed) } becomes free.
heap-limit_rule = V8's heap is near its limit
heap-limit_title = V8's heap is near its limit: { BYTES($kept) } of { BYTES($limit) } stay in use after a full garbage collection, and full collections take { SHARE($part) } of the time
heap-limit_because = A full collection leaves only { BYTES(DIFFERENCE($limit, $kept)) } free, so the next one follows soon. Each blocks the main thread, and every request waits. What fills the heap is old: more room for young objects does not help. If more is kept, V8 ends the process: "JavaScript heap out of memory".
heap-limit_expect = { IF($size, PUT("With ", $size, " MiB"), "There is no memory for a higher limit here. If less is kept,") } full collections become rare: at most { SHARE($part) } of the time becomes free for requests.
heap-limit_filling_title = The server runs out of memory in about { LEFT($left) } at this rate: V8's heap keeps { BYTES($kept) } of { BYTES($limit) }, and { BYTES($growth) } more each second
heap-limit_filling_because = The data that is left after full garbage collections grew throughout the watch. At the limit V8 ends the process: "JavaScript heap out of memory". Until then full collections take more and more of the time ({ SHARE($part) } now). Something keeps data for longer than its request: a list, an unbounded cache, listeners, timers.
heap-limit_filling_expect = Once that is fixed, memory varies around a constant level. A { IF($size, PUT("limit of ", $size, " MiB, or a restart,"), "restart") } gains time, and no more.
memory-leak_rule = Memory grows
memory-leak_title = Memory grows by { BYTES($growth) } a second, to { BYTES($rss) } at the end{ IF($isSoon, memory-leak_title.soon) }
    .soon = : the limit of { IF($limit, BYTES($limit), BYTES("0")) } is reached in { LEFT($left) }
memory-leak_limit = { IF($limit, PUT("the limit of ", BYTES($limit)), memory-leak_limit.no-limit) } would be reached in { LEFT($left) }
    .no-limit = { BYTES($end) } (the default limit of V8's heap, at the earliest)
memory-leak_because = Memory grew in each third of the watch, and in the last almost as much as in the first. At this rate { memory-leak_limit }. Something keeps data for longer than its request: a list, an unbounded cache, listeners, timers.
memory-leak_expect = Once that is fixed, memory varies around a constant level. Until then, a restart every { LEFT(QUOTIENT($left, 2)) } keeps it below its limit.
memory-leak_start_title = { memory-leak_title }
memory-leak_start_because = When the load begins or changes, memory grows for a while without a leak: the watch { $isSteady ->
    [none] was too short to tell the difference
   *[other] saw the growth slow down
}. If it continued at this rate, { memory-leak_limit }.
memory-leak_start_expect = If it levels off, nothing has to change.
change_limit-jobs = Send at most { $most } { KIND($kind) } at a time, and let the callers wait or be rejected
change_websocket-compression = In ws: turn compression off, or limit it
change_watch-longer = Watch for longer, to see whether it stops growing
change_heap-snapshots = Find what keeps it: compare two heap snapshots, taken a minute apart, in the developer tools. Each stops the process for a second or more

## What the rules about pool threads that are held, DNS lookups and the size of the pool say, and about the hottest function.

pool-stuck_rule = Jobs hold pool threads and never end
pool-stuck_files_title = { $stuck } of { $size } pool threads { IF(SAME($stuck, 1), "is", "are") } stuck in { TEXT($at, "thread_state") }
pool-stuck_files_because = They have not run for up to { TIME($longest) }, until the end of the watch: the file system, or the process at the other end of a pipe, does not answer. { IF(AT-LEAST($stuck, $size), "No thread is left, so every file call, DNS lookup and crypto job of the process waits", "Each further such call takes another thread") }. A larger pool would only take longer to fill.
pool-stuck_files_expect = { COUNT($stuck, "thread becomes", "threads become") } free for the rest of the application. A call that hangs then blocks a process, which can be killed, and not a thread, which cannot.
pool-stuck_held_title = { $stuck } of { $size } pool threads { IF(SAME($stuck, 1), "is", "are") } held permanently, in { TEXT($at, "thread_state") }
pool-stuck_held_because = They have not run for up to { TIME($longest) }, and are not in a file call. They wait inside a native add-on, as consumers do, or for another job that gets no thread. Their number, not their work, decides how many threads are needed.
pool-stuck_held_expect = { IF($isRaise, pool-stuck_held_expect.raise, pool-stuck_held_expect.no-raise) }
    .raise = { COUNT($stuck, "thread") } for the jobs that hold one, and { DIFFERENCE($advised, $stuck) } for { COUNT($queued, "waiting job") } and other work. Each further job of this kind needs one more: size ≥ held threads + { $rest }.
    .no-raise = With at most { $advised } such jobs, { COUNT($rest, "thread is", "threads are") } left for the waiting jobs.
pool-stuck_silent_title = No pool job ended for { $seconds } s: all { IF($size, PUT($size, " ")) }threads are held
pool-stuck_silent_because = The probe sends jobs on a schedule, and none was answered; the oldest has waited { $seconds } s. The state of the threads could not be read. A file system may hang, or jobs may wait for each other.
pool-stuck_silent_expect = When the threads are free again, new jobs start immediately.
change_file-process = Read from such a file system in a separate process with a timeout. In the same process the thread stays held
change_see-file = First check what it is: "fifo" means a pipe that nobody has open at the other end. Without an answer in 2 s the file system hangs
change_read-pipe = For a pipe: open it without waiting for the other end. Read it on the event loop (epoll), where it needs no thread
change_soft-mount = For a network file system: let calls fail after a timeout instead of waiting forever
change_limit-holders = Let at most { $most } of them hold a thread
change_see-threads = See where the threads are{ IF($isUnread, ": run the doctor as root, or as the same user with ptrace rights; or look yourself") }
pool-size-not-in-force_rule = The pool size in force is not the requested one
pool-size-not-in-force_title = { IF($isPlain, pool-size-not-in-force_title.plain, pool-size-not-in-force_title.no-plain) } { COUNT($size, "is", "are") } in force{ IF($wait, PUT(", and a job waits ", WAITED($wait), " for one")) }
    .plain = { COUNT($asked, "pool thread was", "pool threads were") } requested, but
    .no-plain = UV_THREADPOOL_SIZE is "{ $text }", which libuv reads as { $asked }:
pool-size-not-in-force_because = libuv reads { IF($isPlain, pool-size-not-in-force_because.plain, "digits at the start of the text and nothing else. A text without digits is 0, and 0 becomes 1 thread, fewer than the 4 without the variable. There is no warning") }.
    .plain = the variable once, when the first job comes. A value set in code, in a .env file or in a module imported later comes too late: loading an ES module may have used the pool already. { IF($isPm2, "PM2 in cluster mode opens its log files, which are pool jobs, before it loads the script. ") }A value that is set outside the process always works
pool-size-not-in-force_expect = { COUNT($wanted, "thread") } from the first job on{ IF($gain, PUT(": throughput about ", TIMES($gain))) }.
slow-lane_rule = DNS lookups wait for each other
slow-lane_title = DNS lookups { IF($wait, PUT("wait ", WAITED($wait)), PUT("(", AMOUNT($queued), ") wait")) } for a thread while { IF($other, PUT("other jobs wait ", WAITED($other)), "the rest of the pool is free") }: slow DNS, not a small pool
slow-lane_because = libuv lets DNS lookups hold at most { IF($cap, $cap, "half") } of { IF($size, $size, "its") } threads. They hold all of these{ IF($areAtResolver, ", and those threads wait for the resolver") }. With more threads, more lookups would wait at the same time, and none would be faster.
slow-lane_expect = A cached name needs no thread: the wait of { IF($wait, WAITED($wait), "lookups") } disappears for all but the first request to each name.
change_cache-dns = Resolve without the pool, and cache the result: dns.resolve* uses sockets, not threads (it does not read /etc/hosts)
change_keep-alive = Keep connections open: a reused connection needs no lookup
change_fix-resolver = Fix the resolver: each attempt at a name server that does not answer costs 5 s

## What the rules about waiting jobs say: too few threads, too many, none for one kind, none that gets a CPU.

pool-too-small_rule = Jobs wait for a pool thread while others wait in the kernel
# Why the pool is not seen.
pool-too-small_blind = { IF(SAME($what, "size"), "The number of pool threads is not known", "The wait for a pool thread was not seen") }: { IF($peek, pool-too-small_blind.peek, IF($probe, pool-too-small_blind.probe, "no reading arrived")) }.
    .probe = there is no probe in it ({ $probe })
    .peek = its memory cannot be read ({ $peek }){ IF($probe, PUT(", and ", pool-too-small_blind.probe)) }
pool_waiting = { IF($queued, CAPITAL(AMOUNT-OF($queued, "job waits", "jobs wait")), "Jobs wait") }{ IF($wait, PUT(" ", WAITED($wait))) } for { IF(SAME($size, 1), "the only pool thread", PUT("one of ", $size, " pool threads")) }
# $advised (number)
pool-too-small_title = { pool_waiting }: raise the pool to { $advised } threads
pool_why = { IF($threads, pool_why.threads, pool_why.no-threads) }{ IF($kind, PUT(" Most waiting jobs are ", KIND($kind), ".")) }{ IF($loop, pool_why.loop) } { IF(SAME($size, 1), "The only thread was", PUT("All ", $size, " threads were")) } busy when jobs came.
    .threads = Of their busy time, the threads spend { SHARE($threads-blocked) } blocked in the kernel and { SHARE($threads-running) } on a CPU. Another thread would not slow them down.
    .no-threads = The state of the threads could not be seen.{ IF($areCpusFree, " CPUs are free, so more threads may help.") }
    .loop = { "" } The event loop is not the limit: it was busy for { SHARE($loop) } of the time.
pool-too-small_because = { pool_why }
pool-too-small_expect = { IF($busy, IF($queued, pool-too-small_expect.queued, pool-too-small_expect.unseen), pool-too-small_expect.unseen) }
    .queued = Little's law: { AMOUNT-OF($busy, "job runs", "jobs run") } and { AMOUNT-OF($queued, "waits", "wait") } (at most { $most } for 95% of the time). { $advised } threads { IF(SAME(KEY($cap), "none"), "are enough for all", "run more of them at a time") }{ IF($wait, PUT(", and the wait of ", WAITED($wait), IF(SAME(KEY($cap), "none"), " nearly disappears", " gets shorter"))) }. { IF($gain, pool-too-small_expect.gain, pool-too-small_expect.no-gain) }{ IF(SAME(KEY($cap), "none"), "", pool-too-small_expect.cap) }
    .gain = Throughput about { TIMES($gain) }, unless what the jobs wait for becomes the limit (the CPUs alone allow { TIMES($cpuGain) }).
    .no-gain = { IF($isClosed, "The clients wait for their answers and ask sooner then: throughput grows; measure how much.", "The throughput stays the same, because the pool kept up on average.") }
    .cap = { "" } The pool size is limited by { KEY($cap) ->
        [threads] the largest size that is advised
        [CPU] the CPUs, which would be saturated
        [memory] the memory limit
        [gain] the throughput: more threads raise it by less than 2%
       *[tasks] the limit of tasks (pids.max)
    }.
    .unseen = The queue was not seen, so { $advised } is only the first step: measure again, and raise it further while the wait gets shorter.
pool-starved-of-cpu_rule = Pool threads wait for a CPU
# $kinds (readonly string[]) what runs in the pool: for programs that read the message
pool-starved-of-cpu_title = { IF($queued, CAPITAL(AMOUNT-OF($queued, "queued job waits", "queued jobs wait")), "Queued jobs wait") }{ IF($wait, PUT(" ", WAITED($wait), " each")) }: { COUNT($size, "pool thread") } compete for { AMOUNT-OF($cpus, "CPU") }, so more threads will not help
pool-starved-of-cpu_because = { IF($time, pool-starved-of-cpu_because.time, IF($used, PUT("The server uses ", AMOUNT($used), " of ", AMOUNT-OF($cpus, "CPU")))) }{ IF($throttled, IF($quota, pool-starved-of-cpu_because.quota)) }. One more thread would take its CPU time from these threads and from the event loop.
    .time = The busy threads ran for { SHARE($time-running) } of their time and waited for a CPU for { SHARE($time-waitedForCpu) }
    .quota = ; the quota of { AMOUNT-OF($quota, "CPU") } stopped them in { SHARE($throttled) } of the periods
# What computes: all of these kinds, or one or another of them.
pool-starved-of-cpu_kinds = { IF(ABOVE($kinds, 0), pool-starved-of-cpu_kinds.kinds, "jobs") }
    .kinds = { IF($isKnown, LIST($kinds, each: "KIND", with: " and "), LIST($kinds, each: "KIND", with: " or ")) }
# $rate (number | null)
pool-starved-of-cpu_expect = { IF($isFlood, pool-starved-of-cpu_expect.flood) }Less CPU time per job gives more throughput, and so do more CPUs.{ IF($each, pool-starved-of-cpu_expect.each) }
    .flood = A limit on the { pool-starved-of-cpu_kinds } gives other jobs a free thread. { "" }
    .best = { AMOUNT-OF($cpus, "CPU serves", "CPUs serve") } about { SHORT($best) } a second with any number of threads, as fewer clients showed. Now it is { SHORT($rate) }, at { TIME($each) } of CPU for each request.
    .no-best = At { TIME($each) } of CPU for each request, { AMOUNT-OF($cpus, "CPU serves", "CPUs serve") } about { SHORT(QUOTIENT(PRODUCT(1000, $cpus), $each)) } a second, with any number of threads. Now it is { SHORT($rate) }.
    .each = { "" } { IF($best, pool-starved-of-cpu_expect.best, pool-starved-of-cpu_expect.no-best) }
pool-starved-of-cpu_library_title = { pool_waiting }: { KIND($kind) } compute on threads of their library{ IF($threads, PUT(" (", $threads, ")")) }, which use { AMOUNT($helpers) } of { AMOUNT-OF($cpus, "CPU") }
pool-starved-of-cpu_library_because = The pool threads wait for those threads: { SHARE($blocked) } of their busy time blocked, { SHARE($running) } on a CPU. More pool threads would start more of those threads, and all would share the same CPUs.
pool-starved-of-cpu_library_expect = The same throughput with fewer threads on { AMOUNT-OF($cpus, "CPU") }. Only less CPU time per job, or more CPUs, gives more.
pool-hog_rule = One kind of job holds up the others
pool-hog_title = { CAPITAL(KIND($kind)) } { IF($isHolder, PUT("hold ", SHARE($share), " of the busy pool threads"), PUT("fill the pool (", SHARE($share), " of the queue)")) }, and { LIST($victims, each: "KIND", with: ", ") } wait{ IF($wait, PUT(" ", WAITED($wait))) } behind them
pool-hog_because = The pool is one queue for all kinds, first come, first served. { IF($helpers, pool-hog_because.helpers, pool-hog_because.no-helpers) }{ IF($isStarved, " No CPU is free, so more threads alone would share the same CPUs.") } A limit on the { KIND($kind) } does not lower their throughput, and leaves { COUNT($slots, "thread") } to short jobs.
    .helpers = Its threads wait for threads of the add-on's library, which use { AMOUNT-OF($helpers, "CPU") }.
    .no-helpers = The threads compute: they ran or waited for a CPU for { SHARE($cpu) } of their busy time.
pool-hog_expect = { IF(ABOVE($victims, 0), CAPITAL(LIST($victims, each: "KIND", most: 1)), CAPITAL(KIND("other"))) } find a free thread immediately instead of { IF($wait, PUT("after ", WAITED($wait)), "waiting in the queue") }. The { KIND($kind) } take as long in total as before: { $most } at a time { IF(AT-LEAST($most, $cpus), "", "nearly ") }keep the CPUs busy.
pool-hog_flood_title = { pool_waiting }: limit { KIND($hog) }, because all of them would need { $wanted } threads
pool-hog_flood_because = More than { $advisable } threads are not advised: they would all use what the jobs wait for (a disk, a network file system) at the same time. Each needs memory, and small file calls slow each other down. { pool_why }
pool-hog_flood_expect = Other jobs find a free thread immediately instead of { IF($wait, PUT("after ", WAITED($wait)), "waiting in the queue") }. The limited jobs take as long as before. If their throughput is then too low, raise the pool and the limit step by step, up to { $advisable }.
pool-too-large_rule = More pool threads compute than there are CPUs
pool-too-large_title = { AMOUNT($busy) } of { $size } pool threads compute on { AMOUNT-OF($cpus, "CPU") }: lower the pool to { $useful }
pool-too-large_because = They ran for { SHARE($running) } of their busy time and waited for a CPU for { SHARE($waitedForCpu) }: { COUNT($useful, "thread") } would do the same work. The event loop competes with them for a CPU{ IF($delay, pool-too-large_because.delay, ".") }
    .delay = { "" } (timers up to { AMOUNT($delay) } ms late, p99).
pool-too-large_expect = The same throughput, because { COUNT($useful, "thread") } can use all of { AMOUNT-OF($cpus, "CPU") }. The event loop competes with { COUNT($useful, "thread") } instead of { ROUND($busy) }. With a quota of 1 CPU, 4 threads gave the throughput of 1 thread. The p99 of the event loop delay rose from 1 to 55 ms. If jobs that wait in the kernel share the pool, limit those that compute instead.
pool-lock_rule = Pool threads wait for a lock
pool-lock_own-threads_title = { pool_waiting }: { KIND($kind) } wait for { COUNT($count, "thread") } of their library{ IF($threads, PUT(" (", $threads, ")")) }, with work for { SHARE($used) } of the time
pool-lock_own-threads_because = The pool threads are blocked for { SHARE($blocked) } of their busy time, until { IF(SAME($count, 1), "that thread has", "those threads have") } done the work. More pool threads would only wait for the same. CPUs are free.
pool-lock_own-threads_expect = Throughput depends on { IF(SAME($count, 1), "that one thread", PUT("those ", $count, " threads")) }: more of them, if the library has a setting for it, or less work for each. A limit keeps pool threads free for other jobs.
pool-lock_title = Pool threads spend { SHARE($atLock) } of their busy time waiting for a lock: { AMOUNT($working) } of { AMOUNT($busy) } make progress
pool-lock_because = The threads are in their jobs but wait until another thread releases a lock{ IF(ABOVE($same, 1), pool-lock_because.same) }. So { AMOUNT-OF($working, "job makes", "jobs make") } progress at a time, with any number of threads. Each job that waits holds a thread that others could use. Neither the CPUs nor a disk is the cause.
    .same = ; { $same } of them were found at the same lock
pool-lock_expect = The same throughput of these jobs with { COUNT($useful, "thread") } instead of { AMOUNT($busy) }: { AMOUNT($waiting) } threads become free, and other jobs no longer wait{ IF($wait, PUT(" ", WAITED($wait))) }. Only a lock that is held for less time gives more throughput.
change_one-by-one = Send the { KIND($kind) } that share the lock one after the other ({ $most } at a time). Where they need not share it, give each its own connection or handle
change_limit-to-cpus = Let at most as many { pool-starved-of-cpu_kinds } run at a time as there are CPUs: other jobs then find a thread
change_limit-computing = Let at most { $most } { KIND($kind) } run at a time, on { COUNT($cpus, "CPU") }
change_limit-kind = Let at most { $most } { KIND($kind) } run at a time, and leave { COUNT($slots, "thread") } to other jobs
change_pool-size = Start it with { COUNT($size, "pool thread") }
change_pool-size-service = Set it in the configuration of the service (choose the one that applies)
change_less-cpu = Spend less CPU on the { pool-starved-of-cpu_kinds }: fewer of them, or cheaper ones
change_one-thread-each = Where the application has raised it, or runs on musl or jemalloc: let each image use one thread (the default of sharp elsewhere). The pool threads work on several images at a time
change_more-processes = Run it in { $processes } processes that share the port (each keeps its own memory)
change_more-processes-pm2 = Run it in { $processes } processes that share the port (each keeps its own memory), with PM2 as { $app }
change_more-cpu = Give it more CPU

## What the rules about requests, connections and calls to other services say.

worker-imbalance_rule = Load is not balanced over the workers
worker-imbalance_title = Load is not balanced: the busiest of { $workers } workers is busy for { SHARE($most) } of the time, the least busy for { SHARE($least) }
worker-imbalance_because = A cluster distributes connections, not requests: all requests on a keep-alive connection go to the same worker. With few or unequal connections one worker is saturated while another is idle. More workers would not change that.
worker-imbalance_expect = Evenly balanced, each worker is busy for { SHARE($mean) } of the time{ IF($gain, worker-imbalance_expect.gain) }.
    .gain = { "" } at the same throughput, or throughput grows up to { TIMES($gain) }
backlog_rule = Connections wait to be accepted
backlog_title = { IF($isSmall, backlog_title.small, backlog_title.no-small) }
    .small = The listen queue of { $address } holds only { $limit } connections, and { AMOUNT($dropped) } found a full queue on this machine
    .no-small = { CAPITAL(AMOUNT-OF($mean, "connection waits", "connections wait")) } to be accepted at { $address }{ IF($limit, PUT(", at most ", AMOUNT($max), " of ", $limit)) }{ IF($isFull, IF(ABOVE($dropped, 0), ", and some were dropped")) }
backlog_because = The event loop accepts them in its next turn, and { IF($isLoopBusy, backlog_because.loop-busy, backlog_because.no-loop-busy) }.
    .loop-busy = it is busy for { IF($utilization, SHARE($utilization), SHARE("0")) } of the time. Less work per request lets it accept them sooner
    .no-loop-busy = nothing was found that delays it{ IF($utilization, PUT(" (busy for ", SHARE($utilization), " of the time)."), ".") } So connections come in bursts, or very many of them are opened
backlog_expect = { IF($isFull, backlog_expect.longer, IF($isSmall, backlog_expect.longer, IF($isLoopBusy, backlog_expect.loop-busy, backlog_expect.kept-open))) }
    .loop-busy = With less to do in the loop, connections are accepted sooner: it is busy for { IF($utilization, SHARE($utilization), SHARE("0")) } of the time.
    .longer = A burst waits instead of being dropped, so there are no retries after 1, 3 and 7 s. The server does not get faster.
    .kept-open = Connections that stay open need not be accepted again: { AMOUNT($mean) } fewer wait.
downstream_rule = Requests wait for another service
downstream_unexplained = { CAPITAL(AMOUNT-OF($pending, "request is", "requests are")) } in flight on average{ IF($each, PUT(", ", WAITED($each), " each")) }, and nothing here is busy. What they wait for was not seen: { IF($to, PUT(SERVICE($to), ", or ")) }a limit or a timer of the application.
downstream_title = { CAPITAL(AMOUNT-OF($open, "call")) } to { IF($to, SERVICE($to), "other services") } { IF(AT-LEAST($open, 1), IF(BELOW($open, 1.5), "waits", "wait"), "wait") } for an answer{ IF($each, downstream_title.each) }: this process is not the cause
    .each = { "" } (about { WAITED($each) } for each request)
downstream_here = { IF($utilization, downstream_here.utilization) }{ IF($waitedForCpu, downstream_here.waited-for-cpu, IF($areCpusSeen, "CPUs are free.", "What other programs use of the CPUs is not seen here.")) }
    .utilization = The event loop was busy for { SHARE($utilization) } of the time, and no job waits for a pool thread. { "" }
    .waited-for-cpu = The CPUs are in use, and the main thread waited for one for { SHARE($waitedForCpu) } of the time.
downstream_because = { downstream_here } So nothing in this process is saturated. Of { AMOUNT-OF($inbound, "request") } in flight, { AMOUNT-OF(MIN($open, $inbound), "waits", "wait") } for the answer to a call.
downstream_expect = Answers come sooner only if { IF($to, SERVICE($to), "other services") } answers sooner, or gets fewer calls. More threads, processes or CPUs here change nothing.
downstream_connections_title = { IF(SAME($connections, 1), "The only connection", PUT("All ", $connections, " connections")) }{ IF($client, PUT(" of ", $client)) } to { IF($to, SERVICE($to), "other services") } { IF(SAME($connections, 1), "waits", "wait") } for an answer, and { AMOUNT-OF(MAX(0, DIFFERENCE($inbound, $open)), "request waits", "requests wait") } for a connection
downstream_connections_because = { IF($each, IF($rate, IF($mean, downstream_connections_because.mean))) }{ downstream_because }
    .mean = { $connections } connections, about { WAITED($each) } for each request: at most about { AMOUNT(QUOTIENT(PRODUCT(1000, $connections), $each)) }/s; measured { AMOUNT($rate) }/s. A request takes { WAITED($mean) }, { WAITED(PRODUCT($mean, MAX(0, DIFFERENCE(1, QUOTIENT($open, $inbound))))) } of it waiting. { "" }
downstream_connections_expect = With { PRODUCT($connections, 2) } connections, { IF($gain, PUT("throughput up to ", TIMES($gain)), "up to twice as many calls are in flight") } (Little's law), unless { IF($to, SERVICE($to), "other services") } then answers more slowly.
downstream_idle_title = { CAPITAL(AMOUNT-OF($pending, "request has", "requests have")) } been in flight for { WAITED($age) }, but nothing here is busy and no call is in flight
downstream_idle_because = The event loop was busy for { SHARE($utilization) } of the time. Such requests wait for a timer, a queue or a lock in the application. Or they are meant to stay open (events, long polls).
downstream_idle_expect = If they are meant to stay open, nothing has to change.
downstream_inside_title = { IF($limit, downstream_inside_title.limit, downstream_inside_title.no-limit) }
    .many = { ROUND($limit-atOnce) } requests make
    .connections = , and { $connections } connections { IF($client, PUT("of ", $client, " ")) }to { IF($to, SERVICE($to), "other services") } are open
    .no-connections = : look for a limit of { ROUND($limit-atOnce) }
    .to = or for { IF($connections, PUT("one of the ", $connections, " connections ", IF($client, PUT("of ", $client, " ")), "to ")) }{ SERVICE($to) } { "" }
    .limit = Only about { IF(SAME(ROUND($limit-atOnce), 1), "1 request makes", downstream_inside_title.many) } progress at once ({ AMOUNT($limit-rate) }/s × { WAITED($limit-alone) }){ IF($connections, downstream_inside_title.connections, downstream_inside_title.no-connections) }
    .no-limit = { CAPITAL(AMOUNT-OF($pending, "request waits", "requests wait")) } inside the application { IF($to, downstream_inside_title.to) }({ WAITED($each) } each), and nothing here is busy
downstream_inside_because = { downstream_here } { IF($to, downstream_inside_because.to, IF($areCallsSeen, downstream_inside_because.no-call, "Whether calls to other services are open is not seen here. The requests wait for one, or for the application itself: a queue, a semaphore, a lock, or a timer.")) } More threads, processes or CPUs change nothing.
    .no-call = No call to another service is open. So the requests wait for the application itself: a queue or a semaphore that lets few of them in at a time, a lock, or a timer.
    .connections = A connection of a database carries one call at a time, as a rule. So requests most likely wait for one of the { $connections } to { SERVICE($to) }; else for another limit of the application.
    .no-connections = Connections to { SERVICE($to) } are open, and one may carry many calls (HTTP/2, database drivers). Else the application itself lets few of them in at a time: a queue, a semaphore, a lock, or a timer.
    .to = { IF($connections, downstream_inside_because.connections, downstream_inside_because.no-connections) }
downstream_inside_expect = Without that limit, throughput grows until something here is busy. A timer that is meant to be there is no limit, and only costs time.
connection-pool_rule = Requests wait for a connection, or for a worker
connection-pool_title = A request waits { IF($wait, WAITED($wait), "long") } for { IF(AT-LEAST($limit, 2), PUT("one of the ", COUNT($limit, "connection")), "the one connection") } of { $client }{ IF($place, PUT(" to ", SERVICE($place))) }
connection-pool_because = { IF($held, connection-pool_because.held) }{ CAPITAL(AMOUNT-OF($waiting, "request waits", "requests wait")) } for one on average.
    .held = Each is in use for { WAITED($held) }{ IF($alone, PUT(", hardly longer than alone (", WAITED($alone), ")")) }: at most { AMOUNT(QUOTIENT(PRODUCT(1000, $limit), $held)) } uses/s. { "" }
connection-pool_expect = With { $size } connections, throughput up to { TIMES($gain) } ({ IF($isForCpu, "then this machine's CPUs are full", "Little's law") }){ IF($alone, ".", connection-pool_expect.unknown) } The service must allow { $size } from each process.
    .unknown = { "" }, if the service stays as fast with so many: look there first.
connection-pool_slow_title = A connection of { $client }{ IF($place, PUT(" to ", SERVICE($place))) } is in use for { WAITED($held) }, { TIMES(QUOTIENT($held, $alone)) } as long as alone: the service is slow, not the pool small
connection-pool_slow_because = { CAPITAL(AMOUNT($used)) } of { COUNT($limit, "connection") } are in use; alone one is in use for { WAITED($alone) }. So the service behind it serves about { AMOUNT($atOnce) } at a time. { IF(AT-LEAST($waiting, 0.5), connection-pool_slow_because.waiting) }More connections would wait there for the same: a lock, its CPUs, or its disk.
    .waiting = { CAPITAL(AMOUNT-OF($waiting, "request waits", "requests wait")) } { IF($wait, PUT(WAITED($wait), " each ")) }for one. { "" }
connection-pool_slow_expect = Only what the service finds shortens the wait. More connections make it longer there.
connection-pool_order_title = A command waits { IF($wait, WAITED($wait), "long") } for its turn on the one connection of { $client }{ IF($place, PUT(" to ", SERVICE($place))) }{ IF($isBlocking, PUT(": ", $command, " keeps it"), PUT(": ", $command, " has it for ", SHARE($part), " of the time")) }
connection-pool_order_because = { CAPITAL(AMOUNT-OF($waiting, "command waits", "commands wait")) } on average. { IF($isBlocking, connection-pool_order_because.blocking, connection-pool_order_because.slow) }
    .blocking = { $command } waits for something to happen, { WAITED($each) } each time, and all commands behind it wait too.
    .slow = A connection answers its commands one after the other, and a turn takes { IF($held, WAITED($held), "long") }. One of { $command } takes { WAITED($each) }.
connection-pool_order_expect = { IF($isBlocking, "With connections of their own for commands that wait, the others are answered at once.", "Redis runs one command at a time. Quicker commands help, more connections do not.") }
connection-pool_tasks_title = A task waits { IF($wait, WAITED($wait), "long") } in { $client }, which runs { $limit } at a time: its threads compute for { SHARE($computing) } of the time
connection-pool_tasks_because = { CAPITAL(AMOUNT-OF($waiting, "task waits", "tasks wait")) } on average. Each takes { IF($held, WAITED($held), "long") }, and its thread mostly waits for something else.
connection-pool_tasks_expect = With { $size } tasks at a time, throughput up to { TIMES($gain) } (Little's law).
connection-pool_in-call_title = Each of the { COUNT($limit, "connection") } of { $client }{ IF($place, PUT(" to ", SERVICE($place))) } is kept while { SERVICE($to) } is called: { AMOUNT-OF($waiting, "request waits", "requests wait") } for one
connection-pool_in-call_because = { CAPITAL(AMOUNT($used)) } connections are in use, { IF($held, PUT("for ", WAITED($held), " each, ")) }and { AMOUNT-OF($pending, "call") } to { SERVICE($to) } wait for an answer. Meanwhile the connections do nothing.
connection-pool_in-call_expect = With the call before or after the work in the database, a connection is in use for that work alone. More connections would only be kept in the same way.
connection-pool_anew_title = A connection of { $client }{ IF($place, PUT(" to ", SERVICE($place))) } is opened for { SHARE($fresh) } of the uses: { AMOUNT($perSecond) } new ones a second
connection-pool_anew_because = To open one takes several round trips, CPU on both sides, and a process in PostgreSQL. It is in use for { IF($held, WAITED($held), "a moment") } then, and is closed.
connection-pool_anew_expect = Kept connections are ready at once, and the database has the CPU for queries.
connection-pool_refused_title = No connection of { $client }{ IF($place, PUT(" to ", SERVICE($place))) } can be got: { SHARE($part) } of the attempts fail{ IF($code, PUT(" (", $code, ")")) }
connection-pool_refused_because = What the server answers then is no work. Its figures say nothing of how it serves requests.
connection-pool_refused_expect = Once the database takes connections, look again.
connection-pool_leak_title = { $count } of the { COUNT($limit, "connection") } of { $client }{ IF($place, PUT(" to ", SERVICE($place))) } have been in use for up to { WAITED($age) }: they are not given back
connection-pool_leak_because = { IF($held, PUT("Others are in use for ", WAITED($held), " each. ")) }{ CAPITAL(AMOUNT-OF($waiting, "request waits", "requests wait")) } for one{ IF($wait, PUT(", ", WAITED($wait), " each")) }. { IF($by, PUT("Taken in ", $by, ". ")) }More connections would only be used up later.
connection-pool_leak_expect = With each connection given back, also after an error, the same pool serves all requests.
change_pool-of-connections = Let { $client } open { COUNT($size, "connection") }
change_own-connection = Give commands that wait a connection of their own
change_more-tasks = Let { COUNT($size, "task") } run at a time
change_give-back = Give each connection back, also after an error
change_call-outside = Call the service before a connection is taken, or after it is given back
change_reach-database = Look whether the database runs, and takes connections
change_keep-connections = Keep connections open between uses
change_look-inside = Ask { IF($place, SERVICE($place), "the database") } what it works on, and waits for
change_find-limits = Find what lets so few in at a time, and raise it: a concurrency limit, a queue, a semaphore, a pool of connections
change_close-connections = Close connections now and then, so that they are distributed again
change_proxy-connections = Let the proxy open more connections, or keep none open
change_longer-queue = Set a longer listen queue for bursts: the kernel uses the smaller of this and its own limit
change_kernel-queue = Raise the limit of the kernel too
change_client-keep-alive = If clients keep their connections: close idle ones later, so that fewer are opened
change_who-closes = See who closes the connections: "connection: close" means that the server does, after each answer; else it is the clients
change_look-at-service = Look at { IF($to, SERVICE($to), "other services") }: its own queue, its slow queries
change_more-connections = Open more connections to { IF($to, SERVICE($to), "other services") } if it can serve them; otherwise look at that service
change_call-timeout = Set a timeout for each call
change_time-steps = Find out where a request waits: time each await

## Why a part of a process was not seen (half a sentence, for brackets and after a colon), and why nothing entered it.

unseen_no-elf = its binary is not a 64-bit ELF file
unseen_libuv-elsewhere = libuv is not in its binary but in { LIST($libraries, with: " and ") }
unseen_stripped = its binary was stripped of its symbols (official builds keep them)
unseen_movable = its binary is position-independent (official builds are not)
unseen_unknown-libuv = its libuv is not a known version (missing or not unique: { LIST($missing, with: ", ") })
unseen_libuv-apart = its libuv is not a known version (its variables are far apart)
# $pod (string | null) its name, where this is one of Kubernetes
unseen_memory-forbidden = its memory may not be read: this needs root, CAP_SYS_PTRACE, or the same user with kernel.yama.ptrace_scope 0{ IF($pod, PUT("; from outside this pod: kubectl debug -it ", $pod, " --target=CONTAINER --profile=general --image=node:26 -- npx chokepoint doctor 1")) }
unseen_memory = its memory could not be opened ({ $error })
unseen_test-goes-on = its self-test is still running: the machine is busy
unseen_misplaced = it shows more pool threads than the process has threads
unseen_test-not-started = its self-test failed: the child for it did not start{ IF($error, PUT(" (", $error, ")")) }
# $expected-queued (Readonly<Record<string, number>>) jobs by kind, as all of these
# $expected-slow (Readonly<Record<string, number>>)
# $read-queued (Readonly<Record<string, number>>)
# $read-slow (Readonly<Record<string, number>>)
unseen_test-misread = its self-test failed: a child had { $expected-busy } of { $expected-threads } threads busy, queued { $expected-queued }, slow { $expected-slow }, but { IF($read, unseen_test-misread.read, "no consistent values were read") }
    .read = { $read-busy } of { $read-threads } threads busy, queued { $read-queued }, slow { $read-slow } was read
unseen_packed = a test would start { $binary }, which may be an application and not Node alone
unseen_untried = it is not a known official build of Node, and was not tested
unseen_other-sandbox = it was not tested: the process has another { $other ->
    [root] root folder
    [seccomp] seccomp filter
    [privileges] right to gain privileges
    [label] security label
   *[other] namespace ({ $other })
} than chokepoint
unseen_setuid = it was not tested: it runs with the rights of its owner
unseen_writable = it was not tested: users other than root and this one may write { IF($folder, PUT("the folder ", $folder), "its file") }
unseen_replaced = it was not tested: its file was replaced after it started
unseen_removed = it was not tested: its file was removed after it started
unseen_environment = its environment may not be read
unseen_connections-unread = its connections were not read yet
unseen_files-forbidden = its open files may not be read
unseen_files = its open files could not be read ({ $error })
unseen_handlers-place = its libuv's signal handlers are not at their known place
unseen_handlers = its libuv's signal handlers could not be read
unseen_handlers-test-not-started = the test of its signal handlers failed: a child for it did not start
unseen_handlers-misread = the test of its signal handlers failed: a child handled { LIST($expected, with: ", ") }, but { IF($read, LIST($read, with: ", "), "no tree") } was read
unseen_handlers-test-failed = the test of its signal handlers failed: { $why }
unseen_linux-only = the threads of a process can be watched only on Linux
unseen_probe-not-wanted = none was requested
unseen_probe-not-allowed = --attach was not given
unseen_probe-of-primary = the primary of a cluster answers no requests, so it gets no probe
unseen_probe-silent = its probe has sent nothing
unseen_probe-on-its-way = it was requested and has not started yet
unseen_probe-ended = the probe has ended
# $why (string)
unseen_probe-refused = { $problem }: { $what } { $why }
attach_closer = A helper process of chokepoint (PID { $pid }) runs until { $until } at the latest, even after the doctor has exited. It closes the inspector as soon as it opens.
attach_traced = End the debugger or tracer that holds it{ IF(ABOVE($tracer, 0), PUT(" (PID ", $tracer, "),"), ",") } or continue the process there.
attach_stopped = Continue it: kill -CONT { $pid }
attach_be-sure = If you are sure that the application has none, write --attach=unsure.
attach_try-binary = If you trust its binary, let chokepoint start it once to learn to read them: --try-binary. If you are sure that the application has none, write --attach=unsure.
attach_port-held = { IF($holder, PUT("PID ", $holder, " (", $command, ")"), "A process of another user") } listens there.
attach_exited = It has exited.
attach_pid-reused = It has exited, and its PID belongs to another process now.
attach_foreign-inspector = The inspector that answered belongs to a process that reports PID { $pid }.
attach_not-opened = It has not opened its inspector: its main thread is in one long call outside JavaScript, such as execSync. { $closer }
attach_not-opened-unsure = It has not opened its inspector. Its application may handle SIGUSR1 itself, which could not be checked: { $why }. Or its main thread is in one long call outside JavaScript. { $closer }
attach_opened-late = It opened its inspector at { $address }, but its main thread is in one long call outside JavaScript, such as execSync. When that call ends, the inspector closes by itself. { $closer }
attach_no-answer = Its inspector is open, but its main thread does not answer: it is in one long call, or paused by a debugger.
attach_said = It reported: { $said }.
attach_not-a-probe = It does not speak the protocol of the probe: { $why }.
attach_thread-late = It entered, but its thread has not started: the machine may be too busy.
attach_closer-exited = It exited immediately.
attach_closer-late = It was not ready within { $seconds } s.
target_thread = { $pid } is a thread of process { $group }.
target_no-such-pid = It has exited, or the PID is wrong.
target_no-pid-no-port = Nothing listens on a port of that number either.
target_docker = { $chokepoint } doctor $(docker inspect -f '{ "{" }{ "{" }.State.Pid{ "}" }{ "}" }' $(docker ps -q --filter publish={ $port }))
target_both = Process { $number } runs Node, and process { $listening } listens on port { $number }.
target_both-hidden = Process { $number } runs Node, and a process that may not be looked at listens on port { $number }.
target_say-which = For the process: { $chokepoint } doctor --pid { $number }. For the port: { $chokepoint } doctor :{ $number }.
target_apps = { IF(ABOVE($names, 0), PUT("PM2 runs ", LIST($names, with: ", "), "."), "No application of PM2 was found; those of other users show their names to root alone.") }
target_several-daemons = Several PM2 daemons (PIDs { LIST($daemons, with: ", ") }) run an application of that name.
target_name-pid = Give the PID of a process: { $chokepoint } doctor { $pid }.
target_protected = It belongs to the same user, but the kernel protects it: it has more rights, or its binary may not be read.
target_other-user = It belongs to user { $uid }; this is user { $own }.
target_as-user = Run chokepoint as the same user (sudo -u "#{ $uid }"), or as root.
target_as-root = Run chokepoint as root.
# $pod (string)
target_in-pod = From outside this pod: kubectl debug -it { $pod } --target=CONTAINER --profile=general --image=node:26 -- npx chokepoint doctor 1
target_with-ptrace = Not even root may here: run chokepoint outside this container, or give the container the right (docker run --cap-add SYS_PTRACE).
target_nothing = not in use
target_not-node = not a Node process ({ $binary })
target_hidden = a process of user { $uid } that this user may not read
target_kernel = kernel code ({ $name })
own-server_start-by-hand = Start the same command by hand and look for the reason; its last output, if any, is below.
own-server_no-node = It is running, but has started no Node process
own-server_unknown = reason unknown
own-server_silent = It printed nothing.

## Words for what runs in libuv's thread pool and what its threads do, which several texts share.

# What a thread does.
# $at? (string) `pool lock` where it waits for the lock of the pool
# $by? (string) `condition` where it waits to be woken
# $syscall? (string) the call that it is blocked in
# $on? (string | null) the file or the address that the call is about
thread_state = { $state ->
    [blocked] { $syscall }{ IF($on, PUT(" of ", $on)) }
    [waiting] { IF(SAME($at, "pool lock"), "the pool's own lock", IF(SAME($by, "condition"), "a condition (to be woken)", "a lock")) }
    [running] running, or waiting for a CPU
    [idle] idle
    [polling] event loop with nothing to do
   *[asleep] asleep (the place cannot be read)
}
