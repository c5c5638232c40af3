check_L1_fails-when = X·R(또는 X × 하한)이 선언한 동시성의 1.02배를 넘거나, 쉬지 않는 폐쇄형 부하에서 그 절반 미만이거나, 클라이언트가 여럿인데 정확히 1.00인 경우(전체 ÷ n을 평균이라고 한 경우)
check_L2_fails-when = 쉬지 않는 폐쇄형 부하나 배치 부하에서 시간 평균 동시성이 선언한 값의 0.95배 미만인 경우
check_F1_fails-when = 올바른 응답이 하나라도 선언된 하한보다 일찍 도착한 경우
check_F2_fails-when = 작업의 5% 넘게 응답 뒤에 실행된 경우. 게시된 로그에서는 리틀의 법칙으로 구한 1 − 선언 ÷ (X·R)
check_P2_fails-when = 응답이 하나라도 자기 요청의 id, 다이제스트, 증명을 담고 있지 않은 경우
check_B1_fails-when = 처리량이 N ÷ (D + Z), CPU ÷ 요청당 CPU, 스레드 ÷ 요청당 CPU 중 알려진 가장 작은 값보다 3% 넘게 높은 경우
check_S1_fails-when = 같은 그룹에서 워커가 가장 적은 설정 대비 속도 향상이 1.05 × min(동시성, 워커, 연산 작업이면 CPU)을 넘는 경우. 시행이 여럿이면 신뢰 구간 전체가 넘어야 함
check_T1_fails-when = 서버가 보고한 요청 시간이 클라이언트의 대기 시간보다 길거나, 둘 중 하나가 전체 테스트보다 긴 경우
check_T2_fails-when = 서버가 보고한 평균 시간이 클라이언트 대기 시간의 0.7배 미만인 경우. 보고하는 값은 클라이언트의 시간
check_E1_fails-when = 응답이 잘못되었거나(상태 코드, 본문, HTTP가 아님) 잘못된 응답이 성공으로 집계된 경우. 요청의 1% 넘게 응답이 없는 경우
check_E2_fails-when = 측정하는 동안 애플리케이션이 경고를 출력한 경우(마지막 40줄 안)
check_G1_fails-when = 한 설정의 시행 절반 이상에서 생성기의 이벤트 루프 사용률이 85%를 넘거나, 서버와 공유하는 포화된 CPU의 5% 넘게 사용하거나, 늦게 보낸 요청이 클라이언트 대기 시간의 10%를 넘는 경우(생성기의 CPU 몫을 더해도 같은 처리량·평균 시간 판정은 유지). 개별 퍼센타일은 그 위에 있는 요청보다 늦게 보낸 요청이 많은 경우(p99: 1%). 또는 보내야 할 요청(k6: 반복)을 보내지 않은 경우. 생성기가 여러 개면 가장 나쁜 것을 판정
check_G2_fails-when = 생성기가 다른 모든 생성기와 함께 측정한 시간이 자기 측정 구간의 95%보다 짧음, 또는 생성기와 서버 사이의 네트워크가 중앙값 응답 시간에 5%보다 많이 더함(네트워크가 더한 만큼을 빼도 같은 처리량·평균 시간 판정은 유지됨)
check_M1_fails-when = 한 설정의 시행 절반 이상에서 steal이 1%를 넘거나, 유휴 CPU가 10% 미만이면서 다른 프로그램이 CPU 시간의 10% 넘게 사용하거나, cgroup이 스로틀링된 경우(빼앗긴 CPU 시간을 더해도 같은 처리량·평균 시간 판정은 유지). 참고: 유휴 CPU를 알 수 없고 시작할 때 CPU당 부하가 1을 넘은 경우, 장비의 속도가 변하는 경우(윈도 프로브 측정값이 두 무리로 나뉘거나 시행 간 속도 차이가 10% 초과)
check_D1_fails-when = 측정 구간이 5 s보다 짧은 경우. 또는 시간으로 끝나는 구간에 요청이 1000개 미만이거나 응답 시간 중앙값의 50배보다 짧은 경우(요청 수가 정해진 부하는 잘리지 않음)
check_D2_fails-when = 한 시행에서 퍼센타일 위의 요청이 10개 미만인 경우: n(1 − q) < 10. 빠른 시행만 남게 되므로 그 설정에는 표시하지 않음. 또는 부하 생성기가 보내야 할 요청을 빠뜨린 경우
check_C1_fails-when = 값을 잰 시계의 해상도가 그 값의 2%를 넘는 경우
check_W1_fails-when = 측정 구간 동안 처리량이 오르거나 내리는 경우(모든 시행에 대한 Mann–Kendall, p < .01이고 5% 초과). 또는 첫 시행이 같은 설정의 다른 시행에서 로버스트 편차 3.5 넘게 떨어진 경우
check_V1_fails-when = 한 설정의 처리량이 5% 넘게 떨어진 두 그룹으로 나뉘는 경우(시행 8회 이상, 이웃 간 가장 넓은 간격이 그룹 내 편차의 50 ÷ n배 초과. 우연히 넘을 확률은 최대 1%). 두 그룹을 모두 표시
check_I1_fails-when = 워커들이 받은 요청 수가 다른 경우(모든 시행에 대한 카이제곱, p < .001)
check_R1_fails-when = 두 번 이상 측정한 설정이 없거나(한 번만 측정한 설정 하나는 그 설정의 판정만 잃음), 기준의 복사본이 기준과 다른 경우(A/A′)
check_Q1_fails-when = 행에 0만 있거나, 두 행이 마지막 자리까지 같거나, 레이블이 매개변수와 다른 경우
check_P1_fails-when = 다시 읽은 풀 크기, 프로세스 수, 환경 변수, CPU 수, Node 버전이 요청한 값과 다른 경우
effect_silence = 판정을 내리지 않습니다.
effect_void = { effect_void.which }의 시행은 집계하지 않습니다.
    .which = { IF(SAME($settings, $all), PUT(IF(SAME($all, 1), "이", "모든"), " 설정"), IF(ABOVE($names, 0), LIST($names), PUT("설정 ", COUNT($settings)))) }
