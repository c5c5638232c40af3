## What a gate decided, what it rests on, and what differs between two runs.

gate_verdict = { $verdict ->
    [pass] gate passed
    [fail] gate failed
    [undecided] gate undecided
   *[unmeasured] gate not measured
}
# $because (Shown | null) the same without its verdict, which stands beside it
gate_finding = { JOIN(IF($blind, gate_finding.blind), IF($figures, gate_sentence.figures), $because, with: " ") }
    .blind = Only a loss of { PERCENT($blind) } or more could be seen.
# $because (Shown | null)
gate_sentence = { JOIN(PUT(CAPITAL(gate_verdict), IF($blind, gate_sentence.blind), "."), IF($figures, gate_sentence.figures), $because, with: " ") }
    .blind = : only a loss of { PERCENT($blind) } or more could be seen
    .figures = head has { RATIO($figures-ratio-value, $figures-ratio-low, $figures-ratio-high) } times the { $figures-label } of base ({ RATIO-LOW($figures-ratio-value, $figures-ratio-low, $figures-ratio-high) } to { RATIO-HIGH($figures-ratio-value, $figures-ratio-low, $figures-ratio-high) }): { IF(ABOVE($figures-loss-high, 0), gate_sentence.loss, "nothing lost") }, { PERCENT($figures-threshold) } allowed; { COUNT($figures-blocks, "block") }.
    .loss = { IF(BELOW($figures-loss-low, 0), PUT("at most ", PERCENT($figures-loss-high), " lost"), PUT("a loss of ", PERCENT($figures-loss-low), " to ", PERCENT($figures-loss-high))) }
gate_sees = Nine of ten such runs would fail for a loss of { PERCENT($sees) } or more.
gate_no-interval = There is no interval for the { $label }: too few valid trials, or too few requests in them.
gate_unjudged = It was not judged.
gate_fail = The interval of the loss ({ PERCENT($low) } to { PERCENT($high) }) lies completely above the allowed { PERCENT($threshold) }.
gate_pass = The interval of the loss ({ PERCENT($low) } to { PERCENT($high) }) lies completely below the allowed { PERCENT($threshold) }.
gate_undecided = No decision is possible: the interval of the loss ({ PERCENT($low) } to { PERCENT($high) }) contains the allowed { PERCENT($threshold) } ({ IF($ended, $ended, "the run has not ended") }).
gate_withheld = The verdict is withheld. { $withheld }
# $commit (string)
gate_revision = { $name } ({ $commit })
gate_working-tree = the working tree{ IF($isUnchanged, ", unchanged") }
gate_run = run { $run }{ IF($cell, PUT(" (", $cell, ")")) }
gate_same-files = Base and head are the same files: any difference that this gate finds is measurement noise.
gate_settings = The change has other settings ({ LIST($names) } in chokepoint.json): those of the base were used.
gate_run-removed = The run { $run } is no longer in the store.
gate_earlier = Run { $run }: { $withheld }
gate_other-machine = That run was measured on another machine ({ $key }: { $a }, now { $b }).
gate_not-together = The two were not measured together, so this ratio includes what changed on the machine between { $from } and { $to }. With --against REVISION both are measured in one job.
gate_not-the-same = The two differ in: { $difference }.
gate_decision = Base: { $base }. Head: { $head }.
runs_differ = { $key }: { $a } against { $b }
runs_subject = the server that was measured, or its work
runs_unlike = load, requests or window of { COUNT($settings, "setting") }, which are therefore not compared
runs_missing = { COUNT($settings, "setting") } that only the first run has

## The result of a run in one sentence.

