## What the GitHub Action says.

comment_title = chokepoint: { $verdict ->
    [pass] 게이트 통과
    [fail] 게이트 실패
    [undecided] 게이트 판단 불가
    [unmeasured] 게이트 측정 불가
   *[other] { $verdict }
}{ IF(EMPTY($name), "", PUT(" (", $name, ")")) }
comment_of-commit = 측정한 커밋: { $commit }.
action_commented = 풀 리퀘스트 { $number }{ IF($isNew, "에 댓글을 달았습니다", "의 댓글을 고쳤습니다") }.
action_no-pull = 풀 리퀘스트가 아니므로 댓글을 달지 않습니다. 결과는 작업의 요약에 있습니다.
action_no-token = 토큰이 없어 댓글을 달지 않습니다. 결과는 작업의 요약에 있습니다. 액션은 작업의 토큰을 스스로 사용합니다. 댓글을 달 작업에는 "permissions: { "{" } pull-requests: write { "}" }"가 필요합니다.
action_not-commented = 댓글을 쓰지 못했습니다. { $why } 결과는 작업의 요약에 있고 판정은 그대로입니다.
action_refused = GitHub가 거부했습니다({ $status }). 이 토큰은 풀 리퀘스트에 쓸 수 없습니다. 포크의 토큰은 언제나 쓸 수 없고, 그 밖에는 작업에 "permissions: { "{" } pull-requests: write { "}" }"를 지정하세요.
action_limited = GitHub의 요청 한도에 도달했습니다({ $status }).{ IF($seconds, PUT(" ", $seconds, "초 뒤에 다시 요청해야 합니다.")) }
action_answered = GitHub의 응답 상태는 { $status }입니다.
action_unreachable = 읽을 수 있는 응답이 없었습니다: { $reason }
action_address = API 주소가 HTTPS도 이 장비의 주소도 아니므로 토큰을 보내지 않습니다.

## What was measured, on what machine, under which conditions.

