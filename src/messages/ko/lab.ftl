claim_figures = 측정값: { LIST($figures, each: "each", with: "; ") }.
    .each = { PHRASE($text) } = { IF(SAME($unit, "×"), INTERVAL($value, $low, $high), IF(SAME($unit, "share"), PUT(PERCENT($value), " (", PERCENT($low), "~", PERCENT($high), ")"), PUT(SHORT($value), " ", PHRASE($unit), " (", SHORT($low), "~", SHORT($high), ")"))) }
claim_names = { LIST($self, each: "PHRASE", with: ", ", most: 6) }{ IF(ABOVE($self, 6), PUT(" 외 ", DIFFERENCE(LENGTH($self), 6), "개")) }
claim_apis = { LIST($self, each: "each", with: ", ", most: 6) }{ IF(ABOVE($self, 6), PUT(" 외 ", DIFFERENCE(LENGTH($self), 6), "개")) }
    .each = { PHRASE($name) }{ IF(ABOVE($nodes, 0), PUT(" (Node ", LIST($nodes, with: ", "), ")")) }
claim_sentences = { LIST($sentences, with: " ") }
claim_counts-agree = 모든 시행에서 같음: { LIST($counts, each: "each", with: "; ") }.
    .each = { PHRASE($text) } = { $count }
claim_count-differs = 집계: { PHRASE($text) } = { LIST($values, with: ", ") }{ IF(ABOVE($nodes, 0), PUT(" (Node ", LIST($nodes, with: ", "), ")."), ".") } 예상한 값은 { $expected }입니다.
claim_too-few-blocks = 신뢰 구간을 구하려면 두 설정을 모두 측정한 블록이 두 개 이상 필요합니다.
claim_settings-left-out = 이 주장에 필요한 설정이 모두 측정되지 않았습니다. --vary로 범위를 줄였거나 게시된 그대로 측정했습니다.
claim_not-installed = { $program }을(를) 찾을 수 없습니다. 설치한 뒤 다시 실행하세요: { $install }
claim_no-trial = 이를 측정한 유효한 시행이 없습니다.
claim_no-such-kind = 이 종류의 작업을 측정하지 않았습니다.
claim_kinds-left-out = 미실행: { LIST($reasons, each: "PHRASE", with: "; ") }.
claim_needs-kinds = 작업 종류 두 개와 크기 두 개가 필요합니다.
claim_needs-sizes = CPU 수보다 작은 크기와 큰 크기가 필요합니다.
claim_no-size-above-cpus = CPU 수보다 큰 크기를 측정하지 않았습니다.
claim_needs-idle-and-busy = 두 블록 이상에서 이벤트 루프 사용률이 50% 미만인 부하와 90%를 넘는 부하가 필요합니다.
claim_no-published-pool = 게시된 풀을 측정하지 않았습니다.
claim_one-worker = CPU가 하나면 워커도 하나이므로 얻거나 나눌 것이 없습니다.
claim_threads-without-names = 이 Node 버전의 풀 스레드에는 이름이 없어 셀 수 없습니다.
claim_no-memory = 프로세스의 메모리를 읽을 수 없거나 측정한 프로세스가 여섯 개 미만입니다.
claim_no-ps = ps 프로그램이 없거나 스레드 목록을 출력하지 않습니다.
claim_no-name-server = DNS 조회를 측정하지 않았습니다: { PHRASE($why) }.
claim_no-pool-of-one = 스레드가 하나인 풀의 유효한 시행이 없습니다.
claim_needs-node = Node { $version } 이상이 필요합니다. --node 26을 붙여 실행하세요.
claim_needs-own-node = 이 검정은 Node { $version } 이상의 히스토그램에 있습니다. chokepoint를 그 버전의 Node로 실행하세요.
claim_one-version = Node 버전 하나만 실행했습니다. 여러 버전을 비교하려면 --node 20,22,24,26을 사용하세요.
claim_gain-limit = 가능한 최댓값은 min(요청 { $clients }, 워커 { $workers }, CPU { $workers }) = { $limit }이며, 글의 주장은 { SHORT($published) }입니다.
claim_limits = 한계는 min(요청, 워커, CPU)입니다: { LIST($limits, each: "each", with: ", ") }.
    .each = 요청 { $clients }개일 때 { $limit }
