## 목표를 지키는 최대 요청률을 찾을 때의 문장.

capacity_objective = { LIST($parts, each: "each", with: ", ") }
    .each = { TERM($figure) } < { $figure ->
        [errors] { SHORT-PERCENT($limit) }
       *[other] { EXACT-TIME($limit) }
    }
capacity_knee = { TERM($figure) } < { $figure ->
    [errors] { SHORT-PERCENT($limit) }
   *[other] { EXACT-TIME($limit) }
} (가벼운 부하에서의 시간의 세 배: 포화 지점)
capacity_bounded = 초당 { ROUGH($value) }건까지 ({ ROUGH($low) }{ IF($high, PUT("–", ROUGH($high)), " 이상") }) { $what } 조건이 지켜집니다.
capacity_falling = { $what } 조건을 지키는 요청률이 서버가 오래 실행될수록 낮아집니다{ IF($first, capacity_falling.first) }. 계속 유지되는 요청률을 제시할 수 없습니다.
    .first = { "" } (초당 { ROUGH($first) }건에서 { ROUGH($last) }건으로{ IF($within, PUT(", ", ROUND-TIME($within), " 사이")) })
capacity_at-least = 적어도 초당 { ROUGH($rate) }건까지 { $what } 조건이 지켜집니다. { IF($isDisturbed, "그 위에서는 다른 프로그램이 CPU를 쓰는 동안 부하 생성기가 늦었습니다. 부하가 적은 장비에서 측정하면 더 알 수 있습니다", "부하 생성기가 더 보낼 수 없습니다") }.
capacity_never-alone = { $what } 조건은 어떤 요청률에서도 지켜지지 않습니다. 클라이언트 하나만 있어도 { TERM($figure) } = { $figure ->
    [errors] { SHORT-PERCENT($value) }
   *[other] { EXACT-TIME($value) }
}입니다.
capacity_never = { $what } 조건은 시도한 어떤 요청률에서도 지켜지지 않았습니다{ IF($rate, PUT(" (초당 ", ROUGH($rate), "건까지 낮춤)."), ".") }
capacity_bracketed = { IF($kept, capacity_bracketed.kept, capacity_bracketed.no-kept) }
    .each = { ROUGH($item) }건
    .broken = 약 초당 { IF($about, ROUGH($about), ROUGH($kept)) }건까지 { $what } 조건이 지켜집니다. { LIST($allKept, each: "each") }에서는 지켜졌고 { LIST($allBroken, each: "each") }에서는 지켜지지 않았습니다. 아직 구간은 없습니다.
    .no-broken = 적어도 초당 { ROUGH($kept) }건까지 { $what } 조건이 지켜집니다. 지켜지지 않은 요청률은 없습니다.
    .kept = { IF($broken, capacity_bracketed.broken, capacity_bracketed.no-broken) }
    .no-kept = { $what } 조건을 지키는 요청률은 초당 { ROUGH($broken) }건 미만입니다. { LIST($allBroken, each: "each") }에서 지켜지지 않았고 지켜진 요청률은 없습니다.
