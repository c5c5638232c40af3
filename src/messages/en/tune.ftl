## What stands on the page of a search in a terminal: what to set, how certain that is, and why.

tune-page_now = now
tune-page_dropped = dropped
tune-page_left-early = dropped early
tune-page_limit-broken = over limit
tune-page_failed = failed
tune-page_trials = trials
tune-page_objective = best { $label }
tune-page_limit = { $id }: { $limit ->
    [none] nothing is saturated
   *[other] limited by { $limit ->
        [CPU] the CPUs
       *[other] the { $limit }
    }
} (event loop { WHOLE-PERCENT($loop) }{ AT-LEAST($loopWaits, 0.01) ->
    [true] { "" } ({ WHOLE-PERCENT($loopWaits) } waiting for a CPU)
   *[other] { "" }
}{ $pool ->
    [none] { "" }
   *[other] { "" } · pool { WHOLE-PERCENT($pool) }
} · CPU { WHOLE-PERCENT($server) } server, { WHOLE-PERCENT($generator) } load{ $others ->
    [none] { "" }
   *[other] { BELOW($others, 0.005) ->
        [true] { "" }
       *[other] , { WHOLE-PERCENT($others) } others
    }
})
tune-page_cost = { $id }: { PRECISION($to) } ms of CPU per request instead of { PRECISION($from) } ms ({ BELOW($to, $from) ->
    [true] −
   *[other] +
}{ WHOLE-PERCENT(ABS(DIFFERENCE(QUOTIENT($to, $from), 1))) })
tune-page_ways = { LIST($places) }: in the report

## The sections of a search in a report: the settings that were tried, and where the recommended one is written.

apply_pool = UV_THREADPOOL_SIZE is read once, when the pool is first used: set it before the process starts, not in its code.
apply_pools = Each process has a pool of its own: { $processes } processes × { COUNT($threads, "thread") } are { PRODUCT($processes, $threads) } pool threads on the machine.
apply_own-pool = Each process has a pool of its own: with more processes the threads multiply.
apply_cluster = It was measured with so many processes on one machine, behind one port. PM2 in cluster mode does the same; { $file } does it without PM2, and the other forms start that file, in the server's folder. Each process has its own connection pool: with N processes a database sees N times the connections. Replicas in Kubernetes are spread over machines.
apply_no-cluster = A command that is no plain "node script" cannot be started several times behind one port.
apply_cpus = It was measured on { $cpus } of the machine's CPUs: more of them are another setting.
apply_windows = In package.json the line is for a POSIX shell; on Windows set the variable where the service is defined.
apply_no-pm2-cpus = PM2 is left out: it cannot bind its processes to CPUs.
apply_no-pm2-file = PM2 is left out: it starts a file, and this command has none.
apply_no-package = package.json is left out: the command runs a script of it, and gets from outside what was recommended.
apply_package-front = { $script ->
    [none] In package.json put { $variables } in front of what the script that the command starts runs.
   *[other] In package.json put { $variables } in front of what its script "{ $script }" runs.
}
apply_package-own = { $script ->
    [none] In package.json the script that the command starts sets the variable itself: change it there to { $variables }.
   *[other] In package.json its script "{ $script }" sets the variable itself: change it there to { $variables }.
}
apply_names = { LENGTH($names) ->
    [1] { LIST($names) }: put in your own name.
   *[other] { LIST($names) }: put in your own names.
}
# $names[] (string)
tune_same = { $key ->
    [none] { SET($range) ->
        [true] { $range-low } to { $range-high }
       *[other] { LIST($names) }
    }
   *[other] { $key ->
        [pool] pool sizes
       *[other] { $key }
    } { SET($range) ->
        [true] { $range-low } to { $range-high }
       *[other] { LIST($names) }
    }
}{ AT-MOST($within, 0.2) ->
    [true] { "" } give the same { $label } within { WHOLE-PERCENT($within) }
   *[other] { "" } differ by at most { WHOLE-PERCENT($within) } in { $label }
}{ LENGTH($others) ->
    [0] { "" }
   *[other] { ABOVE($others, 3) ->
        [true] ; { LENGTH($others) } others are worse
       *[other] ; { LIST($others, each: "each", with: ", ") }
    }
}
    .each = { BELOW(ABS(DIFFERENCE($ratio, 0.5)), 0.05) ->
        [true] { $name } halves it
       *[other] { $name } gives { PRECISION($ratio, 2) } times as much
    }