claim_clock-on-the-wall = 1 ms당 1 ms씩 늘면 벽시계 시간이고, 0이면 요청이 동등하다는 뜻입니다.
claim_empty-loop-runs = 글에는 2015년에 11 s로 나옵니다. Node { $node }에서는 모든 반복이 실행되며, 2³¹부터 카운터가 double이 됩니다.
claim_empty-loop-left-out = 컴파일러가 반복을 제거합니다.
claim_busiest-worker = keep-alive 연결 { $clients }개일 때 워커 { $workers }개 중 가장 바쁜 워커가 요청의 { PERCENT($share) }를 받았습니다.
claim_furthest-from-equal = 라운드 로빈과의 비교 { $comparisons }개 중 1에서 가장 먼 값입니다.
claim_ab-sends-one-first = 글처럼 -n 10을 쓰면 클러스터의 비율은 { SHORT($ratio) }입니다. ab가 첫 요청을 혼자 보내기 때문입니다. 처리 중인 요청은 평균 ab { SHORT($ab) }개, chokepoint { SHORT($chokepoint) }개였습니다.
claim_threads-limit = 가능한 최댓값은 min(스레드 { $threads }, CPU { $cpus }) = { MIN($threads, $cpus) }입니다.
claim_published-pool-mixes-up = 게시된 풀이 이 둘에 보낸 응답 { $answered }개 중 { $wrong }개가 다른 요청의 응답이었습니다.
claim_open-load-medians = 초당 요청 300개에서 응답 시간 중앙값은 단일 스레드 { EXACT-TIME($single) }, 풀 { EXACT-TIME($pool) }입니다.
claim_one-task-a-worker = piscina의 기본값은 워커당 동시에 태스크 하나입니다. 스레드 { $workers }개는 대기 { $workers }개를 동시에 처리하지만, 이벤트 루프에는 제한이 없습니다.
claim_answers-of-others = 게시된 풀의 응답 { $answered }개 중 { $wrong }개에 다른 요청의 결과가 들어 있습니다. 가장 짧은 지연이 { $shortestDelay } ms인데도 응답 시간은 평균 { EXACT-TIME($mean) }, 최소 { EXACT-TIME($fastest) }입니다.{ IF($honest, claim_answers-of-others.honest) }{ IF(ABOVE($warnings, 0), claim_answers-of-others.warnings) }
    .honest = { "" } 태스크마다 id를 주면 평균은 { EXACT-TIME($honest) }입니다.
    .warnings = { "" } Node의 경고: { LIST($warnings, with: ", ") }.
claim_batches-wait = 배치마다 가장 느린 요청이 끝나야 다음 배치가 시작됩니다.
claim_loop-saturated-by-http = HTTP 처리만으로도 이벤트 루프가 포화될 수 있습니다(클라이언트 { $clients }개, 대기 외의 JavaScript 없음). 이때 풀의 처리량은 { SHORT($ratio) }배입니다.
claim_every-size-loses = 어떤 크기에서도, 다른 크기에서 25% 넘게 나아지는 작업 종류가 있습니다.
claim_size-fits-all = 스레드 { $size }개에서는 다른 크기에서 25% 넘게 나아지는 작업 종류가 없습니다.
claim_other-sizes-unknown = 다른 크기에 대해 알려진 것이 너무 적습니다.
claim_slower-by-a-tenth = "느리다"는 신뢰 구간 전체가 10% 넘게 느린 것을 뜻합니다.
claim_mean-times = 평균 응답 시간은 { EXACT-TIME($to) }가 아니라 { EXACT-TIME($of) }입니다.
claim_need-thread = { PHRASE($what) }: { $of }개 중 { $count }개{ IF(ABOVE($versions, 1), PUT("(Node 버전 ", $versions, "개)")) }에 풀 스레드가 { IF($areNeeded, "필요합니다", "필요하지 않습니다") }{ IF(ABOVE($exceptions, 0), PUT(". 예외: ", TEXT($exceptions, "claim_apis"))) }.
claim_trials-differ-about = 시행마다 결과가 다릅니다: { TEXT($names, "claim_apis") }.
claim_jobs-in-turn = 차례로 실행되는 작업 수: { LIST($apis, each: "each2", with: "; ") }.
    .each = { $count }개(Node { LIST($nodes, with: ", ") })
    .each2 = { $name } { LIST($counts, each: "each", with: ", ") }
