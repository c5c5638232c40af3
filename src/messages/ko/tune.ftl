tune-page_objective = 목표: { TERM($label) }
tune-page_ways = { LIST($places, with: ", ") }에 설정하기

tune_same = { IF($key, PUT(IF(SAME($key, "pool"), "풀 크기", $key), " ")) }{ IF($range, PUT($range-low, "~", $range-high), LIST($names)) }의 { TERM($label) } 차이는 { WHOLE-PERCENT($within) } 이내입니다{ IF(ABOVE($others, 0), tune_same.others) }
    .each = { $name }은(는) { PRECISION($ratio, 2) }배
    .others = { IF(ABOVE($others, 3), PUT(". 나머지 ", COUNT(LENGTH($others)), "은(는) 더 나쁩니다"), PUT(". ", LIST($others, each: "each", with: ", "), "입니다")) }
tune_same-certainty = 전체 시행 { COUNT($trials, "회") }의 편차로 본 { TENTH-PERCENT($confidence) } 신뢰 수준의 결과입니다.
tune_pool-unused = 풀에 들어가는 작업이 없어 풀 크기는 영향을 주지 않습니다
tune_pool-unused-seen = 요청 { COUNT($requests) }이(가) 처리되는 동안 풀 스레드가 할 일이 없었습니다.
apply_pool = UV_THREADPOOL_SIZE는 풀을 처음 사용할 때 한 번만 읽습니다. 코드가 아니라 프로세스를 시작하기 전에 설정하세요.
apply_pools = 프로세스마다 풀이 따로 있습니다. 프로세스 { COUNT($processes) } × 스레드 { COUNT($threads) }이므로 장비 전체의 풀 스레드는 { PRODUCT($processes, $threads) }개입니다.
apply_own-pool = 프로세스마다 풀이 따로 있으므로, 프로세스를 늘리면 풀 스레드도 그만큼 늘어납니다.
apply_cluster = 장비 하나에서 포트 하나를 공유하는 여러 프로세스로 측정했습니다. PM2의 클러스터 모드가 이와 같고, { $file }을(를) 쓰면 PM2 없이도 같습니다. 다른 방법들은 서버의 폴더에서 이 파일을 시작합니다. 프로세스마다 연결 풀을 따로 가지므로 데이터베이스의 연결 수는 그만큼 배가 됩니다. Kubernetes의 레플리카는 여러 장비에 나뉩니다.
apply_no-cluster = "node script" 형태가 아닌 명령은 포트 하나를 공유하도록 여러 번 시작할 수 없습니다.
apply_cpus = 장비의 CPU 중 { COUNT($cpus) }만 사용해 측정했습니다. 더 많은 CPU는 다른 설정입니다.
apply_windows = package.json의 내용은 POSIX 셸용입니다. Windows에서는 서비스를 정의하는 곳에서 변수를 설정하세요.
apply_no-pm2-cpus = PM2는 제외했습니다. 프로세스를 특정 CPU에 고정할 수 없습니다.
apply_no-pm2-file = PM2는 제외했습니다. PM2는 파일을 시작하는데 이 명령에는 파일이 없습니다.
apply_no-package = package.json은 제외했습니다. 이 명령은 package.json의 스크립트를 실행하며, 권장한 설정은 밖에서 전달됩니다.
apply_package-front = package.json에서 { IF($script, apply_package-front.script, "이 명령이 시작하는 스크립트이") }(가) 실행하는 명령 앞에 { $variables }을(를) 두세요.
    .script = 스크립트 "{ $script }"이
apply_package-own = package.json의 { IF($script, apply_package-front.script, "이 명령이 시작하는 스크립트이") }(가) 변수를 직접 설정합니다. 거기에서 { $variables }(으)로 변경하세요.
apply_names = { LIST($names) }: 실제 이름으로 바꾸세요.
tune-section_apply = 적용 방법

