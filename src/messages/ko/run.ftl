gate_verdict = { $verdict ->
    [pass] 게이트 통과
    [fail] 게이트 실패
    [undecided] 게이트 판단 불가
   *[unmeasured] 게이트 측정 안 됨
}
gate_finding = { JOIN(IF($figures, gate_sentence.figures), $because, with: " ") }
gate_sentence = { JOIN(PUT(gate_verdict, "."), IF($figures, gate_sentence.figures), $because, with: " ") }
    .figures = 변경본의 { TERM($figures-label) }은(는) 기준의 { RATIO($figures-ratio-value, $figures-ratio-low, $figures-ratio-high) }배({ RATIO-LOW($figures-ratio-value, $figures-ratio-low, $figures-ratio-high) }~{ RATIO-HIGH($figures-ratio-value, $figures-ratio-low, $figures-ratio-high) })입니다: { IF(ABOVE($figures-loss-high, 0), gate_sentence.loss, "손실 없음") }, 허용 { PERCENT($figures-threshold) }, { COUNT($figures-blocks, "블록") }.
    .loss = 손실 { IF(BELOW($figures-loss-low, 0), PUT("최대 ", PERCENT($figures-loss-high)), PUT(PERCENT($figures-loss-low), "~", PERCENT($figures-loss-high))) }
gate_no-interval = { TERM($label) }의 신뢰 구간이 없습니다. 유효한 시행이나 그 안의 요청이 너무 적습니다.
gate_unjudged = 판정하지 않았습니다.
gate_fail = 손실의 신뢰 구간({ PERCENT($low) }~{ PERCENT($high) })이(가) 모두 허용 손실 { PERCENT($threshold) }보다 위에 있습니다.
gate_pass = 손실의 신뢰 구간({ PERCENT($low) }~{ PERCENT($high) })이(가) 모두 허용 손실 { PERCENT($threshold) }보다 아래에 있습니다.
gate_undecided = 결정할 수 없습니다. 손실의 신뢰 구간({ PERCENT($low) }~{ PERCENT($high) }) 안에 허용 손실 { PERCENT($threshold) }이(가) 있습니다({ IF($ended, $ended, "실행이 끝나지 않음") }).
gate_withheld = 판정을 보류합니다. { $withheld }
gate_revision = { $name } ({ $commit })
gate_working-tree = 작업 트리{ IF($isUnchanged, "(변경 없음)") }
gate_run = 실행 { $run }{ IF($cell, PUT(" (", $cell, ")")) }
gate_same-files = 기준과 변경본의 파일이 같습니다. 이 게이트가 찾는 차이는 모두 측정 노이즈입니다.
gate_settings = 변경본의 설정이 다릅니다(chokepoint.json의 { LIST($names, with: ", ") }). 기준의 설정으로 측정했습니다.
gate_run-removed = 실행 { $run }은(는) 더 이상 저장소에 없습니다.
gate_earlier = 실행 { $run }: { $withheld }
gate_other-machine = 그 실행은 다른 장비에서 측정되었습니다({ $key }: { $a }, 현재 { $b }).
gate_not-together = 둘을 함께 측정하지 않았으므로 이 비율에는 { $from }부터 { $to }까지 장비에서 바뀐 것이 포함됩니다. --against REVISION을 쓰면 둘을 한 작업에서 측정합니다.
gate_not-the-same = 두 실행의 차이: { $difference }.
gate_decision = 기준: { $base }. 변경본: { $head }.
runs_differ = { $key }: { $a } 대 { $b }
runs_subject = 측정한 서버 또는 그 작업
runs_unlike = 설정 { COUNT($settings) }의 부하, 요청 또는 측정 구간(따라서 비교하지 않음)
runs_missing = 첫 번째 실행에만 있는 설정 { COUNT($settings) }