headline_nothing-measured = Nothing was measured: no trial gave a result.
headline_nothing-compared = Measured, but nothing was compared: there is no second setting with enough trials.
headline_one-setting = One setting was measured: a comparison needs a second one.
headline_once-each = { COUNT($settings, "setting") } were measured once each. One trial shows no spread, so there is no verdict.
headline_for-predictions = Measured for predictions: other settings are computed from this one.
# $claims (Said)
# $best (Said)
headline_claims-and-best = { $claims } { $best }
headline_claims = Of { COUNT($claims, "claim") } { JOIN(IF(ABOVE($balance-holds, 0), COUNT($balance-holds, "holds", "hold")), headline_claims.refuted, headline_claims.misread, headline_claims.undecided, headline_claims.not-run) }.
    .refuted = { IF(ABOVE($balance-refuted, 0), COUNT($balance-refuted, "is refuted", "are refuted")) }
    .misread = { IF(ABOVE($balance-misread, 0), COUNT($balance-misread, "is misread", "are misread")) }
    .undecided = { IF(ABOVE($balance-undecided, 0), COUNT($balance-undecided, "is undecided", "are undecided")) }
    .not-run = { IF(ABOVE($balance-notRun, 0), COUNT($balance-notRun, "was not run", "were not run")) }
# $common (string) what both settings have in common; empty if nothing
headline_best = { CAPITAL($best) } has { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) } times the { $metric } of { $baseline } ({ JOIN($common, headline_best.interval, IF($above, PUT("none was measured more than ", PERCENT($above), " above it")), with: "; ") }).
    .interval = { PERCENT($confidence) } interval { ROUGH-RATIO-LOW($ratio-value, $ratio-low, $ratio-high) } to { ROUGH-RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) }
# $isTime (boolean) the figure is a time that requests or jobs take
headline_none-better = { IF(SAME(SUM(LENGTH($equivalent), LENGTH($undecided)), 0), PUT(CAPITAL($baseline), " is the best"), PUT("No setting is better than ", $baseline)) } in { $metric }{ IF(EMPTY($common), "", PUT(" (", $common, ")")) }: { JOIN(IF(ABOVE($equivalent, 0), headline_none-better.equivalent), headline_none-better.worse, IF(ABOVE($undecided, 0), headline_none-better.undecided), with: "; ") }.
    .equivalent = { IF(ABOVE($equivalent, 4), COUNT($equivalent, "setting"), LIST($equivalent)) } { IF(SAME(LENGTH($equivalent), 1), "is", "are") } as good
    .undecided = { IF(ABOVE($undecided, 4), COUNT($undecided, "setting"), LIST($undecided)) } { IF(SAME(LENGTH($undecided), 1), "is", "are") } undecided
    .worse = { IF(ABOVE($worse, 4), PUT(COUNT($worse, "setting"), " are worse"), LIST($worse, each: "behind", with: "; ")) }
    .behind = { $name }{ IF(SAME($reach, "alone"), "", PUT(" ", $reach)) } { IF(SAME($place, 1), headline_none-better.verb) }{ IF(SAME($reach, "alone"), "", headline_none-better.bound) }{ ROUGH($ratio) } times{ IF(SAME($place, 1), IF($isTime, " as long", " as much")) }
    .verb = { IF(SAME($reach, "alone"), IF($isTime, "takes", "has"), IF($isTime, "take", "have")) } { "" }
    .bound = at { IF(ABOVE($ratio, 1), "least", "most") } { "" }
# What is gained over the current setting.
headline_gain = { IF($gain, headline_gain.gain) }
    .gain = : { ROUGH-RATIO($gain-value, $gain-low, $gain-high) } times the { $label } ({ ROUGH-RATIO-LOW($gain-value, $gain-low, $gain-high) } to { ROUGH-RATIO-HIGH($gain-value, $gain-low, $gain-high) })
headline_tune-certified = { IF($isKept, PUT("Keep ", $id, ": no other setting is more than ", PERCENT($within), " better"), PUT("Set ", $id, " instead of ", $current, headline_gain)) }
headline_tune-not-certified = { IF($isKept, PUT("Keep ", $id, " for now: no other setting is shown to be better"), PUT("Best guess: ", $id, " instead of ", $current, headline_gain)) }
headline_withheld = No { $metric } verdict: a validity check failed.