claim_list-complete = 풀 스레드가 필요한 API { $of }{ IF(ABOVE($missing, 0), claim_list-complete.missing, claim_list-complete.no-missing) }.
    .unknown = . 알 수 없는 것 { LENGTH($unknown) }개: { TEXT($unknown, "claim_names") }
    .missing = 개 중 { $missingCount }개가 목록에 없습니다: { TEXT($missing, "claim_apis") }
    .no-missing = 개가 모두 목록에 있습니다{ IF(ABOVE($unknown, 0), claim_list-complete.unknown) }
claim_lookups-overtaken = 스레드가 하나인 풀에서 두 DNS 조회 뒤에 제출한 작업이 두 번째 조회보다 먼저 끝났습니다. 조회 { $of }개 중 { $count }개가 추월당했습니다. { IF(ABOVE($exceptions, 0), PUT("예외: ", TEXT($exceptions, "claim_names"), "."), "다른 API에서는 일어나지 않았습니다.") }
claim_versions-agree = API { $of }{ IF(ABOVE($differing, 0), claim_versions-agree.differing, PUT("개가 Node ", LIST($versions, with: ", "), "에서 같게 동작합니다")) }.
    .differing = 개 중 { LENGTH($differing) }개는 버전에 따라 풀 스레드가 필요하기도 하고 아니기도 합니다(Node { LIST($versions, with: ", ") }): { TEXT($differing, "claim_names") }
claim_address-space = 주소 공간이 { SHORT($mebibytes) } MiB 늘었습니다. 스레드마다 스택이 하나씩 있습니다.
claim_ps-lists-more = 풀 크기 { LIST($sizes, with: ", ") }에서 ps의 스레드가 풀보다 { $least }{ IF(SAME($least, $most), "", PUT("~", $most)) }개 많습니다. 메인 스레드와 V8의 스레드가 포함됩니다.
claim_size-order = CPU 수와 같은 스레드 { $base }개와 비교하면 { IF(ABOVE($better, 0), PUT("풀 크기 ", LIST($better, with: ", "), "의 평균이 20% 넘게 낮습니다."), claim_size-order.no-better) } 평균이 더 높은 것으로 확인된 크기: { IF(ABOVE($worse, 0), LIST($worse, with: ", "), "없음") }.
    .no-better = 평균이 20% 넘게 낮은 크기가 { IF($isGoodAsAny, "없습니다", "확인되지 않았습니다") }.