tune_same-certainty = This holds with { TENTH-PERCENT($confidence) } confidence, by the spread of all { COUNT($trials, "trial") } together.
tune_pool-unused = no job enters the pool, so its size cannot matter
tune_pool-unused-seen = { $requests ->
    [1] The pool threads had nothing to do while { COUNT($requests, "request") } was answered.
   *[other] The pool threads had nothing to do while { COUNT($requests, "request") } were answered.
}
tune-section_recommendation = Recommendation
tune-section_tried = Settings that were tried
tune-section_apply = How to apply it
tune-section_shell = In a shell
tune-section_standing = standing
tune-section_table = { $metric } ({ $unit })
tune-section_note = Geometric mean of all trials of a setting{ $isGuess ->
    [none] { "" }
   *[other] ; its ratio to the { $isGuess ->
        [true] best guess
       *[other] recommended one
    } is from blocks that hold both
}{ $isFresh ->
    [true] , and from fresh ones where it was in the final comparison
   *[other] { "" }
}. What was far behind in its first blocks was not measured again.
tune-section_failed-trials = { $trials } ({ $failed } failed)
tune-section_about = about { $value }
tune-standing_best = recommended
tune-standing_guess = best guess
tune-standing_equivalent = as good
tune-standing_better = better
tune-standing_undecided = no significant difference
tune-standing_worse = worse
tune-standing_not-final = not compared further
tune-standing_breaks = breaks a constraint
tune-standing_failed = failed
tune-standing_screened = far behind
tune-standing_dropped = dropped early
tune-standing_few-requests = too few requests

## What a search says: what each block is for, what it recommends, how certain that is, and what to know besides.

