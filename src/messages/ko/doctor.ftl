pool_kind = { IF($addon, PUT("애드온 ", $addon, "의 작업"), pool_kind.no-addon) }
    .no-addon = { KEY($kind) ->
        [fs] 파일 시스템 호출
        [dns] DNS 조회
        [crypto] crypto 작업
        [random] 난수 생성 작업
        [zlib] 압축 작업
        [node_api] 네이티브 애드온(Node-API) 작업
        [fs-readfile] 파일 전체 읽기
        [other] 종류를 알 수 없는 작업
       *[unlisted] { $kind } 작업
    }
function_place = { IF(EMPTY($file), $name, IF(SAME($name, "(anonymous)"), PUT(function_place.at, "의 익명 함수"), PUT($name, " (", function_place.at, ")"))) }
    .at = { $file }{ IF($line, PUT(":", $line)) }
function_hot = { IF($package, function_hot.package, TEXT($self, "function_place")) }
    .package = { $package }의 { IF(SAME($name, "(anonymous)"), "익명 함수", $name) }{ IF($caller, PUT(", 호출 위치: ", TEXT($caller, "function_place"))) }

gauge_label_rate = 초당 요청
gauge_label_cpu = 사용 중인 CPU
gauge_label_loop = 이벤트 루프 사용률
gauge_label_delay = 이벤트 루프의 지연
gauge_label_pool = 사용 중인 풀 스레드
gauge_label_queue = 대기 중인 작업
gauge_label_wait = 풀 스레드 대기
gauge_label_slow = 느린 I/O 대기열
gauge_label_threads = 풀 스레드의 시간
gauge_p95 = p95 { WAITED($ms) }
gauge_tasks = { $client }의 작업
gauge_label_calls = 사용 중인 연결
gauge_label_memory = 메모리
gauge_others-used = 다른 프로그램 { DECIMALS($cpus, 2) }
gauge_throttled = 주기의 { PERCENT($share) }에서 할당량 때문에 멈춤
gauge_omitted = 프로세스 { $omitted }개는 그리지 않았습니다.
gauge_jobs = { IF($kind, KIND($kind), "작업") } { ROUGH($queued) }개
gauge_pool-time = 실행 { WHOLE-PERCENT($running) } · CPU 대기 { WHOLE-PERCENT($waitedForCpu) } · 락 대기 { WHOLE-PERCENT($atLock) } · 블로킹 { WHOLE-PERCENT($blocked) }
gauge_others = 다른 프로세스 { COUNT($processes) } · CPU { SPAN(DECIMALS($cpu-low, 2), DECIMALS($cpu-high, 2)) }{ IF($loop, gauge_others.loop) }{ IF($queued, PUT(" · 풀 대기열 ", SPAN(ROUGH($queued-low), ROUGH($queued-high)))) }
    .loop = { "" } · 이벤트 루프 { SPAN(PERCENT($loop-low), PERCENT($loop-high)) }
doctor_all-rules = 규칙 { COUNT(SUM(SUM(SUM(SUM($found, $explained), $fine), $others), $open)) } 중 이상 없음 { $fine }{ IF(ABOVE($found, 0), PUT(", 발견 ", $found)) }{ IF(ABOVE($explained, 0), PUT(", 그것으로 설명됨 ", $explained)) }{ IF(ABOVE($others, 0), PUT(", 해당 없음 ", $others)) }{ IF(ABOVE($open, 0), PUT(", 판단 불가 ", $open)) }
doctor_also = { TERM($severity) }: { $title } ({ $rule })
doctor_further = { $count }개 더: --verbose
doctor_code-elsewhere = 코드 { COUNT($lines, "줄") }, 리포트와 --verbose에 표시

doctor_byline = { DATE($at) } · { TIME($seen) } · 프로세스 { COUNT($processes) }{ IF($node, PUT(" · Node ", $node)) } · { IF(ABOVE($probed, 0), doctor_byline.probed, "외부에서 관찰") }
    .probed = 외부와 내부에서 관찰{ IF(SAME($probed, $processes), "", PUT("(내부는 ", COUNT($probed), ")")) }
doctor_pids = PID { LIST($pids, with: ", ") }{ IF(ABOVE($more, 0), PUT(" 외 ", COUNT($more))) }
doctor_app = PM2 애플리케이션 { $app }
doctor_footer = 관찰 { $watch }, chokepoint { $version } 버전으로 진단했습니다. 같은 폴더의 watch.json은 "{ $chokepoint } doctor --replay watch.json"으로 다시 진단할 수 있습니다.
doctor_interrupted = { TIME($seen) } 뒤에 중단되었습니다. 그때까지 관찰한 내용입니다.
doctor_ended = 서버가 { TIME($seen) } 뒤에 종료되었습니다.
doctor_steal = 하이퍼바이저가 CPU 시간의 { PERCENT($share) }를 가져갔습니다. 다른 가상 머신이 같은 CPU를 사용합니다.
doctor_client = 이 서버에 요청을 보내는 { $name }(PID { $pid })이(가) 장비의 CPU { COUNT($cpus) } 중 { AMOUNT($cpu) }개를 사용했습니다.
doctor_others = 관찰하는 동안 { IF($service, PUT(SERVICE($service), " 등 ")) }다른 프로그램이 장비의 CPU { COUNT($cpus) } 중 { AMOUNT($others) }개를 사용했습니다.{ IF($service, "", " 조용한 장비에서보다 수치가 낮습니다.") }
doctor_failed-requests = 요청 { COUNT($due) } 중 { COUNT($failed) }가 실패했거나 잘못된 응답을 받았습니다.
doctor_rules = 규칙별 결과
doctor_unseen = 관찰하지 못한 것
doctor_how = 다른 변경 방법
doctor_unseen_queue = 풀 대기열
doctor_unseen_probe = 프로브로만 볼 수 있는 것
doctor_unseen_process = 외부에서 본 프로세스
doctor_unseen_note = 프로브: { $about }
doctor_load-sent = { $engine }: 요청 { COUNT($due) }, 보내는 데 CPU 하나의 { PERCENT($share) } 사용
doctor_processes-note = CPU: 사용한 CPU / 사용할 수 있는 CPU. 루프: 이벤트 루프가 일한 시간의 비율. 대기: 지금 들어온 작업이 풀 스레드를 기다리는 시간. 줄표: 관찰하지 못함.
doctor_serving = 서비스 중 { COUNT($processes) }
doctor_waits-over = { TIME($oldest) } 초과
doctor_capture = 트레이스 이벤트로 본 풀 작업
doctor_capture-note = 작업의 전체 시간이며 스레드를 기다린 시간을 포함합니다.
doctor_capture-cut = { IF($pid, PUT("PID ", $pid, ": ")) }{ TIME($taken) } 뒤에 수집을 끝냈습니다. 초당 이벤트 { COUNT(ROUND($rate)) }는 일하는 프로세스에 요구하기에 너무 많습니다.
doctor_capture-ended-early = { TIME($taken) }, 일찍 끝남
doctor_no-job = 관찰된 작업 없음
live_looking = 관찰 중 …
live_foot = Ctrl-C를 누르면 리포트와 함께 끝납니다
live_clock = { DECIMALS($at, 1) }{ IF($all, PUT("/", ROUGH($all))) }초
live_more = … 프로세스 { COUNT($processes) } 더
live_looking-at = 프로세스 { COUNT($processes) } 관찰 중

cpu-throttled_rule = CPU 할당량이 프로세스를 정지
cpu-throttled_title = CPU { AMOUNT-OF($quota) }의 할당량이 스케줄링 주기의 { SHARE($throttled) }에서 프로세스를 멈췄습니다{ IF($delay, PUT("(타이머 지연 p99 ", AMOUNT($delay), " ms)")) }
cpu-throttled_because = 평균 사용량은 CPU { AMOUNT-OF($used) }입니다. 하지만 스레드들이 한 스케줄링 주기(보통 100 ms) 안에 할당량을 모두 써 버려, 이벤트 루프를 포함한 모든 스레드가 다음 주기까지 멈췄습니다.{ IF($isPoolFine, " 작업은 풀 스레드를 제때 얻으므로 풀은 원인이 아닙니다.") }
cpu-throttled_expect = 순간 최대 사용량에 맞게 할당량을 늘리면 최대 한 주기씩 멈추는 일이 없어집니다. 평균 사용량은 CPU { AMOUNT-OF($used) }(으)로 같습니다.
cpu-saturated_rule = 모든 CPU가 사용 중
cpu-saturated_title = { IF($isFull, cpu-saturated_title.full, IF($waited, "CPU 시간이 거의 남아 있지 않으며", "CPU 시간이 거의 남아 있지 않습니다")) }{ IF($waited, PUT(", 이벤트 루프가 ", SHARE($waited), "의 시간 동안 CPU를 기다립니다"), PUT(". 서버가 ", AMOUNT-OF($cpus), " 중 ", AMOUNT-OF($used), "를 사용합니다")) }
    .full = { IF(SAME($cpus, 1), "하나뿐인 CPU가", PUT("CPU ", AMOUNT($cpus), "개가 모두")) } { IF($waited, "사용 중이며", "사용 중입니다") }
cpu-saturated_because = 서버가 CPU { AMOUNT-OF($cpus) } 중 { AMOUNT-OF($used) }를{ IF($others, PUT(", 다른 프로그램이 ", AMOUNT-OF($others), "를")) }{ IF(ABOVE($load, 0), PUT(", 보낸 부하가 ", AMOUNT-OF($load), "를")) } 사용합니다. 스레드나 프로세스를 늘려도 같은 CPU를 나누어 쓸 뿐입니다.{ IF($steal, PUT(" 하이퍼바이저도 ", SHARE($steal), "를 가져갔습니다.")) }
cpu-saturated_expect = 요청당 CPU 시간을 줄이거나 CPU를 늘려야만 처리량이 늘어납니다.
cpu-saturated_others_title = 다른 프로그램이 장비의 CPU { AMOUNT-OF($machine) } 중 { AMOUNT-OF($others) }를 사용{ IF($waited, PUT("하며, 이벤트 루프가 ", SHARE($waited), "의 시간 동안 CPU를 기다립니다"), "합니다") }
cpu-saturated_others_because = { cpu-saturated_because }{ IF($database, PUT(" ", SERVICE($database), "도 이 장비에서 실행됩니다. CPU를 쓰는 것이 그것이라면 쿼리를 고쳐야 합니다.")) }
cpu-saturated_others_expect = 전용 CPU(다른 장비 또는 CPU set)가 있으면 더 이상 기다리지 않습니다.
too-many-processes_rule = CPU보다 많은 프로세스
too-many-processes_title = 프로세스 { $processes }개가 CPU { AMOUNT-OF($cpus) }를 나누어 쓰며 사용 시간의 { SHARE($waited) } 동안 CPU를 기다립니다
too-many-processes_because = 사용 중인 CPU: { AMOUNT($cpus) }개 중 { AMOUNT($used) }개. 프로세스를 CPU보다 늘려도 처리량은 늘지 않습니다. 컨텍스트 스위칭과 메모리 비용이 들고, 다른 프로세스가 유휴 상태일 때도 요청이 한 프로세스에서 기다립니다.
too-many-processes_expect = 프로세스 { COUNT($useful) }로 처리량은 거의 같고, 메모리가 { BYTES($freed) } 줄며 대기 시간도 짧아집니다.
workers-saturated_rule = 워커 스레드 포화
workers-saturated_title = 애플리케이션의 워커 스레드 { COUNT($count) }: 사용률 { SHARE($busy) }{ IF($queued, PUT(", 요청 ", ABOUT-OF($queued), "이(가) 대기")) }
workers-saturated_elsewhere = libuv의 스레드 풀은 관련이 { IF($isLoopBusy, workers-saturated_elsewhere.loop-busy, workers-saturated_elsewhere.no-loop-busy) }
    .loop-busy = 없습니다. 이벤트 루프 사용률도 { IF($utilization, SHARE($utilization), SHARE("0")) }입니다.
    .no-loop-busy = 없고 이벤트 루프도 원인이 아닙니다({ IF($utilization, PUT("사용률 ", SHARE($utilization)), "관찰하지 못함") }).