capacity_unmeasured = 알 수 있는 것이 없습니다. 끝까지 측정한 구간이 없습니다.
capacity_unmeasured-late = 알 수 있는 것이 없습니다. 시도한 모든 요청률(초당 { ROUGH($rate) }건까지 낮춤)에서 부하 생성기가 늦었습니다. 부하 생성기에 CPU가 더 필요합니다. 다른 프로그램을 멈추거나 더 큰 장비을 쓰세요.
capacity_times = { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) }× ({ ROUGH-RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }–{ ROUGH-RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) })
capacity_rates = { $what } 조건은 { $other }에서 초당 { ROUGH($second) }건까지, { $one }에서 { ROUGH($first) }건까지 지켜집니다.
capacity_compared = { $word ->
    [undecided] { $other }, { $one } 사이에 유의한 차이가 없습니다
    [better] { $one } 대비 { $other } 설정이 견디는 부하가 더 많습니다
   *[other] { $one } 대비 { $other } 설정이 견디는 부하가 더 적습니다
}: { capacity_times }. { capacity_rates }
capacity_compared-withheld = { $one } 대비 { $other } 설정이 더 많은 부하를 견디는지의 판정을 보류합니다. { $check } 검사가 실패했습니다. 측정값: { capacity_times }. { capacity_rates }
capacity_void = 알 수 있는 것이 없습니다. { $check } 검사가 실패하여 이 설정의 시행을 세지 않습니다.
capacity_both = { $one }: { $first } { $other }: { $second }
capacity_expect_kept = 기대한 초당 { ROUGH($rate) }건은 감당할 수 있습니다{ IF($share, PUT(" (용량의 ", WHOLE-PERCENT($share), ")."), ".") }
capacity_expect_missed = 기대한 초당 { ROUGH($rate) }건은 { $what } 조건으로는 확실히 감당할 수 없습니다.
capacity_expect_undecided = 기대한 초당 { ROUGH($rate) }건을 감당할 수 있는지 판정할 수 없습니다{ IF($share, PUT(" (추정값의 ", WHOLE-PERCENT($share), ")."), ".") } { $why }
capacity_open = { IF($check, PUT($check, " 검사가 실패했습니다."), capacity_open.no-check) }
    .late = 부하 생성기가 초당 { IF($kept, ROUGH($kept), ROUGH("0")) }건보다 많이 보내지 못했습니다.
    .no-late = { IF($kept, PUT("초당 ", ROUGH($kept), "건은 지켜졌지만"), "지켜진 요청률이 없고") } 구간을 구하기에는 측정이 부족합니다.
    .low = 추정값의 구간({ ROUGH($low) }{ IF($high, PUT("–", ROUGH($high)), " 이상") }) 안에 있습니다.
    .no-check = { IF($low, capacity_open.low, IF($isLate, capacity_open.late, capacity_open.no-late)) }
capacity_expect_falls = 기대한 초당 { ROUGH($rate) }건을 감당할 수 있는지 판정할 수 없습니다. 서버가 오래 실행될수록 감당하는 요청률이 낮아집니다{ IF($last, PUT(" (초당 ", ROUGH($first), "건에서 ", ROUGH($last), "건으로)")) }.
capacity_expect_withheld = 기대한 초당 { ROUGH($rate) }건을 감당할 수 있는지의 판정을 보류합니다. { $check } 검사가 실패했습니다.
capacity_limit = { KEY($limit) ->
    [none] { IF($isForCpu, "서버가 여기서 CPU를 기다립니다. 서버 자체에서 포화된 것은 없습니다", "밖에서 볼 수 있는 것 중 포화된 것은 없습니다. 요청은 서버 자체(자체 제한, 잠금)나 뒤에 있는 다른 서비스를 기다립니다") }
    [CPU] 여기서는 CPU가 한계입니다. 모두 사용 중입니다
    [pool-threads] 여기서는 풀 스레드가 한계입니다
    [event-loop] 여기서는 이벤트 루프가 한계입니다
    [load-generator] 여기서는 서버가 아니라 부하 생성기가 한계입니다
   *[other] 여기서는 { $limit }: 한계입니다
} (초당 { ROUGH($rate) }건에서 이벤트 루프 { WHOLE-PERCENT($loop) }{ IF(AT-LEAST($loopWaits, 0.01), capacity_limit.loop-waits) }{ IF($pool, capacity_limit.pool) }; CPU { WHOLE-PERCENT($server) }, 부하 생성기 { WHOLE-PERCENT($generator) }{ IF(AT-LEAST($others, 0.05), capacity_limit.others) }).
    .loop-waits = , CPU 대기 { WHOLE-PERCENT($loopWaits) }
    .pool = ; 풀 스레드 { WHOLE-PERCENT($pool) }, 대기 작업 { ROUGH($queued) }개
    .others = , 다른 프로그램 { WHOLE-PERCENT($others) }
capacity_model = 단순 대기열 모델(동시에 { FIXED($servers, 0) }건, 건당 { ROUND-TIME($service) })은 { IF($crossing, capacity_model.crossing, "이를 지키지 못합니다.") }
    .crossing = 초당 { ROUGH($crossing) }건입니다. { IF($isInside, "측정값과 일치합니다.", "서버는 이와 다르게 동작합니다.") }
capacity_beside = { LIST($rows, each: "each", with: ", ") }.
    .each = 초당 { ROUGH($rate) }건에서 { TERM($outer-figure) } { $outer-figure ->
        [errors] { SHORT-PERCENT($value) }
       *[other] { EXACT-TIME($value) }
    }