tune_why_current-first = bracket: the current setting first, so that a model can predict where the best may be
tune_why_coarse-grid = bracket: { $count } of { COUNT($of, "setting") }, to see where to look
tune_why_not-far-off = { $count ->
    [1] bracket: again the { COUNT($count, "setting") } that is not far below the best
   *[other] bracket: again the { COUNT($count, "setting") } that are not far below the best
}
tune_why_around-prediction = bracket: { $count } of { COUNT($of, "setting") }, around the best that the model predicts
tune_why_model-was-wrong = bracket: { $count } of { COUNT($of, "setting") }, because the model was wrong
tune_why_refine = refine: { COUNT($count, "setting") } between and beside those that are near the top
tune_why_certify = { SET($reuses) ->
    [true] certify: which is best of { LIST($ids, with: ", ") }; next analysis after { $look } blocks in all
   *[other] certify: which is best of { LIST($ids, with: ", ") }; next analysis after { $look } fresh blocks
}
tune_why_certify-fewer-changes = { SET($reuses) ->
    [true] certify: whether a setting that changes less is as good as { LIST($certified, with: ", ") }; next analysis after { $look } blocks in all
   *[other] certify: whether a setting that changes less is as good as { LIST($certified, with: ", ") }; next analysis after { $look } fresh blocks
}
tune_nothing-measured = Nothing is recommended: no trial gave a result.
tune_none-feasible = { LENGTH($unknown) ->
    [0] { $measured ->
        [1] Nothing is recommended: the only setting measured fails or breaks a constraint.
       *[other] Nothing is recommended: none of the { COUNT($measured, "setting") } measured works and keeps the constraints.
    }
   *[other] Nothing is recommended: { $infeasible } of the { COUNT($measured, "setting") } measured { $infeasible ->
        [1] breaks a constraint or fails
       *[other] break a constraint or fail
    }. It is not known whether { LIST($unknown) } would keep the constraints: that was not compared further.
}{ $nearest ->
    [none] { "" }
   *[other] { "" } { $nearest-id } comes nearest: { EMPTY($nearest-unit) ->
        [true] { TENTH-PERCENT($nearest-value) } errors
       *[other] { $nearest-label } { FIGURE($nearest-value, $nearest-unit) }
    }, but { $nearest-relation } { FIGURE($nearest-limit, $nearest-unit) } was requested.
}
tune_certified = With { TENTH-PERCENT($confidence) } confidence, { $id } is { $within ->
    [none] the best of the { SAME($compared, $measured) ->
        [true] { COUNT($measured, "setting") } measured
       *[other] { $isPartial ->
            [true] { COUNT($compared, "setting") } that were compared
           *[other] { $compared } feasible of { COUNT($measured, "setting") } measured
        }
    }
   *[other] within { TENTH-PERCENT($within) } of the best of the { SAME($compared, $measured) ->
        [true] { COUNT($measured, "setting") } measured
       *[other] { $isPartial ->
            [true] { COUNT($compared, "setting") } that were compared
           *[other] { $compared } feasible of { COUNT($measured, "setting") } measured
        }
    }
}.{ ABOVE($droppedEarly, 0) ->
    [true] { "" } Dropped after { $droppedAfter ->
        [2] two trials
       *[other] the first trials
    } (not statistically confirmed): { LIST($droppedEarly, with: ", ") }.
   *[other] { "" }
}{ ABOVE($notCompared, 0) ->
    [true] { "" } Not in the final comparison, because others of the { COUNT($measured, "setting") } measured looked more promising: { LIST($notCompared, with: ", ") }.
   *[other] { "" }
}
tune_not-certified = Not certified ({ KEY($ended) ->
    [budget] the time was used up
    [interrupted] interrupted
    [last-look] too much noise for the number of blocks
    [infeasible] it breaks a constraint, or may break one
   *[only-begun] the search had only begun
}): { $atMost ->
    [none] { $id } is only a guess.
   *[other] with { TENTH-PERCENT($confidence) } confidence, { $id } is within { QUOTIENT(CEIL(PRODUCT(1000, $atMost)), 10) }% of the best of the { SAME($compared, $measured) ->
        [true] { COUNT($measured, "setting") } measured
       *[other] { $isPartial ->
            [true] { COUNT($compared, "setting") } that were compared
           *[other] { $compared } feasible of { COUNT($measured, "setting") } measured
        }
    }{ ABOVE($atMost, $within) ->
        [true] ; { TENTH-PERCENT($within) } was requested.
       *[other] , but the same blocks were used to choose it.
    }
}{ ABOVE($undecided, 0) ->
    [true] { "" } No significant difference from it: { LIST($undecided, with: ", ") }.
   *[other] { "" }
}{ ABOVE($equivalent, 0) ->
    [true] { "" } As good as it: { LIST($equivalent, with: ", ") }.
   *[other] { "" }
}{ ABOVE($droppedEarly, 0) ->
    [true] { "" } Dropped after { $droppedAfter ->
        [2] two trials
       *[other] the first trials
    } (not statistically confirmed): { LIST($droppedEarly, with: ", ") }.
   *[other] { "" }
}{ ABOVE($notCompared, 0) ->
    [true] { "" } Not in the final comparison, because others of the { COUNT($measured, "setting") } measured looked more promising: { LIST($notCompared, with: ", ") }.
   *[other] { "" }
}
tune_certainty-withheld = Not certified: a validity check failed. By the figures alone: { $certainty } But { $why }
# $why (Said)
tune_no-answer = Nothing is recommended. { $why }
tune_check-voids = Check { $check } failed: { $sentence }
tune_pool-not-in-force = Pools of { LIST($asked) } were requested, but { $found } is in force in every trial: the server sets its pool size itself when it starts.
tune_variable-not-in-force = { $name } was requested as { LIST($asked) }, but { $found } is in force in every trial: the command or script that starts the server sets it itself.
tune_pool-not-in-force_todo = Remove that from its code or start script, and tune again. Or let it read the size from another variable, and tune that one: --vary env:NAME=4,8,16.
tune_variable-not-in-force_todo = Remove that from the command or script that starts it, and tune again.
tune_scope = For every { $key } from { $low } to { $high }, this holds only if the curve has no peak narrower than a factor of { $factor }.
# $word ('better' | 'worse' | 'equivalent' | 'undecided')
tune_gain = { $word ->
    [better] { $id } has { ROUGH-RATIO($value, $low, $high) } times the { $label } of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }): better.
    [worse] { $id } has { ROUGH-RATIO($value, $low, $high) } times the { $label } of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }): worse.
    [equivalent] { $id } has { ROUGH-RATIO($value, $low, $high) } times the { $label } of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }): practically the same.
   *[undecided] { $id } has { ROUGH-RATIO($value, $low, $high) } times the { $label } of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }): no significant difference.
}
tune_gain-checked = { $gain } The failed check affects this figure too.
tune_side-effect = { $isBetter ->
    [true] { $id } is better in { $objective }, but its { $label } is { ROUGH-RATIO($value, $low, $high) } times that of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }).
   *[other] The { $label } of { $id } is { ROUGH-RATIO($value, $low, $high) } times that of the current setting ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) }).
}
tune_better-elsewhere = { $word ->
    [equivalent] { $rival } is practically the same as { $id } in { $objective }, but { LIST($figures, each: "each", with: ", and ") }: use it if that matters more to you.
   *[other] { $rival } has no significant difference from { $id } in { $objective }, but { LIST($figures, each: "each", with: ", and ") }: use it if that matters more to you.
}
    .each = its { $label } is { ROUGH-RATIO($value, $low, $high) } times as large ({ ROUGH-RATIO-LOW($value, $low, $high) } to { ROUGH-RATIO-HIGH($value, $low, $high) })