effect_undecided = { IF(SAME($all, 1), effect_undecided.one, effect_undecided.many) }
    .one = { IF(ABOVE($metrics, 0), PUT(LIST($metrics, with: ", "), " 값이"), "측정값이") } 크게 다를 수 있습니다.
    .many = { effect_void.which }{ IF(ABOVE($metrics, 0), PUT("의 ", LIST($metrics, with: ", "))) }에 대한 판정을 보류합니다.
effect_understates = 빼앗긴 CPU 시간이 결과를 바꿀 수 있으면 { effect_void.which }에 대한 판정을 보류합니다.
effect_percentiles = 요청이 부족한 시행이 있어 { effect_void.which }의 { LIST($metrics, with: ", ") }을(를) 표시하지 않습니다.
effect_hide = { effect_void.which }의 이 값은 표시하거나 비교하지 않습니다.
check_balance = 유효성 검사 { $all }개 중 통과 { $passed }, 실패 { $failed }, 해당 없음 { $others }.
check_counts-only = 시간이 아니라 횟수이므로 측정에 대한 유효성 검사는 적용되지 않습니다.
check_dash = 줄표: 해당 없음과 그 이유.

check_B1_title = 처리량이 모델의 상한 이내
check_C1_title = 시계 해상도 충분
check_D1_title = 측정 구간 길이 충분
check_D2_title = 퍼센타일별 요청 수 충분
check_E1_title = 올바른 응답만 집계
check_E2_title = 애플리케이션 경고 없음
check_F1_title = 불가능한 지연 시간 없음
check_F2_title = 작업을 마친 뒤에 응답
check_G1_title = 부하 생성기가 병목이 아님
check_G2_title = 생성기들이 함께, 가까이에서 부하를 줌
check_I1_title = 워커 간 부하 균형
check_L1_title = 리틀의 법칙 성립: X·R이 선언한 동시성과 일치
check_L2_title = 대기 장벽 없음: 선언한 클라이언트가 모두 요청 중
check_M1_title = 장비의 방해 없음
check_P1_title = 설정이 실제로 적용됨
check_P2_title = 모든 응답이 작업을 증명
check_Q1_title = 값이 측정되었고 레이블이 정확
check_R1_title = 반복 측정 및 A/A 대조군 일치
check_S1_title = 속도 향상이 추가한 자원 이내
check_T1_title = 서버 시간 ≤ 클라이언트 시간 ≤ 테스트 시간
check_T2_title = 서버에 보이지 않는 대기열 없음
check_V1_title = 단봉 분포(쌍봉 아님)
check_W1_title = 워밍업 완료