fact_logical-cpus = 논리 CPU { COUNT($cpus) }
fact_cores = 코어 { COUNT($cores) }
fact_allowed = 사용 가능 { COUNT($cpus) }
fact_cgroup-cpus = cgroup 할당량 { $cpus }
fact_effective = { LIST($cpus, with: ", ") }; 실제로 쓸 수 있는 CPU { $effective }개
fact_cgroup-memory = { $memory }, cgroup 한도 { $limit }
fact_kernel = { $platform }, 커널 { $kernel }
fact_before = 실행 전 { $load }
fact_hypervisor = 하이퍼바이저가 가져간 CPU
fact_at-worst = 시행당 최대 { PERCENT($share) }
fact_throttled = 시행당 최대 { COUNT($periods, "주기") } 동안 제한됨
fact_workload = 워크로드 { $name }
fact_program = 프로그램 { $name }(Node 자체를 측정)
fact_varied = 변경한 설정: { $key }
fact_windows = { LIST($windows, with: " 또는 ") }
fact_all-answered = 모든 요청에 응답할 때까지
fact_warm-up = { $window }, 워밍업 { $warmup }
fact_no-warm-up = { $window }, 워밍업 없음
fact_order = { $blocks }, 무작위 순서(시드 { $seed }); 시행마다 새 { IF($isAsked, "서버", "프로세스") }
fact_blocks-search = 탐색에 필요한 만큼
fact_blocks-lab = { $blocks }개, 주장을 판정하기에 정밀도가 부족한 설정은 추가로 측정{ IF($time, PUT("(최대 ", $time, ")")) }
fact_blocks-until = 최대 { $blocks }개, { IF($precision, PUT("각 비율의 오차가 ±", PERCENT($precision), " 이내가 될 때까지"), "충분히 알 때까지") }{ IF($time, PUT("(최대 ", $time, ")")) }
fact_withheld = { $end }; 유효성 검사 { $check } 실패로 판정 보류
fact_shared = 없음(부하 생성기와 서버가 CPU를 함께 사용)
fact_apart = 서버 { $server }; 부하 생성기 { $generator }
fact_search = 가장 좋은 { $metric }, 오차 { PERCENT($within) } 이내, 신뢰 수준 { PERCENT($confidence) } ({ $mode }{ IF($time, PUT("); 최대 ", $time), ")") }
fact_iterations = 작업당 반복 횟수
fact_servers-node = 서버의 Node
fact_other-ports = { $address }, 포트는 시행마다 다름
fact_noise = 시행당 노이즈(CV)
fact_spread = { $value } ({ $low }~{ $high })
fact_noise-of = { $metric } 기준 { $spread }, 설정과 블록의 영향{ IF($before, PUT(", 장비 속도의 영향(제외 전 ", $before, ")")) } 제외; 시행 { COUNT($trials, "회") }
fact_sees = { $share }보다 큰 차이를 구분할 수 있습니다
fact_stolen = 평균 { $mean }, 최대 { $max }
fact_control = A/A′ 대조
fact_control-ratio = 기준 ÷ 기준의 사본 { $value } ({ $low }~{ $high }, { ROUND(PRODUCT($confidence, 100)) }%): { IF($isSound, "유의한 차이 없음", "같은 설정인데 결과가 다름: 모든 비교가 무효") }
fact_machine-speed = 장비 속도
fact_cpu-speed = CPU 속도

## Titles, axes and sentences of the figures.

figure_against = { $axis }별 { $title }
figure_log = { $unit } (로그 눈금)
figure_log2 = { $axis } (log₂ 눈금)
figure_modelled = { IF(EMPTY($line), "", PUT($line, " ")) }모델
figure_hollow = 속이 빈 표시는 시행이 적어 구간이 없습니다.
figure_arrow = 화살표: 구간이 그림 밖으로 이어집니다.
figure_model-line = 점선은 모델의 값입니다.
figure_model-median = 표시가 없는 점선은 같은 모델의 중앙값입니다.
figure_panels-left = 나머지 그림 { COUNT($panels) }는 표에만 있습니다.
figure_groups-left = 나머지 그룹 { COUNT($groups) }는 표에만 있습니다.
figure_forest = 기준 대비 설정별 비교
figure_forest-group = { $metric }, { $better ->
    [higher] 높을수록
   *[other] 낮을수록
} 좋음{ IF(EMPTY($common), "", PUT(" (", $common, ")")) }{ IF(BELOW($rows, $all), PUT(", ", $all, "개 중 처음 ", $rows, "개")) }
figure_ratio-to = { $baseline } 대비 비율 (로그 눈금)
figure_order = 측정 순서에 따른 시행
figure_order-sentence = 모든 시행이 설정 평균의 { PERCENT($most) } 이내입니다. 실행의 후반부가 전반부보다 { PERCENT(ABS($drift)) } { IF(BELOW($drift, 0), "느립니다", "빠릅니다") }.
figure_order-label = 처리율 ÷ 설정 평균
figure_order-axis = 측정 순서에 따른 시행, 세로선은 블록의 경계
figure_order-note = 처리율: 요청 수. 작업이 끝나기 전에 응답하는 서버는 작업 수.
figure_requests = 시간에 따른 요청{ IF(EMPTY($common), "", PUT(" (", $common, ")")) }
figure_requests-sample = 요청 표본, 예정 시각 기준{ IF(EMPTY($common), "", PUT(" (", $common, ")")) }
figure_slowest = 가장 느린 요청: { LIST($slowest, each: "each", with: "; ") }.
    .each = { $setting } { $time }(표시한 { COUNT($shown) } 중)
figure_since-window = 측정 구간 시작부터의 ms
figure_since-due = 요청 예정 시각부터의 ms
figure_window-note = 측정 구간 시작부터의 밀리초입니다.
figure_jobs-over-time = 시간에 따른 작업(서버 측정){ IF(EMPTY($common), "", PUT(" (", $common, ")")) }
figure_first-last = 첫 작업과 마지막 작업의 완료 시각: { LIST($settings, each: "each", with: "; ") }.
    .each = { $setting } { $low }, { $high }
figure_jobs-note = 측정 구간 시작부터의 밀리초입니다. 작업을 끝난 순서로 열 등분했습니다.
figure_span_wait = 예정됨, 아직 보내지 않음
figure_span_server = 보냄, 응답 없음
figure_span_receive = 응답 수신 중
figure_span_job = 작업: 제출부터 완료까지
figure_span_failed = 실패

## What the page's script writes on the page.

page_script_copy = 복사
page_script_copied = 복사됨
page_script_link = 링크 복사
page_script_legend = 표시할 선
page_script_sort = 이 열로 정렬

## The first screen of a page, and the labels of the sections below it.

next_fixed = 문제를 해결한 뒤
next_resume = 이어서 실행
next_quiet = 다른 프로그램을 닫고 다시 측정
next_decide = 판단 불가 항목 판정
next_longer = 시간을 늘려 다시 탐색
next_limit = 현재 서버의 병목 확인{ IF($isCluster, "(cluster.cjs는 보고서에 있음)") }
next_behind = 요청이 무엇을 기다리는지 확인
next_loss = 변경으로 느려진 곳 확인
next_processes = 프로세스를 늘리면 더 빨라지는지 확인
next_predict = 측정 없이 다른 크기를 예측
next_tune = 다른 크기까지 모두 탐색
next_own = 내 서버의 병목
next_clients = 더 많은 클라이언트로 더 오래 관찰
next_capacity = 감당할 수 있는 부하
next_again = 변경한 뒤 다시 측정
next_restart = 변경하고 재시작한 뒤
next_load = 관찰하는 동안 요청을 보냄
next_route = 관찰하는 동안 요청을 보냄. 정상 응답하는 경로를 지정하세요
next_measure = 둘 다 측정
next_cores = CPU가 더 많을 때의 예측
next_deeper = 더 많이 관찰함. 프로세스에 미치는 영향은 --help 참고
undecided_noise = { IF($what, PUT($what, " 판단 불가: ")) }약 { COUNT($blocks, "블록") }({ IF(BELOW($seconds, 100), PUT($seconds, "초"), PUT(CEIL(QUOTIENT($seconds, 60)), "분")) }) 더 측정하면 판정할 수 있습니다.
undecided_on-the-line = { IF($what, PUT($what, " 판단 불가: ")) }경계에 너무 가까워 블록을 늘려도 판정하기 어렵습니다.
undecided_withheld = { $what } 판단 불가: 유효성 검사를 통과하지 못했습니다.
undecided_contradict = { $what } 판단 불가: 측정 결과가 서로 어긋납니다.
undecided_settings = 설정 { COUNT($settings) }
undecided_claims = 주장 { COUNT($claims) }
page_badge_claims = { $of }개 중 { $decided }개 판정
page_badge_gate_pass = 게이트 통과
page_badge_gate_fail = 게이트 실패
page_badge_gate_undecided = 게이트 판단 불가
page_badge_gate_unmeasured = 게이트 측정 안 됨
page_badge_certified = 검증됨, { PERCENT($confidence) }
page_tile_blocks = { COUNT($blocks, "블록") }
page_tile_of = { $of }개 중 { $n }개
page_tile_was = 이전 { $value }
page_tile_base = 기준 { $value }
page_files = 이 페이지의 데이터:
page_index_count = 리포트 { $reports }개.
page_todo_apply = 서버를 시작하는 곳에서 설정하세요:
page_todo_change = { $what }:
page_todo_expect = 기대 효과: { $text }
page_todo_other-ways = 다른 방법 { COUNT($ways) }
page_caption_against = { TERM($label) }, { $baseline } 대비: { JOIN(IF(ABOVE($better, 0), PUT(LIST($better), " 더 좋음")), IF(ABOVE($equivalent, 0), PUT(LIST($equivalent), " 동등")), IF(ABOVE($worse, 0), PUT(LIST($worse), " 더 나쁨")), page_caption_against.undecided, with: "; ") }.
    .undecided = { IF(ABOVE($undecided, 0), PUT(LIST($undecided), " 판단 불가")) }
page_caption_counts = { TERM($label) }, 기준 대비: { JOIN(page_caption_counts.better, page_caption_counts.equivalent, page_caption_counts.worse, page_caption_counts.undecided, with: ", ") }.
    .better = { MATCHES($words, "better") ->
        [0] { "" }
       *[other] 더 좋음 { MATCHES($words, "better") }
    }
    .equivalent = { MATCHES($words, "equivalent") ->
        [0] { "" }
       *[other] 동등 { MATCHES($words, "equivalent") }
    }
    .worse = { MATCHES($words, "worse") ->
        [0] { "" }
       *[other] 더 나쁨 { MATCHES($words, "worse") }
    }
    .undecided = { MATCHES($words, "undecided") ->
        [0] { "" }
       *[other] 판단 불가 { MATCHES($words, "undecided") }
    }
page_caption_range = { TERM($label) } 범위: { $low-value } ({ $low-setting })부터 { $high-value } ({ $high-setting })까지.
page_caption_single = 설정이 하나뿐입니다.
page_quality_noise = 시행당 노이즈 { PERCENT($noise) }.{ IF($resolution, PUT(" ", PERCENT($resolution), " 미만의 차이는 이 장비에서 구분할 수 없습니다.")) }

## Headings, notes and labels of the reports.

report_name = { TERM($name) }
report_lab = 실험: { $name }
report_experiments = 실험 { COUNT($experiments) }
report_measuring = 측정 시간 { $time }
report_not-run = { $name } 실행 불가({ $code }): { $what } { $todo }
report_cut-off = { $name } 실행이 중단되었습니다. 이어서 실행하세요: { $command }
report_not-begun = 시작하지 않음: { $names }. 실행 명령: { $command }
report_evidence-of = { $claim }의 근거
report_data = 그림의 데이터
report_table = 표: { $title }
report_output = 서버의 마지막 출력
report_file = 리포트: { $file }
report_trial = 시행 { $trial } ({ $setting })
report_setting-trial = { $setting } (시행 { $trial })
report_skip = 리포트로 건너뛰기
report_footer = 실행 { $run }({ DATE($at) }), chokepoint { $version } 버전으로 측정하고 판정했습니다.
report_footer-all = chokepoint { $version } 버전으로 측정하고 판정했습니다.
report_response-times = 설정별 응답 시간
report_generators = 부하를 보낸 생성기
report_generators-note = 전체 시행 기준: 측정 구간의 요청 수, 나머지는 가장 나쁜 값. 네트워크: TCP 연결에 더해진 시간(중앙값). 함께 측정: 모든 생성기가 측정 구간에 있던 비율(최악의 경우). 각 생성기의 시작 시각은 왕복 시간의 절반까지만 알 수 있음.
report_jobs = 설정별 작업 시간(서버 측정)
report_mean = 시행들의 기하 평균과 95% 신뢰 구간입니다.
report_no-interval = 구간이 없는 경우: 시행이 세 번 미만이거나, 편차가 커서 구간의 폭이 10배를 넘습니다.
report_dash = 줄표: 시행이 없거나, 백분위수를 구하기에 요청이 너무 적습니다.
report_predicted = 모델: 기준 설정만으로 예측한 값입니다.
report_premature = 작업이 끝나기 전에 응답하는 설정 { COUNT($settings) }는 제외했습니다. 그 응답 시간에는 의미가 없습니다.
report_trials-of = { $all }회 중 { $trials }회
report_group-baseline = 그룹의 기준
report_the-baseline = 기준({ $setting })
report_ratio-note = { $baseline } 대비 비율과 { DECIMALS(PRODUCT($confidence, 100), 0) }% 신뢰 구간입니다. 더 나음과 더 나쁨: 전체 비교의 오류 확률을 함께 고려해도 구간이 1을 벗어납니다. 동등: { DECIMALS(QUOTIENT(1, SUM(1, $delta)), 2) }~{ DECIMALS(SUM(1, $delta), 2) } 이내입니다.
report_withheld = 판정하지 않은 이유: { $why }
report_picture-note = 단위: { $unit }. 구간은 95% 신뢰 구간입니다.
report_range = { $low }~{ $high }