## The labels in the gutter of a terminal's page, and what stands above its columns. At most nine columns wide each.

label_why = WHY
label_apply = APPLY
label_fix = FIX
label_expect = EXPECT
label_claims = CLAIMS
label_also = ALSO
label_open = OPEN
label_quality = QUALITY
label_warning = WARNING
label_report = Report
label_next = Next

## What a mark of a chart says when the pointer rests on it.

mark_estimate = { $name }: { $value }{ IF($bounds, PUT(" (", $bounds, ")")) }{ IF($trials, PUT(", ", COUNT($trials, "trial"))) }
mark_ratio = { $name }: { RATIO($ratio-value, $ratio-low, $ratio-high) } times { $baseline } ({ RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }–{ RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) }), { $word }
mark_moment = { DECIMALS($at, 1) } s: { LIST($values, each: "each", with: ", ") }
    .each = { $name } { $value }

## How fast the machine was during a run, and what that does to the figures.

noise_speed = { IF($spread, PUT(WHOLE-PERCENT($spread), " between trials"), "no setting was measured twice") }{ IF($slow, noise_speed.slow) }. Measured in { COUNT($trials, "trial") } by { IF(SAME($source, "window probe"), "fixed work beside the server", "the server's own CPU time per job") }
    .slow = ; its CPUs ran at { WHOLE-PERCENT($slow-speed) } of their speed in { WHOLE-PERCENT($slow-share) } of the readings
noise_mediated = with { $setting } the CPUs themselves are { WHOLE-PERCENT(ABS(DIFFERENCE(1, $speed))) } { IF(BELOW($speed, 1), "slower", "faster") }, even when nothing disturbs them. This is an effect of the setting, and is not adjusted away

## What was left out or went wrong while a server was watched, and what was not seen.

note_problem = { $problem }: { $what } { $why } { $todo }
note_probe-refused = No probe in PID { $pid }. { $problem }: { $what } { $why } { $todo }
note_probe-failed = The probe in PID { $pid } cannot tell { $about }: { $why }
note_found = The server was found at { $address }, and loaded there.
note_not-node = PID { $pid } is not a Node process, so the Node processes that it started are watched.
# $programs[].command (string)
note_several-programs = PID { $root } has started { SUM(LENGTH($programs), $more) } different programs, which are judged as one server: { LIST($programs, each: "each", with: "; ") }{ IF(ABOVE($more, 0), PUT("; and ", $more, " more")) }. Choose one of them: --pid { LIST($programs, each: "first", most: 1) }
    .each = { $command } ({ LIST($pids, with: ", ") })
    .first = { LIST($pids, most: 1) }
note_process-ended = PID { $pid } ({ $command }) has exited.
note_own-cpu = The doctor itself used { WHOLE-PERCENT($share) } of one CPU while it watched.
note_handlers-unknown = It is not known whether PID { $pid } handles SIGUSR1 itself: { $why }.
note_inspector-was-open = The inspector of PID { $pid } was already open at { $address }. The probe entered through it and left it open.
note_inspector-public = The inspector of PID { $pid } ({ $address }) is open to the network: anyone who reaches that port can run code in the process. It was already open, and was left open.
note_inspector-reopened = The inspector of PID { $pid } opened a second time at { $address }, and was closed again.
note_inspector-foreign = The inspector of PID { $pid } is open at { $address }. It was closed after the probe entered, and another program has opened it since. If no debugger is in use, close it.
note_attach-cut-short = The attach to PID { $pid } ended after the signal was sent and before the inspector was closed. { $closer }
note_no-profile = No CPU profile of PID { $pid } was taken: it answers requests, and starting a profile would stop it for about { DECIMALS(QUOTIENT($stop, 1000), 1) } s (its heap holds { $heap } MB). --profile takes one anyway.
note_profile-stop = Taking a CPU profile stopped the main thread of PID { $pid } for { SHORT(PRECISION($stop, 3)) } ms. This is not counted as its own delay.
note_requests-unseen = The probe in PID { $pid } saw no HTTP/1 request, though { COUNT($connections, "connection to it is", "connections to it are") } open. If they use HTTP/2 or another protocol, their requests are not seen, nor the calls that these wait for.
note_pool-unread = The pool's queue was not read from memory ({ $why }): the kinds of its jobs are not seen.
note_no-probe = There is no probe in the process ({ $why }): single stalls of the event loop and garbage collection are not seen.