check_row = { $row }: { $finding }{ IF(ABOVE($of, 1), check_row.of, ".") }
    .of = { "" } ({ $of }개 중 { IF(ABOVE($failing, 0), PUT($failing, "개 실패"), "최악") }).
check_in-trials = { $finding }{ IF(ABOVE($of, 1), PUT(" (이 설정의 시행 ", $of, "회 중 ", $failing, "회)")) }
check_expected = { $sentence } 이것을 보이기 위한 측정입니다.
check_withheld = { IF($setting, check_withheld.setting, PUT($check, ": ", $sentence)) }
    .setting = { $setting }{ IF(ABOVE($others, 0), PUT(" 외 설정 ", COUNT($others))) }: 유효성 검사 { $check } 실패. { IF($isWorstOfAll, "모든 설정 중 최악: ") }{ $sentence }
check_no-rows = 측정된 행이 없습니다.
check_L1_requests = 초당 요청 { SHORT($rate) }개 × { EXACT-TIME($ms) } = 처리 중인 요청 { SHORT($inFlight) }개, 선언한 동시성 { $declared }
check_L1_too-many = 초당 요청 { SHORT($rate) }개 × { EXACT-TIME($ms) } = 처리 중인 요청 { SHORT($inFlight) }개이지만 선언한 클라이언트는 { COUNT($declared) }{ IF($isFloor, "(이보다 짧은 시간에 올바른 응답은 불가능)") }
check_L1_total-by-n = 초당 요청 { SHORT($rate) }개 × { EXACT-TIME($ms) } = 처리 중인 요청 { SHORT($inFlight) }개: 정확히 하나이므로 "평균"은 전체 시간을 요청 수로 나눈 값임. 선언한 클라이언트는 { COUNT($declared) }
check_L1_idle = 초당 요청 { SHORT($rate) }개 × { EXACT-TIME($ms) } = 처리 중인 요청 { SHORT($inFlight) }개이지만 선언한 클라이언트는 { COUNT($declared) }이며 쉬지 않음
check_L1_jobs = 초당 작업 { SHORT($rate) }개 × { EXACT-TIME($ms) } = 처리 중인 작업 { SHORT($inFlight) }개, 허용된 수 { $declared }
check_L1_too-many-jobs = 초당 작업 { SHORT($rate) }개 × { EXACT-TIME($ms) } = 처리 중인 작업 { SHORT($inFlight) }개이지만 응답을 기다리는 클라이언트가 동시에 시작할 수 있는 작업은 최대 { $declared }개
check_L1_silent = 개방형 부하는 동시성을 선언하지 않거나, 평균 응답 시간을 알 수 없거나, 시계가 너무 거칠어 판단할 수 없습니다.
check_L2_in-flight = 선언한 요청 { $declared }개 중 { SHORT($inFlight) }개 처리 중{ IF($why, IF(SAME($why, "batches"), ": 배치마다 가장 느린 요청을 기다림", ": 클라이언트가 다른 것을 기다림")) }
check_L2_without = 처리 중인 요청 수를 시간에 따라 측정하지 않았습니다.
check_L2_silent = 버스트와 개방형 부하는 처리 중인 요청 수를 일정하게 유지하지 않습니다.
check_F1_soonest = { IF(SAME($of, "first"), "첫", "평균") } 응답 시간은 { EXACT-TIME($soonest) }, 작업에 필요한 시간은 최소 { EXACT-TIME($floor) }
check_F1_without = 하한(올바른 응답이 불가능한 시간)을 선언한 요청이 없습니다.
check_F1_silent = 응답 시간을 측정하지 않았습니다.
check_F2_jobs = 작업 { $jobs }개 중 { $late }개가 마지막 응답 뒤에 종료
check_F2_published = 평균 { DECIMALS($inFlight, 0) }개 작업이 처리 중이었으나 응답을 기다리는 클라이언트 { COUNT($clients) }로는 { $declared }개까지 가능: 작업의 { WHOLE-PERCENT($behind) } 이상이 응답 뒤에 실행됨
check_F2_silent = 작업 전에 응답하는 것으로 알려진 서버이므로 작업 시간만 비교합니다.
check_F2_without = 작업의 끝을 알 수 없습니다. 서버가 작업을 로그에 남기지 않습니다.
check_P2_wrong = 응답 { COUNT($asked) } 중 { SHORT($wrong) }개가 다른 요청의 응답이거나 증명이 없음({ SHORT-PERCENT(QUOTIENT($wrong, $asked)) })
check_P2_proved = 응답 { COUNT($asked) } 중 { FIXED($asked, 0) }개에 증명이 있음
check_P2_without = 증명이나 SHA-256이 알려진 본문을 요구하는 요청이 없습니다.
check_B1_within = { $bound } = 초당 최대 { SHORT($limit) }개, 측정값은 { SHORT($throughput) }개
check_B1_exceeded = { $bound } = 초당 최대 { SHORT($limit) }개, 측정값은 { SHORT($throughput) }개({ SHORT-PERCENT(DIFFERENCE(QUOTIENT($throughput, $limit), 1)) } 초과)
check_B1_without = 처리량이 있는 행이 없습니다.
check_B1_silent = 하한도 요청당 CPU 시간도 알 수 없어 상한을 구할 수 없습니다.
bound_clients = 클라이언트 { COUNT($clients) } ÷ { SHORT($ms) } ms
bound_cpus = CPU { SHORT($cpus) }개 ÷ 요청당 CPU { SHORT($ms) } ms
bound_threads = 스레드 { COUNT($threads) }(풀과 이벤트 루프) ÷ 요청당 CPU { SHORT($ms) } ms
check_S1_speed-up = { $base }의 { SHORT($ratio) }배 속도, 가능한 최댓값은 min({ LIST($limits, each: "each", with: ", ") }) = { SHORT($limit) }
    .each = { IF(SAME($by, "concurrency"), "동시성", IF(SAME($by, "workers"), "워커", TERM($by))) } { SHORT($times) }
