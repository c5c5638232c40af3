## What the command line says around its results.

cli_rate = 초당 요청 { $rate }개
cli_trial = 시행 { $done }{ IF($of, PUT("/", $of)) }: { $cell }: { $result } ({ DECIMALS($seconds, 1) }초)
cli_time-left = { IF($isOne, "약 ", PUT(CLOCK($low), "~")) }{ CLOCK($high) } 남음
cli_warning = 경고: { $what } { $why } [{ $code }]
cli_note = 참고: { $note }
cli_as-doctor = { $option }은(는) 첫 진단의 옵션이 아니므로 { $chokepoint } doctor를 실행합니다.
cli_from-settings = { $file }의 설정: { $words }
cli_settings-foreign = { $file }의 설정 중 이 명령에 없는 옵션: { $names }
cli_settings-doubted = { $file } 파일은 사용하지 않습니다. { IF($uid, PUT("파일이나 폴더가 사용자 ", $uid, "의 것입니다."), "다른 사용자가 파일이나 폴더에 쓸 수 있습니다.") }
cli_start-here = 이 폴더에서:
cli_getting-ready = { $target } 관찰 준비 중
cli_watching = { $target } 관찰 중: { DECIMALS($at, 1) }{ IF($all, PUT("/", DECIMALS($all, 1))) }초
cli_last-lines = 서버의 마지막 출력:
cli_preparing-base = 기준 리비전 준비 중: { $command }
cli_metrics = 메트릭: { $url }
cli_gate-undecided = 경고: 게이트를 판정할 수 없어 변경본을 통과시킵니다.
cli_experiments = 실험 { COUNT($experiments) }, { ABOUT($ms) }
cli_experiments-apart = 시간이 더 걸리는 { $name } 실험은 여기에 없습니다. 시작 명령: { $chokepoint } lab { $name }
cli_experiment = { $place }/{ $all }: { $name } (시행 { COUNT($trials, "회") })
cli_experiment-done = { $place }/{ $all }: { $name }: { $text }
cli_tune_best = 가장 좋은 { $metric }, 오차 { PERCENT($within) } 이내, 신뢰 수준 { PERCENT($confidence) } ({ $mode })
cli_tune_current = { $id }, 설정 { COUNT($settings) } 중 하나
cli_tune_window = { $load }, 워밍업 { ROUND-TIME($warmup) } 뒤 { ROUND-TIME($window) } 측정
cli_tune_window-chosen = { $load }, 측정 시간과 워밍업 시간은 첫 시행을 보고 정함
cli_tune_done-before = { IF($most, PUT("최대 ", ROUND-TIME($most), ", ")) }이미 측정한 시행 { COUNT($trials, "회") }
cli_tune_all-of-it = { ROUND-TIME($bound) }을 모두 사용, 시행 약 { COUNT($trials, "회") }
cli_tune_between = { ROUND-TIME($low) }~{ ROUND-TIME($high) }{ IF($isBudget, "(제한 시간)") }, 설정 간 차이가 클수록 일찍 끝남
cli_tune_short = 시행 약 { COUNT($trials, "회") }을 측정할 시간이므로 추정에 그칠 수 있습니다. --budget을 늘리거나 --duration을 줄이세요.
cli_tune_interrupt = Ctrl-C를 누르면 그때까지 가장 좋은 답을 출력합니다.
cli_tune_no-errors = 오류 0
cli_tune_limit = { $figure } { $limit } { IF($isLeast, "이상", "이하") }
cli_runs-none = { $file }에 아직 실행이 없습니다. 먼저 실행할 명령: { $chokepoint } lab pool-size --quick
cli_runs-doctors = doctor의 관찰 { COUNT($doctors, "건") }은 저장소 밖에 있습니다. { $folder }/index.html에서 볼 수 있고, { $chokepoint } doctor --replay { SHELL($folder, "/ID/watch.json") }으로 다시 진단할 수 있습니다.
cli_runs-trials = 시행 { $trials }{ IF($planned, PUT("/", $planned)) }회
cli_runs-removed = { $id }을(를) 삭제했습니다.
cli_runs-remove = 실행 { $run }을(를) 삭제할까요?
cli_runs = 실행:
cli_lab-time = 주장 { COUNT($claims) }, { ABOUT($ms) }
cli_lab-not-now = 지금은 실행할 수 없음
cli_list_port = { $id } (포트 { $port })
cli_serve-job = 프로세스 { $pid }의 작업: { DECIMALS($seconds, 3) }초
cli_serving = { $name }: { $urls } ({ $how }). 요청 예: { $command }
cli_serve-end = 종료하려면 Ctrl-C를 누르세요.
cli_serve-pool = 풀 { $pool }
cli_selftest_passed = { $all }개 중 { $passed }개 통과.

## Why a part of the command line is refused (`.why`), and what to write instead (`.todo`).

settings_json_why = 완전한 JSON 문서가 아닙니다: { $reason }.
settings_json_todo = 그 위치를 고치거나 파일을 삭제하세요.
settings_form_why = JSON 객체가 아닙니다.
settings_form_todo = 예: { "{" } "command": "node server.js", "path": "/health" { "}" }
settings_unknown_why = { $line }행: "{ $key }" 설정은 없습니다.
settings_unknown_todo = { IF($near, settings_unknown_todo.near, PUT("옵션 이름을 사용할 수 있습니다: ", LIST($known, with: ", "), ".")) }
    .near = "{ $near }"을(를) 찾으셨나요?
settings_value_why = { $kind ->
    [text] { $line }행: "{ $key }"의 값은 문자열이나 숫자이어야 합니다.
    [list] { $line }행: "{ $key }"의 값은 문자열이나 문자열의 목록이어야 합니다.
   *[switch] { $line }행: "{ $key }"의 값은 true나 false이어야 합니다.
}
settings_value_todo = { IF(SAME($key, "command"), "예: \"command\": [\"node\", \"server.js\"]", PUT("--", $key, " 뒤에 쓰는 것과 같이 쓰세요.")) }
settings_refused_why = { $line }행, "{ $key }": { $because }
settings_refused_todo = 명령줄에서와 같이 쓰세요. { $instead }
settings_command_why = { $line }행: 명령에 셸만 읽는 문자가 있습니다. 명령은 셸 없이 시작됩니다.
settings_command_todo = 단어의 목록으로 쓰세요: "command": ["node", "server.js", "--name", "a b"]
resume_other-verb_why = 이 실행은 "{ $chokepoint } { $verb }"로 시작되었습니다.
resume_other-verb_todo = 다음을 실행하세요: { $chokepoint } { $verb } --resume { $id }
resume_gate_why = 이 실행은 게이트입니다. 기준 리비전은 그 실행만을 위해 체크아웃되었고, 작업 트리는 그 뒤로 바뀌었을 수 있습니다.
resume_gate_todo = 다시 시작하세요. 저장된 시행은 계속 읽을 수 있습니다.
resume_other-plan_why = --resume과 함께 지정한 값이 실행을 시작할 때와 다릅니다.
resume_other-plan_todo = 시작할 때와 같은 옵션을 비밀 값까지 포함해 지정하세요: { LIST($lost, with: " ") }
resume_secrets = 시작할 때와 같은 값을 다시 지정하세요: --resume { $id } { LIST($lost, with: " ") }
interrupted_stored = 저장된 시행: { $done }{ IF($planned, PUT("/", $planned)) }회.
interrupted_nothing = 저장된 것이 없습니다.
interrupted_todo = 다시 시작하세요.
interrupted_gate = 다시 시작하세요. 게이트는 기준과 변경본을 한 번의 실행에서 측정합니다.
interrupted_resume = 이어서 실행: { $chokepoint } { $verb } --resume { $id }{ IF(ABOVE($lost, 0), PUT(" (저장되지 않은 값을 다시 지정: ", LIST($lost, with: " "), ")")) }
interrupted_lab = 이어서 실행: { JOIN(IF($id, PUT($chokepoint, " lab --resume ", $id)), IF(ABOVE($left, 0), interrupted_lab.left), with: ", 그다음: ") }
    .left = { $chokepoint } lab { LIST($left, with: " ") }{ IF($scale, PUT(" --", $scale)) }