workers-saturated_because = 모든 워커 스레드가 계속 일하고 있으며 CPU { AMOUNT-OF($free) }이(가) 비어 있습니다. 대기열은 애플리케이션 안, 워커 스레드 앞에 있습니다. { workers-saturated_elsewhere }
workers-saturated_expect = 워커 스레드 { $size }개는 CPU가 허용하면 최대 { AMOUNT(QUOTIENT($size, $count)) }배의 작업을 처리합니다. 처리량은 { IF($gain, TIMES($gain), TIMES("1")) }가 됩니다.
workers-saturated_no-cpu_title = 애플리케이션의 워커 스레드 { COUNT($count) }: 사용률 { SHARE($busy) }, 비어 있는 CPU 없음{ IF($queued, PUT(", 요청 ", ABOUT-OF($queued), "이(가) 대기")) }
workers-saturated_no-cpu_because = 워커 스레드는 CPU { AMOUNT-OF($cpus) } 중 { AMOUNT-OF($ran) }를 사용했고, 사용 시간의 { SHARE($waited) } 동안 CPU를 기다렸습니다. { IF(AT-LEAST($others, 0.5), workers-saturated_no-cpu_because.others) }워커 스레드를 늘려도 같은 CPU를 나누어 쓸 뿐입니다. { workers-saturated_elsewhere }
    .others = 다른 프로그램이 CPU { AMOUNT-OF($others) }를 사용합니다. { "" }
workers-saturated_no-cpu_expect = 처리량은 작업당 CPU 시간과 CPU 수로만 정해집니다. 대기열의 크기를 제한하면 받아들인 요청의 대기 시간이 짧게 유지됩니다.
change_quota-limit = CPU limit을 높이거나, limit을 없애고 request만 유지하세요
change_quota-pool = 연산하는 풀 스레드를 { COUNT($size) }로 제한하세요. 스레드를 늘려도 같은 할당량을 나누어 쓸 뿐입니다
change_quota-gc = 동시에 연산하는 스레드를 줄이세요. 가비지 컬렉션이 최대 4개를 더 사용합니다
change_find-cpu-users = 어떤 프로그램이 CPU를 사용하는지, 지금 이 장비에서 실행되어야 하는지 확인하세요(배치 작업, 빌드, 백업. 부하 생성기는 다른 장비에 두세요)
change_lower-priority = 다른 프로그램의 우선순위를 가장 낮추거나 다른 CPU를 할당하세요
change_cpu-weight = 서비스 설정에서도 똑같이 하세요. CPU weight(기본값 100)나 별도의 CPU를 지정하세요
change_reject = 그때까지는 제때 처리할 수 없는 요청을 거절하여 나머지 요청에 빨리 응답하세요
change_fewer-processes = CPU 수만큼 프로세스를 시작하세요: { $size }개
change_fewer-in-pm2 = PM2에서도 똑같이 하세요
change_more-workers = 워커 스레드 { $size }개를 시작하세요. 각각에 CPU가 하나씩 있습니다
change_profile-workers = 워커 스레드가 무엇을 연산하는지 찾아(스레드마다 프로파일 하나) 줄이거나 CPU를 늘리세요
change_bound-workers = 제때 처리할 수 없는 요청을 거절하여 나머지 요청의 대기 시간을 줄이세요

finding_is = { $title }.
finding_alike = { $title } (PID { $pid }, 다른 프로세스 { COUNT($others) }도 같음)
finding_follows = { $title }. 이는 { $from }의 결과입니다.
unseen_see-notes = 이유는 참고 사항에 있습니다.
rule_fine = { IF(ABOVE($figures, 0), LIST($figures, each: "each", with: "; "), "관찰한 값이 없습니다") }{ IF($threshold, PUT("; 기준 ", $threshold)) }.
    .each = { TEXT($item, "evidence_label") }: { $value }
rule_unseen = 관찰하지 못했습니다: { LIST($labels, each: "evidence_label", with: ", ") }.
rule_none = 없습니다: { LIST($labels, each: "evidence_label", with: ", ") }.
rule_no-process = 요청에 응답하는 프로세스를 관찰하지 못했습니다.
diagnosis_no-process = 충분히 오래 관찰한 Node 프로세스가 없습니다.
diagnosis_too-little = 관찰한 것이 너무 적습니다.
diagnosis_ended = 서버가 { DECIMALS($seconds, 1) }초 뒤에 종료되었습니다{ IF($exit, PUT(" (", $exit, ")")) }.{ IF($heap, PUT(" ", $heap, ".")) }
diagnosis_stretch = { ROUND(QUOTIENT($of, 1000)) }초 중 { ROUND(QUOTIENT($held, 1000)) }초 동안({ TIME-OF-DAY($until) }까지): { $title }.
diagnosis_no-traffic = { DECIMALS($seconds, 1) }초 동안 요청이 없었고 거의 아무 작업도 하지 않았습니다. { IF($port, PUT("관찰하는 동안 포트 ", $port, "(으)로 요청을 보내세요"), "작업이 있을 때 다시 관찰하세요") }.
diagnosis_wrong-answers = 보낸 요청에 대한 응답 { COUNT($answered) } 중 { COUNT($wrong) }가 잘못되었습니다. 오류 응답으로는 판단할 수 없습니다.
diagnosis_busy = { IF($loop, diagnosis_busy.loop, IF($cpu, PUT(" (CPU 사용률 ", SHARE($cpu), ")"))) }
    .loop = { "" } (이벤트 루프 사용률 { SHARE($loop) }{ IF($cpu, PUT(", CPU 사용률 ", SHARE($cpu))) })
diagnosis_slow = 평균 응답 시간은 { WAITED($response) }이지만 여기에서 보이는 자원은 포화되지 않았습니다{ diagnosis_busy }. 애플리케이션의 큐나 락, 또는 다른 서비스를 기다릴 수 있습니다.
diagnosis_flat = 클라이언트 { $clients }개에서 처리량이 더 늘지 않지만(초당 { ROUGH($throughput) }개) 여기에서 보이는 자원은 포화되지 않았습니다{ diagnosis_busy }. 애플리케이션의 큐나 락, 다른 서비스, 또는 다른 프로그램이 함께 쓰는 장비 때문일 수 있습니다.
diagnosis_healthy = 포화된 자원이 없습니다: { IF($loop, PUT("이벤트 루프 사용률 ", SHARE($loop), ", ")) }{ IF($isPoolUnused, "스레드 풀 미사용", diagnosis_healthy.no-pool-unused) }{ IF($cpu, PUT(", CPU 사용률 ", SHARE($cpu))) }.
    .queued = 풀 스레드를 기다린 작업 { IF(BELOW($queued, 0.5), "없음", ABOUT-OF($queued)) }
    .no-pool-unused = { IF($wait, PUT("작업의 풀 스레드 대기 시간 ", WAITED($wait)), IF($queued, diagnosis_healthy.queued, "스레드 풀에 빈 스레드가 있음")) }

evidence_label = { KEY($label) ->
    [pool-threads] 풀 스레드
    [threads-in-a-job] 작업 중인 스레드
    [jobs-that-wait] 기다리는 작업
    [other-jobs-that-wait] 기다리는 다른 작업
    [by-kind] 종류별
    [what-holds-the-threads] 스레드를 점유한 작업
    [wait-for-a-thread] 스레드 대기
    [busy-threads-time] 사용 중인 스레드의 시간
    [found-in] 발견된 위치
    [threads-that-do-not-move] 멈춰 있는 스레드
    [oldest-job-without-an-answer] 응답이 없는 가장 오래된 작업
    [in-a-thread-by-the-capture-without-a-CPU-too] 트레이스로 본 스레드 점유 시간(CPU 대기 포함)
    [which-of-them-takes-the-time] 시간을 쓰는 작업의 종류
    [threads-at-a-lock] 락을 기다리는 스레드
    [threads-that-make-progress] 진행 중인 스레드
    [a-lookup-waits] DNS 조회의 대기
    [another-job-waits] 다른 작업의 대기
    [lookups-in-flight] 진행 중인 DNS 조회
    [lookups-that-wait] 대기 중인 DNS 조회
    [asked-for] 요청한 크기
    [in-force] 적용된 크기
    [timers-late] 타이머 지연
    [stalls-of-100-ms-and-more] 100 ms 이상 멈춤
    [native-threads] 네이티브 스레드
    [loop-utilisation] 이벤트 루프 사용률
    [hottest-function] 비용이 가장 큰 함수
    [main-thread-on-a-CPU] 메인 스레드의 CPU 실행
    [main-thread-waiting-for-a-CPU] 메인 스레드의 CPU 대기
    [main-thread] 메인 스레드
    [main-thread-in-blocking-calls] 블로킹 호출에 있는 메인 스레드
    [event-loop] 이벤트 루프
    [growth-of-memory] 메모리 증가
    [growth-of-memory-after-the-start] 시작 이후의 메모리 증가
    [other-process] 다른 프로세스
    [TCP-port-of-its-own] 자체 TCP 포트
    [pool-jobs] 풀 작업
    [worker-threads] 워커 스레드
    [time-of-each] 각각의 시간
    [main-thread-found-in] 메인 스레드의 위치
    [in-the-CPU-profile] CPU 프로파일
    [waiting-for-a-CPU] CPU 대기
    [worker-threads-with-work] 일하는 워커 스레드
    [pool-of-connections-that-the-probe-knows] 프로브가 아는 연결 풀
    [connections-in-use] 사용 중인 연결
    [requests-that-wait-for-one] 연결을 기다리는 요청
    [wait-for-one] 연결을 기다리는 시간
    [each-in-use-for] 연결 하나의 사용 시간
    [while-no-other-is] 다른 연결이 쓰이지 않을 때
    [taken-by] 얻은 곳
    [tasks-that-run] 실행 중인 작업
    [tasks-that-wait] 기다리는 작업
    [worker-threads-compute] 워커 스레드의 계산 시간
    [opened-for-one-use] 한 번 쓰려고 연 비율
    [connections-that-were-not-got] 얻지 못한 연결
    [on-a-CPU] CPU에서 실행
    [requests-in-flight] 처리 중인 요청
    [calls-in-flight] 진행 중인 호출
    [their-age] 경과 시간
    [connections-that-wait] 대기 중인 연결
    [limit-of-the-queue] 대기열의 한도
    [dropped-on-this-machine] 이 장비에서 버려진 연결
    [throttled] 제한됨
    [quota] 할당량
    [CPUs] CPU
    [CPUs-in-use] 사용 중인 CPU
    [CPUs-in-use-by-the-server] 서버가 사용하는 CPU
    [by-the-load-which-was-sent-from-here] 이 장비에서 보낸 부하
    [by-others-on-the-machine] 장비의 다른 프로그램
    [processes] 프로세스
    [memory-of-each] 프로세스당 메모리
    [garbage-collection] 가비지 컬렉션
    [V8-s-own-threads] V8 자체 스레드
    [longest-pause] 가장 긴 일시 정지
    [memory-of-the-process-resident] 프로세스의 메모리(RSS)
    [in-use-of-V8-s-heap] V8 힙 사용량
    [memory-resident] 메모리(RSS)
    [memory-at-the-end-resident] 끝날 때의 메모리(RSS)
    [grows-by] 증가 속도
    [kept-after-a-full-collection] 전체 컬렉션 뒤에 남는 메모리
    [full-collections] 전체 컬렉션
    [limit] 한도
    [buffers-outside-the-heap] 힙 밖의 버퍼
    [stopped] 정지
   *[other] { $label }
}
evidence_share = { SHARE($part) }
evidence_waited = { WAITED($ms) }
evidence_of = { AMOUNT($all) }개 중 { AMOUNT($part) }
evidence_of-time = 작업이 있는 시간의 { SHARE($part) }
evidence_of-periods = 주기의 { SHARE($part) }
evidence_of-readings = 읽은 횟수의 { SHARE($part) }
evidence_average = 평균 { AMOUNT($mean) }
evidence_average-p95 = 평균 { AMOUNT($mean) }, p95 { AMOUNT($p95) }
evidence_average-most = 평균 { AMOUNT($mean) }, 최대 { AMOUNT($max) }
evidence_at-most = 최대 { IF($cap, PUT($cap, "개"), "?개") } 중 { AMOUNT($running) }
evidence_waits = 평균 { WAITED($mean) }{ IF($p95, PUT(", p95 ", WAITED($p95))) }
evidence_pool-wait = 평균 { WAITED($mean) }, p95 { WAITED($p95) } ({ IF($isProbe, "프로브로 측정", "대기열의 길이와 처리 속도로 계산") })
evidence_holders = { LIST($holders, each: "each", with: ", ") }
    .each = { $kind } { SHARE($part) }