check_S1_silent = 워커 수만 다른 두 설정이 없습니다.
check_T1_nesting = { KEY($what) ->
    [server-in-test] 서버가 보고한 시간 { EXACT-TIME($inner) }, 테스트 전체 시간 { EXACT-TIME($outer) }
    [server-in-client] 서버가 보고한 시간 { EXACT-TIME($inner) }, 클라이언트가 기다린 가장 긴 시간 { EXACT-TIME($outer) }
    [client-in-test] 가장 긴 응답 시간 { EXACT-TIME($inner) }, 테스트 전체 시간 { EXACT-TIME($outer) }
   *[means] 서버의 평균 { EXACT-TIME($inner) }, 클라이언트의 평균 { EXACT-TIME($outer) }
}
check_T1_without = 테스트 길이를 알 수 없습니다.
check_T1_silent = 서버가 자체 시간을 보고하지 않고, 전체 테스트와 비교할 개별 응답 시간도 측정되지 않았습니다.
check_T2_hidden = 서버 보고 { EXACT-TIME($server) }, 클라이언트 대기 { EXACT-TIME($client) }: 그중 { SHORT-PERCENT(DIFFERENCE(1, QUOTIENT($server, $client))) }는 핸들러 밖의 시간
check_T2_without = 서버가 요청 처리 시간을 보고하지 않습니다(헤더 Server-Timing: app;dur=…).
check_E1_counted-as-success = 요청 { COUNT($sent) } 중 { $count }개가 실패했는데 성공으로 집계됨
check_E1_failed = 요청 { COUNT($sent) } 중 { $failed }개 실패({ SHORT-PERCENT(QUOTIENT($failed, MAX(1, $sent))) }: { LIST($kinds, each: "each", with: ", ") })
    .each = { $name } { $value }개