interrupted_watch_why = 관찰이 시작되지 않았습니다.
interrupted_early_why = 리포트에는 { $seconds }초 동안 관찰한 내용이 있습니다.
interrupted_early_todo = 더 믿을 만한 결과를 얻으려면 더 오래 관찰하세요.
cut-short_command = 같은 명령을 직접 실행해 원인을 찾으세요. 마지막 출력이 있으면 아래에 표시됩니다.
cut-short_pid = 로그에서 원인을 찾고, 대신 시작된 프로세스를 확인하세요: pgrep -af node
unmeasured_problem = { $code }: { $what }
unmeasured_void = 유효성 검사 때문에 시행이 집계되지 않았습니다. 어떤 검사인지는 리포트에 있습니다.
output_folder = --out DIR로 다른 폴더를 지정하세요.
output_file = --out FILE로 다른 파일을 지정하세요.
output_unkept = 리포트를 저장하지 못했습니다: { CLAUSE($why) }. --out DIR로 다른 폴더를 지정할 수 있습니다.
output_stdout = 디스크 공간을 확보하거나 표준 출력을 다른 곳으로 보내세요.
replay_form = 관찰 기록으로 보이지만 일부의 형식이 예상과 다릅니다.
unknown-option_anywhere = 알 수 없는 옵션을 무시하면 결과가 달라질 수 있으므로 거부합니다.
unknown-option_here = { LIST($verbs) }에서는 사용할 수 있지만, { $command }에서는 사용할 수 없습니다.
file_missing = 그런 파일이 없습니다.
file_folder = 폴더입니다.
file_device = 일반 파일이 아니라 장치나 파이프입니다.
file_too-large = { $kibibytes }KiB보다 큽니다.
file_forbidden = 읽을 권한이 없습니다.
file_json = 완전한 JSON 문서가 아닙니다: { $reason }.
file_form = 형식이 예상과 다릅니다({ LIST($faults, with: "; ") }).
name_value = { $option }의 값
name_near = { $name }({ $near }을(를) 찾으셨나요?)
name_of-command = 명령("{ $command }")
value_empty_why = 이 옵션에는 값이 필요합니다.
value_empty_todo = 다음과 같이 쓰세요: { $option } { $value } ({ $help }).
value_switch_why = 값을 받지 않는 스위치입니다{ IF(ABOVE($choices, 0), PUT("(예외: ", LIST($choices, with: ", "), ")")) }.
value_switch_todo = 다음 중 하나로 쓰세요: { $option }{ LIST($choices, each: "each", with: "") }.
    .each = , { $option }={ $item }
value_twice_why = 이미 "{ $before }"로 지정되었습니다.
value_twice_todo = 둘 중 하나를 빼세요.
value_time_why = 초 또는 단위가 있는 시간을 지정해야 합니다{ IF(ABOVE($leastMs, 0), PUT("(", EXACT-TIME($leastMs), " 이상)")) }.
value_share_why = 0%보다 크고 100%보다 작은 비율을 지정해야 합니다.
value_confidence_why = 50%에서 99.9%까지 지정할 수 있습니다.
value_whole_why = { $least } 이상의 정수를 지정해야 합니다{ IF($most, PUT("(최대 ", $most, ")")) }.
value_todo = 예: { $option } { $example }
value_choice_why = 다음 중 하나여야 합니다: { LIST($choices, with: ", ") }.
value_header_why = NAME:VALUE 형식으로 쓰세요.
value_header_todo = 예: --header 'Accept: application/json'
value_body_why = { $reason }
value_body_todo = 64 MiB 이하의 일반 파일을 지정하세요. chokepoint가 출력한 @body.json이라면 먼저 그 파일에 본문을 쓰세요. 본문의 비밀 값은 저장되지 않습니다.
value_file_why = { $reason }
value_file_todo = 쓸 수 있는 폴더의 파일을 지정하세요.
value_duration-counted_why = 이 부하는 정해진 요청 수에 도달하면 끝납니다.
value_duration-counted_todo = 둘 중 하나를 빼세요: --load closed:32 --duration 10s 또는 --load closed:32x1000.
value_elsewhere_why = { $host }: 루프백 주소가 아닙니다. 프로세스는 그것이 실행되는 장비에서만 관찰할 수 있습니다.
value_elsewhere_todo = 그 장비에서 chokepoint를 실행하거나, 이 장비의 포트라면 :3000처럼 쓰세요.
value_words_why = { IF(ABOVE($most, 0), PUT("이름을 최대 ", COUNT($most), "까지 받습니다"), "옵션만 받습니다") }.
value_words_todo = 빼세요. "{ $chokepoint } { $verb } --help"를 참고하세요.
engine_form_why = 요청은 chokepoint가 직접 보내거나 k6가 실행하는 스크립트가 보냅니다.
engine_form_todo = 예: --engine k6:script.js. 필요 없으면 빼세요.
engine_script_why = { $reason }
engine_script_todo = 경로를 확인하세요. 현재 폴더를 기준으로 찾습니다.
engine_load_why = k6는 일정한 속도로, 또는 응답을 받은 클라이언트가 다시 요청하는 방식으로 보냅니다. 푸아송 도착은 없으며, 램프와 배치는 여기서 지원하지 않습니다.
engine_load_todo = 예: --rate 200 또는 --clients 32.
value_path_why = 경로는 슬래시로 시작하며, 호스트나 공백을 포함하지 않습니다.
value_path_todo = 예: --path /health. 전체 주소를 쓰려면: --url http://127.0.0.1:3000/health
value_runs_why = 실행을 { $most }개 받습니다.
value_runs_todo = 빼세요.
value_command_why = 이 명령은 서버를 시작하지 않습니다.
value_command_todo = 직접 만든 서버에는 다음을 사용하세요: { $chokepoint } sweep … -- node server.js
level_pool_why = 그 변수는 키 "pool"로 설정합니다.
level_pool_todo = 예: --vary pool=LEVELS.
level_empty_why = 비어 있는 값이 있습니다.
level_empty_todo = 예: --vary { SHELL($key, "=A,B,C") }.
level_pool-size_why = libuv는 모든 크기를 { $most }(으)로 제한하고, 0, 빈 값, 숫자가 아닌 모든 단어를 경고 없이 1로 처리합니다.
level_pool-size_todo = 1~{ $most }, "cores" 또는 "default"를 사용하세요.
level_whole_why = 1 이상의 정수를 지정해야 합니다.
level_whole_todo = 1, 2, … 또는 "cores"를 사용하세요.
level_cpus_why = 이 장비의 CPU는 { COUNT($cpus) }입니다.
level_cpus_todo = 1~{ $cpus }를 사용하세요.
vary_too-many_why = 탐색은 변수 하나, 또는 격자를 이루는 변수 두 개를 받습니다.
vary_too-many_todo = 먼저 두 개를 튜닝한 뒤, 권장된 설정으로 세 번째를 튜닝하세요.
vary_twice_why = 같은 변수를 두 번 지정했습니다.
vary_twice_todo = 모든 값을 --vary 하나에 넣으세요.
vary_one-setting_why = 남는 설정이 하나뿐이며, 그것은 현재 설정입니다.
vary_one-setting_todo = 예: --vary pool=1..64
vary_assigned_why = { IF($script, vary_assigned_why.script, "명령에서") } { $name }={ $value }을(를) 직접 설정하므로, 시도할 모든 값이 덮어써집니다.
    .script = package.json의 스크립트 "{ $script }"에서
