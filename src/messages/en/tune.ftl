## What stands on the page of a search in a terminal: what to set, how certain that is, and why.

tune-page_objective = best { $label }
tune-page_ways = For { LIST($places) }

## The sections of a search in a report.

apply_pool = UV_THREADPOOL_SIZE is read once, when the pool is first used: set it before the process starts, not in its code.
apply_pools = Each process has a pool of its own: { $processes } processes × { COUNT($threads, "thread") } are { PRODUCT($processes, $threads) } pool threads on the machine.
apply_own-pool = Each process has a pool of its own: with more processes the threads multiply.
apply_cluster = It was measured with so many processes on one machine, behind one port. PM2 in cluster mode does the same. { $file } does it without PM2; the other forms start that file, in the server's folder. Each process has its own connection pool: with N processes a database sees N times the connections. Replicas in Kubernetes are spread over machines.
apply_no-cluster = A command that is no plain "node script" cannot be started several times behind one port.
apply_cpus = It was measured on { $cpus } of the machine's CPUs: more of them are another setting.
apply_windows = In package.json the line is for a POSIX shell; on Windows set the variable where the service is defined.
apply_no-pm2-cpus = PM2 is left out: it cannot bind its processes to CPUs.
apply_no-pm2-file = PM2 is left out: it starts a file, and this command has none.
apply_no-package = package.json is left out: the command runs a script of it, and gets from outside what was recommended.
apply_package-front = In package.json put { $variables } in front of what { IF($script, apply_package-front.script, "the script that the command starts") } runs.
    .script = its script "{ $script }"
apply_package-own = In package.json { IF($script, apply_package-front.script, "the script that the command starts") } sets the variable itself: change it there to { $variables }.
apply_names = { LIST($names) }: put in your own { IF(SAME(LENGTH($names), 1), "name", "names") }.
# $names[] (string)
tune_same = { IF($key, PUT(IF(SAME($key, "pool"), "pool sizes", $key), " ")) }{ IF($range, PUT($range-low, " to ", $range-high), LIST($names)) }{ IF(AT-MOST($within, 0.2), PUT(" give the same ", $label, " within "), " differ by at most ") }{ WHOLE-PERCENT($within) }{ IF(AT-MOST($within, 0.2), "", PUT(" in ", $label)) }{ IF(ABOVE($others, 0), tune_same.others) }
    .each = { IF(BELOW(ABS(DIFFERENCE($ratio, 0.5)), 0.05), PUT($name, " halves it"), PUT($name, " gives ", PRECISION($ratio, 2), " times as much")) }
    .others = { IF(ABOVE($others, 3), PUT("; ", LENGTH($others), " others are worse"), PUT("; ", LIST($others, each: "each", with: ", "))) }
tune_same-certainty = This holds with { TENTH-PERCENT($confidence) } confidence, by the spread of all { COUNT($trials, "trial") } together.
tune_pool-unused = no job enters the pool, so its size cannot matter
tune_pool-unused-seen = The pool threads had nothing to do while { COUNT($requests, "request") } { IF(SAME($requests, 1), "was", "were") } answered.
tune-section_apply = How to apply it

## What a search says: what each block is for, what it recommends, how certain that is, and what to know besides.

tune_why_current-first = bracket: the current setting first, so that a model can predict where the best may be
tune_why_coarse-grid = bracket: { $count } of { COUNT($of, "setting") }, to see where to look
tune_why_not-far-off = bracket: again the { COUNT($count, "setting") } that { IF(SAME($count, 1), "is", "are") } not far below the best
tune_why_around-prediction = bracket: { $count } of { COUNT($of, "setting") }, around the best that the model predicts
tune_why_model-was-wrong = bracket: { $count } of { COUNT($of, "setting") }, because the model was wrong
tune_why_refine = refine: { COUNT($count, "setting") } between and beside those that are near the top
tune_why_gain = gain: { $id } against { $today }, the current setting, measured in pairs
tune_why_certify = certify: which is best of { LIST($ids, with: ", ") }; next analysis after { $look } { IF($reuses, "blocks in all", "fresh blocks") }
tune_why_certify-fewer-changes = certify: whether a setting that changes less is as good as { LIST($certified, with: ", ") }; next analysis after { $look } { IF($reuses, "blocks in all", "fresh blocks") }
tune_nothing-measured = Nothing is recommended: no trial gave a result.
tune_none-feasible = Nothing is recommended: { IF(ABOVE($unknown, 0), tune_none-feasible.unknown, tune_none-feasible.no-unknown) }.{ IF($nearest, tune_none-feasible.nearest) }
    .many = none of the { COUNT($measured, "setting") } measured works and keeps the constraints
    .unknown = { $infeasible } of the { COUNT($measured, "setting") } measured { IF(SAME($infeasible, 1), "breaks a constraint or fails", "break a constraint or fail") }. It is not known whether { LIST($unknown) } would keep the constraints: that was not compared further
    .no-unknown = { IF(SAME($measured, 1), "the only setting measured fails or breaks a constraint", tune_none-feasible.many) }
    .nearest = { "" } { $nearest-id } comes nearest: { IF(EMPTY($nearest-unit), PUT(TENTH-PERCENT($nearest-value), " errors"), PUT($nearest-label, " ", FIGURE($nearest-value, $nearest-unit))) }, but { $nearest-relation } { FIGURE($nearest-limit, $nearest-unit) } was requested.