tune_edge = { $end ->
    [largest] { $key }={ $size } is the { $end } that was tried: a larger one may be better still.
   *[other] { $key }={ $size } is the { $end } that was tried: a smaller one may be better still.
}
tune_failed-trials = { $failed } of { COUNT($trials, "trial") } of { $id } failed.
tune_wrong-answers = { $limit ->
    [0] Left out because of wrong or missing answers (none was allowed): { LIST($wrong, each: "each", with: ", ") }.
   *[other] Left out because of wrong or missing answers (at most { PRECISION(PRODUCT(100, $limit), 3) }% were allowed): { LIST($wrong, each: "each", with: ", ") }.
}
    .each = { $id } ({ PRECISION(PRODUCT(100, $errors), 2) }%)
tune_failed-settings = { LENGTH($ids) ->
    [1] { LIST($ids, with: ", ") } gave no result twice, and was left out.
   *[other] { LIST($ids, with: ", ") } gave no result twice, and were left out.
}
tune_constraint-undecided = It is not certain whether { LIST($ids) }{ $isBetter ->
    [true] , which would be better,
   *[other] { "" }
} would keep { $figure } { $relation } { FIGURE($limit, $unit) }: the interval includes the limit.
tune_bounded = Too few requests in a window for the { $label } itself, so only a lower bound is known: { LIST($settings, each: "each", with: "; ") }.
    .each = { $id } at least { FIGURE($atLeast, "ms") }{ $ratio ->
        [none] { "" }
       *[other] , { PRECISION($ratio, 2) } times that of { $outer-than } or more
    } ({ COUNT(ROUND($answers), "answer") })