vary_assigned_todo = { IF(SAME($key, "pool"), PUT("거기에서 제거하고 chokepoint 앞에 두세요: ", $name, "=", SHELL($value), " ", $chokepoint, " tune … (이 값이 현재 설정이 됩니다)."), PUT("거기에서 제거하세요. 이 값도 시도하려면: --vary ", SHELL($key, "=", $value, ",OTHER"))) }
vary_gate_why = 게이트는 코드만 비교하며 다른 설정은 고정합니다. 따라서 키마다 값을 하나만 받습니다.
vary_gate_todo = 예: --vary { SHELL($key, "=", $level) }. 또는 --against 없이 sweep으로 여러 값을 측정하세요.
vary_experiments_why = 실험마다 변경하는 것이 다릅니다.
vary_experiments_todo = 실험을 하나만 지정하세요.
budget_short_why = 여기에서는 시행 한 번에 약 { PRECISION(QUOTIENT($trialMs, 1000), 2) }초가 걸리고, 비교하려면 두 설정을 두 번씩 측정해야 합니다.
budget_short_todo = 최소 --budget { CEIL(QUOTIENT($neededMs, 1000)) }s, 가능하면 그 5배를 지정하세요. 또는 --duration과 --warmup을 줄이세요.
objective_rate_why = 이 부하는 정해진 속도로 요청을 보내므로, 밀리지 않는 설정은 모두 처리량이 같습니다.
objective_rate_todo = --objective p99를 쓰거나, 응답을 기다리는 클라이언트를 사용하세요: --load closed:32
limit_figure_why = 다음 중 하나를 제한합니다: { LIST($known, with: ", ") }.
limit_form_why = 지표, "<" 또는 ">", 한계값이 필요합니다. 시간은 ms나 s로, errors는 0이나 백분율로, throughput은 초당 요청 수로 씁니다.
limit_todo = 예: --subject-to 'p99<200ms,errors=0'
limit_direction_why = 한계는 나쁜 값을 제외하는 것이며, { $name }은(는) { IF(SAME($bound, ">"), "높을수록", "낮을수록") } 좋습니다.
limit_direction_todo = 예: --subject-to { SHELL($name, $bound, $limit) }
slo_figure_why = 다음을 제한합니다: { LIST($known, with: ", ") }.
slo_form_why = 각 부분은 지표, "<", 0보다 큰 한계값입니다. 시간은 ms나 s로, errors는 %로 씁니다.
slo_todo = 예: --slo 'p99<200ms,errors<0.1%'
slo_twice_why = { $figure }을(를) 두 번 제한합니다.
slo_twice_todo = { $figure } 한계를 하나만 지정하세요.
slo_two-settings_why = 용량은 두 설정 사이에서 비교합니다. 더 많으면 몇 시간이 걸립니다.
slo_two-settings_todo = 예: --vary pool=4,64
value_per-second_why = 초당 요청 수가 아닙니다.
value_per-second_todo = 예: { $option } 500/s
node_one-lab_why = "{ $experiment }"는 Node 버전 하나에서 실행됩니다.
node_one-lab_todo = 버전을 하나만 지정하세요. 나란히 비교하려면: { $chokepoint } lab pool-map --node { SHELL($versions) }
node_one_why = 서버는 Node 버전 하나에서 실행됩니다.
node_one_todo = 버전이나 경로를 하나만 지정하세요.
capture_long_why = 트레이스 이벤트는 프로세스를 느리게 하므로 최대 5 s 동안만 수집합니다.
capture_long_todo = 예: --capture 3s
capture_fit_why = 관찰 시간 안에 들어가야 하고, 그 전에도 시간이 필요합니다.
capture_fit_todo = 더 오래 관찰하세요: --duration { QUOTIENT($neededMs, 1000) }s
port_none_why = 프로세스 { $pid }이(가) 수신하는 TCP 포트를 찾지 못해 요청을 보낼 곳이 없습니다.
port_none_todo = 포트를 지정하세요: { $chokepoint } doctor :3000 { $load }. 또는 부하를 빼세요.
port_several_why = 프로세스 { $pid }이(가) 여러 포트를 수신합니다: { LIST($ports, with: ", ") }.
port_several_todo = 하나를 지정하세요: { $chokepoint } doctor :{ LIST($ports, most: 1) } { $load }
load_endless_why = doctor는 관찰하는 동안 계속 서버에 부하를 겁니다. 이 부하는 정해진 요청 수에 도달하면 끝납니다.
load_endless_todo = 예: --load closed:64 또는 --load rate:100
corrected_none_why = 이 서버의 문제는 작업을 나누는 방식이며, 토폴로지로만 바꿀 수 있습니다.
corrected_none_todo = 예: --topology { LIST($topologies, with: " 또는 ") }.
topology_count_why = 토폴로지 { $topology }에는 설정할 { $what } 수가 없습니다.
topology_count_todo = { IF(ABOVE($others, 0), PUT("다른 것을 선택하세요: --topology ", LIST($others, with: " 또는 "), "."), "이 옵션을 빼세요.") }
missing_command_why = 시행마다 다른 설정으로 서버를 시작하므로 서버를 시작하는 명령이 필요합니다.
missing_command_todo = -- 뒤에 쓰세요: { $chokepoint } { $verb } … -- node server.js
missing_vary_why = sweep은 설정을 비교하므로 어떤 설정인지 알아야 합니다.
missing_vary_todo = 예: --vary pool=1,4,16
missing_gate_why = { $given }은(는) 작업 트리를 기준과 비교하는 게이트에 사용합니다.
missing_gate_todo = 예: --against main. 마지막으로 저장된 실행과 비교하려면 --against last.
missing_resume_why = { $given }은(는) 저장된 실행에 사용하며, 이것은 새 실행입니다.
missing_resume_todo = 빼거나 --resume RUN을 쓰세요.
missing_capture_why = 트레이스 이벤트는 프로세스 안에서 수집하며, 동의 없이는 프로세스에 들어가지 않습니다.
missing_capture_todo = --attach를 추가하거나 --capture를 빼세요.
missing_json_why = --brief는 JSON 문서를 줄이는 옵션입니다.
missing_json_todo = --json을 추가하거나 --brief를 빼세요. 결론만 출력하려면 --quiet를 쓰세요.
missing_cell_why = --cell은 저장된 실행의 설정을 지정합니다.
missing_cell_todo = --run RUN을 쓰거나 --cell을 빼세요.
missing_source_why = 예측에는 측정값이 필요합니다. 저장된 실행, 저장된 demands, 또는 현재 상태의 서버 중 하나입니다.
missing_source_todo = 예: --run last, --demands FILE, 또는 -- node server.js
missing_target_why = doctor가 어떤 프로세스를 볼까요?
missing_target_todo = 예: { $chokepoint } doctor PID, { $chokepoint } doctor :PORT, { $chokepoint } doctor -- node server.js
missing_server_why = 어떤 서버를 시작할까요?
missing_server_todo = 예: { $chokepoint } -- node server.js
missing_doctor-command_why = { $given }은(는) 서버에 보낼 요청을 정하지만, 어떤 서버인지 지정되지 않았습니다.
missing_doctor-command_todo = 예: { $chokepoint } doctor … -- node server.js. 실행 중인 서버는 doctor PID 또는 doctor :PORT(둘 다 ss -ltnp로 확인).
missing_kept_why = 명령을 지정하지 않았고, 이 폴더에 저장된 명령도 없습니다.
missing_kept_todo = 예: { $chokepoint } -- node server.js. 또는 chokepoint.json에 "command": "node server.js"를 저장하세요.
missing_shell_why = 셸마다 스크립트가 다릅니다.
missing_shell_todo = 예: { $chokepoint } completion { LIST($known, with: " / ") }
missing_result-file_why = 어떤 결과를 검사할까요?
missing_result-file_todo = 도구가 쓴 파일을 지정하세요: { $chokepoint } check oha.json, 두 설정이면 { $chokepoint } check a1.json a2.json vs b1.json b2.json.
missing_run_why = 어떤 실행인가요?
missing_run_todo = "{ $chokepoint } runs list"의 id나 "last"를 지정하세요.
conflict_todo = 둘 중 하나를 빼세요.
conflict_scenario_why = 시나리오에 각 요청의 URL과 내용이 이미 정의되어 있습니다.
conflict_engine_why = 보낼 내용과 올바른 응답이 k6 스크립트에 이미 정의되어 있습니다.
conflict_load_why = --clients, --rate, --load는 각각 부하 전체를 지정합니다.
conflict_quiet_why = 하나는 출력을 줄이고 다른 하나는 늘립니다.
conflict_scale_why = 한 번에 한 가지 규모만 실행할 수 있습니다.
conflict_corrected_why = 서버는 게시된 그대로이거나 수정된 것 중 하나로 시작합니다.
conflict_precision_why = 게이트는 신뢰 구간이 허용 손실의 한쪽에 놓이면 끝납니다.
conflict_precision_todo = 빼거나 --budget 5m 또는 --blocks 13으로 게이트를 제한하세요.
conflict_pid_why = 실행 중인 서버는 PID나 포트로 지정하며, 부하도 그 포트로 보냅니다.
conflict_pid_todo = 둘 중 하나를 빼세요: { $chokepoint } doctor :3000 -c 32 또는 { $chokepoint } doctor -- COMMAND.
conflict_attach_why = doctor가 시작하는 서버에는 처음부터 프로브가 있습니다.
conflict_attach_todo = --attach를 빼세요.
conflict_stored_why = 저장된 실행이나 demands는 그대로 사용됩니다. 아무것도 측정하지 않으므로 다른 옵션은 무시됩니다.
conflict_resume_why = 이어서 실행하면 시작할 때의 계획을 그대로 사용합니다.
conflict_resume_todo = 나머지를 빼거나 --resume 없이 새 실행을 시작하세요.
conflict_list_why = 목록을 출력하고 끝납니다. 아무것도 실행하지 않습니다.
conflict_replay_why = 측정값은 파일에 있습니다. 아무것도 시작하지 않고 어떤 프로세스도 읽지 않습니다.
conflict_payload_why = 코드를 출력하고 끝납니다. 아무것도 관찰하지 않습니다.
conflict_action_why = 이 동작에서는 사용하지 않는 옵션입니다.
conflict_action_todo = 이 옵션을 빼세요.
name_command = 서버 명령
name_target = 진단할 프로세스
name_run = 실행
name_result-file = 결과 파일
header_file-empty = 파일이 비어 있습니다.
header_file-lines = 파일에 여러 줄이 있습니다.
header_no-variable = 환경 변수 { $name }이(가) 없거나 비어 있습니다.
header_variable-lines = 변수에 여러 줄이 있습니다.
open_none = 브라우저를 열 수 없습니다. { $file } 파일을 직접 여세요.
url_not-http = http(s) URL이 아닙니다.
url_not-local = 서버는 이 장비에서 시작되는데, { $host }은(는) 루프백 주소가 아닙니다.
command_no-app = (그런 이름의 PM2 애플리케이션도 없음)
hint_near = "{ $near }"을(를) 찾으셨나요?
hint_vary = 예: --vary { $key }=LEVELS.
hint_list = 목록: { $chokepoint } { $verb } --list
hint_help = "{ $chokepoint } --help"를 실행하세요.

