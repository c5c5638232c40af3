## What the GitHub Action says: the comment of a pull request, and the log of its job.

comment_title = chokepoint: { $verdict }{ IF(EMPTY($name), "", PUT(" (", $name, ")")) }
comment_of-commit = Measured at { $commit }.
action_commented = { IF($isNew, "Commented", "Updated the comment") } on pull request { $number }.
action_no-pull = This is no pull request, so there is no comment. The result is in the summary of the job.
action_no-token = There is no token, so there is no comment. The result is in the summary of the job. The action takes the token of the job by itself; a job that may comment has "permissions: { "{" } pull-requests: write { "}" }".
action_not-commented = The comment could not be written. { $why } The result is in the summary of the job, and the verdict stands.
action_refused = GitHub refused it ({ $status }): the token may not write to pull requests. That of a fork never may; otherwise give the job "permissions: { "{" } pull-requests: write { "}" }".
action_limited = GitHub's rate limit is reached ({ $status }{ IF($seconds, PUT("); it asks to wait ", $seconds, " s."), ").") }
action_answered = GitHub answered with status { $status }.
action_unreachable = There was no answer that can be read: { $reason }
action_address = The address of the API is neither HTTPS nor on this machine, so no token is sent to it.

## What was measured, on what machine, under which conditions: names and values.