headline_nothing-measured = 측정된 값이 없습니다. 결과를 낸 시행이 없습니다.
headline_one-setting = 설정 하나만 측정했습니다. 비교하려면 두 번째 설정이 필요합니다.
headline_once-each = 설정 { $settings }개를 한 번씩 측정했습니다. 한 번으로는 편차를 알 수 없어 판정하지 않습니다.
headline_for-predictions = 예측을 위해 측정했습니다. 이 설정에서 다른 설정을 계산합니다.
headline_nothing-compared = 측정했지만 비교하지 못했습니다. 시행이 충분한 두 번째 설정이 없습니다.
headline_claims-and-best = { $claims } { $best }
headline_claims = 주장 { COUNT($claims) } 중 { JOIN(IF(ABOVE($balance-holds, 0), PUT("사실 ", COUNT($balance-holds))), headline_claims.refuted, headline_claims.misread, headline_claims.undecided, headline_claims.not-run) }입니다.
    .refuted = { IF(ABOVE($balance-refuted, 0), PUT("사실 아님 ", COUNT($balance-refuted))) }
    .misread = { IF(ABOVE($balance-misread, 0), PUT("해석 오류 ", COUNT($balance-misread))) }
    .undecided = { IF(ABOVE($balance-undecided, 0), PUT("판단 불가 ", COUNT($balance-undecided))) }
    .not-run = { IF(ABOVE($balance-notRun, 0), PUT("미실행 ", COUNT($balance-notRun))) }
headline_best = { $best }의 { TERM($metric) }은(는) { $baseline }의 { ROUGH-RATIO($ratio-value, $ratio-low, $ratio-high) }배입니다({ JOIN($common, headline_best.interval, IF($above, PUT("이보다 ", PERCENT($above), " 넘게 나은 설정은 측정되지 않음")), with: "; ") }).
    .interval = { PERCENT($confidence) } 신뢰 구간 { ROUGH-RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }~{ ROUGH-RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) }
headline_none-better = { TERM($metric) } 기준으로 { IF(SAME(SUM(LENGTH($equivalent), LENGTH($undecided)), 0), PUT($baseline, "이(가) 가장 좋습니다"), PUT($baseline, "보다 나은 설정이 없습니다")) }({ IF(EMPTY($common), "", PUT($common, ": ")) }{ JOIN(IF(ABOVE($equivalent, 0), headline_none-better.equivalent), headline_none-better.worse, IF(ABOVE($undecided, 0), headline_none-better.undecided), with: "; ") }).
    .worse = { IF(ABOVE($worse, 4), PUT("설정 ", COUNT($worse), " 더 나쁨"), LIST($worse, each: "behind", with: "; ")) }
    .behind = { $name }{ IF(SAME($reach, "and more"), " 이상", IF(SAME($reach, "and less"), " 이하")) } { ROUGH($ratio) }배{ IF(SAME($reach, "alone"), "", IF(ABOVE($ratio, 1), " 이상", " 이하")) }
    .equivalent = { IF(ABOVE($equivalent, 4), PUT("설정 ", COUNT($equivalent)), LIST($equivalent)) } 동등
    .undecided = { IF(ABOVE($undecided, 4), PUT("설정 ", COUNT($undecided)), LIST($undecided)) } 판단 불가
headline_gain = { IF($gain, headline_gain.gain) }
    .gain = , { TERM($label) } { ROUGH-RATIO($gain-value, $gain-low, $gain-high) }배({ ROUGH-RATIO-LOW($gain-value, $gain-low, $gain-high) }~{ ROUGH-RATIO-HIGH($gain-value, $gain-low, $gain-high) })
headline_tune-certified = { IF($isKept, PUT($id, " 유지: 더 나은 설정이 없습니다"), PUT($id, "(으)로 변경(현재 ", $current, headline_gain, ")")) }
headline_tune-not-certified = { IF($isKept, PUT("우선 ", $id, " 유지: 더 낫다고 확인된 설정이 없습니다"), PUT("최선의 추정: ", $id, "(현재 ", $current, headline_gain, ")")) }
headline_withheld = 유효성 검사를 통과하지 못해 { TERM($metric) } 판정을 내리지 않습니다.

## The labels in the gutter of a terminal's page. At most nine columns wide each: a syllable takes two.

label_why = 원인
label_apply = 적용
label_fix = 해결
label_expect = 기대 효과
label_claims = 주장
label_also = 추가
label_open = 미결
label_quality = 측정 품질
label_warning = 경고
label_report = 리포트
label_next = 다음
label_more = 더 보기