evidence_no-end = 아직 끝나지 않음({ TIME($longest) } 초과)
evidence_pool-time = 실행 { SHARE($running) } · CPU 대기 { SHARE($waitedForCpu) } · 락 대기 { SHARE($atLock) } · 블로킹 { SHARE($blocked) }
evidence_found-in = { TEXT($state, "thread_state") }, 스레드 시간의 { SHARE($part) }
evidence_found-threads = { TEXT($state, "thread_state") }(스레드 { COUNT($threads) })
evidence_main-found-in = { TEXT($state, "thread_state") }, 시간의 { SHARE($part) }
evidence_stuck = { $size }개 중 { $stuck }개, 최대 { TIME($longest) }
evidence_job-times = { LIST($kinds, each: "each", with: ", ") }
    .each = { $kind } 작업당 { WAITED($ms) }
evidence_alike = 대기열에 종류별로 비슷하게 있어({ $counts }) 작업을 구분할 수 없음. --capture 3s를 추가하세요(실행 중인 프로세스에는 --attach도 필요)
evidence_late = p99 { AMOUNT($p99) } ms, 최대 { $max }
evidence_stalls = 0.25초 구간 { COUNT($stalls) }
evidence_loop = { SHARE($part) }{ IF($isProbe, "(Node의 집계)") }
evidence_hot = { TEXT($hot, "function_hot") }, { SHARE($hot-total) }
evidence_hot-of-profile = { TEXT($hot, "function_hot") }, 프로파일의 { SHARE($hot-total) }
evidence_call = { $name }, { SHARE($part) }{ IF($caller, PUT(", 호출한 함수: ", TEXT($caller, "function_place"))) }
evidence_workers-on-cpu = 모두 합해 CPU { AMOUNT($ran) }개, CPU 대기 { AMOUNT($waits) }
evidence_cpus = { AMOUNT($cpus) }개 중 { AMOUNT($used) } 사용
evidence_cpus-and-others = { AMOUNT($cpus) }개 중 { AMOUNT($used) } 사용, 다른 프로그램 { AMOUNT($others) }
evidence_cpus-of-process = { AMOUNT($cpus) }개 중 이 프로세스가 { AMOUNT($used) } 사용{ IF($others, PUT(", 장비의 ", AMOUNT($all), "개 중 다른 프로그램이 ", AMOUNT($others), " 사용")) }
evidence_cpus-of-server = { AMOUNT($cpus) }개 중 서버가 { AMOUNT($used) } 사용, { AMOUNT($all) }개 중 다른 { IF($isLoaded, "프로그램과 부하가", "프로그램이") } { AMOUNT($others) } 사용, 남은 CPU { AMOUNT($left) }
evidence_native = { LIST($threads, each: "each", with: ", ") }
    .each = { IF($name, $name, "이름 없음") } × { $threads }: CPU { AMOUNT($ran) }개
evidence_cpus-in-seconds = 관찰 시간의 절반 이상에서 CPU { AMOUNT($cpus) }개 이상
evidence_quota = CPU { AMOUNT($cpus) }개
evidence_gc = 시간의 { SHARE($part) }, { COUNT($count, "회") }
evidence_growth = 초당 { BYTES($rate) }
evidence_calls = 연결 { $connections }개 중 { AMOUNT($pending) }개가 응답을 기다림{ IF($age, evidence_calls.age) }
    .age = , 경과 시간 p50 { WAITED($age-p50) }, p95 { WAITED($age-p95) }, 최대 { WAITED($age-max) }

loop-saturated_rule = 이벤트 루프 포화
loop-saturated_title = 이벤트 루프가 포화 상태입니다(사용률 { SHARE($utilization) }{ IF($hot, PUT(", 그중 ", SHARE($hot-total), ": ", TEXT($hot, "function_hot"))) })
loop-saturated_because = JavaScript는 프로세스마다 스레드 하나에서 실행되며, 이 스레드에 남은 시간이 없습니다.{ IF($free, loop-saturated_because.free, PUT(" 남은 CPU도 없습니다.", IF($taken, loop-saturated_because.taken))) }{ IF($beside, loop-saturated_because.beside) } 스레드 풀의 작업은 이 이벤트 루프에서 나오므로 풀을 늘려도 도움이 되지 않습니다.
    .no-spread = { "" } 프로세스를 { $serving }개에서 { $processes }개로 늘리면 처리량이 최대 { IF($gain, TIMES($gain), TIMES("1")) }가 됩니다.
    .taken = { "" } 다른 프로그램이 CPU { AMOUNT-OF($taken-cpus) } 중 { AMOUNT-OF($taken-others) }를{ IF(ABOVE($taken-load, 0), PUT(", 보낸 부하가 ", AMOUNT-OF($taken-load), "를")) } 사용합니다.
    .free = { "" } CPU { AMOUNT-OF($free) }이(가) 비어 있습니다.{ IF($isSpread, "", loop-saturated_because.no-spread) }
    .no-beside-is-own = 다른 프로그램이 CPU { AMOUNT-OF($beside-cpus) } 중 { AMOUNT-OF($beside-others) }를 사용합니다
    .beside = { "" } 이 스레드는 { SHARE($beside-ran) }의 시간 동안 실행되고 { SHARE($beside-waited) }의 시간 동안 CPU를 기다렸습니다. { IF($beside-isOwn, "그동안 같은 프로세스의 다른 스레드가 계산했습니다", loop-saturated_because.no-beside-is-own) }.
loop-saturated_expect = { IF($isDevelopment, "요청당 CPU 사용이 줄어듭니다. 얼마나 줄어드는지는 측정해야 알 수 있습니다.", loop-saturated_expect.no-development) }
    .spread = 프로세스를 { $serving }개에서 { $processes }개로 늘리면 처리량이 최대 { IF($gain, TIMES($gain), TIMES("1")) }가 됩니다. 한계는 비어 있는 CPU { IF($free, AMOUNT-OF($free), AMOUNT-OF("0")) }입니다.
    .no-spread = { IF($hot, PUT("이벤트 루프 시간의 최대 ", SHARE($hot-total), "이(가) 다른 요청을 위해 비워집니다."), "비어 있는 CPU가 없습니다. 요청당 연산을 줄여야 처리량이 늘어납니다.") }
    .no-development = { IF($isSpread, loop-saturated_expect.spread, loop-saturated_expect.no-spread) }
loop-blocked_rule = 개별 작업이 이벤트 루프를 블로킹
loop-blocked_title = 개별 작업이 이벤트 루프를 최대 { TIME(ROUND($longest)) } 동안 블로킹합니다{ IF($hot, PUT("(주로 ", TEXT($hot, "function_hot"), ")")) }
loop-blocked_because = 이벤트 { IF($isBusy, PUT("루프 사용률이 ", SHARE($utilization), "이고"), PUT("루프가 과부하 상태는 아니지만(사용률 ", SHARE($utilization), ")")) } 개별 작업이 루프를 블로킹하며, 그동안 다른 요청은 처리되지 않습니다. 스레드 풀과 CPU는 원인이 아닙니다.
loop-blocked_expect = { IF($isMovable, loop-blocked_expect.movable, loop-blocked_expect.no-movable) }
    .movable = 워커 스레드로 옮겨도 그 작업의 소요 시간은 같지만, 다른 요청이 최대 { TIME(ROUND($longest)) }씩 기다리는 일은 없어집니다.
    .no-movable = 호출을 줄이거나 짧게 하면 다른 요청이 기다리는 시간이 { TIME(ROUND($longest)) }보다 짧아집니다.
blocking-calls_rule = 동기 호출이 이벤트 루프를 블로킹
blocking-calls_lock-or-gc = 메인 스레드가 { SHARE($atLocks) }의 시간 동안 같은 프로세스의 다른 스레드를 기다렸습니다. 원인은 가비지 컬렉션이나 락이며, 프로세스 안의 프로브로 구분할 수 있습니다.
blocking-calls_title = 이벤트 루프가 { SHARE($part) }의 시간 동안 블로킹됩니다({ IF($found, TEXT($found, "thread_state"), IF($call, $call, "호출")) }{ IF($caller, PUT(", 호출 위치: ", TEXT($caller, "function_place"))) })
blocking-calls_because = { IF($found, blocking-calls_because.found, "메인 스레드가 호출을 스레드 풀에 넘기지 않고 직접 실행합니다.") } 그동안 어떤 요청도 읽거나 응답하지 못합니다. 스레드 풀은 관련이 없으므로 풀 스레드를 늘려도 도움이 되지 않습니다.
    .found = { $found-state ->
        [waiting] 메인 스레드가 락이 풀렸다는 알림을 받는 대신 락을 직접 기다립니다.
       *[other] 메인 스레드가 호출을 스레드 풀에 넘기지 않고 직접 실행합니다. 끝날 때까지 기다리기도 합니다.
    }
blocking-calls_expect = 이벤트 루프가 { SHARE($part) }의 시간을 되찾습니다. 대신 그 호출은 스레드 풀에서 여러 개가 동시에 기다리므로 풀의 대기열을 다시 확인하세요.
long-gc_rule = 가비지 컬렉션이 이벤트 루프를 블로킹
long-gc_outside_title = 가비지 컬렉션이 많은 시간을 차지합니다. V8 자체 스레드가 CPU { AMOUNT($v8) }개, 메인 스레드가 { AMOUNT($ran) }개를 사용합니다
long-gc_outside_because = 이 스레드는 처음 몇 초 동안 컴파일한 뒤에는 거의 가비지 컬렉션만 하며, 관찰하는 동안 대부분 일했습니다. 컬렉션마다 메인 스레드가 일부 시간 동안 멈추고 모든 요청이 기다립니다. { IF($isLarge, long-gc_outside_because.large, "힙이 작으므로, 요청마다 많은 객체를 만들고 버리거나 힙이 한도에 가깝습니다") }. 얼마나 멈추는지는 프로브로만 볼 수 있습니다(--attach).
    .large = 전체 컬렉션은 매번 유지 중인 모든 데이터(메모리 { BYTES($rss) })를 훑습니다