capacity_note_died = 서버가 초당 { ROUGH($rate) }건 부하에서 종료되었습니다{ IF(ABOVE($times, 1), PUT(" (", $times, "번)."), ".") } 마지막 출력은 보고서에 있습니다.
capacity_note_few = 측정 구간의 요청이 약 { FIXED($requests, 0) }건으로 이 백분위수에는 너무 적습니다. 더 낮은 백분위수(p90, p95)나 더 긴 --budget을 지정하세요.
capacity_note_uneven = 블록의 절반에서 더 높은 요청률이 더 나았습니다. 이 값은 요청률만으로 정해지지 않습니다(가끔 무엇인가 멈춥니다).
capacity_note_grows = 목표를 지키는 요청률에서도 측정 구간 안에서 시간이 { ROUGH($factor) }배까지 늘어납니다. 몇 초 동안 맞는 것이 몇 시간 동안은 아닐 수 있습니다(누수, 차오르는 디스크).
capacity_note_falls = 새 프로세스마다 같은 요청률에서도 뒤의 측정일수록 여유가 줄어듭니다. 요청이나 시간에 따라 무엇인가 커집니다(누수, 목록, 차오르는 디스크).
capacity_note_slower = 첫 탐색 뒤에는 클라이언트 하나만 있어도 전보다 { ROUGH($factor) }배 오래 걸립니다. 서버가 실행될수록 느려지므로 어떤 요청률도 오래 유지되지 않을 수 있습니다.
capacity_note_stalls = 서버가 약 { ROUND-TIME($every) }마다 최대 { ROUND-TIME($longest) } 동안 멈춥니다. 낮은 요청률에서도 그렇습니다(가비지 컬렉션, 루프를 막는 작업).{ IF($isNever, " 어떤 요청률로도 피할 수 없습니다. 멈춤을 없애거나, 멈춤에 깨지지 않는 목표(p50)를 지정하세요.") }
capacity_note_warming = 서버가 처음 몇 초 동안은 나중보다 { ROUGH($factor) }배 오래 걸립니다. 그래서 프로세스마다 첫 측정 전에 10초를 더 두었습니다.
capacity_note_mostly-late = 측정 구간 { $of }개 중 { $windows }개에서 부하 생성기가 늦었습니다. 나머지는 구간을 구하기에 너무 적습니다. 부하 생성기에 CPU가 더 필요합니다. 다른 프로그램을 멈추거나 더 큰 장비을 쓰세요.
capacity_note_generator = 초당 { ROUGH($rate) }건 이상에서 부하 생성기가 늦은 구간 { FIXED($windows, 0) }개는 세지 않았습니다.
capacity_note_stuck = 과부하 뒤 8초 안에 서버가 회복되지 않았습니다. 믿기 전에 다시 시작하세요.
capacity_ended = 탐색 종료: { $reason }.
capacity_price = 블록 약 { $blocks }개({ ROUND-TIME(PRODUCT($seconds, 1000)) })를 더 측정하면 ±{ WHOLE-PERCENT($share) }가 됩니다.
capacity_figure = 요청률에 따른 { TERM($figure) }
capacity_axis = 초당 요청 수 (푸아송 도착)
capacity_unit = { TERM($figure) }, ms
capacity_series_window = 측정 구간, 블록마다 새 프로세스
capacity_series_model = 단순 대기열 (모델)
capacity_point = 초당 { ROUGH($rate) }건: { IF($value, capacity_point.value, "응답 없음") } (블록 { $block })
    .value = { TERM($figure) } { $figure ->
        [errors] { SHORT-PERCENT($value) }
       *[other] { EXACT-TIME($value) }
    }