tune_left-out = { IF(ABOVE($droppedEarly, 0), tune_left-out.dropped) }{ IF(ABOVE($notCompared, 0), tune_left-out.others) }
    .dropped = { "" } Dropped after { IF(SAME($droppedAfter, 2), "two trials", "the first trials") } (not statistically confirmed): { LIST($droppedEarly, with: ", ") }.
    .others = { "" } Not in the final comparison, because others of the { COUNT($measured, "setting") } measured looked more promising: { LIST($notCompared, with: ", ") }.
tune_among = { IF(SAME($compared, $measured), PUT(COUNT($measured, "setting"), " measured"), IF($isPartial, PUT(COUNT($compared, "setting"), " that were compared"), PUT($compared, " feasible of ", COUNT($measured, "setting"), " measured"))) }
tune_certified = With { TENTH-PERCENT($confidence) } confidence, { $id } is { IF($within, PUT("within ", TENTH-PERCENT($within), " of ")) }the best of the { tune_among }.{ tune_left-out }
tune_not-certified = { KEY($ended) ->
    [budget] The time was used up
    [interrupted] Interrupted
    [last-look] Too much noise for the number of blocks
    [infeasible] It breaks a constraint, or may break one
   *[only-begun] The search had only begun
}: { IF($atMost, tune_not-certified.at-most, PUT($id, " is only a guess.")) }{ IF(ABOVE($undecided, 0), PUT(" No significant difference from it: ", LIST($undecided, with: ", "), ".")) }{ IF(ABOVE($equivalent, 0), PUT(" As good as it: ", LIST($equivalent, with: ", "), ".")) }{ tune_left-out }
    .at-most = with { TENTH-PERCENT($confidence) } confidence, { $id } is within { QUOTIENT(CEIL(PRODUCT(1000, $atMost)), 10) }% of the best of the { tune_among }{ IF(ABOVE($atMost, $within), PUT("; ", TENTH-PERCENT($within), " was requested."), ", but the same blocks were used to choose it.") }
tune_withheld = Not certified: { $why }
tune_certainty-withheld = Not certified: a validity check failed. By the figures alone: { $certainty } But { $why }
# $why (Said)
tune_no-answer = Nothing is recommended. { $why }
tune_check-voids = Check { $check } failed: { $sentence }
tune_pool-not-in-force = Pools of { LIST($asked) } were requested, but { $found } is in force in every trial: the server sets its pool size itself when it starts.
tune_variable-not-in-force = { $name } was requested as { LIST($asked) }, but { $found } is in force in every trial: the command or script that starts the server sets it itself.
tune_pool-not-in-force_todo = Remove that from its code or start script, and tune again. Or let it read the size from another variable, and tune that one: --vary env:NAME=4,8,16.
tune_variable-not-in-force_todo = Remove that from the command or script that starts it, and tune again.
tune_scope = For each { $key } from { $low } to { $high } this holds if no peak is narrower than a factor of { $factor }.
# $word ('better' | 'worse' | 'equivalent' | 'undecided')
tune_gain = { $id } has { ROUGH-RATIO($value, $low, $high) } times the { $label } of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }): { $word }.
tune_gain-checked = { $gain } The failed check affects this figure too.
tune_side-effect = { IF($isBetter, tune_side-effect.better, PUT("The ", $label, " of ", $id)) } is { ROUGH-RATIO($value, $low, $high) } times that of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }).
    .better = { $id } is better in { $objective }, but its { $label }
tune_better-elsewhere = { $rival } { IF(SAME($word, "equivalent"), "is practically the same as", "has no significant difference from") } { $id } in { $objective }, but { LIST($figures, each: "each", with: ", and ") }: use it if that matters more to you.
    .each = its { $label } is { ROUGH-RATIO($value, $low, $high) } times as large ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) })