long-gc_outside_expect = 유지하는 데이터를 줄이거나 공간을 늘리면 컬렉션이 드물어집니다. 그만큼의 CPU 시간과 멈춤이 요청 처리에 돌아갑니다.
long-gc_title = 가비지 컬렉션이 { SHARE($part) }의 시간을 사용하며, 한 번에 최대 { AMOUNT($longest) } ms가 걸립니다
long-gc_because = 가비지 컬렉션(이번 관찰에서 { $count }회)이 실행될 때마다 메인 스레드가 멈추고 모든 요청이 기다립니다. 스레드 풀은 원인이 아니며, 프로세스를 늘려도 각 프로세스에서 같은 일이 일어납니다.
long-gc_expect = 최대 { SHARE($part) }의 시간을 요청 처리에 쓸 수 있습니다.{ IF($isOld, " 메모리에 유지하는 데이터가 줄면 가장 긴 멈춤도 짧아집니다.") }
stopped_rule = 시그널로 정지된 프로세스
stopped_title = 프로세스가 { SHARE($part) }의 시간 동안 정지 상태(T)이며 아무 일도 하지 않습니다
stopped_because = SIGSTOP, SIGTSTP(터미널의 Ctrl+Z) 또는 디버거가 프로세스를 정지시켰습니다. SIGCONT를 받을 때까지 어떤 스레드도 실행되지 않습니다. 커널은 계속 연결을 받지만 그 연결은 모두 기다립니다. 스레드 풀과 부하는 원인이 아닙니다.
stopped_expect = 정지된 지점부터 다시 실행되어 기다리던 요청에 응답합니다.
change_profile-running = 무엇을 연산하는지 찾으세요. CPU 프로파일에 함수 이름이 나옵니다
change_profile-large-heap = CPU 프로파일로 무엇을 연산하는지 찾으세요. 힙이 커서 자동으로 수집하지 않았습니다. 수집을 시작하면 프로세스가 약 { TIME(PRODUCT(ROUND(QUOTIENT($stop, 100)), 100)) } 동안 멈춥니다
change_in-pool = 풀에서 연산하게 하세요. 이벤트 루프에서 실행되는 함수: { TEXT($hot, "function_hot") }. 콜백을 쓰는 형태는 풀에서 실행됩니다
change_fewer-middleware = 프레임워크 자체가 시간을 씁니다({ TEXT($hot, "function_hot") }). 응답하는 핸들러 앞의 미들웨어와 라우트를 줄이세요
change_less-native = 이 호출의 일을 줄이거나 워커 스레드에서 호출하세요. 이벤트 루프를 점유하는 함수: { TEXT($hot, "function_hot") }
change_find-native = CPU 프로파일에 JavaScript가 거의 없습니다(최대 { SHARE($named) }). 애드온이 있는 패키지가 동기식으로 호출한 네이티브 코드가 연산합니다. 찾아서 줄이거나(데이터베이스라면 인덱스), 워커 스레드에서 호출하세요
change_profile-again = 가장 비용이 큰 함수의 CPU 시간을 줄이고({ TEXT($hot, "function_hot") }) 전후의 프로파일을 비교하세요
change_cheaper-function = 가장 비용이 큰 함수부터 연산을 줄이세요: { TEXT($hot, "function_hot") }
change_move-function = { TEXT($place, "function_place") }을(를) 워커 스레드로 옮기세요. 그동안 이벤트 루프가 다른 요청을 처리합니다(입력과 결과는 복사됩니다)
change_fewer-calls = 호출을 줄이고 결과를 캐시하세요: { TEXT($hot, "function_hot") }
change_production = 프로덕션 모드로 시작하세요. NODE_ENV=production이 없으면 프레임워크가 검사를 더 하고 캐시를 덜 사용합니다
change_less-json = 생성하는 JSON을 줄이세요({ TEXT($hot, "function_hot") }). 전체 행 대신 한 페이지, 사용하는 필드만, 같은 응답은 캐시한 텍스트, 스키마에 맞춘 직렬화기를 사용하세요
change_in-pieces = 작업을 나누어 그 사이에 다른 요청이 실행되게 하세요
change_wait-async = 이벤트 루프를 블로킹하지 않고 기다리세요
change_async-call = 비동기 호출을 사용하세요
change_trace-sync-io = 이벤트 루프의 첫 번째 턴 이후에 일어나는 모든 동기 호출을 스택과 함께 출력하게 하세요
change_keep-less = 유지하는 데이터를 줄이세요. 크기가 제한된 캐시나 힙 밖의 캐시(버퍼, Redis, 데이터베이스)를 사용하세요. 전체 컬렉션은 매번 유지 중인 모든 객체를 훑습니다
change_heap-limit = V8 힙의 한계를 { $size } MiB로 높이세요(컨테이너에는 그보다 3분의 1 정도 더 많은 메모리를 할당하세요)
change_heap-profile = 무엇이 유지되고 무엇이 반복해서 할당되는지 확인하세요
change_see-collections = 어떤 컬렉션인지 확인하세요. "Scavenge"는 젊은 객체, "Mark-Compact"는 유지 중인 모든 데이터의 컬렉션입니다. 한도에 가까우면 컬렉션 뒤에도 힙이 줄지 않습니다
change_young-space = 신세대 공간을 늘리세요. 짧은 컬렉션이 줄고, 구세대로 넘어가는 객체도 줄어듭니다
change_continue = 무엇이 정지시켰는지 확인한 뒤(디버거는 TracerPid에 표시됩니다) 다시 실행하세요

memory-growth_rule = 대기 중인 작업이 메모리를 점유
memory-growth_title = { KIND($kind) } { AMOUNT(ROUND($queued)) }개가 대기하며 메모리를 점유합니다({ BYTES($rss) }{ IF($rising, PUT(", 초당 ", BYTES($rising), " 증가")) })
memory-growth_because = 각 작업은 스레드를 기다리는 동안에도 제출된 순간부터 입력 데이터를 점유합니다. 동시에 { $most }개까지만 실행해도 전체 완료 시각은 늦어지지 않으며, 풀을 늘려도 점유하는 메모리는 같습니다.{ IF($soon, memory-growth_because.soon) }
    .soon = { "" } { ROUND($soon-seconds) }초 뒤에 한계인 { BYTES($soon-limit) }에 도달합니다.
memory-growth_expect = 메모리에 올라가는 작업이 { AMOUNT(ROUND($queued)) }개에서 { COUNT($most) }로 줄어도 처리량은 같고, 약 { BYTES($freed) }가 비워집니다.
heap-limit_rule = V8 힙이 한계에 가까움
heap-limit_title = V8 힙이 한계에 가깝습니다. 전체 가비지 컬렉션 뒤에도 { BYTES($limit) } 중 { BYTES($kept) }이(가) 남으며, 전체 컬렉션이 { SHARE($part) }의 시간을 사용합니다
heap-limit_because = 전체 컬렉션 뒤에 비는 공간이 { BYTES(DIFFERENCE($limit, $kept)) }뿐이라 곧 다음 컬렉션이 실행됩니다. 그때마다 메인 스레드가 멈추고 모든 요청이 기다립니다. 힙을 채운 것은 오래된 객체이므로 신세대 공간을 늘려도 도움이 되지 않습니다. 유지하는 데이터가 더 늘면 V8이 프로세스를 종료합니다(힙 메모리 부족 오류).
heap-limit_expect = { IF($size, PUT($size, " MiB에서는"), "여기에는 한계를 높일 메모리가 없습니다. 유지하는 데이터를 줄이면") } 전체 컬렉션이 드물어져, 최대 { SHARE($part) }의 시간을 요청 처리에 쓸 수 있습니다.
heap-limit_filling_title = 이 속도라면 약 { LEFT($left) } 뒤에 서버의 메모리가 바닥납니다. V8 힙이 { BYTES($limit) } 중 { BYTES($kept) }을(를) 유지하며, 초당 { BYTES($growth) }씩 늘어납니다
heap-limit_filling_because = 전체 가비지 컬렉션 뒤에 남는 데이터가 관찰 내내 늘었습니다. 한계에 도달하면 V8이 프로세스를 종료합니다(힙 메모리 부족 오류). 그때까지 전체 컬렉션이 점점 더 많은 시간을 사용합니다(현재 { SHARE($part) }). 리스트, 크기 제한이 없는 캐시, 리스너, 타이머 중 하나가 요청이 끝난 뒤에도 데이터를 유지하고 있습니다.
heap-limit_filling_expect = 수정하면 메모리가 일정한 수준에서 오르내립니다. { IF($size, PUT("한계를 ", $size, " MiB로 높이거나 재시작하면"), "재시작은") } 시간을 벌 뿐입니다.
memory-leak_rule = 메모리 증가
memory-leak_title = 메모리가 초당 { BYTES($growth) }씩 늘어 관찰 끝에 { BYTES($rss) }가 되었습니다{ IF($isSoon, memory-leak_title.soon) }
    .soon = . { LEFT($left) } 뒤에 한계인 { IF($limit, BYTES($limit), BYTES("0")) }에 도달합니다
memory-leak_limit = { LEFT($left) } 뒤에 { IF($limit, PUT("한계인 ", BYTES($limit)), PUT("빠르면 ", BYTES($end), "(V8 힙의 기본 한계)")) }
memory-leak_because = 관찰 시간을 셋으로 나눈 모든 구간에서 메모리가 늘었고, 마지막 구간의 증가량이 첫 구간과 거의 같습니다. 이 속도라면 { memory-leak_limit }에 도달합니다. 리스트, 크기 제한이 없는 캐시, 리스너, 타이머 중 하나가 요청이 끝난 뒤에도 데이터를 유지하고 있습니다.
memory-leak_expect = 수정하면 메모리가 일정한 수준에서 오르내립니다. 그때까지 { LEFT(QUOTIENT($left, 2)) }마다 재시작하면 한계를 넘지 않습니다.
memory-leak_start_title = { memory-leak_title }
memory-leak_start_because = 부하가 시작되거나 바뀌면 누수가 없어도 메모리가 한동안 늘어납니다. { $isSteady ->
    [none] 관찰 시간이 짧아 구분할 수 없습니다
   *[other] 관찰하는 동안 증가가 느려졌습니다
}. 이 속도가 계속되면 { memory-leak_limit }에 도달합니다.
memory-leak_start_expect = 일정한 수준에서 멈추면 변경할 것이 없습니다.
change_limit-jobs = { KIND($kind) }을(를) 동시에 최대 { $most }개만 제출하고, 나머지 호출은 기다리게 하거나 거절하세요
change_websocket-compression = ws의 압축을 끄거나 제한하세요
change_watch-longer = 증가가 멈추는지 더 오래 관찰하세요
change_heap-snapshots = 무엇이 데이터를 유지하는지 찾으세요. 개발자 도구에서 1분 간격의 힙 스냅샷 두 개를 비교하세요(스냅샷마다 프로세스가 1초 이상 멈춥니다)

pool-stuck_rule = 끝나지 않는 작업이 풀 스레드를 점유
pool-stuck_files_title = 풀 스레드 { $size }개 중 { $stuck }개가 멈춰 있습니다({ TEXT($at, "thread_state") })
pool-stuck_files_because = 이 스레드들은 관찰이 끝날 때까지 최대 { TIME($longest) } 동안 실행되지 않았습니다. 파일 시스템 또는 파이프 반대편의 프로세스가 응답하지 않습니다. { IF(AT-LEAST($stuck, $size), "남은 스레드가 없어 프로세스의 모든 파일 호출, DNS 조회, crypto 작업이 기다립니다", "같은 호출이 추가될 때마다 스레드를 하나씩 더 점유합니다") }. 풀을 늘려도 가득 차는 시점이 늦어질 뿐입니다.
pool-stuck_files_expect = 나머지 애플리케이션이 스레드 { COUNT($stuck) }을(를) 다시 사용할 수 있습니다. 이후 멈춘 호출은 종료할 수 없는 스레드가 아니라 종료할 수 있는 프로세스를 블로킹합니다.
pool-stuck_held_title = 풀 스레드 { $size }개 중 { $stuck }개가 계속 점유되어 있습니다({ TEXT($at, "thread_state") })
pool-stuck_held_because = 이 스레드들은 관찰이 끝날 때까지 최대 { TIME($longest) } 동안 실행되지 않았습니다. 파일 호출 중도 아닙니다. 컨슈머처럼 네이티브 애드온 안에서 기다리는 작업이거나, 스레드를 얻지 못한 다른 작업을 기다리는 작업입니다. 필요한 스레드 수는 작업의 연산량이 아니라 개수로 정해집니다.
pool-stuck_held_expect = { IF($isRaise, pool-stuck_held_expect.raise, pool-stuck_held_expect.no-raise) }
    .raise = 스레드를 점유하는 작업에 { COUNT($stuck) }, 대기 중인 작업 { COUNT($queued) }과(와) 다른 작업에 { DIFFERENCE($advised, $stuck) }개를 사용합니다. 이런 작업이 하나 늘 때마다 스레드가 하나 더 필요합니다: 크기 ≥ 점유된 스레드 + { $rest }.
    .no-raise = 이런 작업을 최대 { $advised }개로 제한하면 대기 중인 작업에 스레드 { COUNT($rest) }이(가) 남습니다.