## What `--help` says: what each verb does, and its options.

option_quick = 설정을 줄여서 실행: 실험마다 길어야 몇 분(기본값)
option_full = 모든 설정을 더 많은 블록으로 실행, 걸리는 시간을 미리 알려 줌
option_as-published = 문서에 있는 상수 그대로 실행
option_corrected = 문서의 서버에서 잘못된 부분을 고친 서버
option_list = 지정할 수 있는 이름과 출처를 나열
option_topology = 프로세스와 스레드의 구성(기본값: 프로세스 하나)
option_port = 수신할 포트(기본값: 문서의 포트)
option_host = 수신할 주소(기본값 127.0.0.1)
option_pool = UV_THREADPOOL_SIZE, 1~1024 또는 "default"(생략하면 환경 변수의 값)
option_processes = 프로세스 수, 프로세스가 여럿인 토폴로지에서 사용
option_workers = 워커 스레드 수, 워커 스레드가 있는 토폴로지에서 사용
option_set = 서버의 상수 변경: iterations=1000
option_vary = pool, processes, cpus, env:NAME, arg:NAME. 값은 1,4,16 또는 1..1024, "cores", "default"
option_url = 서버의 주소: 3000, :3000, localhost:3000/path 또는 전체 주소(기본값: 프로세스의 소켓에서 찾음)
option_path = 요청할 경로(기본값 /)
option_clients = 클라이언트 수. 각각 응답을 받은 뒤 다음 요청을 보냄(기본값 32)
option_rate = 초당 요청 수. 응답을 기다리지 않고 보냄
option_load = 다른 부하: closed:CLIENTSxREQUESTS, poisson:N, ramp:A..B(초당), batch:SIZExBATCHES
option_generator = 다른 곳의 생성기에 닿는 명령: "ssh load1 npx chokepoint generate". 여러 개면 부하를 나눔(docs/generators.md)
option_duration = 측정 구간의 길이: 10, 500ms, 2m(기본값 5s)
option_warmup = 측정 구간 전의 워밍업, 결과에서 제외(기본값 1s)
option_method = HTTP 메서드(기본값 GET)
option_header = 요청 헤더, 여러 번 지정 가능(Accept-Encoding을 지정하지 않으면 브라우저의 값). NAME:@FILE과 "NAME: Bearer $VARIABLE"은 값을 노출하지 않음
option_body = 요청 본문. @FILE은 파일에서 읽음
option_scenario = 가중치와 검사가 있는 요청 목록(JSON), --url 대신 사용
option_engine = k6 스크립트의 요청을 이 부하로 보냄(PATH에 k6 1 또는 2, --generator마다 같은 버전). 서버 주소는 __ENV.BASE_URL
option_expect-status = 정상 응답으로 볼 상태 코드(기본값 200~299)
option_timeout = 이 시간 안에 응답이 없으면 실패(기본값 30s)
option_start-timeout = 서버가 첫 응답을 하기까지 기다릴 시간(기본값 30s)
option_blocks = 정확히 N블록 실행(기본값: 모든 비교가 판정되면 종료)
option_precision = 모든 비율의 오차가 ± 이 값 이내가 될 때까지 계속: 3%
option_budget = 이 시간이 지나면 종료(기본값 10m, --blocks가 없을 때)
option_objective = 최적화할 지표: throughput, p50, p99, cpu-per-request(기본값 throughput)
option_slo = 목표: p50, p90, p95, p99, mean, errors. 'p99<200ms,errors<0.1%' (기본: 포화 지점)
option_expect = 감당해야 할 초당 요청 수. 95% 신뢰도로 감당하지 못하면 종료 코드 1
option_subject-to = 설정이 지켜야 할 한계: 'p99<200ms,errors=0'
option_within = 가장 좋은 설정과의 차이가 이 값 이내이면 인정(기본값 5%)
option_confidence = 결과의 신뢰 수준(기본값 95%)
option_certified = 가장 좋은 설정을 유력한 몇 개가 아니라 남은 모든 설정과 비교해 검증(느림)
option_seed = 난수 시드(시행 순서, 요청 시각), 실행과 함께 저장됨
option_against = 게이트: 작업 트리를 git 리비전과 번갈아 측정해 비교하거나 저장된 실행과 비교
option_fail-if-worse = 신뢰 수준 95%에서 손실이 이 값보다 크면 종료 코드 1(기본값 5%)
option_metric = 게이트가 판정할 지표: throughput, p50, p90, p99, mean, cpu-per-request(기본값: 부하에 맞는 지표)
option_prepare = 기준 리비전을 설치하고 빌드하는 명령: 'npm ci'(기본값: 현재 node_modules 재사용)
option_summary = 풀 리퀘스트용 Markdown 요약을 덧붙일 파일(기본값 $GITHUB_STEP_SUMMARY)
option_junit = 게이트와 유효성 검사를 JUnit XML로 저장
option_resume = 중단되었거나 판정이 남은 실행을 이어서 실행. 비밀 값은 다시 지정해야 함
option_trust-store = --resume나 --against와 함께: 다른 사용자가 저장했을 수 있는 실행을 사용
option_take-over = 프로세스가 보이지 않는 실행을 이어서 실행하거나 삭제. 먼저 그 프로세스가 끝났는지 확인해야 함
option_run = 모델의 바탕이 되는 저장된 실행: id 또는 "last"
option_cell = 실행의 설정 중 하나(기본값: 기준 설정)
option_demands = predict --json으로 저장한 파일의 모델
option_what-if = pool, processes, cpus, clients, rate: pool=4,8,16 또는 pool=cores,processes=2. 모든 조합을 예측(기본값: 자주 쓰는 풀 크기와 프로세스 수)
option_load-elsewhere = 부하를 다른 장비에서 보냄: 생성기의 CPU를 계산에서 제외
option_node = 실험 서버의 Node: 버전(22) 또는 경로. pool-map에는 여러 개 지정: 20,22,24,26
option_checks = 유효성 검사 23개와 그 수치
option_yes = 확인하지 않고 삭제
option_format = json 또는 csv
option_pid = 실행 중인 프로세스의 PID, 수신 포트 :PORT, 또는 (--pid 없이) PM2 애플리케이션의 이름. 워커도 함께 관찰함
option_attach = 프로세스에 붙는 것을 허용: 인스펙터를 약 15 ms 동안 열고 대기 시간을 재는 스레드를 시작. =unsure: 프로세스의 SIGUSR1 핸들러가 실행될 수 있을 때도 허용
option_try-binary = 알려지지 않은 빌드의 Node를 한 번 실행하는 데 동의: 풀을 읽는 방법을 알아내기 위함
option_capture = 풀 작업의 트레이스 이벤트를 이 시간 동안 수집, 최대 5s(--attach 또는 서버 명령이 필요)
option_profile = 힙이 커도 CPU 프로파일을 수집. 힙 1 MB당 약 1 ms 동안 서버가 멈춤
option_watch = 실시간으로 표시하고 끝날 때 리포트 출력
option_replay = 저장된 watch.json을 다시 진단
option_prometheus = 관찰하는 동안 127.0.0.1:PORT/metrics에서 메트릭 제공
option_print-payload = --attach가 프로세스 안에서 실행할 코드를 출력하고 종료
option_fail-on = 이 심각도 이상의 진단이 있으면 종료 코드 1: critical, warning, info
option_json = stdout에 JSON 문서 하나만 출력
option_brief = --json과 함께: 시행, 측정값, 표를 뺀 문서
option_out = 리포트를 저장할 폴더(기본값 .chokepoint/reports/RUN)
option_open = 브라우저에서 리포트 열기. --json이나 CI에서는 무시됨
option_store = 실행을 저장할 파일(기본값 .chokepoint/runs.db)
option_lang = 출력과 리포트의 언어: en, ko(기본값: CHOKEPOINT_LANG, 그다음 로캘)
option_settings = 폴더의 chokepoint.json에서 아무것도 가져오지 않음
option_color = 색상 사용 여부(기본값: 터미널에서 사용. NO_COLOR와 FORCE_COLOR를 따름)
option_quiet = 판정만 출력
option_verbose = 리포트 전체를 터미널에 출력하고 시행마다 stderr에 한 줄 출력
option_help = 도움말 표시
help_lab = 이름이 있는 실험: 이 장비에서 Node가 실제로 어떻게 동작하는지 측정
help_lab_all = 이름이 없으면 모든 실험
help_lab_as-published = 문서에 있는 상수 그대로, 설정마다 한 번씩 실행
help_sweep = 내 서버에서 모든 설정 조합을 무작위 블록으로 측정하고 신뢰 구간과 함께 비교
help_sweep_fails = 게이트 실패
help_sweep_passes = 게이트를 판정할 수 없으면 경고와 함께 0으로 끝납니다.
help_find = 서버를 시작해 병목을 찾고 도움이 되는 설정을 증명(보통 90초 이내)
help_find_no-verb = 명령 이름 없이
help_find_way = 서버의 포트를 찾고, 처리량이 늘지 않을 때까지 부하를 늘린 뒤, 그 두 배의 클라이언트로 관찰합니다. 설정을 권장할 때는 현재 설정과 번갈아 새 서버에서 측정합니다. 코드를 바꿔야 할 때는 함수 이름을 알려 줍니다. 아무것도 변경하지 않으며 프로세스를 남기지 않습니다.
help_find_duration = 부하를 받는 서버를 관찰할 시간(기본값 5s)
help_find_timeout = 이 시간 안에 응답이 없으면 실패(기본값 10s)
help_find_expect-status = 정상 응답으로 볼 상태 코드(기본값 200~399)
help_doctor = 실행 중인 서버의 병목 진단: 근거와 변경할 것
help_doctor_enters = --attach가 없으면 프로세스에 들어가지 않고 밖에서만 읽으므로 프로세스에 영향이 없습니다. --attach는 127.0.0.1에서 인스펙터를 약 15 ms 동안 열고 스레드를 하나 시작하며, 이 스레드는 관찰이 끝나면 종료됩니다. 프로세스의 stderr에 디버거에 관한 세 줄이 출력됩니다. 실행되는 코드는 --print-payload로 볼 수 있습니다.
help_doctor_refuses = 시그널 핸들러를 읽을 수 없는 프로세스에는 붙지 않습니다. SIGUSR1 핸들러가 있으면 무엇이든 실행되기 때문입니다. --attach=unsure는 여기에도 동의하는 것입니다.
help_doctor_duration = 관찰할 시간(기본값 4s, 서버 명령이면 10s, --watch면 Ctrl-C까지)
help_doctor_verbose = 리포트 전체: 모든 규칙의 답을 포함
help_doctor_clients = 클라이언트 수. 각각 응답을 받은 뒤 다음 요청을 보냄(서버 명령이면 기본값 32, 실행 중인 서버에는 지정할 때만 부하를 보냄)
help_doctor_load = 다른 부하: closed:CLIENTS, poisson:N, ramp:A..B(초당). none이면 관찰만 함
help_doctor_fails = --fail-on 이상의 심각도로 진단됨
help_doctor_passes = --fail-on이 없으면 심각한 진단이 있어도 0으로 끝납니다.
help_tune = 적은 시행으로 내 서버에 가장 좋은 설정을 찾고 신뢰 수준을 제시
help_tune_way = 처음에는 몇 개의 설정만 측정하고, 그다음 가장 좋은 설정의 주변을 측정한 뒤, 하나가 검증되거나 시간이 다할 때까지 좋은 설정끼리 비교합니다. 신뢰 수준 95%로 더 좋은 설정이 없으면 현재 설정을 유지합니다. Ctrl-C를 누르면 그때까지 가장 좋은 답을 출력합니다.
help_tune_duration = 측정 구간의 길이(기본값: 첫 시행을 보고 정함)
help_tune_warmup = 측정 구간 전의 워밍업, 결과에서 제외(기본값: 첫 시행을 보고 정함)
help_tune_budget = 이 시간이 지나면 종료(기본값 5m)
help_tune_fails = --subject-to의 한계를 지키는 설정이 없음
help_capacity = 목표를 지키는 최대 요청률과 그 구간, 그리고 그때의 한계
help_capacity_way = 목표가 깨지는 두 요청률을 찾은 뒤, 새 프로세스에서 교차점 주변의 세 요청률을 구간이 충분히 좁아질 때까지 측정합니다. 요청은 무작위로(푸아송) 도착하며 서버가 답할 때까지 기다립니다. Ctrl-C를 누르면 지금까지 알아낸 것을 보여 줍니다.
help_capacity_fails = --expect의 부하를 감당하지 못함 (95% 신뢰도)
help_capacity_passes = 판정할 수 없으면 0으로 끝나고 그렇게 알립니다.
help_capacity_precision = 구간이 ± 이 값 안에 들 때까지 계속 (기본 5%)
help_capacity_budget = 시간을 다 쓰면 멈춤 (기본: 설정마다 5m)
help_capacity_vary = 모든 블록에 함께 들어가는 두 설정: pool=4,64
help_predict = 한 설정의 측정값을 바탕으로 다른 설정의 결과를 예측
help_predict_file = --json으로 저장한 파일
help_predict_measures = 먼저 측정함
help_predict_blocks = 측정할 시행 수(기본값 3)
help_serve = 실험 서버 하나를 직접 실행해 curl, ab 등으로 요청
help_serve_until = Ctrl-C까지
help_runs = 저장된 실행: list, show, compare, report, export, remove
help_runs_id = RUN은 목록의 id 또는 "last"이며, 생략하면 "last"입니다.
help_runs_take-over = 프로세스가 보이지 않는 실행을 삭제. 먼저 그 프로세스가 끝났는지 확인해야 함
help_generator_yes = 사설 주소가 아닌 곳에 부하를 보내도 됨(부하를 주어도 되는 주소)
help_generate = --generator의 상대편: 지시받은 부하를 보냄
help_generate_way = stdin과 stdout으로 프로토콜을 주고받고, stdin이 끝나면 종료합니다. 실제 부하를 보내므로 부하를 주어도 되는 호스트에만 사용하세요.
help_action = action.yml의 뒷부분: 게이트의 결과를 GitHub에 알림
help_check = k6, oha, vegeta, autocannon, wrk, ab의 결과를 비교에 쓸 수 있는지 검사
help_check_vs = 두 설정을 여러 번씩
help_check_way = 파일 이름과 상관없이 도구가 쓴 내용을 읽어 직접 측정한 실행과 같은 유효성 검사를 합니다. 파일이 둘이면 두 설정이고, "vs" 없이 더 많으면 한 설정의 여러 실행입니다. 요청은 보내지 않습니다.
help_check_clients = 테스트의 클라이언트 수(파일에 없을 때: oha, k6)
help_check_rate = 초당 보내기로 한 요청 수(정해진 시각에 보낸 테스트)
help_check_fails = 비교에 쓸 수 없는 값
help_selftest = 정답을 아는 서버로 부하 생성기를 검증
help_selftest_quick = 더 짧은 부하
help_completion = bash, zsh, fish에서 명령과 옵션을 자동 완성하는 스크립트
help_completion_how = ~/.bashrc: source <({ $chokepoint } completion bash). ~/.zshrc(compinit 뒤): source <({ $chokepoint } completion zsh). fish: { $chokepoint } completion fish > ~/.config/fish/completions/chokepoint.fish
help_examples = 예:
help_usage = 사용법:
help_exit-codes = 종료 코드: 0 정상, { IF($finding, PUT("1 ", $finding, ", ")) }2 잘못된 사용, 3 측정하지 못함, 70 chokepoint 자체의 오류, 130 중단됨.
help_fails = 게이트나 한계를 통과하지 못함
help_what-it-is = chokepoint: Node.js 서비스의 동시성 병목을 찾고, 증명하고, 해결합니다.
help_example_command = 내 서버의 병목은? 무엇을 바꿀까?
help_example_pid = 실행 중인 프로세스. PM2 앱은 이름으로
help_example_port = 그 포트에서 수신하는 프로세스
help_example_tune = 가장 좋은 설정은?
help_usage-line = 사용법: { $chokepoint } [COMMAND] [options] [-- 서버 명령]
help_version = 버전 출력(-V도 같음)
help_topics = 명령의 옵션은 "{ $chokepoint } help COMMAND"로 볼 수 있습니다. chokepoint.json이나 package.json의 "chokepoint"에 옵션과 서버 명령을 저장할 수 있습니다.