capacity_windows-note = 구간 추정에는 블록의 측정만 쓰입니다. "생성기": 부하 생성기가 늦어 서버에 대해 말해 주지 않는 측정입니다.
capacity_purpose_clients = 클라이언트 32개
capacity_purpose_alone = 클라이언트 하나
capacity_purpose_climb = 올리기
capacity_purpose_halve = 이등분
capacity_purpose_drain = 비우기
capacity_purpose_block = 블록
capacity_load = 푸아송 도착, 요청률은 탐색이 정함
capacity_plan = { $what }, ±{ WHOLE-PERCENT($precision) }까지{ IF($time, PUT(" 또는 ", $time, " 동안")) }
capacity_searching = { $what } 조건의 최대 요청률: 첫 탐색에 약 50초{ IF($ms, capacity_searching.ms-2, ", 그 뒤 새 프로세스의 블록") }. Ctrl-C를 누르면 멈추고 지금까지의 결과를 보여 줍니다.
    .ms-2 = { IF(BELOW($ms, 75000), PUT("(", ROUND-TIME($ms), "로는 그 뒤의 블록을 측정할 수 없습니다)"), PUT(", 그 뒤 새 프로세스의 블록, 최대 약 ", ROUND-TIME($ms))) }
capacity_any-knee = p99가 가벼운 부하에서의 시간의 세 배 미만(포화 지점)

## A first look, `chokepoint -- COMMAND`.

find_started = { $where }에서 수신{ IF($pid, PUT("(pid ", $pid, ")")) }, { $method } { $path } 응답 { $status }{ IF($location, PUT(", ", $location, "(으)로 이동(--path ", SHELL($location), "으로 요청 가능)")) }{ IF(ABOVE($others, 0), PUT(", 다른 포트 ", LIST($others))) }
find_load_flat = 클라이언트 1~{ $last }개: { $knee }개부터 처리량이 늘지 않음(초당 요청 { ROUGH($throughput) }개)
find_load_most = 클라이언트 1~{ $last }개: 처리량이 아직 늘고 있음(초당 요청 { ROUGH($throughput) }개)
find_load_generator = 클라이언트 1~{ $last }개: 부하 생성기가 한계에 도달(초당 요청 { ROUGH($throughput) }개)
find_load_failures = 클라이언트 { $last }개: 요청의 { PERCENT($failed) } 실패
find_load_time = 클라이언트 1~{ $last }개, 시간이 허용하는 만큼(초당 요청 { ROUGH($throughput) }개)
find_diagnosed = 클라이언트 { $clients }개로 { TIME($ms) } 관찰{ IF($isBeyond, "(큐가 드러나도록 처리량이 멈춘 지점보다 많게)") }, { IF($rate, PUT("초당 요청 ", ROUGH($rate), "개, ")) }{ IF($p99, PUT("p99 ", TIME($p99), ", ")) }규칙 { COUNT($rules) }
find_as-it-is = 현재 { $name }
find_compared = { $now }, { $what }: 번갈아 { COUNT($blocks, "블록") } 측정
find_gain = { TERM($label) } { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) }배({ ROUGH-RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }~{ ROUGH-RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) })
find_proved = { $what }: { find_gain }
find_refuted = { $what }을(를) 설정하지 마세요: 측정 결과 { find_gain }
find_same = { $what }: 차이가 없습니다, { find_gain }
find_undecided = { $what }: 판단할 수 없습니다, { find_gain }
find_unmeasured = { $what }: 측정했지만 결과가 없습니다
find_change = { $label } { TIME($from) } → { TIME($to) }
find_rates = 초당 요청 { ROUGH($from) } → { ROUGH($to) }개
find_price = 약 { COUNT($blocks, "블록") }({ MINUTES(PRODUCT(1000, $seconds)) }) 더 측정하면 판정됨
find_no-price = 이 장비에서는 더 측정해도 판정하기 어려움
find_because_problem = { $what } [{ $code }]
find_short-jobs = 풀 작업이 짧아서 스레드 하나로 모두 처리할 수 있고(CPU { AMOUNT($work) }개 분량), 스레드 { $threads }개에 나누는 비용이 작업 자체보다 큽니다
find_tried-short = 풀 작업이 짧아서 시도했습니다(스레드 { $threads }개에서 CPU { AMOUNT($work) }개 분량)
find_tried-other = 첫 번째 결과에는 밖에서 바꿀 설정이 없고 다른 결과에 있어서 시도했습니다: { $title }
find_tried-beside = 첫 번째 변경은 코드에 있고, 이 설정은 밖에서 바꿀 수 있어서 시도했습니다
find_cost_p99 = p99가 { PERCENT($longer) } { IF($isSure, "길어집니다", "길었지만 통계적으로 유의하지 않습니다") }({ TIME($from) } → { TIME($to) })
find_finding = { $title }. { $because }
find_not-helped = { $title }. 측정 결과, 이 변경은 여기서 도움이 되지 않습니다
find_takes = 클라이언트 { $clients }개의 요청을 초당 { ROUGH($throughput) }개 처리합니다. 포화된 자원이 없습니다.
find_at-least = 초당 요청 최소 { ROUGH($throughput) }개: 부하 생성기가 한계에 도달했으므로 서버는 더 처리할 수 있습니다
find_unproved_unknown = 진단이 없어 시도할 설정이 없음
find_unproved_code = 코드나 구성을 바꿔야 하므로 밖에서 설정할 것이 없음
find_unproved_others = 다른 프로그램이 CPU를 사용하고 있어 작은 차이를 볼 수 없음
find_unproved_healthy = 권장하는 설정이 없음
find_unproved_own-size = 풀의 스레드가 { $asked }개가 아니라 { $size }개: 명령이나 코드에서 설정함
find_unproved_processes = 프로세스 수는 "node SCRIPT"일 때만 시도할 수 있음
find_unproved_same = 권장하는 설정이 이미 적용되어 있음
find_unproved_interrupted = 그 전에 중단됨
find_announcement = 병목을 찾는 데 약 { MINUTES($ms) }, 설정을 증명하면 최대 { MINUTES($most) }
find_starting = 서버를 시작하는 중
find_warming = 서버가 응답함, 워밍업 중
find_raising = 부하를 늘리는 중: 클라이언트 { $clients }개, 초당 요청 { ROUGH($throughput) }개
find_watching = 클라이언트 { $clients }개로 관찰하는 중: { DECIMALS(QUOTIENT($all, 1000), 1) }초 중 { DECIMALS(QUOTIENT($at, 1000), 1) }초
find_proving = { $what }, { $now } 비교 측정 중: 약 { MINUTES($ms) }
find_page_proof = 설정의 증명
find_page_run = 실행 { $run }의 모든 시행, 유효성 검사와 노이즈