pool-stuck_silent_title = { $seconds }초 동안 끝난 풀 작업이 없습니다. { IF($size, PUT("스레드 ", $size, "개가 모두"), "모든 스레드가") } 점유되어 있습니다
pool-stuck_silent_because = 프로브가 일정한 간격으로 제출한 작업이 하나도 끝나지 않았고, 가장 오래된 작업은 { $seconds }초 동안 기다렸습니다. 스레드의 상태를 읽을 수 없어, 파일 시스템이 멈췄는지 작업들이 서로를 기다리는지는 알 수 없습니다.
pool-stuck_silent_expect = 스레드가 다시 비면 새 작업이 바로 시작됩니다.
change_file-process = 이런 파일 시스템은 타임아웃을 둔 별도 프로세스에서 읽으세요(같은 프로세스의 타임아웃으로는 스레드가 풀려나지 않습니다)
change_see-file = 먼저 무엇인지 확인하세요. "fifo"이면 반대편을 연 프로세스가 없는 파이프이고, 2초 안에 답이 없으면 응답하지 않는 파일 시스템입니다
change_read-pipe = 파이프라면 반대편을 기다리지 않고 열어 이벤트 루프(epoll)에서 읽으세요. 그러면 스레드가 필요하지 않습니다
change_soft-mount = 네트워크 파일 시스템이라면 무한히 기다리지 않고 타임아웃 뒤에 실패하게 하세요
change_limit-holders = 스레드를 점유하는 작업을 최대 { $most }개로 제한하세요
change_see-threads = 스레드의 위치를 확인하세요{ IF($isUnread, ". root로, 또는 ptrace 권한이 있는 같은 사용자로 doctor를 실행하거나 직접 보세요") }
pool-size-not-in-force_rule = 적용된 풀 크기가 요청한 크기와 다름
pool-size-not-in-force_title = { IF($isPlain, PUT("풀 스레드 ", COUNT($asked), "을(를) 요청했지만"), pool-size-not-in-force_title.no-plain) } 적용된 것은 { COUNT($size) }입니다{ IF($wait, PUT(". 작업이 스레드를 ", WAITED($wait), " 기다립니다")) }
    .no-plain = UV_THREADPOOL_SIZE가 "{ $text }"이며 libuv는 이를 { $asked }(으)로 읽습니다.
pool-size-not-in-force_because = { IF($isPlain, pool-size-not-in-force_because.plain, "libuv는 텍스트 앞부분의 숫자만 읽습니다. 숫자가 없으면 0으로 읽고, 0은 스레드 1개가 됩니다. 변수가 없을 때의 4개보다 적으며, 경고도 나오지 않습니다.") }
    .plain = libuv는 첫 작업이 들어올 때 이 변수를 한 번만 읽습니다. 코드, .env 파일, 나중에 import되는 모듈에서 설정한 값은 너무 늦습니다. ES 모듈을 로드하는 것만으로도 이미 풀이 사용되었을 수 있습니다. { IF($isPm2, "PM2는 클러스터 모드에서 스크립트를 로드하기 전에 로그 파일을 열며, 이것도 풀 작업입니다. ") }프로세스 밖에서 설정한 값은 항상 적용됩니다.
pool-size-not-in-force_expect = 첫 작업부터 스레드 { COUNT($wanted) }을(를) 사용합니다.{ IF($gain, PUT(" 처리량은 약 ", TIMES($gain), "가 됩니다.")) }
slow-lane_rule = DNS 조회끼리 대기
slow-lane_title = DNS 조회{ IF($wait, PUT("가 ", WAITED($wait)), PUT(" ", AMOUNT($queued), "개가")) } 스레드를 기다리지만 { IF($other, PUT("다른 작업은 ", WAITED($other), " 기다립니다"), "풀의 나머지는 비어 있습니다") }. 풀이 작은 것이 아니라 DNS가 느립니다
slow-lane_because = libuv에서 DNS 조회는 스레드{ IF($size, PUT(" ", $size, "개")) } 중 최대 { IF($cap, PUT($cap, "개"), "절반") }만 사용할 수 있습니다. DNS 조회가 이를 모두 사용하고 있습니다{ IF($areAtResolver, ". 이 스레드들은 리졸버의 응답을 기다립니다") }. 스레드를 늘리면 동시에 기다리는 조회만 늘어날 뿐 빨라지지 않습니다.
slow-lane_expect = 캐시된 이름은 스레드가 필요하지 않습니다. 이름마다 첫 요청을 제외하면 { IF($wait, PUT(WAITED($wait), "의"), "DNS 조회의") } 대기 시간이 사라집니다.
change_cache-dns = 풀을 사용하지 않고 이름을 조회하고 결과를 캐시하세요. dns.resolve*는 스레드가 아니라 소켓을 사용합니다(/etc/hosts는 읽지 않습니다)
change_keep-alive = 연결을 유지하세요. 재사용하는 연결은 DNS 조회가 필요하지 않습니다
change_fix-resolver = 리졸버를 수정하세요. 응답하지 않는 네임 서버는 시도할 때마다 5초가 걸립니다

pool-too-small_rule = 다른 작업이 커널에서 기다리는 동안 작업이 풀 스레드를 대기
pool-too-small_blind = { IF(SAME($what, "size"), "풀 스레드 수를 알 수 없습니다", "풀 스레드 대기를 관찰하지 못했습니다") }: { IF($peek, pool-too-small_blind.peek, IF($probe, pool-too-small_blind.probe, "측정값이 도착하지 않음")) }.
    .probe = 프로세스에 프로브가 없음({ $probe })
    .peek = 프로세스의 메모리를 읽을 수 없음({ $peek }){ IF($probe, PUT(", ", pool-too-small_blind.probe)) }
pool_waiting = { IF($queued, PUT("작업 ", ABOUT-OF($queued), "이(가)"), "작업이") } { IF(SAME($size, 1), "하나뿐인 풀 스레드를", PUT("풀 스레드 ", COUNT($size), "을(를)")) }{ IF($wait, PUT(" ", WAITED($wait))) } 기다립니다
pool-too-small_title = { pool_waiting }. 풀 크기를 { $advised }(으)로 늘리세요
pool_why = { IF($threads, pool_why.threads, pool_why.no-threads) }{ IF($kind, PUT(" 대기 중인 작업은 대부분 ", KIND($kind), "입니다.")) }{ IF($loop, PUT(" 이벤트 루프는 병목이 아닙니다(사용률 ", SHARE($loop), ").")) } 작업이 들어올 때 { IF(SAME($size, 1), "하나뿐인 스레드가", PUT("스레드 ", $size, "개가 모두")) } 사용 중이었습니다.
    .threads = 스레드의 사용 시간 중 { SHARE($threads-blocked) }는 커널에서 블로킹된 시간이고 { SHARE($threads-running) }는 CPU에서 실행된 시간이므로, 스레드를 추가해도 서로 느려지지 않습니다.
    .no-threads = 스레드의 상태를 관찰하지 못했습니다.{ IF($areCpusFree, " CPU가 비어 있으므로 스레드를 늘리는 것이 좋습니다.") }
pool-too-small_because = { pool_why }
pool-too-small_expect = { IF($busy, IF($queued, pool-too-small_expect.queued, pool-too-small_expect.unseen), pool-too-small_expect.unseen) }
    .queued = 리틀의 법칙: 작업 { ABOUT-OF($busy) }가 실행되고 { ABOUT-OF($queued) }가 기다립니다(95%의 시간 동안 최대 { $most }개). 스레드 { $advised }개{ IF(SAME(KEY($cap), "none"), "면 모두에게 충분합니다.", "는 더 많은 작업을 동시에 실행합니다.") }{ IF($wait, PUT(" ", WAITED($wait), "의 대기 시간이 ", IF(SAME(KEY($cap), "none"), "거의 사라집니다.", "줄어듭니다."))) } { IF($gain, pool-too-small_expect.gain, pool-too-small_expect.no-gain) }{ IF(SAME(KEY($cap), "none"), "", pool-too-small_expect.cap) }
    .gain = 작업이 기다리는 대상이 병목이 되지 않으면 처리량은 약 { TIMES($gain) }가 됩니다(CPU만 보면 { TIMES($cpuGain) }까지 가능).
    .no-gain = { IF($isClosed, "응답을 기다리는 클라이언트가 더 빨리 다시 요청하므로 처리량이 늘어납니다. 얼마나 늘어나는지는 측정해야 압니다.", "평균적으로는 풀이 밀리지 않았으므로 처리량은 같습니다.") }
    .cap = { "" } 풀 크기의 제한 요인은 { KEY($cap) ->
        [threads] 권장하는 최대 크기
        [CPU] 포화될 CPU
        [memory] 메모리 한계
        [gain] 스레드를 더 늘려도 2%도 늘지 않는 처리량
       *[tasks] 태스크 수 한계(pids.max)
    }입니다.
    .unseen = 대기열을 관찰하지 못했으므로 { $advised }은(는) 첫 단계일 뿐입니다. 다시 측정하고, 대기 시간이 줄어드는 동안 계속 늘리세요.
pool-starved-of-cpu_rule = 풀 스레드가 CPU를 대기
pool-starved-of-cpu_title = { IF($queued, PUT("대기열의 작업 ", ABOUT-OF($queued), "이(가)"), "대기열의 작업이") }{ IF($wait, PUT(" 각각 ", WAITED($wait))) } 기다립니다. 풀 스레드 { COUNT($size) }이(가) CPU { AMOUNT-OF($cpus) }을(를) 두고 경쟁하므로 스레드를 늘려도 도움이 되지 않습니다
pool-starved-of-cpu_because = { IF($time, PUT("사용 중인 스레드는 시간의 ", SHARE($time-running), "를 실행에, ", SHARE($time-waitedForCpu), "를 CPU 대기에 썼습니다."), IF($used, PUT("서버가 CPU ", AMOUNT-OF($cpus), " 중 ", AMOUNT-OF($used), "를 사용합니다."))) } { IF($throttled, IF($quota, pool-starved-of-cpu_because.quota)) }스레드를 추가하면 이 스레드들과 이벤트 루프의 CPU 시간을 빼앗습니다.
    .quota = CPU 할당량(CPU { AMOUNT-OF($quota) })이 스케줄링 주기의 { SHARE($throttled) }에서 스레드를 멈췄습니다. { "" }
pool-starved-of-cpu_kinds = { IF(ABOVE($kinds, 0), pool-starved-of-cpu_kinds.kinds, "작업") }
    .kinds = { IF($isKnown, LIST($kinds, each: "KIND", with: ", "), LIST($kinds, each: "KIND", with: " 또는 ")) }
pool-starved-of-cpu_expect = { IF($isFlood, pool-starved-of-cpu_expect.flood) }작업당 CPU 시간을 줄이거나 CPU를 늘리면 처리량이 늘어납니다.{ IF($each, pool-starved-of-cpu_expect.each) }
    .flood = { pool-starved-of-cpu_kinds }을(를) 제한하면 다른 작업이 빈 스레드를 얻습니다. { "" }
    .best = 클라이언트가 더 적을 때 측정한 대로 CPU { AMOUNT-OF($cpus) }은(는) 스레드 수와 관계없이 초당 약 { SHORT($best) }개의 요청을 처리합니다(현재 초당 { SHORT($rate) }개, 요청당 CPU { TIME($each) }).
    .no-best = 이 몇 초 동안의 CPU 시간(요청당 { TIME($each) })으로는 CPU { AMOUNT-OF($cpus) }이(가) 스레드 수와 관계없이 초당 약 { SHORT(QUOTIENT(PRODUCT(1000, $cpus), $each)) }개의 요청을 처리합니다(현재 초당 { SHORT($rate) }개).
    .each = { "" } { IF($best, pool-starved-of-cpu_expect.best, pool-starved-of-cpu_expect.no-best) }
pool-starved-of-cpu_library_title = { pool_waiting }. { KIND($kind) }은(는) 라이브러리 자체 스레드{ IF($threads, PUT("(", $threads, ")")) }에서 연산하며, 이 스레드가 CPU { AMOUNT-OF($cpus) } 중 { AMOUNT-OF($helpers) }를 사용합니다
pool-starved-of-cpu_library_because = 풀 스레드는 그 스레드를 기다립니다. 사용 시간 중 블로킹이 { SHARE($blocked) }, CPU 실행이 { SHARE($running) }입니다. 풀 스레드를 늘리면 그 스레드도 늘어나 같은 CPU를 나누어 쓸 뿐입니다.
pool-starved-of-cpu_library_expect = CPU { AMOUNT-OF($cpus) }에서 더 적은 스레드로 같은 처리량을 냅니다. 작업당 CPU 시간을 줄이거나 CPU를 늘려야만 처리량이 늘어납니다.
pool-hog_rule = 한 종류의 작업이 다른 작업을 지연
pool-hog_title = { KIND($kind) }이(가) { IF($isHolder, PUT("사용 중인 풀 스레드의 ", SHARE($share), "를 점유하고"), PUT("풀을 채우고(대기열의 ", SHARE($share), ")")) }, { LIST($victims, each: "KIND", with: ", ") }이(가) 그 뒤에서{ IF($wait, PUT(" ", WAITED($wait))) } 기다립니다
pool-hog_because = 풀에는 모든 종류의 작업이 들어온 순서대로 처리되는 대기열 하나만 있습니다. { IF($helpers, pool-hog_because.helpers, pool-hog_because.no-helpers) }{ IF($isStarved, " 비어 있는 CPU가 없으므로 스레드만 늘리면 같은 CPU를 나누어 쓸 뿐입니다.") } { KIND($kind) }을(를) 제한해도 그 처리량은 줄지 않고, 짧은 작업에 스레드 { COUNT($slots) }이(가) 남습니다.
    .helpers = 풀 스레드는 애드온 라이브러리의 자체 스레드를 기다리며, 이 스레드가 CPU { AMOUNT-OF($helpers) }를 사용합니다.
    .no-helpers = 스레드는 연산 중입니다(사용 시간의 { SHARE($cpu) }를 CPU 실행과 대기에 사용).