fact_logical-cpus = { COUNT($cpus, "logical CPU") }
fact_cores = { COUNT($cores, "core") }
fact_allowed = { $cpus } allowed
fact_cgroup-cpus = cgroup quota { $cpus }
fact_effective = { LIST($cpus, with: ", ") }; { $effective } effective
fact_cgroup-memory = { $memory }, cgroup limit { $limit }
fact_kernel = { $platform }, kernel { $kernel }
fact_before = { $load } before the run
fact_hypervisor = CPU taken by the hypervisor
fact_at-worst = at worst { PERCENT($share) } of a trial
fact_throttled = throttled in at most { COUNT($periods, "period") } of a trial
fact_workload = workload { $name }
fact_program = program { $name }, which asks Node itself
fact_varied = Varied: { $key }
fact_windows = { LIST($windows, with: "; or ") }
fact_all-answered = until every request is answered
fact_time = { DURATION($ms) }
fact_warm-up = { $window }, after { DURATION($warmup) } of warm-up
fact_no-warm-up = { $window }, no warm-up
fact_order = { $blocks }, in random order (seed { $seed }); a fresh { IF($isAsked, "server", "process") } for each trial{ IF($isInTurn, ", those of a block side by side and loaded in turn") }
fact_blocks-search = as many as the search asks for
fact_blocks-lab = { $blocks }, and more of the settings whose figures are not yet precise enough for the claims{ IF($time, PUT(", or ", DURATION($time), " are over")) }
fact_blocks-until = at most { $blocks }, until { IF($precision, PUT("each ratio is known within ±", PERCENT($precision)), "enough is known") }{ IF($time, PUT(" or ", DURATION($time), " are over")) }
fact_withheld = { $end }; withheld, since check { $check } failed
fact_shared = none (load generator shares the server's CPUs)
fact_apart = server on { $server }; generator on { $generator }
fact_search = the best { $metric }, within { PERCENT($within) }, with { PERCENT($confidence) } confidence ({ $mode }{ IF($time, PUT("); at most ", DURATION($time)), ")") }
fact_no-errors = errors 0
fact_limit = { $figure } at { IF($isLeast, "least", "most") } { $limit }
fact_limits = { LIST($limits, with: ", ") }
fact_iterations = Iterations of a job
fact_servers-node = The server's Node
fact_other-ports = { $address }, and another port in each trial
fact_control = A/A′ control
fact_control-ratio = baseline ÷ its copy { $value } ({ $low } to { $high }, { WHOLE-PERCENT($confidence) }): { IF($isSound, "no significant difference", "DIFFERENT FROM ITSELF: no comparison is valid") }
fact_machine-speed = Speed of the machine

## Titles, axes and sentences of the figures.

figure_against = { CAPITAL($title) } against { $axis }
figure_log = { $unit } (log scale)
figure_log2 = { $axis } (log₂ scale)
figure_forest = Each setting against its baseline
figure_forest-group = { $metric }, { $better } is better{ IF(EMPTY($common), "", PUT(" (", $common, ")")) }
figure_ratio-to = ratio to { $baseline } (log scale)
figure_counted = { $count } { $word }

## What the page's script writes on the page.

page_script_copy = Copy
page_script_copied = Copied
page_script_link = Copy a link to
page_script_sort = Sort by this column

## The first screen of a page: the answer in short, the tiles, what to do; and the labels of the sections below it.

next_fixed = once that is fixed
next_resume = goes on with it
next_quiet = once more, with other programs closed
next_decide = decides what is open
next_longer = more time decides it{ IF($isDisturbed, ", with other programs closed") }
next_limit = what limits the server now{ IF($isCluster, ": cluster.cjs is in the report") }
next_behind = names what the requests wait for
next_loss = what limits the server after the change
next_processes = whether more processes give more
next_predict = asks about another size, and measures nothing
next_tune = searches all sizes, not only these
next_own = what limits your own server
next_clients = looks longer, with more clients
next_capacity = how much load it takes
next_again = after the change
next_restart = after the change and a restart
next_load = sends requests while it watches
next_route = sends requests while it watches: name a path that answers
next_measure = measures both
next_cores = what more CPUs would give
next_deeper = sees more; --help says what it does to the process
# $what (Shown | null)
undecided_noise = { IF($what, PUT($what, " undecided: about"), "About") } { COUNT($blocks, "more block") } ({ IF(BELOW($seconds, 100), PUT($seconds, " s"), PUT(CEIL(QUOTIENT($seconds, 60)), " min")) }) would decide it.
undecided_on-the-line = { IF($what, PUT($what, " undecided: too"), "Too") } close to the bound for more blocks to decide.
undecided_withheld = { $what } undecided: a validity check withholds the verdict.
undecided_contradict = { $what } undecided: the trials contradict each other.
undecided_settings = { COUNT($settings, "setting") }
undecided_claims = { COUNT($claims, "claim") }
page_badge_claims = { $decided } of { $of } decided
page_badge_certified = certified, { PERCENT($confidence) }
page_tile_of = { $n } of { $of }
page_tile_was = was { $value }
page_tile_base = base { $value }
page_files = The data of this page:
page_index_count = { COUNT($reports, "report") }.
page_todo_apply = Set it where the server is started:
page_todo_change = { CAPITAL($what) }:
page_todo_expect = Expect: { $text }
page_todo_other-ways = { COUNT($ways, "other way to do it", "other ways to do it") }
page_quality_noise = { PERCENT($noise) } noise per trial{ IF($resolution, IF(ABOVE($resolution, 1), ", intervals too wide to tell anything", PUT(", intervals of about ±", PERCENT($resolution)))) }.

## Headings, notes and labels of the reports.

report_name = { $name }
report_lab = Lab: { $name }
report_experiments = { COUNT($experiments, "experiment") }
report_measuring = { DURATION($time) } of measuring
report_not-run = { $name } could not be run ({ $code }): { $what } { $todo }
report_cut-off = { $name } was cut off; go on with: { $command }
report_not-begun = Not begun: { $names }; run: { $command }
report_evidence-of = Evidence for { $claim }
report_data = Data of this figure
report_table = Table: { $title }
report_output = Last lines of the server
report_file = Report: { $file }
report_trial = trial { $trial } ({ $setting })
report_skip = Skip to the report
report_footer = Run { $run } of { DATE($at) }, measured and judged by chokepoint { $version }.
report_footer-all = Measured and judged by chokepoint { $version }.
report_response-times = Response times of each setting
report_jobs = Jobs of each setting, as the server timed them
report_mean = Geometric mean over the trials, with its 95% interval.
report_no-interval = Without one: fewer than three trials, or they differ so much that it spans more than a factor of ten.
report_dash = A dash: no trial, or one of its trials has too few requests for that percentile.
report_premature = { COUNT($settings, "setting") } that { IF(SAME($settings, 1), "answers", "answer") } before the work is done { IF(SAME($settings, 1), "is", "are") } left out: { IF(SAME($settings, 1), "its", "their") } response times measure nothing.
report_group-baseline = the baseline of its group
report_the-baseline = the baseline ({ $setting })
report_ratio-note = Ratio to { $baseline } with its { WHOLE-PERCENT($confidence) } interval. Better and worse: the interval lies beyond 1, also if all that is compared shares the chance of error. Equivalent: within { DECIMALS(QUOTIENT(1, SUM(1, $delta)), 2) } to { DECIMALS(SUM(1, $delta), 2) }.
report_withheld = No verdict, since { $why }
report_picture-note = In { $unit }; the interval is at 95%.
report_range = { $low } to { $high }