claim_too-large-costs = { KEY($answer) ->
    [less] 너무 큰 풀의 비용이 더 적습니다.
    [the-same] 비용이 거의 같습니다. 비율이 1.25배 이내입니다.
    [more] 너무 큰 풀의 비용이 더 큽니다.
   *[not-less] 너무 큰 풀의 비용이 더 적지는 않습니다.
}
claim_behaves-like-cpu-work = CPU 작업의 특성입니다. pbkdf2는 장치를 기다리지 않습니다.
claim_same-jobs = 작업이 실행되기 전에 모든 요청에 응답하므로 두 경우 모두 같은 작업 150개를 함께 시작합니다.
claim_busier-instance = 라운드 로빈은 작업이 아니라 연결을 분배합니다. 버스트는 더 바쁜 인스턴스가 끝날 때까지 계속됩니다. 연결 15개를 가장 고르게 나누면 1.07입니다.
claim_times-of-jobs = 초 단위 값은 맞지만, 요청이 아니라 서버 로그에 남은 작업의 시간입니다.
claim_pool-is-exact = 프로세스 { $processes }개 중 { $exact }개에서 커널이 보여 주는 풀 스레드 수가 UV_THREADPOOL_SIZE와 정확히 같습니다.
claim_threads-of-kernel = 커널이 보여 주는 그 프로세스의 풀 스레드는 { LIST($threads, with: " 또는 ") }개입니다.
claim_false-alarms-by-requests = 동일한 서버 { $of }쌍 중 { $count }쌍을 다르다고 판정했습니다. 쌍마다 서버당 요청 약 { $requests }개로 판정했습니다.
claim_false-alarms-by-trials = 동일한 서버 { $of }쌍 중 { $count }쌍을 다르다고 판정했습니다. 쌍마다 서버당 시행 { $trials }회로 판정했습니다.

passage_lines = { PHRASE($axis) }별(단위: { PHRASE($unit) }). { LIST($lines, each: "each", with: "; ") }.
    .each = { PHRASE($label) }: { LIST($ends, each: "end", with: ", ") }
    .end = { SHORT($value) } ({ PHRASE($level) })
passage_scaled = { IF($iterations, passage_scaled.scaled, "모든 상수는 글에 실린 그대로입니다.") }
    .scaled = 반복 횟수를 이 장비에 맞춰 { FIXED($published, 0) }회에서 { FIXED($iterations, 0) }회로 줄였습니다. 초 단위 값이 아니라 열의 모양을 비교하세요.
passage_too-few-threads = 스레드가 너무 적으면 CPU가 놉니다. 여기서 스레드 1개는 초당 작업 { SHORT($one) }개, { $cpus }개는 { SHORT($some) }개를 처리했습니다({ INTERVAL($gain-value, $gain-low, $gain-high) }배). CPU가 4개보다 많은 장비에서 기본 크기가 병목이 되는 이유이며, 크기로 고칠 수 있는 유일한 병목입니다.
passage_too-many-threads = 스레드가 너무 많으면 대기열이 시분할로 바뀝니다. 스레드 { $most }개의 초당 작업 수는 { $cpus }개일 때의 { INTERVAL($flat-value, $flat-low, $flat-high) }배입니다. 그러나 작업은 평균 { SHORT($some) } ms가 아니라 { SHORT($many) } ms 뒤에 끝납니다. 모든 작업이 한꺼번에 시작해 끝까지 CPU를 나눠 쓰므로 대부분 늦게 끝납니다.
passage_order-of-service = 따라서 CPU 수를 넘는 스레드는 처리량을 높이지 않습니다. 게시된 표의 평균 열은 속도가 아니라 처리 순서를 보여 줍니다. 같은 작업 J개와 n = min(스레드, J)에서 마지막 작업은 n과 관계없이 T에 끝납니다. 첫 작업은 약 T·n/J, 평균은 약 T/2·(1 + n/J)에 끝납니다.
passage_mixed-up-replies = 글의 풀은 워커에 태스크를 보내고 worker.once('message')로 기다립니다. 한 워커에서 여러 태스크가 처리 중이면 첫 응답이 모든 태스크의 대기를 끝냅니다. 여기서는 응답 { $answered }개 중 { $wrong }개({ PERCENT(QUOTIENT($wrong, $answered)) })에 다른 요청의 결과가 들어 있었습니다. 이 응답은 평균 { SHORT($mean) } ms, 가장 빠르면 { SHORT($fastest) } ms 뒤에 왔습니다. 그러나 모든 요청에는 { $from }~{ $to } ms의 지연이 있습니다. 시계만 보는 클라이언트는 이를 속도로 착각합니다.
passage_numbered-tasks = 다른 것은 그대로 두고 태스크마다 번호를 주면 { $gained ->
    [left] 이득이 남습니다
    [gone] 이득이 사라집니다
   *[unknown] 남는 이득을 충분히 알 수 없습니다
}. 처리량은 단일 스레드의 { INTERVAL($ratio-value, $ratio-low, $ratio-high) }배입니다.
passage_published-elapsed = 글에서는 { SHORT($apart) } s 간격인 첫 응답과 마지막 응답 사이에 { SHORT($grown) } s 늘어납니다. 같은 테스트에 대한 ab의 표에서는 모든 요청이 { SHORT($least) }~{ SHORT($most) } s입니다.
passage_elapsed = 로그의 elapsed는 응답마다 늘어 { SHORT($from) } ms에서 { SHORT($to) } ms가 되지만, 클라이언트가 기다린 시간은 { SHORT($least) }~{ SHORT($most) } ms입니다.
passage_largest-gain = 가장 큰 이득은 { INTERVAL($gain-value, $gain-low, $gain-high) }배입니다({ PHRASE($how) }, 동시 요청 { $clients }개).
passage_even-share = 고르게 나눈 몫은 { WHOLE-PERCENT($share) }입니다.
passage_pairs = 쌍의 각 서버를 { $trials }회 시작했고, 서버마다 요청 약 { SHORT($requests) }개에 응답했습니다.
passage_furthest-pair = 동일한 서버 { $pairs }쌍 중 1에서 가장 먼 값은 { INTERVAL($ratio-value, $ratio-low, $ratio-high) }입니다.