pool-hog_expect = { IF(ABOVE($victims, 0), LIST($victims, each: "KIND", most: 1), KIND("other")) }은(는) { IF($wait, WAITED($wait), "대기열에서") } 기다리지 않고 바로 빈 스레드를 얻습니다. { KIND($kind) } 전체의 소요 시간은 전과 같습니다. 동시에 { $most }개면 CPU를 { IF(AT-LEAST($most, $cpus), "", "거의 ") }모두 사용합니다.
pool-hog_flood_title = { pool_waiting }. { KIND($hog) }을(를) 제한하세요. 모두 실행하려면 스레드 { $wanted }개가 필요합니다
pool-hog_flood_because = 스레드는 { $advisable }개를 넘지 않는 것이 좋습니다. 작업이 기다리는 대상(디스크, 네트워크 파일 시스템)을 모두 동시에 사용하고, 스레드마다 메모리가 필요하며, 작은 파일 호출은 서로 느려집니다. { pool_why }
pool-hog_flood_expect = 다른 작업은 { IF($wait, WAITED($wait), "대기열에서") } 기다리지 않고 바로 빈 스레드를 얻습니다. 제한한 작업의 소요 시간은 전과 같습니다. 그 처리량이 너무 낮으면 풀 크기를 { $advisable }까지 단계적으로 늘리고 제한도 함께 늘리세요.
pool-too-large_rule = 연산하는 풀 스레드가 CPU보다 많음
pool-too-large_title = 풀 스레드 { $size }개 중 { AMOUNT-OF($busy) }이(가) CPU { AMOUNT-OF($cpus) }에서 연산합니다. 풀 크기를 { $useful }(으)로 줄이세요
pool-too-large_because = 사용 시간의 { SHARE($running) } 동안 실행되고 { SHARE($waitedForCpu) } 동안 CPU를 기다렸습니다. 스레드 { COUNT($useful) }로도 같은 작업을 처리합니다. 이벤트 루프가 이 스레드들과 CPU를 두고 경쟁합니다{ IF($delay, PUT("(타이머 지연 p99 ", AMOUNT($delay), " ms)."), ".") }
pool-too-large_expect = 스레드 { COUNT($useful) }로 CPU { AMOUNT-OF($cpus) }을(를) 모두 사용할 수 있으므로 처리량은 같습니다. 이벤트 루프와 경쟁하는 스레드가 { ROUND($busy) }개에서 { COUNT($useful) }로 줄어듭니다. (CPU 할당량 1개로 측정한 결과: 스레드 4개의 처리량이 1개와 같았고, 이벤트 루프 지연 p99는 1 ms에서 55 ms로 늘었습니다.) 커널에서 기다리는 작업도 이 풀을 사용한다면, 풀 대신 연산하는 작업을 제한하세요.
pool-lock_rule = 풀 스레드가 락을 대기
pool-lock_own-threads_title = { pool_waiting }. { KIND($kind) }은(는) 라이브러리 자체 스레드 { COUNT($count) }{ IF($threads, PUT("(", $threads, ")")) }를 기다리며, 이 스레드는 시간의 { SHARE($used) } 동안 일합니다
pool-lock_own-threads_because = 풀 스레드는 그 스레드가 일을 끝낼 때까지 사용 시간의 { SHARE($blocked) } 동안 블로킹됩니다. 풀 스레드를 늘려도 같은 스레드를 기다릴 뿐입니다. 비어 있는 CPU가 있습니다.
pool-lock_own-threads_expect = 처리량은 그 스레드 { COUNT($count) }에 달려 있습니다. 라이브러리에 설정이 있으면 그 수를 늘리고, 아니면 작업당 일을 줄이세요. 제한을 두면 다른 작업이 쓸 풀 스레드가 남습니다.
pool-lock_title = 풀 스레드가 사용 시간의 { SHARE($atLock) } 동안 락을 기다립니다({ AMOUNT($busy) }개 중 { AMOUNT($working) }개만 진행)
pool-lock_because = 스레드가 작업을 실행하다가 다른 스레드가 락을 풀 때까지 기다립니다. { IF(ABOVE($same, 1), PUT("그중 ", $same, "개는 같은 락에서 발견되었습니다. ")) }그래서 스레드 수와 관계없이 동시에 진행되는 작업은 { ABOUT-OF($working) }입니다. 기다리는 작업마다 다른 작업이 쓸 수 있는 스레드를 점유합니다. CPU와 디스크는 원인이 아닙니다.
pool-lock_expect = 스레드가 { AMOUNT($busy) }개에서 { COUNT($useful) }로 줄어도 이 작업의 처리량은 같습니다. 스레드 { AMOUNT($waiting) }개가 비워지고 다른 작업이 더 이상 { IF($wait, PUT(WAITED($wait), " ")) }기다리지 않습니다. 락을 잡는 시간을 줄여야만 처리량이 늘어납니다.
change_one-by-one = 락을 공유하는 { KIND($kind) }을(를) 차례로 제출하세요(동시에 { $most }개). 공유할 필요가 없으면 각각 별도의 연결이나 핸들을 사용하세요
change_limit-to-cpus = 동시에 실행되는 { pool-starved-of-cpu_kinds }을(를) CPU 수 이하로 제한하세요. 다른 작업이 빈 스레드를 얻습니다
change_limit-computing = CPU { COUNT($cpus) }에서 동시에 실행되는 { KIND($kind) }을(를) 최대 { $most }개로 제한하세요
change_limit-kind = 동시에 실행되는 { KIND($kind) }을(를) 최대 { $most }개로 제한하고, 다른 작업에 스레드 { COUNT($slots) }을(를) 남기세요
change_pool-size = 풀 스레드 { COUNT($size) }로 시작하세요
change_pool-size-service = 서비스 설정에서 지정하세요(해당하는 것을 선택)
change_less-cpu = { pool-starved-of-cpu_kinds }에 쓰는 CPU를 줄이세요. 횟수를 줄이거나 비용이 작은 방법을 사용하세요
change_one-thread-each = 애플리케이션이 이 값을 늘렸거나 musl 또는 jemalloc에서 실행된다면, 이미지마다 스레드 하나만 사용하게 하세요(그 밖에는 sharp의 기본값). 풀 스레드가 이미 여러 이미지를 동시에 처리합니다
change_more-processes = 포트를 공유하는 프로세스 { $processes }개로 실행하세요(메모리는 프로세스마다 따로)
change_more-processes-pm2 = PM2에서 { $app } 이름으로 포트를 공유하는 프로세스 { $processes }개를 실행하세요(메모리는 프로세스마다 따로)
change_more-cpu = CPU를 더 할당하세요

worker-imbalance_rule = 워커 간 부하 불균형
worker-imbalance_title = 부하가 고르지 않습니다. 워커 { $workers }개 중 가장 바쁜 워커의 사용률은 { SHARE($most) }, 가장 한가한 워커는 { SHARE($least) }입니다
worker-imbalance_because = 클러스터는 요청이 아니라 연결을 분배하므로, keep-alive 연결의 모든 요청이 같은 워커로 갑니다. 연결이 적거나 연결마다 요청 수가 다르면 한 워커는 포화되고 다른 워커는 유휴 상태가 됩니다. 워커를 늘려도 달라지지 않습니다.
worker-imbalance_expect = 고르게 분배하면 각 워커의 사용률은 { SHARE($mean) }입니다{ IF($gain, PUT("(같은 처리량 기준). 또는 처리량이 최대 ", TIMES($gain), "가 됩니다")) }.
backlog_rule = 연결이 accept를 대기
backlog_title = { IF($isSmall, backlog_title.small, backlog_title.no-small) }
    .small = { $address }의 listen 대기열은 연결 { $limit }개만 담을 수 있으며, 이 장비에서 연결 { ABOUT-OF($dropped) }이(가) 가득 찬 대기열을 만났습니다
    .no-small = { $address }에서 연결 { ABOUT-OF($mean) }이(가) accept를 기다립니다{ IF($limit, PUT("(", $limit, "개 중 최대 ", ABOUT-OF($max), ")")) }{ IF($isFull, IF(ABOVE($dropped, 0), ". 일부는 버려졌습니다")) }
backlog_because = 이벤트 루프는 다음 턴에 연결을 { IF($isLoopBusy, backlog_because.loop-busy, backlog_because.no-loop-busy) }.
    .loop-busy = accept하는데, 사용률 { IF($utilization, SHARE($utilization), SHARE("0")) }입니다. 요청당 연산을 줄이면 더 빨리 accept합니다
    .no-loop-busy = accept하며, 이를 늦추는 원인은 발견되지 않았습니다{ IF($utilization, PUT("(사용률 ", SHARE($utilization), ")."), ".") } 연결이 한꺼번에 몰리거나 매우 많이 열리는 경우입니다
backlog_expect = { IF($isFull, backlog_expect.longer, IF($isSmall, backlog_expect.longer, IF($isLoopBusy, backlog_expect.loop-busy, PUT("유지되는 연결은 다시 accept하지 않아도 되므로 기다리는 연결이 ", ABOUT-OF($mean), " 줄어듭니다.")))) }
    .loop-busy = 루프의 작업이 줄면 연결을 더 빨리 accept합니다. 지금 사용률은 { IF($utilization, SHARE($utilization), SHARE("0")) }입니다.
    .longer = 한꺼번에 몰린 연결이 버려지지 않고 기다리므로 1, 3, 7초 뒤의 재시도가 없어집니다. 서버가 빨라지지는 않습니다.
downstream_rule = 요청이 다른 서비스를 대기
downstream_unexplained = 평균 요청 { ABOUT-OF($pending) }이(가) 처리 중이고{ IF($each, PUT("(요청당 ", WAITED($each), ")")) }, 여기에는 바쁜 것이 없습니다. 무엇을 기다리는지는 보이지 않았습니다. { IF($to, PUT(SERVICE($to), ", 또는 ")) }애플리케이션의 제한이나 타이머일 수 있습니다.
downstream_title = { IF($to, SERVICE($to), "다른 서비스") }에 대한 호출 { ABOUT-OF($open) }이(가) 응답을 기다립니다{ IF($each, PUT("(요청당 약 ", WAITED($each), ")")) }. 이 프로세스는 원인이 아닙니다
downstream_here = { IF($utilization, downstream_here.utilization) }{ IF($waitedForCpu, downstream_here.waited-for-cpu, IF($areCpusSeen, "CPU가 비어 있습니다.", "다른 프로그램의 CPU 사용량은 여기서 보이지 않습니다.")) }
    .utilization = 이벤트 루프 사용률은 { SHARE($utilization) }이고, 풀 스레드를 기다리는 작업이 없습니다. { "" }
    .waited-for-cpu = CPU는 모두 사용 중이며, 메인 스레드가 CPU를 기다린 시간은 { SHARE($waitedForCpu) }입니다.