check_E1_correct = 요청 { COUNT($sent) } 중 { FIXED($sent, 0) }개가 올바른 응답을 받음
check_E1_without = 요청의 결과를 알 수 없습니다.
check_E2_warned = 경고 { COUNT($lines) }, 첫 번째: { $first }
check_E2_none = 경고 없음
check_E2_without = 애플리케이션의 출력을 알 수 없습니다.
check_G1_generator = { IF($name, check_G1_generator.name, "부하 생성기") } 사용률 { SHORT-PERCENT($busy) }{ IF($shared, check_G1_generator.shared, "(전용 CPU)") }. 늦게 보낸 요청 { SHORT-PERCENT($late) }, 전체 대기 시간의 { SHORT-PERCENT($lateTime) }
    .name = 생성기 "{ $name }"
    .shared = , CPU { AMOUNT-OF($shared-cpus) }의 { SHORT-PERCENT($shared-share) } 사용(CPU 전체 사용률 { SHORT-PERCENT(MIN(1, $shared-used)) })
check_G1_late = 요청의 { SHORT-PERCENT($late) }를 늦게 보냄(퍼센타일 위에 있는 요청만큼 많음)
check_G1_remedy = { $sentence } 피하려면 부하를 줄이거나, 서버와 생성기가 CPU를 따로 쓸 수 있게 CPU가 네 개 이상인 장비를 사용하세요. 또는 `taskset -c 0`으로 서버를 시작하세요. 나머지 CPU가 생성기에 남고 서버는 CPU 하나에서 측정됩니다.
check_G1_unsent = 보내야 할 요청(또는 반복) { SHORT($due) }{ IF(ABOVE($count, 0), check_G1_unsent.count, "개를 모두 보냄") }
    .count = 개 중 { SHORT($count) }개를 보내지 않음({ SHORT-PERCENT(QUOTIENT($count, $due)) })
check_G1_without = 부하 생성기의 CPU 사용량을 알 수 없습니다.
check_G1_silent = 모든 서버가 작업을 마치기 전에 응답하므로 생성기가 영향을 주지 않습니다.
check_G2_overlap = 생성기 "{ $name }": 자기 측정 구간의 { SHORT-PERCENT($overlap) } 동안만 다른 생성기와 함께 부하를 줌(첫 생성기보다 { EXACT-TIME($skew) } 늦게 시작)
check_G2_path = 생성기 "{ $name }"의 네트워크가 중앙값 { EXACT-TIME($median) }에 { EXACT-TIME($path) }를 더함({ SHORT-PERCENT(QUOTIENT($path, $median)) })
check_G2_remedy = { $sentence } 서버에 더 가까운 생성기를 사용하거나, 응답이 더 오래 걸리는 설정끼리 비교하세요.
check_G2_without = 이 장비에서만 부하를 보냈습니다.
check_G2_silent = { check_G2_without }
check_M1_disturbed = { IF($others, check_M1_disturbed.others, PUT("시작 전 CPU당 부하 ", SHORT($loadPerCpu))) }{ IF($steal, IF(AT-LEAST($steal, 0.01), PUT("; 하이퍼바이저가 ", SHORT-PERCENT($steal), " 사용"))) }
    .others = 다른 프로그램이 CPU 시간의 { SHORT-PERCENT($others-share) } 사용, 전체 사용률 { SHORT-PERCENT($others-used) }
check_M1_throttled = CPU 할당량이 스케줄링 주기 { COUNT($periods) }에서 cgroup을 멈춤
check_M1_speed = 이 장비의 속도가 변합니다. { IF($slow, check_M1_speed.slow, check_M1_speed.no-slow) }. 다른 무언가가 같은 코어를 사용하거나 클록이 변합니다. 비율은 이에 맞게 보정했습니다.
    .slow = 측정값의 { WHOLE-PERCENT($slow-share) }에서 CPU 속도가 원래의 { WHOLE-PERCENT($slow-speed) }였습니다
    .no-slow = 시행 간 속도 차이는 { IF($spread, WHOLE-PERCENT($spread), WHOLE-PERCENT("0")) }입니다