tune_edge = { $key }={ $size } is the { $end } that was tried: a { IF(SAME($end, "largest"), "larger", "smaller") } one may be better still.
tune_failed-trials = { $failed } of { COUNT($trials, "trial") } of { $id } failed.
tune_wrong-answers = Left out because of wrong or missing answers ({ IF(ABOVE($limit, 0), PUT("at most ", PRECISION(PRODUCT(100, $limit), 3), "% were"), "none was") } allowed): { LIST($wrong, each: "each", with: ", ") }.
    .each = { $id } ({ PRECISION(PRODUCT(100, $errors), 2) }%)
tune_failed-settings = { LIST($ids, with: ", ") } gave no result twice, and { IF(SAME(LENGTH($ids), 1), "was", "were") } left out.
tune_constraint-undecided = It is not certain whether { LIST($ids) }{ IF($isBetter, ", which would be better,") } would keep { $figure } { $relation } { FIGURE($limit, $unit) }: the interval includes the limit.
tune_bounded = Too few requests in a window for the { $label } itself, so only a lower bound is known: { LIST($settings, each: "each", with: "; ") }.
    .each = { $id } at least { FIGURE($atLeast, "ms") }{ IF($ratio, PUT(", ", PRECISION($ratio, 2), " times that of ", $outer-than, " or more")) } ({ COUNT(ROUND($answers), "answer") })
tune_current-not-measured = The current setting, { $id }, gave no result: the gain over it is not known.
tune_check-failed = A validity check failed as well: { $why }
tune_check-spared = Check { $check } failed, but the certificate stays valid: { IF(SAME($check, "G2"), "the network makes up", IF(SAME($check, "G1"), "the load generator took", "something else on the machine took")) } at most { TENTH-PERCENT($most) } of the { IF(SAME($check, "G2"), "mean response time", "CPUs in use") }. It is about the same for every setting in the final comparison. That hides { IF(AT-MOST($hides, 0), "no", PUT("at most ", QUOTIENT(CEIL(PRODUCT(1000, $hides)), 10), "% of an")) } advantage of another setting. Without it, every throughput would be higher.
tune_advice_keep = Keep the current setting{ IF($kept, PUT(IF($isOpen, " for now"), ", ", $id, ": ", $kept), PUT(": ", $id)) }.
tune_as-good = Within { TENTH-PERCENT($within) }: { LIST($others, each: "each", with: ", ") }.{ KEY($rule) ->
    [current] { "" } Among settings so close to the best, the current one is kept.
    [fewest-changes] { "" } Among settings so close to the best, one that changes the fewest variables is recommended, and of those the smallest.
    [smallest] { "" } The smallest of them is recommended: the larger ones cost more for no measurable gain.
   *[none] { "" }
}
    .each = { $id } ({ ROUGH-RATIO($value, $low, $high) } [{ ROUGH-RATIO-LOW($value, $low, $high) }–{ ROUGH-RATIO-HIGH($value, $low, $high) }] times { $outer-id })
tune_tied = Statistically tied (does not affect the certificate): { LIST($others, each: "each", with: ", ") }.
    .each = { $id } ({ ROUGH-RATIO($value, $low, $high) } [{ ROUGH-RATIO-LOW($value, $low, $high) }–{ ROUGH-RATIO-HIGH($value, $low, $high) }] times { $outer-id })
tune_limit = { $id }: { IF($limit, PUT("limited by ", IF(SAME($limit, "CPU"), "the CPUs", PUT("the ", $limit))), "nothing is saturated") } (event loop { WHOLE-PERCENT($loop) }{ IF(AT-LEAST($loopWaits, 0.01), PUT(" and ", WHOLE-PERCENT($loopWaits), " waiting for a CPU")) }{ IF($pool, tune_limit.pool) }; CPUs: server { WHOLE-PERCENT($server) }, load { WHOLE-PERCENT($generator) }{ IF($others, IF(BELOW($others, 0.005), "", PUT(", others ", WHOLE-PERCENT($others)))) })
    .pool = ; pool { WHOLE-PERCENT($pool) }{ IF(AT-LEAST($queued, 0.5), PUT(", ", COUNT(ROUND($queued), "job"), " waiting")) }
tune_cost = { $id }: { PRECISION($to) } ms of CPU per request instead of { PRECISION($from) } ms ({ IF(BELOW($to, $from), "−", "+") }{ WHOLE-PERCENT(ABS(DIFFERENCE(QUOTIENT($to, $from), 1))) })