downstream_because = { downstream_here } 따라서 이 프로세스에는 포화된 자원이 없습니다. 처리 중인 요청 { ABOUT-OF($inbound) } 중 { ABOUT-OF(MIN($open, $inbound)) }이(가) 호출의 응답을 기다립니다.
downstream_expect = { IF($to, PUT(SERVICE($to), "이"), "다른 서비스이") }(가) 더 빨리 응답하거나 호출이 줄어야만 응답이 빨라집니다. 이 프로세스의 스레드, 프로세스, CPU를 늘려도 달라지지 않습니다.
downstream_connections_title = { IF($to, PUT(SERVICE($to), "에"), "다른 서비스에") } 대한 { IF($client, PUT($client, "의 ")) }연결 { $connections }개가 모두 응답을 기다리고, 요청 { ABOUT-OF(MAX(0, DIFFERENCE($inbound, $open))) }이(가) 연결을 기다립니다
downstream_connections_because = { IF($each, IF($rate, IF($mean, downstream_connections_because.mean))) }{ downstream_because }
    .mean = 연결 { $connections }개, 요청마다 약 { WAITED($each) }: 최대 초당 약 { AMOUNT(QUOTIENT(PRODUCT(1000, $connections), $each)) }개, 측정값 초당 { AMOUNT($rate) }개. 요청 하나에 { WAITED($mean) }가 걸리고, 그중 { WAITED(PRODUCT($mean, MAX(0, DIFFERENCE(1, QUOTIENT($open, $inbound))))) }는 연결을 기다립니다. { "" }
downstream_connections_expect = 연결을 { PRODUCT($connections, 2) }개로 늘리면 { IF($gain, PUT("처리량은 최대 ", TIMES($gain), "입니다"), "처리 중인 호출이 최대 두 배가 됩니다") }(리틀의 법칙). 단, { IF($to, SERVICE($to), "다른 서비스") }이(가) 그만큼 느려지지 않아야 합니다.
downstream_idle_title = 요청 { ABOUT-OF($pending) }이(가) { WAITED($age) } 동안 처리 중이지만, 이 프로세스에는 바쁜 자원도 처리 중인 호출도 없습니다
downstream_idle_because = 이벤트 루프는 사용률 { SHARE($utilization) }입니다. 이런 요청은 애플리케이션 안의 타이머, 대기열, 락을 기다리거나, 일부러 열어 두는 요청입니다(이벤트 스트림, 롱 폴링).
downstream_idle_expect = 일부러 열어 두는 요청이면 변경할 것이 없습니다.
downstream_inside_title = { IF($limit, downstream_inside_title.limit, downstream_inside_title.no-limit) }
    .connections = { IF($to, PUT(SERVICE($to), "에"), "다른 서비스에") } 열린 { IF($client, PUT($client, "의 ")) }연결은 { $connections }개입니다
    .to-2 = 또는 { SERVICE($to) }{ IF($connections, PUT("에 열린 ", IF($client, PUT($client, "의 ")), "연결 ", $connections, "개 중 하나를"), "의 응답을") } { "" }
    .limit = 동시에 진행되는 요청이 약 { ROUND($limit-atOnce) }개뿐입니다(초당 { AMOUNT($limit-rate) }개 × { WAITED($limit-alone) }). { IF($connections, downstream_inside_title.connections, PUT("값이 ", ROUND($limit-atOnce), "인 제한을 찾으세요")) }
    .no-limit = 요청 { ABOUT-OF($pending) }이(가) 애플리케이션 안에서 { IF($to, downstream_inside_title.to-2) }기다리며(요청당 { WAITED($each) }), 여기에는 바쁜 것이 없습니다
downstream_inside_because = { downstream_here } { IF($to, downstream_inside_because.to, IF($areCallsSeen, "다른 서비스로의 호출도 없습니다. 따라서 요청은 애플리케이션 자체를 기다립니다. 한 번에 조금만 들여보내는 대기열이나 세마포어, 락, 타이머입니다.", "다른 서비스로의 호출이 있는지는 여기서 보이지 않습니다. 요청은 그 호출이나 애플리케이션 자체(대기열, 세마포어, 락, 타이머)를 기다립니다.")) } 스레드, 프로세스, CPU를 늘려도 달라지지 않습니다.
    .connections = 데이터베이스 연결은 보통 한 번에 호출 하나만 나릅니다. 따라서 요청은 { SERVICE($to) } 연결 { $connections }개 중 하나를 기다리거나, 애플리케이션의 다른 제한을 기다립니다.
    .no-connections = { SERVICE($to) } 연결이 열려 있으며, 연결 하나가 여러 호출을 나를 수 있습니다(HTTP/2, 데이터베이스 드라이버). 아니면 애플리케이션 자체가 한 번에 조금만 들여보냅니다(대기열, 세마포어, 락, 타이머).
    .to = { IF($connections, downstream_inside_because.connections, downstream_inside_because.no-connections) }
downstream_inside_expect = 그 제한이 없으면 무언가가 바빠질 때까지 처리량이 늘어납니다. 의도한 타이머라면 제한이 아니라 시간만 걸립니다.
connection-pool_rule = 요청이 연결이나 워커를 기다림
connection-pool_title = 요청이 { $client }의 { IF($place, PUT(SERVICE($place), " ")) }연결 { COUNT($limit) } 중 하나를 { IF($wait, WAITED($wait), "오래") } 기다립니다
connection-pool_because = { IF($held, connection-pool_because.held) }평균 요청 { AMOUNT-OF($waiting) }이(가) 연결을 기다립니다.
    .held = 연결 하나는 { WAITED($held) } 동안 사용됩니다{ IF($alone, PUT("(혼자일 때 ", WAITED($alone), ")")) }. 최대 초당 약 { AMOUNT(QUOTIENT(PRODUCT(1000, $limit), $held)) }번 사용됩니다. { "" }
connection-pool_expect = 연결이 { $size }개면 처리량은 최대 { TIMES($gain) }입니다({ IF($isForCpu, "그때 이 장비의 CPU가 가득 찹니다", "리틀의 법칙") }).{ IF($alone, "", " 서비스가 그만큼에도 느려지지 않아야 합니다. 먼저 그쪽을 확인하세요.") } 서비스가 프로세스마다 { $size }개를 허용해야 합니다.
connection-pool_slow_title = { $client }의 { IF($place, PUT(SERVICE($place), " ")) }연결 하나가 { WAITED($held) } 동안 사용되며, 혼자일 때의 { TIMES(QUOTIENT($held, $alone)) }입니다. 풀이 작은 것이 아니라 서비스가 느립니다
connection-pool_slow_because = 연결 { COUNT($limit) } 중 { AMOUNT($used) }개가 사용 중이며, 혼자일 때는 { WAITED($alone) } 동안 사용됩니다. 따라서 그 뒤의 서비스는 한 번에 약 { AMOUNT($atOnce) }개를 처리합니다. { IF(AT-LEAST($waiting, 0.5), PUT("요청 ", AMOUNT-OF($waiting), "이(가) 연결을 ", IF($wait, PUT("각각 ", WAITED($wait), " ")), "기다립니다. ")) }연결을 늘려도 그 안에서 같은 것(락, CPU, 디스크)을 기다립니다.
connection-pool_slow_expect = 서비스에서 찾은 원인만 대기를 줄입니다. 연결을 늘리면 그 안의 대기가 길어집니다.
connection-pool_order_title = 명령이 { $client }의 { IF($place, PUT(SERVICE($place), " ")) }단일 연결에서 차례를 { IF($wait, WAITED($wait), "오래") } 기다립니다{ IF($isBlocking, PUT("(", $command, "이(가) 연결을 붙잡음)"), PUT("(", $command, "이(가) 시간의 ", SHARE($part), "를 차지함)")) }
connection-pool_order_because = 평균 명령 { AMOUNT-OF($waiting) }이(가) 기다립니다. { IF($isBlocking, connection-pool_order_because.blocking, connection-pool_order_because.slow) }
    .blocking = { $command }은(는) 무언가가 일어나기를 매번 { WAITED($each) } 기다리고, 그 뒤의 모든 명령도 기다립니다.
    .slow = 연결은 명령에 하나씩 차례로 응답하며, 한 차례는 { IF($held, WAITED($held), "오래") } 걸립니다. { $command } 하나에 { WAITED($each) } 걸립니다.
connection-pool_order_expect = { IF($isBlocking, "기다리는 명령에 별도의 연결을 주면 다른 명령은 바로 응답을 받습니다.", "Redis는 한 번에 명령 하나만 실행합니다. 명령이 빨라져야 하며, 연결을 늘려도 소용없습니다.") }
connection-pool_tasks_title = 작업이 한 번에 { $limit }개를 실행하는 { $client }에서 { IF($wait, WAITED($wait), "오래") } 기다리는데, 그 스레드는 시간의 { SHARE($computing) }만 계산합니다
connection-pool_tasks_because = 평균 작업 { AMOUNT-OF($waiting) }이(가) 기다립니다. 작업 하나는 { IF($held, WAITED($held), "오래") } 걸리며, 그 스레드는 대부분 다른 것을 기다립니다.
connection-pool_tasks_expect = 작업을 한 번에 { $size }개 실행하면 처리량은 최대 { TIMES($gain) }입니다(리틀의 법칙).
connection-pool_in-call_title = { $client }의 { IF($place, PUT(SERVICE($place), " ")) }연결 { COUNT($limit) }가 { SERVICE($to) } 호출 동안 붙잡혀 있어, 요청 { AMOUNT-OF($waiting) }이(가) 연결을 기다립니다
connection-pool_in-call_because = 연결 { AMOUNT($used) }개가 { IF($held, PUT("각각 ", WAITED($held), " 동안 ")) }사용 중이며, { SERVICE($to) } 호출 { AMOUNT($pending) }개가 응답을 기다립니다. 그동안 연결은 아무 일도 하지 않습니다.
connection-pool_in-call_expect = 호출을 데이터베이스 작업 앞이나 뒤로 옮기면 연결은 그 작업 동안만 사용됩니다. 연결을 늘려도 똑같이 붙잡힙니다.
connection-pool_anew_title = { $client }가 사용의 { SHARE($fresh) }마다 { IF($place, PUT(SERVICE($place), " ")) }연결을 새로 엽니다. 초당 { AMOUNT($perSecond) }개입니다
connection-pool_anew_because = 연결을 여는 데는 여러 번의 왕복, 양쪽의 CPU, PostgreSQL의 프로세스 하나가 듭니다. 그 뒤 { IF($held, WAITED($held), "잠시") } 동안만 사용되고 닫힙니다.
connection-pool_anew_expect = 열어 둔 연결은 바로 쓸 수 있고, 데이터베이스의 CPU는 쿼리에 쓰입니다.
connection-pool_refused_title = { $client }가 { IF($place, PUT(SERVICE($place), " ")) }연결을 얻지 못합니다. 시도의 { SHARE($part) }가 실패합니다{ IF($code, PUT(" (", $code, ")")) }
connection-pool_refused_because = 이때 서버의 응답은 일한 결과가 아닙니다. 그 수치는 요청 처리 성능을 말해 주지 않습니다.
connection-pool_refused_expect = 데이터베이스가 연결을 받게 되면 다시 확인하세요.
connection-pool_leak_title = { $client }의 { IF($place, PUT(SERVICE($place), " ")) }연결 { COUNT($limit) } 중 { $count }개가 최대 { WAITED($age) } 동안 사용 중이며, 반환되지 않습니다
connection-pool_leak_because = { IF($held, PUT("다른 연결은 각각 ", WAITED($held), " 동안 사용됩니다. ")) }요청 { AMOUNT-OF($waiting) }이(가) 연결을 { IF($wait, PUT("각각 ", WAITED($wait), " ")) }기다립니다. { IF($by, PUT("얻은 곳: ", $by, ". ")) }연결을 늘려도 나중에 같은 일이 일어납니다.
connection-pool_leak_expect = 오류가 난 뒤에도 연결을 반환하면 같은 풀로 모든 요청을 처리합니다.
change_pool-of-connections = { $client }가 연결 { COUNT($size) }를 열게 하세요
change_own-connection = 기다리는 명령에는 별도의 연결을 주세요
change_more-tasks = 작업을 한 번에 { COUNT($size) } 실행하게 하세요
change_give-back = 오류가 난 뒤에도 연결을 반드시 반환하세요
change_call-outside = 연결을 얻기 전이나 반환한 뒤에 서비스를 호출하세요
change_reach-database = 데이터베이스가 실행 중이고 연결을 받는지 확인하세요
change_keep-connections = 연결을 사용 사이에 열어 두세요
change_look-inside = { IF($place, SERVICE($place), "데이터베이스") }에 무엇을 처리하고 기다리는지 물어보세요
change_find-limits = 한 번에 조금만 들여보내는 것을 찾아 늘리세요: 동시 실행 제한, 대기열, 세마포어, 연결 풀
change_close-connections = 연결이 다시 분배되도록 주기적으로 연결을 닫으세요
change_proxy-connections = 프록시가 연결을 더 많이 열거나 유지하지 않게 하세요
change_longer-queue = 몰리는 연결에 대비해 listen 대기열을 늘리세요. 커널은 이 값과 자체 한계 중 작은 값을 사용합니다
change_kernel-queue = 커널의 한계도 높이세요
change_client-keep-alive = 클라이언트가 연결을 유지한다면, 새 연결이 줄도록 유휴 연결을 더 늦게 닫으세요
change_who-closes = 누가 연결을 닫는지 확인하세요. "connection: close"가 보이면 응답마다 서버가 닫고, 아니면 클라이언트가 닫습니다
change_look-at-service = { IF($to, SERVICE($to), "다른 서비스") } 쪽을 확인하세요(자체 대기열, 느린 쿼리)
change_more-connections = { IF($to, PUT(SERVICE($to), "이"), "다른 서비스이") }(가) 감당할 수 있으면 연결을 더 여세요. 아니면 그 서비스를 확인하세요
change_call-timeout = 호출마다 타임아웃을 설정하세요
change_time-steps = 요청이 어디에서 기다리는지 찾으세요. await마다 시간을 측정하세요