tune_current-not-measured = The current setting, { $id }, gave no result: the gain over it is not known.
tune_check-failed = A validity check failed as well: { $why }
tune_check-spared = Check { $check } failed, but the certificate stays valid: { $check ->
    [G2] the network makes up at most { ROUNDED(PRODUCT(100, $most), 1) }% of the mean response time, about the same for every setting in the final comparison. { "" }
   *[other] { $check ->
        [G1] the load generator
       *[other] something else on the machine
    } took at most { ROUNDED(PRODUCT(100, $most), 1) }% of the CPUs in use, about the same from every setting in the final comparison. { "" }
}That hides { AT-MOST($hides, 0) ->
    [true] no
   *[other] at most { QUOTIENT(CEIL(PRODUCT(1000, $hides)), 10) }% of an
} advantage of another setting. Without it, every throughput would be higher.
tune_advice_none = No setting is recommended.
tune_advice_keep = { $kept ->
    [none] Keep the current setting: { $id }.
   *[other] { $isOpen ->
        [true] Keep the current setting for now, { $id }: { $kept }.
       *[other] Keep the current setting, { $id }: { $kept }.
    }
}
tune_advice_keep-for-now = { $isCompared ->
    [true] Keep the current setting for now: { $id }. No other setting is a better guess.
   *[other] Keep the current setting for now: { $id }. Too little was measured to recommend another one.
}
tune_advice_set = Set { $id }. The current setting is { $current }.
tune_advice_guess = The best guess is { $id }. The current setting is { $current }.
tune_as-good = Within { TENTH-PERCENT($within) }: { LIST($others, each: "each", with: ", ") }.{ KEY($rule) ->
    [current] { "" } Among settings so close to the best, the current one is kept.
    [fewest-changes] { "" } Among settings so close to the best, one that changes the fewest variables is recommended, and of those the smallest.
    [smallest] { "" } The smallest of them is recommended: the larger ones cost more for no measurable gain.
   *[none] { "" }
}
    .each = { $id } ({ ROUGH-RATIO($value, $low, $high) } [{ ROUGH-RATIO-LOW($value, $low, $high) }–{ ROUGH-RATIO-HIGH($value, $low, $high) }] times { $outer-id })
tune_tied = Statistically tied (does not affect the certificate): { LIST($others, each: "each", with: ", ") }.
    .each = { $id } ({ ROUGH-RATIO($value, $low, $high) } [{ ROUGH-RATIO-LOW($value, $low, $high) }–{ ROUGH-RATIO-HIGH($value, $low, $high) }] times { $outer-id })
tune_limit = { $limit ->
    [none] With { $id } nothing is saturated: throughput is limited by the number of clients, or by something that the server waits for (busy: event loop { WHOLE-PERCENT($loop) }{ AT-LEAST($loopWaits, 0.01) ->
        [true] { "" } and { WHOLE-PERCENT($loopWaits) } waiting for a CPU
       *[other] { "" }
    }{ $pool ->
        [none] { "" }
       *[other] , pool threads { WHOLE-PERCENT($pool) } with { ROUGH($queued) } jobs waiting
    }; CPU use: server { WHOLE-PERCENT($server) }, load generator { WHOLE-PERCENT($generator) }{ $others ->
        [none] { "" }
       *[other] , other programs { WHOLE-PERCENT($others) }
    }).
   *[other] { $id } is limited by { KEY($limit) ->
        [CPU] the CPUs, which are all in use
        [load-generator] the load generator
       *[other] its { $limit }
    } (busy: event loop { WHOLE-PERCENT($loop) }{ AT-LEAST($loopWaits, 0.01) ->
        [true] { "" } and { WHOLE-PERCENT($loopWaits) } waiting for a CPU
       *[other] { "" }
    }{ $pool ->
        [none] { "" }
       *[other] , pool threads { WHOLE-PERCENT($pool) } with { ROUGH($queued) } jobs waiting
    }; CPU use: server { WHOLE-PERCENT($server) }, load generator { WHOLE-PERCENT($generator) }{ $others ->
        [none] { "" }
       *[other] , other programs { WHOLE-PERCENT($others) }
    }).
}
tune_cost = { BELOW($to, $from) ->
    [true] Each request takes { WHOLE-PERCENT(DIFFERENCE(1, QUOTIENT($to, $from))) } less of the server's CPU with { $id }: { PRECISION($to) } ms instead of { PRECISION($from) } ms.
   *[other] Each request takes { WHOLE-PERCENT(DIFFERENCE(QUOTIENT($to, $from), 1)) } more of the server's CPU with { $id }: { PRECISION($to) } ms instead of { PRECISION($from) } ms.
}