mark_estimate = { $name }: { $value }{ IF($bounds, PUT(" (", $bounds, ")")) }{ IF($trials, PUT(", 시행 ", $trials, "회")) }
mark_ratio = { $name }: { $baseline }의 { RATIO($ratio-value, $ratio-low, $ratio-high) }배 ({ RATIO-LOW($ratio-value, $ratio-low, $ratio-high) }–{ RATIO-HIGH($ratio-value, $ratio-low, $ratio-high) }), { $word }
mark_moment = { DECIMALS($at, 1) }초: { LIST($values, each: "each", with: ", ") }
    .each = { $name } { $value }

noise_speed = { IF($spread, PUT("시행 간 ", WHOLE-PERCENT($spread)), "두 번 측정한 설정 없음") }{ IF($slow, noise_speed.slow) }. 시행 { COUNT($trials, "회") }에서 { IF(SAME($source, "window probe"), "서버 옆에서 실행한 고정 작업", "작업당 서버 CPU 시간") } 기준으로 측정
    .slow = . 측정값의 { WHOLE-PERCENT($slow-share) }에서 원래 속도의 { WHOLE-PERCENT($slow-speed) }
noise_mediated = { $setting } 설정에서는 방해가 없어도 CPU 자체가 { WHOLE-PERCENT(ABS(DIFFERENCE(1, $speed))) } { IF(BELOW($speed, 1), "느림", "빠름") }. 설정의 효과이므로 보정하지 않음

note_problem = { $problem }: { $what } { $why } { $todo }
note_probe-refused = PID { $pid }에 프로브가 없습니다. { $problem }: { $what } { $why } { $todo }
note_found = { $address }에서 서버를 찾아 부하를 걸었습니다.
note_not-node = PID { $pid }은(는) Node 프로세스가 아니므로, 그것이 시작한 Node 프로세스를 관찰합니다.
note_several-programs = PID { $root }이(가) 서로 다른 프로그램 { SUM(LENGTH($programs), $more) }개를 시작했고, 이들을 하나의 서버로 판정합니다: { LIST($programs, each: "each", with: "; ") }{ IF(ABOVE($more, 0), PUT("; 외 ", $more, "개")) }. 하나를 고르려면: --pid { LIST($programs, each: "first", most: 1) }
    .each = { $command } ({ LIST($pids, with: ", ") })
    .first = { LIST($pids, most: 1) }
note_process-ended = PID { $pid } ({ $command })가 종료되었습니다.
note_own-cpu = 관찰하는 동안 doctor 자신이 CPU 하나의 { WHOLE-PERCENT($share) }를 사용했습니다.
note_handlers-unknown = PID { $pid }이(가) SIGUSR1을 직접 처리하는지 알 수 없습니다: { $why }.
note_inspector-was-open = PID { $pid }의 inspector가 { $address }에 이미 열려 있었습니다. 프로브는 이를 통해 들어갔고 열린 채로 두었습니다.
note_inspector-public = PID { $pid }의 inspector({ $address })가 네트워크에 열려 있습니다. 그 포트에 접근할 수 있으면 누구나 프로세스에서 코드를 실행할 수 있습니다. 이미 열려 있었고 열린 채로 두었습니다.
note_inspector-reopened = PID { $pid }의 inspector가 { $address }에서 다시 열려 다시 닫았습니다.
note_inspector-foreign = PID { $pid }의 inspector가 { $address }에 열려 있습니다. 프로브가 들어간 뒤 닫았지만 그 뒤에 다른 프로그램이 열었습니다. 디버거를 사용하고 있지 않으면 닫으세요.
note_attach-cut-short = PID { $pid }에 대한 attach가 시그널을 보낸 뒤 inspector를 닫기 전에 끝났습니다. { $closer }
note_no-profile = PID { $pid }의 CPU 프로파일을 수집하지 않았습니다. 요청에 응답하는 중이며, 프로파일을 시작하면 약 { DECIMALS(QUOTIENT($stop, 1000), 1) }초 동안 멈춥니다(힙 { $heap } MB). 그래도 수집하려면 --profile을 쓰세요.
note_profile-stop = CPU 프로파일을 수집하느라 PID { $pid }의 메인 스레드가 { SHORT(PRECISION($stop, 3)) } ms 동안 멈췄습니다. 이 시간은 프로세스 자체의 지연으로 집계하지 않습니다.
note_requests-unseen = PID { $pid }에 연결 { COUNT($connections) }이(가) 열려 있지만 프로브가 HTTP/1 요청을 관찰하지 못했습니다. HTTP/2나 다른 프로토콜을 사용하면 그 요청과, 요청이 기다리는 호출을 볼 수 없습니다.
note_pool-unread = 풀의 대기열을 메모리에서 읽지 못했습니다({ $why }). 작업의 종류를 알 수 없습니다.
note_no-probe = 프로세스에 프로브가 없습니다({ $why }). 이벤트 루프의 개별 지연과 가비지 컬렉션은 볼 수 없습니다.