unseen_no-elf = 바이너리가 64비트 ELF 파일이 아님
unseen_libuv-elsewhere = libuv가 바이너리가 아니라 { LIST($libraries, with: ", ") }에 있음
unseen_stripped = 바이너리에 심볼이 없음(공식 빌드에는 있음)
unseen_movable = 위치 독립 바이너리임(공식 빌드는 아님)
unseen_unknown-libuv = 알려진 libuv 버전이 아님(없거나 유일하지 않음: { LIST($missing, with: ", ") })
unseen_libuv-apart = 알려진 libuv 버전이 아님(변수들이 멀리 떨어져 있음)
unseen_memory-forbidden = 메모리를 읽을 권한이 없음: root, CAP_SYS_PTRACE, 또는 kernel.yama.ptrace_scope가 0인 같은 사용자가 필요{ IF($pod, PUT(". 이 파드 밖에서: kubectl debug -it ", $pod, " --target=CONTAINER --profile=general --image=node:26 -- npx chokepoint doctor 1")) }
unseen_memory = 메모리를 열 수 없음({ $error })
unseen_test-goes-on = 자체 테스트가 아직 실행 중: 장비가 바쁨
unseen_misplaced = 프로세스의 스레드보다 많은 풀 스레드가 읽힘
unseen_test-not-started = 자체 테스트 실패: 자식 프로세스를 시작하지 못함{ IF($error, PUT("(", $error, ")")) }
unseen_test-misread = 자체 테스트 실패: 자식 프로세스는 스레드 { $expected-threads }개 중 { $expected-busy }개 사용 중, 대기 { $expected-queued }, slow { $expected-slow }인데 { IF($read, unseen_test-misread.read, "일관된 값을 읽지 못함") }
    .read = 읽은 값은 스레드 { $read-threads }개 중 { $read-busy }개 사용 중, 대기 { $read-queued }, slow { $read-slow }
unseen_packed = 테스트하려면 { $binary } 실행이 필요한데, Node만이 아니라 애플리케이션일 수 있음
unseen_untried = 알려진 Node 공식 빌드가 아니고 테스트하지 않음
unseen_other-sandbox = { $other ->
    [root] 테스트하지 않음: 프로세스의 루트 폴더이(가) chokepoint와 다름
    [seccomp] 테스트하지 않음: 프로세스의 seccomp 필터이(가) chokepoint와 다름
    [privileges] 테스트하지 않음: 프로세스의 권한 획득 허용이(가) chokepoint와 다름
    [label] 테스트하지 않음: 프로세스의 보안 레이블이(가) chokepoint와 다름
   *[other] 테스트하지 않음: 프로세스의 네임스페이스({ $other })이(가) chokepoint와 다름
}
unseen_setuid = 테스트하지 않음: 소유자의 권한으로 실행됨
unseen_writable = 테스트하지 않음: root와 이 사용자가 아닌 사용자가 { IF($folder, PUT("폴더 ", $folder, "에"), "그 파일에") } 쓸 수 있음
unseen_replaced = 테스트하지 않음: 시작된 뒤에 파일이 교체됨
unseen_removed = 테스트하지 않음: 시작된 뒤에 파일이 삭제됨
unseen_environment = 환경 변수를 읽을 권한이 없음
unseen_connections-unread = 연결을 아직 읽지 않음
unseen_files-forbidden = 열린 파일을 읽을 권한이 없음
unseen_files = 열린 파일을 읽을 수 없음({ $error })
unseen_handlers-place = libuv의 시그널 핸들러가 알려진 위치에 없음
unseen_handlers = libuv의 시그널 핸들러를 읽을 수 없음
unseen_handlers-test-not-started = 시그널 핸들러 테스트 실패: 자식 프로세스를 시작하지 못함
unseen_handlers-misread = 시그널 핸들러 테스트 실패: 자식 프로세스는 { LIST($expected, with: ", ") }을(를) 처리하는데 { IF($read, PUT("읽은 값은 ", LIST($read, with: ", ")), "트리를 읽지 못함") }
unseen_handlers-test-failed = 시그널 핸들러 테스트 실패: { $why }
unseen_linux-only = 프로세스의 스레드는 Linux에서만 관찰할 수 있음
unseen_probe-not-wanted = 요청하지 않음
unseen_probe-not-allowed = --attach를 지정하지 않음
unseen_probe-of-primary = 클러스터의 primary는 요청에 응답하지 않으므로 프로브를 넣지 않음
unseen_probe-silent = 프로브가 아무것도 보내지 않음
unseen_probe-on-its-way = 요청했지만 아직 시작되지 않음
unseen_probe-ended = 프로브가 종료됨
unseen_probe-refused = { $problem }: { $what } { $why }
attach_closer = chokepoint의 헬퍼 프로세스(PID { $pid })가 doctor가 종료된 뒤에도 늦어도 { $until }까지 실행됩니다. inspector가 열리면 바로 닫습니다.
attach_traced = 프로세스를 붙잡고 있는 디버거나 { IF(ABOVE($tracer, 0), PUT("트레이서(PID ", $tracer, ")를"), "트레이서를") } 종료하거나 거기에서 계속 실행하세요.
attach_stopped = 계속 실행하세요: kill -CONT { $pid }
attach_be-sure = 애플리케이션에 핸들러가 없다고 확신하면 --attach=unsure를 쓰세요.
attach_try-binary = 바이너리를 신뢰한다면 읽는 방법을 알아내도록 chokepoint가 한 번 실행하게 하세요: --try-binary. 애플리케이션에 핸들러가 없다고 확신하면 --attach=unsure를 쓰세요.
attach_port-held = { IF($holder, PUT("PID ", $holder, "(", $command, ")가"), "다른 사용자의 프로세스가") } 그 포트를 수신합니다.
attach_exited = 종료되었습니다.
attach_pid-reused = 종료되었고, 그 PID는 이제 다른 프로세스의 것입니다.
attach_foreign-inspector = 응답한 inspector는 PID { $pid }(으)로 보고하는 프로세스의 것입니다.
attach_not-opened = inspector를 열지 않았습니다. 메인 스레드가 execSync처럼 JavaScript 밖의 긴 호출 안에 있습니다. { $closer }
attach_not-opened-unsure = inspector를 열지 않았습니다. 애플리케이션이 SIGUSR1을 직접 처리할 수 있으나 확인하지 못했습니다: { $why }. 또는 메인 스레드가 JavaScript 밖의 긴 호출 안에 있습니다. { $closer }
attach_opened-late = { $address }에서 inspector를 열었지만 메인 스레드가 execSync처럼 JavaScript 밖의 긴 호출 안에 있습니다. 그 호출이 끝나면 inspector는 저절로 닫힙니다. { $closer }
attach_no-answer = inspector는 열렸지만 메인 스레드가 응답하지 않습니다. 긴 호출 안에 있거나 디버거가 멈췄습니다.
attach_said = 프로세스의 보고: { $said }.
attach_not-a-probe = 프로브의 프로토콜을 사용하지 않습니다: { $why }.
attach_thread-late = 프로브가 들어갔지만 스레드가 시작되지 않았습니다. 장비가 너무 바쁠 수 있습니다.
attach_closer-exited = 바로 종료되었습니다.
attach_closer-late = { $seconds }초 안에 준비되지 않았습니다.
target_thread = { $pid }은(는) 프로세스 { $group }의 스레드입니다.
target_no-such-pid = 종료되었거나 PID가 잘못되었습니다.
target_no-pid-no-port = 같은 번호의 포트에서 수신하는 프로세스도 없습니다.
target_docker = { $chokepoint } doctor $(docker inspect -f '{ "{" }{ "{" }.State.Pid{ "}" }{ "}" }' $(docker ps -q --filter publish={ $port }))
target_both = 프로세스 { $number }에서 Node가 실행 중이고, 프로세스 { $listening }의 수신 포트도 { $number }입니다.
target_both-hidden = 프로세스 { $number }에서 Node가 실행 중이고, 관찰할 권한이 없는 다른 프로세스의 수신 포트도 { $number }입니다.
target_say-which = 프로세스: { $chokepoint } doctor --pid { $number }. 포트: { $chokepoint } doctor :{ $number }.
target_apps = { IF(ABOVE($names, 0), PUT("PM2가 실행하는 애플리케이션: ", LIST($names, with: ", "), "."), "PM2 애플리케이션이 없습니다. 다른 사용자의 애플리케이션 이름은 root만 볼 수 있습니다.") }
target_several-daemons = 여러 PM2 데몬(PID { LIST($daemons, with: ", ") })이 같은 이름의 애플리케이션을 실행합니다.
target_name-pid = 프로세스의 PID를 지정하세요: { $chokepoint } doctor { $pid }.
target_protected = 같은 사용자의 프로세스이지만 커널이 보호합니다. 권한이 더 많거나 바이너리를 읽을 수 없습니다.
target_other-user = 사용자 { $uid }의 프로세스입니다. 현재 사용자는 { $own }입니다.
target_as-user = 같은 사용자(sudo -u "#{ $uid }") 또는 root로 chokepoint를 실행하세요.
target_as-root = root로 chokepoint를 실행하세요.
target_in-pod = 이 파드 밖에서 실행하세요: kubectl debug -it { $pod } --target=CONTAINER --profile=general --image=node:26 -- npx chokepoint doctor 1
target_with-ptrace = 여기서는 root도 볼 수 없습니다. 컨테이너 밖에서 chokepoint를 실행하거나 컨테이너에 권한을 주세요(docker run --cap-add SYS_PTRACE).
target_nothing = 사용되지 않음
target_not-node = Node 프로세스가 아님({ $binary })
target_hidden = 현재 사용자가 읽을 수 없는 사용자 { $uid }의 프로세스
target_kernel = 커널 코드({ $name })
own-server_start-by-hand = 같은 명령을 직접 실행해 원인을 찾으세요. 마지막 출력이 있으면 아래에 표시됩니다.
own-server_no-node = 실행 중이지만 Node 프로세스를 시작하지 않음
own-server_unknown = 이유를 알 수 없음
own-server_silent = 아무것도 출력하지 않았습니다.

thread_state = { $state ->
    [blocked] { IF($on, PUT($on, "에 대한 ")) }{ $syscall }
    [waiting] { IF(SAME($at, "pool lock"), "스레드 풀 자체의 락", IF(SAME($by, "condition"), "조건 변수(깨우기를 기다림)", "락")) }
    [running] 실행 중 또는 CPU 대기
    [idle] 유휴
    [polling] 할 일이 없는 이벤트 루프
   *[asleep] 수면(위치를 읽을 수 없음)
}