## What the page of a prediction says beside what the model itself says, and what it was made from.

predict_basis = 실행 { $run }의 시행 { COUNT($trials, "회") } 기준({ $cell })
predict_setting = 풀 { $pool }{ IF(ABOVE($processes, 1), PUT(", 프로세스 ", $processes, "개")) }
predict_nothing = 예측한 것이 없습니다.
predict_as-measured = { $limit }.
predict_other-load = 다른 부하에서의 예측입니다.
predict_better = { $label }의 예측: { predict_gain }.
predict_perhaps = { $label }의 예측: { predict_gain }. 단, { IF($isWide, "측정한 설정에서 너무 멀어 확실하지 않습니다", "범위에 변화 없음이 포함됩니다") }.
predict_none-better = 더 나은 설정이 예측되지 않습니다. { $label }의 병목: { $limit }.
predict_column_range = 90% 구간
predict_too-wide = 측정한 설정에서 멀어 예측이 유용하지 않습니다. 직접 측정하세요.
predict_model = 모델은 측정한 값을 처리량 ±{ PERCENT($throughput) }, 평균 ±{ PERCENT($mean) } 안에서 재현합니다. 멀수록 범위가 넓어집니다.
predict_cpus = CPU { COUNT($cpus) }
predict_measured = { $setting }에서 측정한 값은 { ROUGH($throughput) }/s, { TIME($mean) }입니다.
predict_gain = { IF($isTime, predict_gain.time, predict_gain.no-time) }
    .time = 평균 응답 시간 { DECIMALS($value, 2) }배({ DECIMALS($low, 2) }~{ DECIMALS($high, 2) }) 단축
    .no-time = 처리량 { DECIMALS($value, 2) }배({ DECIMALS($low, 2) }~{ DECIMALS($high, 2) })