tune_why_current-first = 탐색: 최적 위치를 모델로 예측하기 위해 현재 설정부터 측정
tune_why_coarse-grid = 탐색: 설정 { COUNT($of) } 중 { $count }개를 측정해 범위 파악
tune_why_not-far-off = 탐색: 가장 좋은 것에 크게 뒤지지 않는 설정 { COUNT($count) } 재측정
tune_why_around-prediction = 탐색: 설정 { COUNT($of) } 중 모델이 예측한 최적값 주변의 { $count }개
tune_why_model-was-wrong = 탐색: 모델이 틀려 설정 { COUNT($of) } 중 { $count }개를 측정
tune_why_refine = 세분: 가장 좋은 설정들의 사이와 주변 설정 { COUNT($count) }
tune_why_gain = 이득: { $id }와 현재 설정 { $today }를 짝지어 측정합니다
tune_why_certify = 검증: { LIST($ids) } 중 가장 좋은 설정 확인, 다음 분석은 { IF($reuses, "전체", "새로운") } { $look }블록 뒤
tune_why_certify-fewer-changes = 검증: 변경이 더 적은 설정이 { LIST($certified) }만큼 좋은지 확인, 다음 분석은 { IF($reuses, "전체", "새로운") } { $look }블록 뒤
tune_nothing-measured = 권장할 설정이 없습니다. 결과를 낸 시행이 없습니다.
tune_none-feasible = 권장할 설정이 없습니다. 측정한 설정 { IF(ABOVE($unknown, 0), tune_none-feasible.unknown, tune_none-feasible.no-unknown) }.{ IF($nearest, tune_none-feasible.nearest) }
    .unknown = { COUNT($measured) } 중 { $infeasible }개가 조건을 어기거나 실패했습니다. { LIST($unknown) }이(가) 조건을 지키는지는 더 비교하지 않아 알 수 없습니다
    .no-unknown = { IF(SAME($measured, 1), "하나가 실패했거나 조건을 어겼습니다", PUT(COUNT($measured), " 중 정상 동작하면서 조건을 지키는 것이 없습니다")) }
    .nearest = { "" } 가장 가까운 것은 { $nearest-id }입니다({ IF(EMPTY($nearest-unit), "오류율", TERM($nearest-label)) } { FIGURE($nearest-value, $nearest-unit) }, 요청한 값은 { FIGURE($nearest-limit, $nearest-unit) } { IF(SAME($nearest-relation, "at most"), "이하", "이상") }).
tune_left-out = { IF(ABOVE($droppedEarly, 0), tune_left-out.dropped) }{ IF(ABOVE($notCompared, 0), tune_left-out.others) }
    .dropped = { "" } { IF(SAME($droppedAfter, 2), "시행 두 번", "첫 시행들") } 뒤에 제외됨(통계적으로 확인되지 않음): { LIST($droppedEarly) }.
    .others = { "" } 측정한 설정 { COUNT($measured) } 중 다른 설정이 더 유망해 최종 비교에서 제외됨: { LIST($notCompared) }.
tune_among = { IF(SAME($compared, $measured), PUT("측정한 설정 ", COUNT($measured)), IF($isPartial, PUT("비교한 설정 ", COUNT($compared)), PUT("측정한 설정 ", COUNT($measured), " 중 조건을 만족하는 ", $compared, "개"))) }
tune_certified = { TENTH-PERCENT($confidence) } 신뢰 수준에서 { $id }은(는) { tune_among } 중 최선{ IF($within, PUT("의 ", TENTH-PERCENT($within), " 이내")) }입니다.{ tune_left-out }
tune_not-certified = { KEY($ended) ->
    [budget] 시간을 다 썼습니다
    [interrupted] 중단되었습니다
    [last-look] 블록 수에 비해 노이즈가 큽니다
    [infeasible] 조건을 어기거나 어길 수 있습니다
   *[only-begun] 탐색을 막 시작했습니다
}. { IF($atMost, tune_not-certified.at-most, PUT($id, "은(는) 추측일 뿐입니다.")) }{ IF(ABOVE($undecided, 0), PUT(" 유의미한 차이가 없는 설정: ", LIST($undecided), ".")) }{ IF(ABOVE($equivalent, 0), PUT(" 동등한 설정: ", LIST($equivalent), ".")) }{ tune_left-out }
    .at-most = { TENTH-PERCENT($confidence) } 신뢰 수준에서 { $id }은(는) { tune_among } 중 최선의 { QUOTIENT(CEIL(PRODUCT(1000, $atMost)), 10) }% 이내입니다{ IF(ABOVE($atMost, $within), PUT(". 요청한 값은 ", TENTH-PERCENT($within), "입니다."), ". 단, 같은 블록으로 이 설정을 골랐습니다.") }