progress_trials = { JOIN(PUT("블록 ", $block, IF($blocks, PUT("/", $blocks))), IF($of, PUT("시행 ", $done, "/", $of), PUT("시행 ", COUNT($done, "회"))), progress_trials.left, with: ", ") }
    .left = { IF($left-about, progress_trials.left-about, IF($left-most, PUT("최대 ", CLOCK($left-most), " 남음"))) }
    .left-about = { CLOCK($left-about) } 남음{ IF($left-most, PUT("(최대 ", CLOCK($left-most), ")")) }
progress_found = 서버가 { $address }에서 수신합니다(자동으로 찾음).
stop_after-blocks = { $reason } ({ COUNT($blocks, "블록") } 뒤)
stop_all-blocks = 모든 블록 완료
stop_all-decided = 모두 판정됨
stop_precision-reached = 정밀도 도달
stop_precise-enough = 모든 값이 주장에 필요한 만큼 정밀함
stop_too-dear = 더 판정하려면 남은 시간보다 오래 걸림
stop_last-look = 마지막 분석
stop_generator-limit = 부하 생성기가 더 보낼 수 없음
stop_no-rate = 목표를 지키는 요청률이 없음
stop_falls = 서버가 오래 실행될수록 요청률이 낮아짐
stop_first-search = 목표를 지킨 요청률이 나오기 전에 첫 탐색이 끝남
stop_no-result = 첫 블록에서 결과를 낸 시행이 없음
stop_one-setting = 비교할 두 번째 설정이 없음
stop_time-used-up = 제한 시간 { ROUND(QUOTIENT($limit, 1000)) }초 소진
stop_time-too-short = { ROUND(QUOTIENT($limit, 1000)) }초 중 { ROUND(QUOTIENT($spent, 1000)) }초를 사용했으며 다음 블록에는 적어도 { ROUND(QUOTIENT($needed, 1000)) }초 필요
stop_time-used-up-in-block = 블록 도중에 제한 시간 { ROUND(QUOTIENT($limit, 1000)) }초 소진
stop_current-failed = 현재 설정이 결과를 내지 못함
stop_interrupted = 사용자가 중단함
stop_error = 오류로 종료
stop_vanished = 프로세스가 이유를 저장하지 않고 종료됨
stop_out-of-sight = 여기에서는 { $where }의 실행 여부를 알 수 없음
stop_certificate = 가장 좋은 설정이 검증됨
stop_one-survivor = 설정이 하나만 남음
stop_search-last-look = 블록 수에 비해 노이즈가 큼
stop_no-candidate = 조건을 만족하는 설정이 없음
stop_pool-unused = 풀에 들어가는 작업이 없음
stop_not-in-force = 변수가 서버에 영향을 주지 않음

warning_incomplete = 계획한 시행 { $planned }회 중 { $measured }회를 실행했습니다.
warning_failed = 시행 { COUNT($trials, "회") } 중 { $failed }회가 실패하여 집계하지 않습니다({ LIST($codes, with: ", ") }).
warning_one-block = 설정마다 한 번씩만 측정했습니다. 차이에 대해서는 말할 수 없습니다.
warning_few-blocks = { $blocks }블록으로는 신뢰 구간이 매우 넓습니다. 4블록 이상을 사용하세요.
warning_foreign-cpu = 시행 { COUNT($of, "회") } 중 { $trials }회에서, 부하를 거는 동안 이 장비의 다른 프로그램이 CPU 시간의 10% 넘게 사용했습니다.
text = { $text }