contestant_not-prepared = 이 실행에서 찾거나 빌드한 것이 없습니다.
contestant_spring-missing = { $name } 실행에는 Java { $needs } 이상, 빌드에는 JDK와 Maven이 필요합니다. 찾은 것: { IF(ABOVE($java, 0), PUT("Java ", LIST($java, with: ", ")), "Java 없음") }{ IF(ABOVE($java, 0), IF($compiles, "", "(컴파일러 없음)")) }, { IF(ABOVE($maven, 0), PUT("Maven ", LIST($maven, with: ", ")), "Maven 없음") }. JDK { MAX($needs, 25) }과(와) Maven을 설치하거나 JAVA_HOME과 MAVEN_HOME을 설정한 뒤 다시 실행하세요.
contestant_go-missing = 이 서버를 빌드하려면 Go 1.24 이상이 필요합니다. 찾은 것: Go { IF(ABOVE($found, 0), LIST($found, with: ", "), "없음") }. https://go.dev/dl 에서 설치하거나 그 폴더를 PATH에 넣은 뒤 다시 실행하세요.
contestant_runtime-missing = { $name }을(를) PATH, 전용 폴더, npm 패키지에서 찾지 못했습니다. 설치한 뒤({ $install }) 다시 실행하세요.
contestant_express-missing = Express는 선택 사항이며 찾지 못했습니다. 설치한 뒤(npm install express) 다시 실행하세요.
contestant_broken = { $name }을(를) 빌드하지 못했습니다({ $how }). 빌드의 마지막 줄: { $lines }
contestant_build-spring = Spring Boot { $version }을(를) 한 번만 빌드합니다. Maven이 패키지 약 100 MB를 내려받으며 1~2분 걸립니다
contestant_build-go = Go 서버를 Go { $version }(으)로 한 번만 빌드합니다. 길어야 2분이며 내려받는 것은 없습니다
contestant_build-line = 빌드 중, { $seconds }초{ IF(ABOVE($loaded, 0), PUT(", 파일 ", $loaded, "개 내려받음")) }{ IF(EMPTY($line), "", PUT(": ", $line)) }
contestant_build-waits = 프로세스 { $pid }이(가) 같은 서버를 빌드하고 있어 기다립니다
contestant_built = { $name }: { $seconds }초 만에 빌드했고 다음 실행을 위해 보관합니다

claim_cluster-answer = 동시 요청 { $clients }개에서 { $how ->
    [cluster] node:cluster 프로세스
    [cluster-none] node:cluster(SCHED_NONE) 프로세스
    [reuse-port] 저마다 소켓이 있는(reusePort) 프로세스
    [handed-sockets] 소켓을 넘겨받는 워커 스레드
   *[threads] 저마다 소켓이 있는(reusePort) 워커 스레드
} { $workers }개는 프로세스 하나의 { SHORT($ratio) }배를 처리합니다.