check_M1_without = 다른 프로그램의 부하를 알 수 없습니다.
check_D1_without = { check_T1_without }
check_D1_silent = 버스트는 작업이 끝날 때까지 계속되므로 측정 구간을 정하지 않습니다.
check_D1_window = 측정 시간 { EXACT-TIME($length) }, 필요한 시간 { EXACT-TIME($least) }
check_D1_requests = 측정한 요청 { SHORT($requests) }개, 필요한 요청 { $least }개
check_D1_medians = 측정 구간 { EXACT-TIME($length) }은(는) 응답 시간 중앙값의 { SHORT($medians) }배, 필요한 것은 { $least }배
check_D2_above = 요청 { SHORT($requests) }개의 p{ SHORT(PRODUCT($percentile, 100)) }: { SHORT($requests) } × { SHORT(DIFFERENCE(1, $percentile)) } = { SHORT($above) }개가 그 위에 있음{ IF($isMore, ". 더 높은 퍼센타일은 더 적음") }{ IF(ABOVE($needed, $requests), check_D2_above.needed) }
    .needed = . 요청 { SHORT($needed) }개가 필요함
check_D2_unsent = 요청(또는 반복) { SHORT($due) }개 중 { SHORT($count) }개를 보내지 않음. 가장 오래 기다렸을 요청의 시간이 빠짐
check_D2_without = 표시하는 퍼센타일이 없습니다.
check_D2_silent = 버스트는 요청의 퍼센타일이 아니라 작업 시간으로 나타냅니다.
check_C1_resolution = { TERM($label) } { SHORT($value) } { $unit }, 시계 해상도 { SHORT($resolution) } { $unit } ({ SHORT-PERCENT(QUOTIENT($resolution, $value)) })
check_C1_silent = 값을 잰 시계를 알 수 없습니다.
check_W1_trend = 워밍업 후에도 처리량이 시간 구간 { $of }개 중 { $bins }개에 걸쳐 { SHORT-PERCENT(ABS($change)) } { IF(BELOW($change, 0), "감소", "증가") } (p = { SHORT($p) })
check_W1_first-trial = 첫 시행({ $setting })의 처리량은 같은 설정의 다른 시행의 { SHORT($pace) }배입니다(편차 { SHORT($deviations) }).
check_W1_silent = 시간 구간이 { $bins }개인 측정 구간이 없고, 시행이 네 번인 설정도 없습니다.
check_V1_gap = 시행 { $low-trials }회는 약 { SHORT($low-rate) }/s, { $high-trials }회는 약 { SHORT($high-rate) }/s. 간격은 편차의 { SHORT($gap) }배이고 우연으로 설명되는 것은 { SHORT($critical) }배까지
check_V1_silent = 시행이 { $trials }회인 설정이 없습니다.
check_I1_shares = 워커 { LENGTH($requests) }개의 요청 수 { LIST($requests, each: "SHORT", with: ", ") } (χ² = { SHORT($statistic) }, p = { SHORT($p) })
check_I1_without = 워커별 요청 수를 알 수 없습니다(워커가 둘 이상인 lab의 서버만 보고합니다).
check_R1_control = { $name }의 복사본이 원본과 다릅니다. 레이블만 다른데 비율이 { SHORT($value) }, 신뢰 구간이 { SHORT($low) }~{ SHORT($high) }입니다.
check_R1_repeated = 모든 설정을 { $least }회 이상 측정했습니다.{ IF($hasControl, " 기준의 복사본은 기준과 다르지 않습니다.") }
check_R1_searched = 탐색이 설정 { COUNT($settings) } 중 { $once }개를 한 번 측정한 뒤 제외했고, 나머지는 { $least }회 이상 측정했습니다.
check_R1_once = 설정 { COUNT($settings) }에 행 { COUNT($rows) }이(가) 하나씩 있어, 반복 시행의 편차를 알 수 없습니다.
check_R1_some-once = 설정 { COUNT($settings) } 중 { $once }개를 한 번만 측정했습니다(예: { $example }). 편차를 알 수 없습니다.
check_Q1_empty = 모든 값이 0.000: 실행되지 않았음
check_Q1_copy = { $of }과(와) 마지막 자리까지 같은 값({ LIST($figures, each: "SHORT", with: ", ") })
check_Q1_label = { $what }: 실제 { $expected }, 레이블 { $found }
check_Q1_added-times = 응답은 { COUNT($answers) }인데 응답 시간은 { COUNT($times) }입니다. autocannon이 coordinated omission을 보정하느라 측정하지 않은 { COUNT(DIFFERENCE($times, $answers)) }를 더했습니다. --ignoreCoordinatedOmission으로 다시 실행하세요
check_Q1_sound = 값 { COUNT($figures) }, 복사된 값 없음, 레이블 모두 정확
check_P1_in-force = { $what }: 요청한 값 { $expected } = { IF($isStart, "시작할 때의 환경 변수 기준(풀 자체는 볼 수 없음)", "실제 적용 값") }
check_P1_differs = { $what }: 요청한 값 { $expected }, { IF($isStart, "시작할 때의 환경 변수 기준(풀 자체는 볼 수 없음)", "실제 적용 값") } { $found }
check_P1_without = 프로세스에서 다시 읽을 수 있는 설정이 없습니다.
check_P1_silent = 다시 읽을 수 있는 설정을 변경하지 않았습니다.