## Where a run is, and why it ended.

progress_trials = { JOIN(PUT("block ", $block, IF($blocks, PUT("/", $blocks))), IF($of, PUT($done, "/", $of, " trials"), COUNT($done, "trial")), progress_trials.left, with: ", ") }
    .left = { IF($left-about, progress_trials.left-about, IF($left-most, PUT("at most ", CLOCK($left-most), " left"))) }
    .left-about = { CLOCK($left-about) } left{ IF($left-most, PUT(", ", CLOCK($left-most), " at most")) }
progress_found = The server listens at { $address } (found).
# $reason (Said)
stop_after-blocks = { $reason }, after { COUNT($blocks, "block") }
stop_all-blocks = all blocks done
stop_all-decided = all decided
stop_precision-reached = precision reached
stop_precise-enough = every figure is as precise as the claims need
stop_too-dear = deciding more takes longer than the time that is left
stop_last-look = last look
stop_generator-late = the load generator was late in most windows: ask from another machine (--generator)
stop_generator-limit = the load generator can offer no more
stop_no-rate = no rate keeps the objective
stop_falls = the rate falls with the age of the server
stop_first-search = the first search ended before any rate kept the objective
stop_no-result = no trial of the first block gave a result
stop_one-setting = there is no second setting to compare
stop_time-used-up = the time of { ROUND(QUOTIENT($limit, 1000)) } s is used up
stop_time-too-short = { ROUND(QUOTIENT($spent, 1000)) } of { ROUND(QUOTIENT($limit, 1000)) } s are used, and another block takes at least { ROUND(QUOTIENT($needed, 1000)) } s
stop_time-used-up-in-block = the time of { ROUND(QUOTIENT($limit, 1000)) } s is used up, within a block
stop_current-failed = the current setting gave no result
stop_interrupted = interrupted by the user
stop_error = ended by an error
stop_vanished = its process ended without storing a reason
stop_out-of-sight = it cannot be seen from here whether { $where } is still running
stop_certificate = a setting close to the best that was tried is certified
stop_one-survivor = one setting is left
stop_search-last-look = too much noise for the number of blocks
stop_no-candidate = no setting is feasible
stop_pool-unused = no job enters the pool
stop_not-in-force = the variable has no effect on the server

## What a reader must know before the figures of a run.

warning_turns-failed = One of them failed beside the other: { $what }
warning_turns-alone = Another server of the block had already left.
warning_turns-slow = A window would take { TIME($window) }: the server answers too slowly.
warning_turns-memory = Too little memory is free for a second server of { BYTES($bytes) }.
warning_turns-idle = One server used { PERCENT($cpus) } of a CPU while the other one was loaded.
warning_turns-carried = A window was { PERCENT($share) } faster or slower, depending on which server was loaded before it.
# $why (Shown)
warning_fresh-servers = Fresh servers were measured one after the other, not two in turn. { $why }
warning_incomplete = { $measured } of { $planned } planned trials were run.
# $failed (number)
warning_failed = { $failed } of { COUNT($trials, "trial") } failed and { IF(SAME($failed, 1), "does", "do") } not count ({ LIST($codes, with: ", ") }).
warning_one-block = Each setting was measured once: nothing can be said about differences.
warning_few-blocks = With { $blocks } blocks the intervals are very wide; use 4 or more.
# $trials (number)
warning_foreign-cpu = In { $trials } of { COUNT($of, "trial") }, other programs took more than 10% of the CPU time while the load ran.
text = { $text }