## Why `--load` is not understood, and what the load generator is asked in its self-test.

load_no-number = KIND:NUMBER 형식으로 쓰세요.
load_unknown-kind = "{ $kind }"라는 부하는 없습니다.
load_number-missing = 숫자가 없거나 숫자가 아닙니다.
load_whole = 1 이상의 정수를 지정하며, 클라이언트는 최대 5000개입니다.
load_rate = rate는 0보다 큰 초당 요청 수입니다.
share_batch = 배치는 자신의 모든 요청을 기다리므로 생성기 하나만 할 수 있습니다.
share_few = 생성기마다 클라이언트가 하나 이상 필요한데, 모두 { $clients }개입니다.
share_counted = 요청 수가 정해져 있으면 생성기마다 클라이언트 수가 같아야 하는데, { $clients }개는 그렇게 나눌 수 없습니다.
share_refused = 다른 장비의 생성기는 이런 작업을 받지 않습니다({ $fault }).
reach_refused = 그곳에서 TCP 연결에 실패했습니다: { $reason }. 서버가 127.0.0.1에서만 수신하거나 중간에 방화벽이 있을 수 있습니다.
reach_which = 그곳의 루프백은 이 장비가 아니고, 어느 주소가 이 장비로 오는지 알 수 없습니다. 이 장비의 주소: { IF(ABOVE($addresses, 0), LIST($addresses, with: ", "), "루프백뿐") }.
generators_announced = 생성기 { LENGTH($generators) }개({ LIST($generators, with: "; ") })가 실제 부하를 보냅니다: { IF(ABOVE($loads, 0), LIST($loads, with: ", "), "탐색이 정하는 속도") }. 부하를 주어도 되는 호스트와 네트워크에만 사용하세요.
generators_waiting = 생성기 "{ $name }"가 아직 응답하지 않습니다. { ROUND(QUOTIENT($most, 1000)) }초 뒤에 포기합니다.
selftest_stall-p99 = 멈춘 동안 예정되어 있던 모든 요청이 지연됨: p99
selftest_stall-p50 = … 다른 요청은 지연되지 않음: p50
selftest_delay-p50 = 정확한 지연은 그대로 보고됨: 요청을 보낸 뒤의 p50
selftest_littles-law = 처리량 × 평균 응답 시간 = 클라이언트 수(리틀의 법칙)
selftest_wrong-verified = 잘못된 응답은 성공이 아님: verified
selftest_wrong-errors = … 오류임: 종류 status
selftest_nobody-answered = 수신하는 서버가 없으면 응답도 없음: answered
selftest_nobody-errors = … 시도마다 오류임: 종류 connect
selftest-asked_stall = { $seconds }초 동안 초당 요청 { $perSecond }개, 서버를 한 번 { $stallMs } ms 동안 블로킹
selftest-asked_delay = { $seconds }초 동안 초당 요청 { $perSecond }개, 응답은 요청 { $delayMs } ms 뒤에 전송
selftest-asked_clients = { $seconds }초 동안 쉬지 않는 클라이언트 { $clients }개
selftest-asked_wrong = 클라이언트 4개가 요청을 50개씩, 모든 응답의 상태는 500
selftest-asked_nobody = 클라이언트 4개가 요청을 5개씩, 수신하는 서버 없음