platforms_answer = 클라이언트 { $clients }개, 요청마다 { $ms } ms 대기만 합니다. 초당 처리량: { LIST($rates, each: "each", with: ", ") }. { IF($threads, platforms_answer.threads) }계산을 하는 요청에 대해서는 아무것도 말해 주지 않습니다.
    .each = { PHRASE($name) } { SHORT($perSecond) }
    .threads = Spring MVC의 기본 스레드는 { $threads }개이므로 초당 약 { SHORT(QUOTIENT(PRODUCT($threads, 1000), $ms)) }개가 한계입니다. { "" }
platforms_computing = 요청이 계산을 할 때 Spring MVC의 처리량은 Node 프로세스 하나{ IF(BELOW(ABS(DIFFERENCE($one, 1)), 0.01), "와 같은 수준", PUT("의 ", SHORT($one), "배")) }{ IF($many, platforms_computing.many-2) }입니다.
    .many-2 = , CPU마다 프로세스를 하나씩 둔 Node{ IF(BELOW(ABS(DIFFERENCE($many, 1)), 0.01), "와 같은 수준", PUT("의 ", SHORT($many), "배")) }
platforms_same-cost = 요청이 대기한 뒤 어느 서버에서나 CPU를 약 { $ms } ms 쓸 때 Spring MVC의 처리량은 Node 프로세스 하나{ IF(BELOW(ABS(DIFFERENCE($one, 1)), 0.01), "와 같은 수준", PUT("의 ", SHORT($one), "배")) }{ IF($many, platforms_computing.many-2) }입니다.
claim_platforms-one-cpu = 이 장비에는 CPU가 하나뿐이라 스레드가 동시에 계산할 수 없습니다.
claim_platforms-needs-java = Java { $found }에서 실행했습니다. Java { $needs } 이전에는 synchronized 블록이 가상 스레드를 고정하며, 이 주장은 Java 25에 대한 것입니다.
claim_platforms-waits = Node의 타이머에는 스레드가 필요 없습니다. Spring MVC에서는 대기 중인 요청마다 스레드 { $threads }개 중 하나를 차지합니다.
claim_platforms-cpus = Node 프로세스 하나는 CPU 하나에서, Spring은 CPU { $cpus }개에서 계산합니다.
claim_platforms-carriers = 고정된다면 캐리어 스레드마다 하나씩 동시에 { $carriers }개만 처리됩니다. 처리 중인 요청은 500개였습니다.
claim_platforms-our-waits = 그 벤치마크에는 토큰과 데이터베이스가 있었습니다. 여기서는 요청마다 100 ms를 대기할 뿐입니다.
claim_platforms-waves = 대략적인 값입니다. 측정 구간에는 { $ms } ms 대기가 연달아 { $waves }번 들어가며, 한 번이 더 들어가거나 빠지면 값이 달라집니다.
claim_platforms-heap = 메모리는 판정에 쓰지 않습니다. JVM은 512 MB 안에서 힙을 얼마나 쓸지 스스로 정합니다.
claim_platforms-thread-per-request = 둘 다 같은 Java에서 실행한 Spring입니다. Tomcat도 논블로킹 소켓으로 연결을 읽습니다. 차이는 요청이 대기하는 동안 스레드를 차지하는지입니다.
claim_platforms-mix = 이 혼합 부하에서는 요청 100개 중 하나가 200 ms 동안 스레드를 붙잡으므로, p90은 작은 요청의 시간입니다.
claim_platforms-busy-waiting = 반복문은 시계가 100 ms를 가리킬 때까지 돕니다. CPU { $cpus }개를 나누어 쓰면서도 스레드 16개 모두에 그 시간이 흐릅니다. 따라서 이 값은 일의 양이 아니라 스레드 수를 셉니다.