predict_limit-note = { $limit }. { $note }
predict_speed = CPU 속도
predict_demand_loop = 이벤트 루프 { TIME($time) }
predict_demand_pool = 풀 CPU { TIME($time) }
predict_demand_wait = 풀 작업의 대기 { TIME($time) }
predict_demand_others = 다른 스레드 { TIME($time) }
predict_demand_delay = 소켓과 타이머 { TIME($time) }
predict_demand_generator = 부하 생성기 { TIME($time) }
predict_speed-of = { IF($threads, IF($alone, PUT("스레드 ", $threads, "개가 단독으로 실행되는 스레드 ", DECIMALS($alone, 2), "개만큼 일함"))) }({ IF($at, PUT(DATE($at), "에 측정"), IF($isMeasured, "측정함", "CPU 수로 추정함")) }){ IF($isStretched, ". 그보다 많은 CPU에는 같은 곡선을 늘려서 적용") }
predict_load-elsewhere = 다른 장비에서 보냄: 생성기의 CPU를 계산에서 제외
predict_load-here = 측정할 때처럼 같은 CPU에서 보냄. --load-elsewhere를 쓰면 계산에서 제외
predict_load-apart = 별도의 CPU에서 보냄
limit-name_pool-and-cpu = 풀, CPU에 근접
limit-name_event-loop-and-cpu = 이벤트 루프, CPU에 근접

## What the model of a server predicts and what it gives no answer for.