## Why a server, a Node or a stored run cannot be used, and what to do.

node_silent = 실행할 수 없거나 --version에 응답하지 않습니다.
node_another = chokepoint를 실행하기에는 Node { $version }이(가) 너무 오래되어 Node { $other }({ IF($source, PUT("npm 패키지 ", $source), "이 저장소에 설치됨") })에서 실행합니다. 서버의 Node는 바뀌지 않습니다.
node_another-none = { $system }에서는 자동으로 받을 수 없습니다.
node_another-too-old = 그 Node도 너무 오래되었습니다.
node_another-run = 다음을 실행하세요: { $command }
node_another-install = Node { $needed } 이상을 설치하세요.
node_no-version = 버전을 지정하지 않았습니다.
node_no-hash = 레지스트리에 { $name }@{ $version }의 해시가 없습니다.
cpus_not-linux_why = 다른 프로세스의 CPU를 지정하는 것은 Linux에서만 가능합니다.
cpus_not-linux_todo = --vary에서 "cpus"를 빼세요.
cpus_no-taskset = util-linux를 설치하거나 --vary에서 "cpus"를 빼세요.
children_refused_why = 다른 사용자의 프로세스라 종료하지 못했고 아직 실행 중입니다.
children_refused_todo = 그 사용자로 직접 종료하고(sudo kill), 시작하는 명령이 SIGTERM을 받으면 함께 종료하게 하세요.
children_ended_why = 다음 시행의 CPU를 사용했을 것이므로 종료했습니다.
children_ended_todo = 서버가 SIGTERM을 받으면 자식 프로세스를 종료하게 하세요.
ready_last = { $last }. 포트는 { $port }{ IF(EMPTY($setting), "", PUT(", 설정은 ", $setting)) }입니다.
port_holder = (명령이 시작한 프로세스가 아님: { IF($name, $name, PUT("관찰할 권한이 없는 사용자 ", $uid, "의 프로세스")) })
exited_todo = 같은 명령을 직접 실행해 마지막 출력을 확인하세요.{ IF(EMPTY($setting), "", PUT(" 이때의 설정은 ", $setting, "입니다.")) }{ IF(ABOVE($held, 0), exited_todo.held) }
    .held = { "" } 서버의 포트를 이미 다른 프로세스가 사용하고 있을 수 있습니다: { LIST($held, with: ", ") }.