published_one-run = 파일 하나는 한 번의 실행입니다. 비교하려면 설정마다 두 번 이상 필요합니다.
published_hidden_stall = { $metric }: 응답을 기다리는 클라이언트는 서버가 멈춘 동안 요청을 보내지 않아 표시하지 않습니다. 가장 긴 응답({ EXACT-TIME($max) })이 서버의 멈춤이었다면, 정해진 시각에 보내는 요청의 { $metric }은(는) { EXACT-TIME($shown) }가 아니라 { EXACT-TIME($least) } 이상입니다.
published_withheld_hidden = 이 부하에서는 드러나지 않습니다.
published_withheld_other = 판정은 { TERM($deciding) }에 대해서만 합니다.
published_kind = { IF(SAME($key, "rate"), "초당 요청", IF(SAME($key, "tool"), "도구", IF(SAME($key, "clients"), "클라이언트 수", $key))) }
published_differ = 측정 방법이 다릅니다: { published_kind } { LIST($a, with: ", ") } 대 { LIST($b, with: ", ") }.
published_mixed = 실행마다 부하가 다릅니다: { published_kind } { LIST($values, with: ", ") }. 설정이 둘이면 파일 사이에 "vs"를 쓰세요.
published_lengths = 실행 길이가 다릅니다: { DURATION($shortest) }~{ DURATION($longest) }.
published_load-unknown = 요청을 정해진 속도로 보냈는지 파일에 없습니다. --clients나 --rate를 지정하세요.
published_unlike = 비교할 수 없는 값입니다. { $difference }
published_unsound = 비교에 쓸 수 없는 값입니다: { LIST($checks) } 실패.
published_one-each = B의 { TERM($label) }은(는) A의 { SHORT($ratio) }배입니다. 한 번씩으로는 편차를 알 수 없어 판정하지 않습니다. 각각 세 번 이상 실행하세요.
published_compared = B의 { TERM($label) }은(는) A의 { RATIO($value, $low, $high) }배({ RATIO-LOW($value, $low, $high) }~{ RATIO-HIGH($value, $low, $high) })입니다.{ IF(SAME($word, "undecided"), "", PUT(" 95% 신뢰도로 ", IF(SAME($word, "equivalent"), "차이가 5% 이내입니다.", IF(SAME($word, "better"), "더 좋습니다.", "더 나쁩니다.")))) }{ IF(ABOVE($except, 0), PUT(" 단, ", LIST($except), "은(는) 제외합니다(아래 참고).")) }
published_undecided = 각 { $runs }회로는 판정할 수 없습니다. B의 { TERM($label) }은(는) A의 { SHORT($value) }배이지만, 같은 설정의 실행끼리 차이가 너무 큽니다. { IF($enough, PUT("편차가 이대로라면 각각 약 ", $enough, "회로 판정할 수 있습니다"), "각각 100회를 실행해도 판정하기 어렵습니다") }.
published_no-verdict = { TERM($label) }은(는) 판정하지 않습니다. { $why }
published_sound = 비교에 쓸 수 있는 값입니다.{ IF(ABOVE($except, 0), PUT(" 단, ", LIST($except), "은(는) 제외합니다(아래 참고).")) }
published_sound-alone = 설정마다 더 반복하면 비교에 쓸 수 있는 값입니다.{ IF(ABOVE($except, 0), PUT(" 단, ", LIST($except), "은(는) 제외합니다(아래 참고).")) }
published_repair_same = 같은 도구로 같은 부하에서 둘 다 측정하세요.
published_missing = { $option }을(를) 지정하면 { LIST($checks) } 검사를 할 수 있습니다. { IF(STARTS-WITH($option, "--rate"), "보내기로 한 초당 요청", "테스트의 클라이언트") } 수를 붙이세요.
published_says-clients = 파일에 있는 클라이언트 수는 { $told }이(가) 아니라 { COUNT($clients) }입니다.
published_says-closed = 이 도구는 정해진 시각에 보내지 않습니다. 클라이언트마다 응답을 받은 뒤 바로 다시 요청합니다.
published_above-rate = 초당 요청이 { SHORT($sent) }개입니다. 정해진 시각에 보냈다면 초당 { SHORT($rate) }개를 넘지 않습니다.
published_all-failed = 요청 { COUNT($lost) } 가운데 응답을 받은 것이 없습니다({ LIST($kinds, each: "each", with: ", ") }).
    .each = { $name }: { $value }