tune_withheld = 검증되지 않았습니다. { $why }
tune_certainty-withheld = 검증되지 않았습니다. 유효성 검사를 통과하지 못했습니다. 값만 보면: { $certainty } 그러나: { $why }
tune_no-answer = 권장할 설정이 없습니다. { $why }
tune_check-voids = 유효성 검사 { $check } 실패: { $sentence }
tune_pool-not-in-force = 풀 크기 { LIST($asked) }을(를) 요청했지만 모든 시행에서 { $found }이(가) 적용되었습니다. 서버가 시작할 때 풀 크기를 직접 설정합니다.
tune_variable-not-in-force = { $name }을(를) { LIST($asked) }(으)로 요청했지만 모든 시행에서 { $found }이(가) 적용되었습니다. 서버를 시작하는 명령이나 스크립트가 이를 직접 설정합니다.
tune_pool-not-in-force_todo = 코드나 시작 스크립트에서 그 설정을 제거하고 다시 tune을 실행하세요. 또는 다른 변수에서 크기를 읽게 하고 그 변수를 튜닝하세요: --vary env:NAME=4,8,16
tune_variable-not-in-force_todo = 서버를 시작하는 명령이나 스크립트에서 그 설정을 제거하고 다시 tune을 실행하세요.
tune_scope = { $key } { $low }~{ $high } 전체에 대해서는, { $factor }배보다 좁은 봉우리가 곡선에 없을 때만 성립합니다.
tune_gain = { $id }의 { TERM($label) }은(는) 현재 설정의 { ROUGH-RATIO($value, $low, $high) }배({ ROUGH-RATIO-LOW($value, $low, $high) }~{ ROUGH-RATIO-HIGH($value, $low, $high) })입니다: { TERM($word) }.
tune_gain-checked = { $gain } 실패한 유효성 검사는 이 값에도 영향을 줍니다.
tune_side-effect = { $id }{ IF($isBetter, PUT("은(는) ", TERM($objective), " 면에서 더 좋지만,"), "의") } { TERM($label) }은(는) 현재 설정의 { ROUGH-RATIO($value, $low, $high) }배({ ROUGH-RATIO-LOW($value, $low, $high) }~{ ROUGH-RATIO-HIGH($value, $low, $high) })입니다.
tune_better-elsewhere = { $rival }은(는) { TERM($objective) } 면에서 { $id }과(와) { IF(SAME($word, "equivalent"), "사실상 같지만", "유의미한 차이가 없지만") } { LIST($figures, each: "each", with: ", ") }입니다. 그것이 더 중요하면 이 설정을 사용하세요.
    .each = { TERM($label) }이(가) { ROUGH-RATIO($value, $low, $high) }배({ ROUGH-RATIO-LOW($value, $low, $high) }~{ ROUGH-RATIO-HIGH($value, $low, $high) })
tune_edge = { $key }={ $size }은(는) 시도한 값 중 가장 { IF(SAME($end, "largest"), "큽니다. 더 큰", "작습니다. 더 작은") } 값이 더 좋을 수 있습니다.
tune_failed-trials = { $id }의 시행 { COUNT($trials, "회") } 중 { $failed }회가 실패했습니다.
tune_wrong-answers = 잘못되거나 누락된 응답 때문에 제외했습니다({ IF(ABOVE($limit, 0), PUT("최대 ", PRECISION(PRODUCT(100, $limit), 3), "%까지 허용"), "허용하지 않음") }): { LIST($wrong, each: "each", with: ", ") }.
    .each = { $id } ({ PRECISION(PRODUCT(100, $errors), 2) }%)