ready_silent = { QUOTIENT($ms, 1000) }초가 지났지만 서버의 어떤 프로세스도 TCP 포트를 수신하지 않습니다. { QUOTIENT($most, 1000) }초까지 기다립니다(--start-timeout).{ IF(ABOVE($held, 0), ready_silent.held) } HTTP를 제공하지 않는 프로그램이라면: { $chokepoint } doctor --load none -- { LIST($command, each: "SHELL", with: " ") }
    .held = { "" } 서버의 포트를 이미 다른 프로세스가 사용하고 있을 수 있습니다: { LIST($held, with: ", ") }.
port-silent_todo = Node 프로세스가 수신하는 포트: { IF(ABOVE($held, 0), LIST($held, with: ", "), "없음") }. 전체 목록은 ss -ltnp로 확인하세요.
port_none = { IF(ABOVE($ports, 0), port_none.silent, "프로세스가 수신하는 TCP 포트가 없었습니다") }{ IF(ABOVE($held, 0), port_none.held) }.
    .silent = 포트를 수신하지만 HTTP로 응답하지 않았습니다: { LIST($ports, each: "each", with: ", ") }
    .held = . 서버의 포트를 이미 다른 프로세스가 사용하고 있을 수 있습니다: { LIST($held, with: ", ") }
    .each = { $port }{ IF(EMPTY($why), "", PUT(" (", $why, ")")) }
path_hidden = 요청의 { $mask } 자리에는 숨겨진 비밀 값이 있었습니다. 본문은 -b @FILE, 헤더는 -H NAME:@FILE로 지정하세요.
path_name-one = 정상 동작하는 경로를 지정하세요: --path { IF(STARTS-WITH($location, "/"), SHELL(PATH($location)), "/health") }.{ IF($isForbidden, " 또는 --header로 로그인하세요.", IF($location, "", path_name-one.body)) } { $status }이(가) 올바른 응답이면 --expect-status { $status }을(를) 쓰세요.
    .body = { "" } 또는 그 경로가 받는 요청을 지정하세요: { "-m POST -b '{\"id\":1}' -H 'content-type: application/json'" }.