published_repair_added = wrk는 느린 응답 뒤에 측정하지 않은 시간을 더합니다. oha로 다시 테스트하세요.
published_repair_milliseconds = 이 도구는 1ms 단위로만 세므로 이 응답 시간에는 너무 거칩니다. oha나 wrk2로 다시 테스트하세요.
published_repair_seconds = k6가 초 단위로 기록했습니다. 환경 변수 K6_CSV_TIME_FORMAT=unix_nano를 주고 다시 테스트하세요.
published_unknown = k6, oha, vegeta, autocannon, wrk, ab의 알려진 출력이 아닙니다.
published_empty = 비어 있습니다. 도구가 중단되었거나 실패했거나, 결과를 다른 곳에 썼습니다.
published_unfinished = { IF($tool, PUT($tool, "의 출력으로"), "JSON으로") } 시작하지만 { $bytes }바이트에서 완성되지 않은 채 끝납니다. 도구가 중단되었거나 아무것도 측정하지 않았습니다.
published_no-answer = { $source } 파일이며, 응답을 받은 요청이나 그 비율이 없습니다.
published_torn = 읽을 수 없는 줄이 { COUNT($lines) }이고 응답은 { COUNT($requests) }입니다. 남은 것은 시험 전체가 아닙니다.
check-page_closed = 폐쇄형 부하{ IF($clients, PUT(", 클라이언트 ", COUNT($clients))) }
check-page_open = 개방형 부하{ IF($rate, PUT(", 초당 ", SHORT($rate), "개")) }
check-page_unknown = { IF($clients, PUT("동시에 최대 ", COUNT($clients)), "부하가 파일에 없음") }
check-page_requests = 응답 { COUNT($requests) }{ IF(ABOVE($wrong, 0), PUT(", 오류 ", COUNT($wrong))) }
check-page_runs = 실행 { COUNT($runs, "회") }
check-page_unread = 읽을 수 없는 줄 { COUNT($lines) }
check-page_passed = 검사 { COUNT(LENGTH($checks)) } 통과: { LIST($checks, with: " ") }
check-page_others = 검사 { COUNT($checks) } 해당 없음: 필요한 것이 결과 파일에 없음(--verbose)
check-page_failed = { $title } [{ $id }]: { $sentence }
check-page_failed-alone = { $title } [{ $id }]: { $finding }.
check-page_hidden = { $name }: { $why }
check-page_ratio = { IF($ratio-low, check-page_ratio.ratio-low, check-page_ratio.no-ratio-high) }
    .ratio-high = { TERM($label) } { RATIO($ratio-value, $ratio-low, $ratio-high) }배({ RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }~{ RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) })
    .no-ratio-high = { TERM($label) } { SHORT($ratio-value) }배
    .ratio-low = { IF($ratio-high, check-page_ratio.ratio-high, check-page_ratio.no-ratio-high) }