limit_clients = 클라이언트가 병목: 응답을 받은 뒤에 다음 요청을 보냄
limit_arrivals = 병목 없음: 들어오는 요청을 서버가 모두 처리함
limit_cpu = CPU가 병목: 설정으로는 늘릴 수 없고, 연산을 줄이거나 코어를 늘려야 함
limit_event-loop = 이벤트 루프가 병목: JavaScript는 프로세스마다 스레드 하나에서 실행됨
limit_slow-io-queue = 느린 I/O 대기열이 병목: DNS 조회는 풀 스레드의 절반만 사용함
limit_pool-threads = 풀 스레드가 병목
limit_load-generator = 부하 생성기가 병목: 스레드 하나로 보내며, 서버는 더 처리할 수 있음
limit_nearly-cpu = CPU가 병목에 가까움: CPU 사용률 { FLOOR(PRODUCT(100, $cpu)) }%
limit_pool-threads-and-cpu = 풀 스레드가 병목이고 CPU도 병목에 가까움: CPU 사용률 { FLOOR(PRODUCT(100, $cpu)) }%
limit_event-loop-and-cpu = 이벤트 루프가 병목이고 CPU도 병목에 가까움: CPU 사용률 { FLOOR(PRODUCT(100, $cpu)) }%
limit_cpu-passed = CPU가 병목: 여기의 다른 설정이 CPU를 더 잘 사용함
no-model_load = 이 부하({ $kind })에는 모델이 예측할 정상 상태가 없습니다. closed, rate, poisson에는 있습니다.
no-model_script = k6 스크립트의 요청이며, 요청 사이에 얼마나 기다리는지 알 수 없습니다.
no-model_several-kinds = 요청의 종류가 여럿이며, 카운터로는 종류별 비용을 알 수 없습니다.
no-model_growing-queue = 요청이 처리 속도보다 빨리 들어왔습니다. 계속 늘어나는 대기열에는 평균 길이가 없습니다.
model_settling = { IF(BELOW($settlingMs, 3600000), ROUND-TIME($settlingMs), "1시간") }
no-model_unsteady = 거의 포화되어 대기열이 { model_settling } 안에 정상 상태가 되지 않습니다. 따라서 응답 시간은 한 측정 구간의 값일 뿐입니다.
no-model_misfit = 모델을 맞춘 설정에서도 처리량이 { PERCENT($throughput) }, 평균이 { PERCENT($mean) } 어긋납니다.
no-model_unwatched = 서버가 어디에 시간을 썼는지 보여 주는 유효한 시행이 없습니다.
no-model_pool-unread = libuv의 풀을 읽을 수 없어 작업이 얼마나 기다리는지 알 수 없습니다.
no-model_early-answers = 작업이 끝나기 전에 응답하므로 응답으로는 작업에 대해 알 수 없습니다.
no-model_imbalance = 프로세스 간 부하가 고르지 않습니다. 가장 바쁜 프로세스가 평균의 { DECIMALS($ratio, 1) }배입니다.
no-model_pool-undersampled = 요청마다 풀 스레드가 { PRECISION($computedMs, 3) } ms 동안 연산했는데 점유된 시간은 { PRECISION($heldMs, 3) } ms뿐입니다. 풀을 충분히 자주 읽지 못했습니다.
no-model_other-threads = 요청당 CPU { PRECISION($allMs, 3) } ms 중 { PRECISION($othersMs, 3) } ms은(는) 이벤트 루프도 풀도 아닌 스레드(예: 워커)에서 사용되었습니다. 모델에는 그런 스레드가 없습니다.
no-model_unseen-wait = 카운터에 따르면 실제의 { PRECISION($ratio, 2) }배를 처리할 수 있습니다. 락이나 포화된 다른 서버처럼 카운터에 보이지 않는 것이 요청을 지연시킵니다.{ IF($foreign, PUT(" 그동안 다른 프로세스가 CPU의 ", PERCENT($foreign), "를 사용했습니다.")) }
no-model_contradiction = 카운터에 따르면 실제의 { PRECISION($ratio, 2) }배만 처리할 수 있습니다. 부하 생성기의 값과 모순됩니다.{ IF($foreign, PUT(" 그동안 다른 프로세스가 CPU의 ", PERCENT($foreign), "를 사용했습니다.")) }
out-of-range_pool = libuv는 풀의 스레드를 { $most }개로 제한합니다.
out-of-range_setting = { $key ->
    [cpus] CPU
   *[other] { $key }
} { $value }은(는) 측정한 값{ IF(ABOVE($times, 1), PUT("의 ", $times, "배를 넘습니다"), PUT("의 1/", ROUND(QUOTIENT(1, $times)), "에 못 미칩니다")) }.
out-of-range_load = { $load }은(는) 측정한 부하의 { IF(ABOVE($times, 1), PUT($times, "배를 넘습니다"), PUT("1/", ROUND(QUOTIENT(1, $times)), "에 못 미칩니다")) }.
out-of-range_overload = 요청이 처리 속도보다 빨리 들어옵니다({ $limit }, 초당 { FIXED($perSecond, 0) }개).
out-of-range_unsteady = 거의 포화 상태입니다. 대기열이 { model_settling } 안에 정상 상태가 되지 않으므로 응답 시간은 측정 시점에 따라 달라집니다.
calibration_other-cell = 이 실행의 기준인 { $cell }에서는 예측할 수 없습니다. { $why } 대신 { $other }을(를) 바탕으로 예측합니다. 다른 설정은 --cell ID로 지정하세요.
calibration_take-cell = 이 실행에서 보정할 수 있는 설정을 사용하세요: --cell { SHELL($cell) }
calibration_measure-again = 이 버전으로 Linux에서, 다른 프로그램이 없는 장비에서, 한 종류의 요청으로 다시 측정하세요: { $chokepoint } predict -- COMMAND
calibration_cell-near = "{ $cell }"을(를) 찾으셨나요?
calibration_cell-unknown = 그중 하나를 --cell로 지정하거나 --cell을 빼세요.
calibration_pool-in-force = 풀 크기 { $asked }을(를) 요청했지만 { $inForce }이(가) 적용되었습니다(유효성 검사 P1 실패). 서버가 풀 크기를 직접 설정합니다. 모델은 풀 크기 { $inForce }에 맞췄습니다.
calibration_short-jobs = 풀 작업이 매우 짧아 스레드를 깨우는 CPU 비용이 중요합니다. 모델은 이 비용을 작업 시간으로 계산하며, 풀 크기에 따라 어떻게 달라지는지는 모릅니다. 따라서 다른 크기에서는 오차가 클 수 있습니다.
calibration_unexplained = 카운터로 설명되는 것은 요청 시간의 { PERCENT($share) }입니다. 나머지는 모든 자원에 나누어 배분했습니다.
calibration_foreign = 측정하는 동안 다른 프로세스가 CPU의 { PERCENT($share) }를 사용했습니다. 예측은 이것이 계속된다고 가정합니다.
calibration_few-trials = 시행 { $trials }회를 바탕으로 합니다. 구간을 좁히려면 더 측정하세요.
calibration_no-p99 = p99는 예측하지 않습니다. 확인할 만큼 요청을 측정하지 않았습니다.
calibration_guessed-speed = 여러 CPU의 합산 속도를 { IF($disturbed, PUT("장비가 유휴 상태가 아니어서(", $disturbed, ") CPU 수로 추정했습니다. 유휴 상태일 때 다시 예측하세요"), "이 장비에서 측정하지 않고 CPU 수로 추정했습니다") }. 범위는 CPU를 추가할 때 속도의 절반만 늘어나는 경우까지 포함합니다.
calibration_accuracy = 모델의 오차는 처리량 { PERCENT($throughput) }, 평균 { PERCENT($mean) }이며, 시행 { IF(BELOW($trials, 2), "한 번으로는 편차를 알 수 없음", PUT($trials, "회의 차이는 ", PERCENT($spread))) }
calibration_others-within = { $fit }. 같은 실행의 다른 설정{ IF(SAME($others, 1), "이", PUT(" ", $others, "개가")) } 예측 범위 안에 있음
calibration_other-beyond = { $fit }. 같은 실행의 { $cell }이(가) 예측 범위를 { PERCENT($beyond) } 벗어남
equivalent-fit_all-slower = 카운터로 설명되지 않는 시간만큼 모든 자원이 더 오래 걸리는 경우
equivalent-fit_sockets = 소켓과 타이머가 카운터로 설명되지 않는 시간을 사용하는 경우
equivalent-fit_no-wait = 풀 작업이 CPU 외에는 아무것도 기다리지 않는 경우
equivalent-fit_no-wait-slower = 풀 작업이 CPU 외에는 아무것도 기다리지 않고 전체가 더 오래 걸리는 경우
equivalent-fit_half-cpus = CPU를 추가할 때마다 속도의 절반만 늘어나는 경우
equivalent-fit_unequal = 요청마다 비용이 다른 경우
run-model_none = 모델을 표시하지 않습니다. { $cell }에서는 예측할 수 없습니다. { $why }
run-model_drawn = { LIST($cells, with: ", ") }의 시행만 아는 모델이 다른 설정을 예측합니다.
run-model_error = { LIST($cells, with: ", ") }의 시행만 아는 모델이 다른 설정{ IF(SAME($others, 1), "을", PUT(" ", $others, "개를")) } 예측합니다. 오차의 중앙값은 처리량 { PERCENT($throughput) }, 평균 응답 시간 { PERCENT($mean) }입니다.
prediction_utilisation = 이벤트 루프와 풀은 사용률이며, CPU를 기다린 시간을 포함합니다.
prediction_interval = 저희 실행에서 측정값 10개 중 9개가 이 범위에 들어왔습니다. 측정한 설정에서 멀수록, 여러 모델이 데이터에 맞을수록 범위가 넓어집니다.
prediction_unseen-wait = 동시에 대기하는 것으로 관찰된 풀 작업은 최대 { PRECISION($seen, 3) }개이고, 이 설정에는 { PRECISION($needed, 3) }개가 필요합니다. 작업이 기다리는 대상이 관찰된 것의 두 배까지만 처리한다면 { PRECISION($perSecond, 3) }/s가 됩니다.
prediction_accuracy = 보정한 설정에서: 처리량 ± { PERCENT($throughput) }, 평균 ± { PERCENT($mean) }. { $because }.
demands-file_not-an-object = JSON 객체가 들어 있지 않습니다.
demands-file_lacks = "{ $key }"이(가) 없거나 타입이 다릅니다.
demands-file_schema = 스키마가 { $schema }이며, 이 버전은 1을 읽습니다.
what-if_no-key = 키와 "="로 시작해야 합니다.
what-if_clients-and-rate = 부하는 clients와 rate 중 하나만 가질 수 있습니다.
what-if_too-many = 설정이 { $settings }개입니다. 최대 { $most }개까지 예측합니다.
what-if_unknown-key = { IF($near, what-if_unknown-key.near, what-if_unknown-key.no-near) }
    .near = "{ $key }"라는 키는 없습니다. "{ $near }"을(를) 찾으셨나요?
    .no-near = 모델은 "{ $key }"를 알지 못합니다. 그 효과는 측정해야 합니다.
what-if_from-one = 1 이상의 수를 지정하세요.
what-if_rate = rate는 0보다 큰 수입니다.
what-if_level = { $key }의 값은 1 이상의 정수입니다{ IF($orCores, what-if_level.or-cores) }.
    .or-cores = ("cores"도 가능)