generator_silent = 메시지를 남기지 않았습니다. 외부에서 종료되었을 수 있습니다.
tool_not-on-path = PATH의 어느 절대 경로 폴더에도 { $name }이(가) 없습니다.
tool_of-others = 다른 사용자가 넣었을 수 있는 파일이므로 실행하지 않습니다: { $file }
tool_of-folder = 참고: chokepoint에 없으므로 현재 폴더의 패키지를 사용합니다: { $file }
k6_wrong_status = 올바른 상태 코드라면 스크립트에서 http.setResponseCallback으로 지정하세요.
k6_wrong_check = 서버의 응답이나 스크립트의 check를 고치세요.
k6_wrong_exception = 스크립트를 고친 뒤 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE
k6_wrong_other = 스크립트를 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE
k6_other-there = 그곳의 k6는 v{ $theirs }입니다. 버전이 다르면 부하도 다를 수 있으므로 값을 합치지 않습니다.
k6_script-there = { $script }(생성기 "{ $name }")
k6_ended = { $hung ->
    [never] 시작할 수 없음
    [start] 제시간에 부하를 시작하지 못함
    [end] 제시간에 끝나지 않음
   *[none] { IF($code, k6_ended.code, PUT(IF($signal, $signal, "시그널"), "(으)로 종료됨")) }
}
    .code = { $code ->
        [100] setup()이 너무 오래 걸림
        [101] teardown()이 너무 오래 걸림
        [104] 옵션이 올바르지 않음
        [105] 중단됨
        [107] 스크립트에서 예외가 발생함
        [108] 스크립트가 테스트를 중단함
        [109] k6가 비정상 종료됨
        [110] 스크립트가 테스트를 실패로 표시함
       *[other] 일찍 종료됨
    }, 종료 코드 { $code }
header_unsendable_why = HTTP에서 허용되지 않는 문자가 있습니다.
header_unsendable_todo = 줄 바꿈과 이름 안의 공백을 빼세요.
base_linked = 기준에서는 { $path } 폴더가 링크입니다.
base_no-cell_why = 측정한 것은 { $cells }이며, { IF($isAmbiguous, "여러 개가 일치합니다", "일치하는 것이 없습니다") }.
base_no-cell_todo = 키마다 값을 지정해 하나를 고르세요(예: --vary pool=4).
base_other-load_why = 부하가 달랐습니다: 이전 { $before }, 현재 { $now }.
base_other-load_todo = 그 실행과 같은 --url, --load, --duration, 요청 옵션을 지정하세요.
secrets_again = 다시 지정하세요: { LIST($options, with: " ") }.

## Why a store or a run in it cannot be used, and how to go on.

store_retry = 그런 다음 다시 시도하세요.
store_resume = 그런 다음 --resume { $run }(으)로 이어서 실행하세요. 저장된 시행은 모두 유지됩니다.
store_other-program = 다른 프로그램의 데이터베이스입니다.
store_journal = 저널 모드를 변경할 수 없습니다.
run_ambiguous = 이 글자로 시작하는 실행이 여러 개입니다.
folder_owner = 사용자 { $owner }의 것입니다.
folder_writers = 다른 사용자도 그곳에 쓸 수 있습니다.
folder_in-shared = 사용자 { $owner }의 것이고, 모든 사용자가 쓸 수 있는 폴더에 있습니다.
run_empty = 아직 저장된 것이 없습니다. "{ $chokepoint } lab pool-size --quick"을 실행하면 첫 실행이 저장됩니다.
run_none = 그 이름으로 저장된 실행이 없습니다.
run_id = id가 chokepoint의 형식이 아닙니다.
run_carried-on = 프로세스: { $where }.
run_other-owner = 저장소의 소유자는 사용자 { $owner }이고, 현재 사용자는 { $own }입니다.
run_unsealed = 다른 사용자나 다른 장비에서, 서명이 없는 버전으로, 또는 키를 보관할 수 없는 곳에서 시작되었습니다.
run_form = { $part } 부분의 형식을 알 수 없습니다({ $places }).
run_json = { $part } 부분이 JSON이 아닙니다: { $reason }
run_newer_why = 더 새로운 버전이 시작한 실행이며, 이 버전은 계획의 일부를 알지 못합니다({ LIST($unknown, with: ", ") }).
run_newer_todo = chokepoint를 업데이트하거나 새 실행을 시작하세요. 이전 실행은 계속 읽을 수 있습니다.
run_conditions_why = 다른 조건에서 시작되었습니다({ $what }: { $before }, 현재 { $now }).
run_conditions_todo = 새 실행을 시작하세요. 이전 실행은 계속 읽을 수 있습니다.

## What a page of at most 30 lines says.

terminal_machine = CPU { $cpus }개 · Node { $node }
terminal_trials = { COUNT($trials, "회") } 측정({ COUNT($blocks, "블록") })
terminal_versus = { $baseline } 대비
terminal_interval = 95% 구간
terminal_more-settings = 설정 { COUNT($settings) } 더: --verbose
terminal_equivalent = 5% 이내
terminal_cpu = 요청당 CPU: { $baseline } { $before } ms, { $setting } { $after } ms.
terminal_more-claims = { COUNT($claims) } 더: --verbose
terminal_checks-passed = 유효성 검사 { COUNT($passed) } 통과{ IF(ABOVE($noted, 0), PUT("; 판정에 영향 없음: ", LIST($noted, with: ", "))) }
terminal_check-failed = { $consequence } 실패한 검사: { $title }. [{ $id }]
terminal_percentiles-hidden = { $consequence } [{ $id }]
terminal_disturbed = { JOIN(IF(ABOVE($failed, 0), PUT("실패 ", COUNT($failed, "회"))), IF(ABOVE($foreign, 0), PUT("다른 프로그램의 CPU 사용 ", COUNT($foreign, "회"))), with: "; ") }
terminal_noise = 측정당 편차 { PERCENT($spread) }{ IF($resolution, PUT(": ", PERCENT($resolution), " 미만의 차이는 구분할 수 없습니다")) }
terminal_generators = 요청을 보낸 생성기: { LIST($generators, each: "each", with: ", ") }{ IF($isFirstAlone, ". 클라이언트가 하나일 때는 첫 번째만 보냄") }{ IF($path, PUT(". 네트워크가 ", EXACT-TIME($path), "를 더함")) }{ IF(ABOVE($generators, 1), PUT(". 측정 구간의 ", PERCENT($overlap), " 동안 함께 부하를 줌")) }
    .each = { $name }(전체의 { PERCENT($share) })
terminal_generator-failed = 측정 { COUNT($trials, "회") } 손실: { $what }
terminal_pair = 첫 번째 실행 대비 두 번째 실행의 비율 { COUNT($ratios) }: { LIST($counts, with: ", ") }.
terminal_pair-nothing = 비교할 수 있는 설정이 없습니다. 같은 부하에서 양쪽 모두 두 번 이상 측정한 설정이 필요합니다.
terminal_pair-apart = 서로 다른 시각에 측정했습니다. 그사이 장비에서 일어난 일이 비율에 포함됩니다. 판정하려면 두 설정을 sweep 한 번으로 함께 측정하세요.
terminal_report-command = { $chokepoint } runs report { $run }