tune_failed-settings = { LIST($ids) }은(는) 두 번 결과를 내지 못해 제외했습니다.
tune_constraint-undecided = { IF($isBetter, "더 좋을 수 있는 ") }{ LIST($ids) }이(가) 조건({ TERM($figure) } { FIGURE($limit, $unit) } { IF(SAME($relation, "at most"), "이하", "이상") })을 지키는지 확실하지 않습니다. 신뢰 구간에 한계값이 들어 있습니다.
tune_bounded = 측정 구간에 { TERM($label) }을(를) 구할 만큼 요청이 많지 않아 하한만 알 수 있습니다: { LIST($settings, each: "each", with: "; ") }.
    .each = { $id } { FIGURE($atLeast, "ms") } 이상{ IF($ratio, PUT(", ", $outer-than, "의 ", PRECISION($ratio, 2), "배 이상")) }(응답 { COUNT(ROUND($answers)) })
tune_current-not-measured = 현재 설정 { $id }이(가) 결과를 내지 못해, 그 대비 이득을 알 수 없습니다.
tune_check-failed = 유효성 검사도 통과하지 못했습니다: { $why }
tune_check-spared = 유효성 검사 { $check }에 실패했지만 검증 결과는 유효합니다. { IF(SAME($check, "G2"), "네트워크가 평균 응답 시간의", IF(SAME($check, "G1"), "부하 생성기가 사용 중인 CPU의", "장비의 다른 작업이 사용 중인 CPU의")) } 최대 { TENTH-PERCENT($most) }를 차지했고, 최종 비교의 모든 설정에서 거의 같았습니다. 이 때문에 가려지는 다른 설정의 이득은 { IF(AT-MOST($hides, 0), "없습니다", PUT("최대 ", QUOTIENT(CEIL(PRODUCT(1000, $hides)), 10), "%입니다")) }. 이것이 없으면 모든 처리량이 더 높습니다.
tune_advice_keep = { IF($isOpen, "우선 ") }현재 설정을 유지하세요: { $id }.{ IF($kept, PUT(" ", $kept, ".")) }
tune_as-good = { TENTH-PERCENT($within) } 이내: { LIST($others, each: "each", with: ", ") }.{ KEY($rule) ->
    [current] { "" } 이만큼 가까운 설정 중에서는 현재 설정을 유지합니다.
    [fewest-changes] { "" } 이만큼 가까운 설정 중에서는 변경하는 변수가 가장 적은 것을, 그중에서도 가장 작은 것을 권장합니다.
    [smallest] { "" } 그중 가장 작은 것을 권장합니다. 더 큰 설정은 측정할 수 있는 이득 없이 비용만 늘어납니다.
   *[none] { "" }
}
    .each = { $id } ({ $outer-id }의 { ROUGH-RATIO($value, $low, $high) }배, { ROUGH-RATIO-LOW($value, $low, $high) }~{ ROUGH-RATIO-HIGH($value, $low, $high) })
tune_tied = 통계적으로 동률(검증에는 영향 없음): { LIST($others, each: "each", with: ", ") }.
    .each = { $id } ({ $outer-id }의 { ROUGH-RATIO($value, $low, $high) }배, { ROUGH-RATIO-LOW($value, $low, $high) }~{ ROUGH-RATIO-HIGH($value, $low, $high) })
tune_limit = { $id }: { IF($limit, PUT("병목은 ", TERM($limit)), "포화된 자원 없음") } (이벤트 루프 { WHOLE-PERCENT($loop) }{ IF(AT-LEAST($loopWaits, 0.01), PUT(", CPU 대기 ", WHOLE-PERCENT($loopWaits))) }{ IF($pool, tune_limit.pool) }; CPU: 서버 { WHOLE-PERCENT($server) }, 부하 { WHOLE-PERCENT($generator) }{ IF($others, IF(BELOW($others, 0.005), "", PUT(", 기타 ", WHOLE-PERCENT($others)))) })
    .pool = ; 풀 { WHOLE-PERCENT($pool) }{ IF(AT-LEAST($queued, 0.5), PUT(", 대기 작업 ", COUNT(ROUND($queued)))) }
tune_cost = { $id }: 요청당 CPU { PRECISION($from) } ms → { PRECISION($to) } ms ({ IF(BELOW($to, $from), "−", "+") }{ WHOLE-PERCENT(ABS(DIFFERENCE(QUOTIENT($to, $from), 1))) })
