## What keeps the probe out of a running process, or goes wrong while it is brought in, in Korean.

-with-the-probe = 대신 프로브와 함께 시작하세요: NODE_OPTIONS="--import chokepoint/probe". 또는 chokepoint가 시작하게 하세요:

SIGUSR1_NOT_CAUGHT = 프로세스 { $pid }에 SIGUSR1 핸들러가 없어 시그널을 보내지 않았습니다.
    .why = SIGUSR1은 Node의 inspector를 열지만, 이 프로세스는 종료됩니다. 아직 시작하는 중이거나, inspector 없이 빌드되었거나, 핸들러를 제거했습니다.
    .todo = 방금 시작했다면 다시 시도하세요. { -with-the-probe } { $chokepoint } doctor -- node …
SIGUSR1_DISABLED = 프로세스 { $pid }은(는) --disable-sigusr1로 시작되어 시그널을 보내지 않았습니다.
    .why = 프로브는 inspector를 통해 들어가는데, 이 옵션이 있으면 SIGUSR1이 inspector를 여는 대신 프로세스를 종료합니다.
    .todo = { -with-the-probe } { $chokepoint } doctor -- node …
SIGUSR1_HANDLED = 프로세스 { $pid }의 애플리케이션이 SIGUSR1을 직접 처리하므로 시그널을 보내지 않았습니다.
    .why = 시그널을 보내면 그 핸들러가 실행되고 inspector는 열리지 않습니다.
    .todo = { -with-the-probe } { $chokepoint } doctor -- node …
SIGUSR1_UNKNOWN = 프로세스 { $pid }의 애플리케이션이 SIGUSR1을 직접 처리하는지 알 수 없어 시그널을 보내지 않았습니다.
    .why = 시그널 핸들러를 읽을 수 없습니다: { $why }. 핸들러가 있으면 시그널이 그것을 실행합니다. 로그를 교체하는 것도 있고 프로세스를 종료하는 것도 있습니다.
    .todo = { $first } { -with-the-probe } { $chokepoint } doctor -- node …
INSPECTOR_NOT_LOCAL = 프로세스 { $pid }의 inspector는 { $address }에서 열립니다({ $how }).
    .why = 이 주소는 다른 장비에서 접근할 수 있습니다(--inspect-port, NODE_OPTIONS). inspector가 열려 있는 동안 접근할 수 있는 누구나 프로세스에서 코드를 실행할 수 있습니다.
    .todo = --inspect-port=127.0.0.1:9229로, 또는 이 옵션 없이 프로세스를 시작하고 다시 시도하세요. { -with-the-probe } { $chokepoint } doctor -- node …
ATTACH_UNGUARDED = 프로세스 { $pid }에 시그널을 보내지 않았습니다: doctor가 강제 종료되면 inspector를 닫아 줄 헬퍼를 시작하지 못했습니다.
    .todo = 장비에 여유 메모리가 있고 프로세스를 더 시작할 수 있을 때(ulimit -u) 다시 시도하세요.
MAIN_THREAD_BLOCKED = 프로세스 { $pid }에 시그널을 보내지 않았습니다: 메인 스레드가 { $seconds }초 동안 시스템 호출 { $call }에 머물렀습니다.
    .why = 시그널이 그 호출을 중단시키며 애플리케이션은 이를 예상하지 못할 수 있습니다. 기다리던 read가 EINTR을 던질 수 있습니다.
    .todo = doctor는 프로브 없이도 이 호출을 보여 주므로 --attach를 빼거나 나중에 다시 시도하세요. { -with-the-probe } { $chokepoint } doctor -- node …
PERMISSION_MODEL = 프로세스 { $pid }은(는) Node의 권한 모델({ $flag })에서 실행되어 시그널을 보내지 않았습니다.
    .why = 이 모델에서 Node는 inspector를 열지 않고 워커 스레드를 시작하지 않으며, 시그널은 프로세스를 종료합니다.
    .todo = --attach를 빼세요. 프로브 없는 관찰은 권한 모델에서도 동작합니다.
INSPECTOR_PORT_TAKEN = 프로세스 { $pid }이(가) inspector를 열 포트 { $port }을(를) 다른 프로세스가 사용하고 있습니다.
    .todo = 그 포트를 수신하는 프로세스를 종료하고 다시 시도하세요. { -with-the-probe } { $chokepoint } doctor -- node …
NETWORK_OTHER = 프로세스 { $pid }은(는) 다른 네트워크 네임스페이스에 있습니다(보통 컨테이너).
    .why = inspector가 여기에서 접근할 수 없는 루프백 주소에서 열립니다.
    .todo = chokepoint를 같은 컨테이너 또는 그 네트워크에서 실행하세요: nsenter --target { $pid } --net { $chokepoint } doctor { $pid } --attach
ATTACH_FOLDER = 프로세스 { $pid }이(가) 접근할 수 있는 소켓을 만들지 못했습니다.
    .todo = 컨테이너에 쓸 수 있는 /tmp를 제공하거나 chokepoint를 같은 사용자로 실행하세요. { -with-the-probe } { $chokepoint } doctor -- node …
ATTACH_BUSY = 다른 chokepoint가 지금 프로세스에 attach하고 있습니다.
    .why = 모든 Node 프로세스는 같은 포트에서 inspector를 열므로 한 번에 하나만 attach할 수 있습니다. 다른 쪽이 { $seconds }초 넘게 걸리고 있습니다.
    .todo = 다른 attach가 끝난 뒤 다시 시도하세요.
ATTACH_WRONG_PROCESS = 프로세스 { $pid }은(는) 더 이상 attach하려던 프로세스가 아닙니다.
    .todo = 지금 실행 중인 프로세스의 PID를 찾으세요: pgrep -af node
INSPECTOR_SILENT = 프로세스 { $pid }에 { $seconds }초 안에 프로브를 넣지 못했습니다.
    .todo = 나중에 다시 시도하세요. { -with-the-probe } { $chokepoint } doctor -- node …
INSPECTOR_LEFT_OPEN = 프로세스 { $pid }의 inspector가 { $address }에 아직 열려 있습니다.
    .why = 닫으라고 요청했지만 닫히지 않았습니다. 열려 있는 동안 이 장비의 모든 사용자가 그 프로세스에서 코드를 실행할 수 있습니다. { $closer }
    .todo = 직접 닫으세요: chrome://inspect에서 process.getBuiltinModule("inspector").close()를 실행하거나 프로세스를 재시작하세요.
PROCESS_STOPPED = 프로세스 { $pid }이(가) 정지되어 있어(상태 { $state }) 시그널을 보내지 않았습니다.
    .why = 코드를 실행하지 않고 요청에 응답하지 않습니다. 시그널은 대기하다가 프로세스가 다시 실행될 때 inspector를 엽니다.
PROBE_PRESENT = 다른 chokepoint의 프로브가 이미 프로세스 { $pid }에 있습니다.
    .why = 두 번째 프로브는 첫 번째 프로브를 측정하게 됩니다.
    .todo = 다른 chokepoint가 끝나 프로브가 제거될 때까지 기다리세요. 또는 --attach 없이 밖에서 관찰하세요.
PROBE_REFUSED = 프로세스 { $pid }에 사용할 수 있는 프로브가 없습니다.
    .todo = { -with-the-probe } { $chokepoint } doctor -- node …
PROBE_SILENT = 프로세스 { $pid }의 프로브가 { $seconds }초 동안 아무것도 보내지 않았습니다.
    .todo = 장비가 덜 바쁠 때 다시 시도하세요. { -with-the-probe } { $chokepoint } doctor -- node …

## What the user typed, and what of it cannot be used, in Korean.

COMMAND_UNKNOWN = "{ $name }" 명령은 없습니다{ $also }.
    .why = 사용할 수 있는 명령: { $known }.
OPTION_UNKNOWN = 여기에서 { $name } 옵션은 사용할 수 없습니다.
    .todo = 목록은 "{ $chokepoint } { $command } --help"를 참고하세요. 직접 만든 서버의 옵션은 "--" 뒤에 쓰세요.
OPTION_INVALID = { $option }에 "{ $value }" 값을 사용할 수 없습니다.
OPTIONS_EXCLUSIVE = { $option }, { $other }: 함께 사용할 수 없습니다.
ARGUMENT_MISSING = 필요한 것이 없습니다: { $name }.
SEPARATOR_MISSING = 서버 명령 앞에 "--"를 넣으세요.
    .why = 없으면 "{ $words }"을(를) chokepoint의 인자로 볼 수 있습니다.
    .todo = 다음과 같이 쓰세요: { $command }
CONFIRMATION_MISSING = 실행 { $id }의 삭제를 취소했습니다.
    .why = 삭제한 실행은 복구할 수 없으며, 삭제를 확인받지 못했습니다.
    .todo = 확인 없이 삭제하려면 --yes를 추가하세요.
SERVER_COMMAND_NOT_FOUND = "{ $program }" 프로그램을 찾을 수 없습니다.
    .why = 여기에 있는 파일도 PATH에 있는 프로그램도 아닙니다.
    .todo = "--" 뒤의 단어를 확인하거나 전체 경로를 지정하세요.
SERVER_FILE_NOT_FOUND = 서버 명령의 파일 "{ $file }"이(가) 없습니다.
    .why = node가 바로 종료됩니다.
    .todo = 경로를 확인하세요. { $cwd } 기준으로 찾습니다.
SETTINGS_INVALID = { $file }의 설정을 사용할 수 없습니다.
VARY_KEY_UNKNOWN = --vary에 "{ $key }" 키를 사용할 수 없습니다.
    .why = 변경할 수 있는 것: { $known }.
VARY_LEVEL_INVALID = --vary { $key }에 "{ $value }" 값을 사용할 수 없습니다.
LOAD_INVALID = --load에 "{ $value }" 값을 사용할 수 없습니다.
    .todo = closed:CLIENTS, closed:CLIENTSxREQUESTS, rate:PER_SECOND, poisson:PER_SECOND, ramp:FROM..TO, batch:SIZExBATCHES 중 하나를 0보다 큰 숫자로 쓰세요.
HEADER_UNREADABLE = 헤더 { $header }의 값을 { $value }에서 읽을 수 없습니다.
    .todo = 한 줄짜리 파일(NAME:@FILE)이나 설정된 변수(NAME: $VARIABLE)를 지정하세요. chokepoint가 출력한 @FILE이라면 먼저 그 파일에 비밀 값을 쓰세요. 값이 이 문자로 시작하면 @@ 또는 $$로 쓰세요.
SECRETS_NEEDED = 이 실행에는 저장되지 않은 값이 필요합니다: { $names }.
    .why = 저장소에는 비밀의 이름만 저장하고 값은 저장하지 않습니다.
URL_INVALID = --url에 "{ $value }" 값을 사용할 수 없습니다.
    .todo = 서버가 수신하는 주소를 지정하세요(예: http://127.0.0.1:3000/).
SCENARIO_INVALID = 시나리오 파일 { $file }: 사용할 수 없습니다.
    .todo = 요청의 JSON 목록이어야 합니다: [{ "{" } "url": "http://127.0.0.1:3000/", "weight": 3 { "}" }, …].
PROCESSES_NEED_NODE = "{ $program }"에는 --vary processes를 적용할 수 없습니다.
    .why = 스크립트를 node:cluster로 실행하므로 명령이 "node [options] script [arguments]" 형식이어야 합니다.
    .todo = npm이나 셸 같은 래퍼 대신 스크립트를 직접 지정하세요.
CPUS_UNAVAILABLE = 여기에서는 CPU 친화도를 설정할 수 없습니다.
EXPERIMENT_UNKNOWN = "{ $name }" 실험은 없습니다.
    .why = lab의 실험: { $known }.
SUBJECT_UNKNOWN = 시작할 서버 "{ $name }": 찾을 수 없습니다.
    .why = serve로 시작할 수 있는 서버: { $known }.
TOPOLOGY_UNKNOWN = { $subject }: "{ $name }" 토폴로지로 시작할 수 없습니다.
    .why = 사용할 수 있는 토폴로지: { $known }.
NODE_TOO_OLD = 현재 Node는 { $version }입니다. chokepoint에는 { $needed } 이상이 필요합니다.
    .why = 이전 버전에는 없는 node:sqlite로 실행을 저장합니다. 다른 Node를 시작하지 못했습니다: { $why }
NODE_NOT_FOUND = --node { $value }: 그런 Node가 없습니다.
    .todo = node 바이너리의 경로를 지정하세요.
NODE_NOT_PACKAGED = --node { $value }: { $system }용 Node 패키지를 알 수 없습니다.
    .why = 버전은 정해진 목록의 패키지로만 받습니다: { $known }. 다른 이름의 패키지에는 무엇이든 들어 있을 수 있습니다.
    .todo = node 바이너리의 경로를 지정하세요.
NODE_ALTERED = --node { $value }: { $file } 파일이 레지스트리에 있는 { $name }의 내용과 다릅니다.
    .why = 버전이나 해시가 다르거나, 다른 사용자가 쓸 수 있는 파일입니다. 실행하지 않았습니다.
    .todo = 그 파일을 제거하고 다시 시도하거나, 신뢰하는 node 바이너리의 경로를 지정하세요.
ROOM_MISSING = 임시 폴더 { $folder }에 { $missing } MiB의 공간이 더 필요합니다.
    .why = 이 실험의 서버는 그곳에 쓴 파일을 읽습니다. 파일은 시행이 끝날 때마다 삭제됩니다.
    .todo = 공간을 확보하거나 디스크의 다른 폴더를 지정하세요: 명령 앞에 TMPDIR=DIR

## Why a server of another platform cannot be started, in Korean.

CONTESTANT_NOT_READY = { $name } 서버가 준비되지 않았습니다.
    .todo = 빠진 것을 설치한 뒤 같은 명령을 다시 실행하세요.
CONTESTANT_BUILD_FAILED = { $name }을(를) 빌드하지 못했습니다({ $how }).
    .why = 빌드의 마지막 줄: { $lines }
    .todo = 빌드가 패키지 저장소에 접근할 수 있는지 확인한 뒤 같은 명령을 다시 실행하세요. 로그: { $log }

## What a gate needs and does not find, in Korean.

GIT_MISSING = git 프로그램을 찾을 수 없습니다.
    .why = { $why } --against는 기준 리비전을 작업 트리 옆에 체크아웃합니다.
    .todo = git을 설치하거나 저장된 실행과 비교하세요: --against last.
REPOSITORY_MISSING = { $folder } 폴더는 git 저장소 안에 있지 않습니다.
    .why = git의 메시지: { $why }
    .todo = 서버의 저장소 안에서 명령을 실행하거나 저장된 실행과 비교하세요: --against last.
BASE_FOREIGN = 실행 { $id }을(를) 현재 사용자가 이 장비에서 측정했는지 확실하지 않습니다.
    .why = { $why } 게이트가 누군가 고른 수치와 비교하게 됩니다.
    .todo = 대신 리비전을 지정하세요. 이 실행을 믿는다면 --trust-store를 추가하세요.
REVISION_UNKNOWN = --against { $name }: 그런 리비전도, 그런 이름으로 저장된 실행도 없습니다.
    .why = 저장소는 { $repository }이고, 실행은 { $store }에서 찾습니다.
    .todo = "git rev-parse { SHELL($name) }"(으)로 이름을 확인하세요. CI에서는 체크아웃이 너무 얕을 수 있습니다. actions/checkout의 fetch-depth를 0으로 지정하세요.
BASE_NOT_CHECKED_OUT = { $name } 리비전을 작업 트리 옆에 체크아웃하지 못했습니다.
    .why = git의 메시지: { $why }
    .todo = 직접 실행해 보세요: git worktree add --detach FOLDER { SHELL($name) }
BASE_FOLDER_MISSING = { $name } 리비전에 { $folder } 폴더가 없습니다.
    .why = 서버 명령은 양쪽의 같은 폴더에서 실행됩니다.
    .todo = 저장소 루트처럼 양쪽에 모두 있는 폴더에서 명령을 실행하세요.
BASE_NOT_INSTALLED = 기준에 의존성이 아직 없고, 작업 트리의 node_modules를 재사용할 수 없습니다.
    .todo = 설치 방법을 지정하세요: --prepare 'npm ci' (기준의 체크아웃에서 실행되는 셸 명령).
PREPARE_FAILED = 기준의 체크아웃에서 --prepare "{ $command }" 실행에 실패했습니다({ $how }).
    .why = 마지막 출력: { $output }
    .todo = 기준 리비전을 새로 클론해 직접 실행해 보세요.
PREPARE_TOO_LONG = 기준의 체크아웃에서 --prepare "{ $command }" 실행이 { $minutes }분이 지나도 끝나지 않았습니다.
    .why = 마지막 출력: { $output }
    .todo = 스스로 끝나는 명령을 지정하세요. 더 오래 걸리는 것은 미리 빌드해 두고 --prepare로 복사하세요.
GIT_STARTS = 이 저장소의 설정에 git이 실행할 프로그램이 있습니다: { $name }.
    .why = 이 설정은 { $repository }/.git/config에 있으며, 클론으로는 전달되지 않습니다. 압축을 푼 폴더라면 누구든 써 넣었을 수 있습니다.
    .todo = 직접 넣은 것이라면 그 파일에서 사용자 설정(git config --global)으로 옮기세요.
COMMAND_NOT_RELATIVE = 서버 명령에 작업 트리의 경로 { $word }이(가) 있습니다.
    .why = 기준과 변경본은 두 체크아웃에서 같은 명령을 실행합니다. 이 경로를 쓰면 둘 다 작업 트리의 파일을 실행하게 됩니다.
    .todo = 현재 폴더 기준의 상대 경로를 지정하세요.
RUN_NOT_COMPARABLE = 실행 { $id }: 기준으로 사용할 수 없습니다.
GATE_WITHOUT_RESULT = 게이트가 결과 없이 끝났습니다.
    .why = 결과 문서 { $file }을(를) 읽을 수 없습니다: { $why }
    .todo = 게이트 단계의 출력을 확인하세요.
GATE_UNMEASURED = 게이트를 판정할 측정값이 없습니다.
    .todo = 시행은 "{ $chokepoint } runs show { $run }"에서 볼 수 있습니다. --duration을 늘리면 퍼센타일에 필요한 요청이, --budget을 늘리면 블록이 늘어납니다.

## 다른 장비의 생성기에서 생길 수 있는 문제.

GENERATOR_NOT_STARTED = 생성기 "{ $name }"이(가) 시작되지 않았습니다({ $how }).
    .why = 생성기가 자신을 알리기 전에 명령이 끝났습니다. stderr의 마지막 내용: { $said }
    .todo = 명령을 직접 실행하세요. { "{" }"kind":"hello"로 시작하는 한 줄을 출력하고 기다려야 합니다.
GENERATOR_VERSION = 생성기 "{ $name }"은(는) chokepoint { $theirs }이고, 이 프로그램은 { $ours }입니다.
    .why = 버전이 다르면 측정 방법이 다를 수 있어 값을 합치지 않습니다.
    .todo = 그 장비에서 같은 버전을 사용하세요: npx chokepoint@{ $ours } generate
GENERATOR_GARBLED = 생성기 "{ $name }"이(가) 프로토콜이 아닌 것을 출력했습니다.
    .why = stdout에는 프로토콜만 있어야 합니다. 로그인 스크립트나 배너가 출력하는 경우가 많습니다. 출력: { $line }
    .todo = 그 출력(.bashrc, 로그인 메시지)을 없애거나 stderr로 보내세요. ssh -T는 터미널을 요청하지 않습니다.
GENERATOR_SILENT = 생성기 "{ $name }"이(가) { $seconds }초 안에 응답하지 않았습니다(기다린 것: { $expected }).
    .why = 생성기가 멈췄거나 연결이 끊겼습니다. 무엇을 보냈는지 알 수 없습니다.
    .todo = 그 장비와 네트워크를 확인하세요. 1분 동안 아무것도 받지 못하면 생성기는 스스로 끝납니다.
GENERATOR_LOST = 생성기 "{ $name }"이(가) 사용 중에 끝났습니다({ $how }).
    .why = 그 몫의 부하가 없어서 나머지는 다른 부하를 측정했습니다. stderr의 마지막 내용: { $said }
    .todo = 그 장비에서 끝난 이유(메모리, 끊긴 연결)를 확인하고 다시 실행하세요.
GENERATOR_K6 = 생성기 "{ $name }"에는 이 장비와 같은 k6 v{ $ours }이(가) 없어서 스크립트를 실행할 수 없습니다.
    .todo = 그곳에 k6 v{ $ours }을(를) 설치하고, 생성기 명령이 사용하는 PATH에 두세요.
GENERATOR_CANNOT_REACH = 생성기 "{ $name }"이(가) { $address }의 서버에 연결할 수 없습니다.
    .todo = 서버가 0.0.0.0에서 수신하게 하고, 그 장비에서 닿는 이 장비의 주소를 지정하세요: --url http://ADDRESS:PORT(포트 0: 자동으로 찾음).
LOAD_NOT_SHARED = 이 부하는 다른 장비의 생성기가 보낼 수 없습니다(여기서는 { $generators }개).
    .todo = 다른 부하(-c, -r, --scenario)나 다른 개수의 생성기를 사용하세요.
CONSENT_NEEDED = 부하가 사설 주소가 아닌 { $address }(으)로 갑니다.
    .why = 다른 사람도 쓰는 네트워크로 실제 부하를 보냅니다.
    .todo = 그 호스트와 경로에 부하를 주어도 된다면 --yes를 추가하세요.

## What can go wrong where k6 runs a script of the user, in Korean.

K6_MISSING = k6를 찾을 수 없습니다.
    .why = { $why } chokepoint에는 포함되어 있지 않습니다(AGPL).
    .todo = k6를 설치하거나(https://grafana.com/docs/k6/latest/set-up/install-k6/) --engine을 빼세요.
K6_UNSUPPORTED = 지원하지 않는 k6 버전입니다: { $version } ({ $file }).
    .why = k6 1과 2의 옵션과 출력 형식만 알고 있습니다.
    .todo = k6 1 또는 2를 설치하고 PATH의 앞에 두세요.
K6_FAILED = k6가 부하를 끝까지 보내지 못했습니다({ $how }).
    .todo = 스크립트를 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE
K6_NO_REQUEST = 스크립트 { $script }이(가) 반복 { $iterations }회 동안 HTTP 요청을 보내지 않았습니다.
    .why = 측정 구간의 HTTP 요청만 셉니다.
    .todo = --duration으로 더 오래 측정하거나, 스크립트의 기본 함수가 하는 일을 확인하세요.
K6_THREW = 스크립트 { $script }의 기본 함수가 예외를 던져서 반복 { $iterations }회 동안 HTTP 요청을 보내지 않았습니다.
    .why = { $exception }
    .todo = 스크립트를 고친 뒤 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE
K6_EDITED = 측정하는 동안 스크립트 { $script }이(가) 수정되었습니다.
    .why = 그 전의 측정은 다른 부하로 이루어졌습니다.
    .todo = 처음부터 다시 시작하고, 실행이 끝날 때까지 스크립트를 수정하지 마세요.
K6_TOO_LARGE = 스크립트 { $script }와(과) 이 스크립트가 가져오거나 여는 파일이 모두 { $most } MB를 넘습니다.
    .why = 이 파일들은 모두 각 생성기로 전송됩니다.
    .todo = 스크립트가 더 작은 파일을 열게 하거나, --generator 없이 이 장비에서만 부하를 보내세요.
K6_ELSEWHERE = 스크립트 { $script }의 요청이 { $origin }의 서버가 아니라 { $url }(으)로 갑니다.
    .why = 다른 서버의 값은 이 서버에 대해 알려 주는 것이 없습니다.
    .todo = 스크립트에 전달되는 주소를 사용하세요: __ENV.BASE_URL
K6_ANSWERS_WRONG = 응답 { $answered }개 중 { $wrong }개가 스크립트가 기대한 것과 다릅니다: { $kinds }.
    .why = 오류로 응답하는 서버가 빠른 것은 의미가 없으므로 이 시행은 집계하지 않습니다.
    .todo = 첫 번째: { $example }. { $todo }

## What ends a look at a running process before it began, in Korean.

LOOK_NEEDS_LINUX = { $platform }에서는 실행 중인 프로세스를 밖에서 관찰할 수 없습니다.
    .why = 스레드의 상태는 Linux에만 있는 /proc에서 읽습니다.
    .todo = 프로세스가 실행되는 Linux 장비나 컨테이너에서 chokepoint를 실행하세요.
PORT_SILENT = 포트 { $port }: 수신하는 프로세스가 없습니다.
    .why = 이 장비의 수신 소켓을 읽었습니다. 컨테이너 안에서는 그 컨테이너의 소켓입니다.
PORT_HIDDEN = 포트 { $port }: 수신하는 프로세스를 관찰할 권한이 없습니다.
    .why = 다른 사용자의 프로세스이거나 컨테이너 안에서 실행됩니다.
    .todo = chokepoint를 그 사용자나 root로, 또는 컨테이너 안에서 실행하세요.
PORT_PUBLISHED = 포트 { $port }: Docker가 공개한 포트입니다. 수신하는 것은 Docker의 프록시이고 Node는 컨테이너 안에서 실행됩니다.
    .why = 프록시는 연결을 전달할 뿐이며, 관찰할 프로세스는 이 장비에서 다른 PID를 갖습니다.
    .todo = root로 컨테이너의 프로세스를 관찰하세요: { $command }
TARGET_OTHER = 프로세스 { $pid }은(는) { $host }:{ $port }에서 수신하지 않습니다.
    .why = 요청이 그 안의 내용과 함께 다른 프로그램으로 가게 됩니다.
    .todo = 시나리오에 그 프로세스의 주소를 쓰세요.
PM2_APP_UNKNOWN = PM2 애플리케이션 "{ $name }"의 프로세스를 찾을 수 없습니다.
    .todo = "pm2 list"의 이름, PID 또는 :PORT를 지정하세요. 서버 명령 앞에는 "--"를 쓰세요.
TARGET_AMBIGUOUS = 여기에서 "{ $text }"의 뜻은 두 가지입니다.
PROCESS_NOT_FOUND = 관찰할 프로세스 { $pid }: 찾을 수 없습니다.
    .todo = Node 프로세스와 PID의 목록을 확인하세요: pgrep -af node
NOT_A_NODE = 프로세스 { $pid }: Node 프로세스가 아닙니다.
    .why = 실행 파일은 { $binary }입니다.
    .todo = 셸, npm, 컨테이너가 아니라 Node 프로세스 자체의 PID를 지정하세요: pgrep -af node
OWN_PROCESS = 프로세스 { $pid }: doctor 자신입니다.
    .why = 자기 자신만 측정하게 됩니다.
    .todo = 서버의 PID를 지정하세요: pgrep -af node
OTHER_USER = 현재 사용자는 프로세스 { $pid }의 관찰 권한이 없습니다.
NO_NODE_PROCESS = "{ $command }" 명령이 Node 프로세스를 시작하지 않았습니다.
    .why = { $how }. 마지막 출력: { $last }
    .todo = 서버를 포그라운드에서 시작하는 명령을 지정하세요: node server.js 또는 npm start.
PID_NAMESPACE_OTHER = PID { $pid }은(는) 컨테이너 안의 프로세스 번호입니다.
    .why = 컨테이너 밖에서 PID { $pid }: { $here }. 컨테이너 안에서 PID가 { $pid }인 Node 프로세스의 컨테이너 밖 PID: { $candidates }.
    .todo = 컨테이너 밖의 PID를 지정하세요: --pid { $first }
REPLAY_INVALID = { $file } 파일을 다시 판정할 수 없습니다.
    .todo = 리포트의 watch.json을 지정하세요: { $chokepoint } doctor --replay .chokepoint/reports/ID/watch.json
METRICS_PORT_TAKEN = 127.0.0.1:{ $port }에서 메트릭을 제공할 수 없습니다.
    .todo = 다른 포트를 지정하거나 시스템이 고르게 하세요: --prometheus 0
WATCH_CUT_SHORT = 관찰을 시작하고 { $seconds }초 뒤에 서버가 종료되었습니다({ $how }).
    .why = 그때까지의 값으로는 실행 중인 서버에 대해 알 수 있는 것이 거의 없습니다.
WATCH_INTERRUPTED = 중단되었습니다.

## What the model of a server does not answer, in Korean.

WHAT_IF_INVALID = --what-if에 "{ $value }" 값을 사용할 수 없습니다.
    .todo = --what-if pool=4,8,16 또는 --what-if pool=8,processes=2와 같이 쓰세요. 키는 pool, processes, cpus, clients, rate입니다.
DEMANDS_UNKNOWN = 예측할 수 없습니다(대상: { $from }).
DEMANDS_FILE_INVALID = { $file } 파일에 demands가 없습니다.
    .todo = 다음 명령으로 만드세요: { $chokepoint } predict --run RUN --json > FILE
CELL_UNKNOWN = 실행 { $run }에 "{ $cell }" 설정이 없습니다.
    .why = 있는 설정: { $known }.
PREDICTION_OUTSIDE = 요청한 설정 중 모델이 예측할 수 있는 것이 없습니다.
    .todo = 보정한 설정에 더 가까운 설정을 지정하거나 직접 측정하세요: { $chokepoint } sweep.

## Result files of other load tools, in Korean.

RESULT_FILE_UNREADABLE = 결과 파일 { $file }: 읽을 수 없습니다.
    .todo = 읽을 수 있는 일반 파일을 지정하세요. 압축된 파일은 먼저 푸세요.
RESULT_FILE_UNKNOWN = 파일 { $file }: 검사할 수 있는 결과가 아닙니다.
    .todo = 다음 명령으로 만드세요: k6 run --out csv=FILE(또는 json=FILE, --summary-export FILE), oha --output-format json(또는 csv), vegeta report -type=json(또는 encode -to json), autocannon --json, wrk --latency, ab.
RESULT_FILE_FAILED = 결과 파일 { $file }: 모든 요청이 실패했습니다.
    .todo = 테스트한 주소에서 서버가 응답하는지 확인하고 다시 테스트하세요.
RESULT_FILE_CONTRADICTED = { $option }: 결과 파일 { $file }의 내용과 맞지 않습니다.
    .todo = { $option } 옵션을 빼세요. 다른 도구의 파일은 따로 검사하세요.

## Why the pool of a process cannot be read from outside, in Korean.

-queue = 스레드는 계속 관찰합니다. 대기열도 보려면 프로브와 함께 시작하세요: node --import chokepoint/probe
PEEK_NO_ELF = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 64비트 ELF 바이너리에서만 읽을 수 있습니다: { $why }.
    .todo = { -queue }
PEEK_STRIPPED = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 주소는 바이너리의 심볼에서 얻습니다: { $why }.
    .todo = 심볼이 있는 Node 공식 빌드를 사용하세요. { -queue }
PEEK_MOVABLE = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 바이너리가 고정 주소에 로드될 때만 주소를 알 수 있습니다: { $why }.
    .todo = 고정 주소에 로드되는 Node 공식 빌드를 사용하세요. { -queue }
PEEK_SHARED_LIBRARY = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 바이너리 안에서만 찾습니다: { $why }.
    .todo = libuv가 들어 있는 Node 공식 빌드를 사용하세요. { -queue }
PEEK_UNKNOWN_LIBUV = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 알려진 libuv 버전에서만 읽을 수 있습니다: { $why }.
    .todo = { -queue }
PEEK_PACKED = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = Node 공식 빌드는 읽을 수 있고, 다른 빌드는 먼저 테스트해야 합니다: { $why }.
    .todo = { -queue }
PEEK_NO_RIGHTS = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 커널이 허용하지 않습니다: { $why }.
    .todo = chokepoint를 root(sudo)로, 또는 컨테이너에서 --cap-add SYS_PTRACE로 실행하세요.
PEEK_UNREADABLE = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 열 수 없습니다: { $why }.
    .todo = { -queue }
PEEK_UNTRIED = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = Node 공식 빌드는 읽을 수 있고, 다른 빌드는 먼저 테스트해야 합니다: { $why }.
    .todo = 바이너리를 신뢰한다면 테스트를 위해 chokepoint가 한 번 실행하게 하세요: --try-binary. { -queue }
PEEK_MISREAD = 프로세스 { $pid }의 스레드 풀을 메모리에서 읽을 수 없습니다.
    .why = 읽은 값이 타당하지 않습니다: { $why }.
    .todo = 이 Node의 버전을 알려 주세요. libuv가 풀을 다른 방식으로 저장합니다. { -queue }
ENVIRONMENT_UNREADABLE = 프로세스 { $pid }에 요청된 풀 크기를 알 수 없습니다.
    .why = 프로세스의 환경 변수입니다: { $why }.
    .todo = chokepoint를 같은 사용자 또는 root로 실행하세요.
SOCKETS_UNREADABLE = 프로세스 { $pid }의 연결을 볼 수 없습니다.
    .why = 연결은 프로세스의 열린 파일에서 찾습니다: { $why }.
    .todo = chokepoint를 같은 사용자 또는 root로 실행하세요.

## Where runs and reports are kept, in Korean.

STORE_UNWRITABLE = 저장소 { $file }에 쓸 수 없습니다.
    .todo = --store FILE로 다른 위치를 지정하세요. 아무것도 시작하지 않았습니다.
STORE_UNREADABLE = 저장소 { $file }에서 읽을 수 없습니다.
    .todo = 저장소를 소유한 사용자로 실행하거나 --store FILE로 다른 저장소를 지정하세요.
STORE_NEWER = 저장소 { $file }: 다른 버전의 chokepoint가 만든 저장소입니다(스키마 { $found }, 이 버전은 { $known }만 읽음).
    .why = 쓰면 다른 버전이 저장한 내용이 손상될 수 있습니다.
    .todo = 저장소를 만든 버전을 사용하거나 --store FILE로 다른 저장소를 시작하세요.
STORE_DAMAGED = 저장소 { $file }: 손상되었거나 chokepoint의 저장소가 아닙니다.
    .todo = 복구할 수 있게 복사본을 보관하고("sqlite3 { SHELL($file) } .recover") --store ANOTHER_FILE을 사용하세요.
STORE_ALTERED = 저장소 { $file }에 chokepoint가 만들지 않은 부분이 있습니다: { $kind } { $name }.
    .why = 그런 부분은 저장하거나 읽는 수치를 바꿀 수 있습니다. 이 저장소의 어떤 결과도 믿을 수 없습니다.
    .todo = 파일을 누가 만들었는지 확인하세요. --store ANOTHER_FILE로 다른 저장소를 사용하세요.
STORE_FULL = 디스크에 저장소 { $file }의 공간이 남아 있지 않습니다.
    .todo = 디스크 공간을 확보하세요. { $next }
STORE_BUSY = 다른 프로세스가 저장소 { $file }의 잠금을 5초 넘게 잡고 있습니다.
    .why = 두 프로세스가 동시에 쓸 수 없습니다.
    .todo = 그 프로세스를 기다리거나 종료하세요: fuser { SHELL($file) }. { $next }
STORE_WRITE_FAILED = 저장소 { $file }: 더 이상 읽거나 쓸 수 없습니다.
    .todo = 디스크, 할당량, 파일 권한을 확인하세요. { $next }
STORE_ON_NETWORK = 저장소 { $file }: 다른 장비와 공유될 수 있는 파일 시스템({ $network })에 있으며 write-ahead log를 사용합니다.
    .why = 두 장비가 이런 로그에 쓰면 저장소가 손상되며, 저널을 변경할 수 없었습니다: { $why }
    .todo = 이 저장소를 사용하는 다른 chokepoint를 모두 종료하고 다시 시도하세요. 또는 --store FILE로 로컬 디스크의 저장소를 지정하세요.
RUN_ID_INVALID = { $id }: 실행의 id가 아닙니다.
    .why = id에는 영문자, 숫자, "-", "_"만 사용합니다.
    .todo = "{ $chokepoint } runs list"의 id나 "last"를 사용하세요.
RUN_UNREADABLE = { $file }의 실행 { $id }: 이 버전으로 읽을 수 없습니다.
    .todo = 그 실행을 저장한 버전으로 읽으세요. 저장소의 다른 실행은 읽을 수 있습니다.
RUN_STILL_RUNNING = 실행 { $id }: 아직 진행 중입니다.
    .why = 프로세스: { $where }.
    .todo = 끝날 때까지 기다리거나 그 프로세스를 먼저 종료하세요.
RUN_OUT_OF_SIGHT = 실행 { $id }: 아직 진행 중인지 여기에서는 알 수 없습니다.
    .why = 프로세스({ $where })가 다른 컨테이너나 다른 장비에 있거나 업데이트 전의 것입니다.
    .todo = 종료되었는지 확인한 뒤 --take-over를 붙여 명령을 다시 실행하세요.
RUN_TAKEN = { $file }의 실행 { $run }: 다른 프로세스가 넘겨받았습니다.
    .todo = 한쪽만 계속하게 하세요. 저장된 내용은 "{ $chokepoint } runs show { $run }"에서 볼 수 있습니다.
RUN_REMOVED = 실행 { $run }: 진행 중에 { $file }에서 삭제되었습니다.
    .why = 더 이상 시행을 저장할 수 없습니다.
    .todo = 다시 시작하세요.
RUN_FOREIGN = 실행 { $id }: 이 장비에서 직접 시작한 것인지 확실하지 않습니다.
    .why = { $why } 이어서 실행하면 다음 명령이 실행됩니다: { $command }
    .todo = 명령을 읽어 보세요. 신뢰한다면 --trust-store를 붙여 다시 실행하세요.
RUN_NOT_FOUND = { $file }에 "{ $id }" 실행이 없습니다.
    .todo = "{ $chokepoint } runs list"를 참고하세요. 시작하는 글자가 같은 실행이 하나뿐이면 id의 앞 글자만 써도 됩니다.
RUN_WITHOUT_TRIALS = { $id }은(는) 관찰, 검사 또는 예측의 리포트이며 시행이 없습니다.
    .why = 시행이 있는 실행만 비교하거나 내보내거나 삭제할 수 있습니다.
    .todo = 파일은 { SHELL($folder) } 폴더에 있습니다. 서버의 두 버전을 비교하려면: { $chokepoint } sweep --against main -- node server.js
RUN_NOT_RESUMABLE = 실행 { $id }: 이어서 실행할 수 없습니다.
OUTPUT_UNWRITABLE = { $dir }에 리포트를 쓸 수 없습니다.
FOLDER_OF_OTHERS = 사용자 { $uid }의 파일을 { $path } 경로로 쓰지 않습니다.
    .why = { $why } 경로에 있는 폴더의 소유자는 쓰기를 다른 파일로 돌릴 수 있습니다.
    .todo = --out DIR과 --store FILE로 자신의 경로를 지정하거나, 그 폴더를 소유한 사용자로 chokepoint를 실행하세요.

## What can end one trial, or a whole run, in Korean.

PORT_TAKEN = { $host }:{ $port }{ $by }: 이미 다른 프로세스가 수신하고 있습니다.
    .why = 시작하려는 서버가 아니라 그 프로세스로 요청이 가게 됩니다.
    .todo = 그 프로세스를 종료하거나(Linux에서는 ss -ltnp "sport = :{ $port }"(으)로 확인) 다른 포트를 사용하세요: serve에서는 --port, sweep이나 tune에서는 서버와 --url의 포트를 변경하세요.
PORT_NOT_FOUND = { $seconds }초 안에 HTTP로 응답한 서버의 포트가 없습니다.
    .todo = 느린 서버에는 --start-timeout으로 시간을 더 주세요. 다른 프로세스(컨테이너, 데몬)가 대신 수신한다면 --url로 주소를 지정하세요. doctor에서는 --load none으로 HTTP를 제공하지 않는 프로그램을 관찰할 수 있습니다.
PORT_UNSEEN = { $platform }에서는 서버의 포트를 찾을 수 없습니다.
    .why = 프로세스의 소켓에서 읽으며, 이는 Linux에서만 볼 수 있습니다.
    .todo = 직접 지정하세요: --url http://127.0.0.1:3000/
PATH_REFUSED = { $address }에서 { $method } { $path } 요청에 { $status } 응답을 받았습니다.
    .why = 오류나 리다이렉트는 측정하려는 작업이 아닙니다.
SERVER_EXITED = 서버가 응답하기 전에 종료되었습니다({ $how }).
    .why = 서버는 중지할 때까지 실행되어야 합니다.
SERVER_NOT_READY = 서버가 { $url }에서 { $seconds }초 안에 응답하지 않았습니다.
    .todo = --url의 포트가 서버가 수신하는 포트인지 확인하세요. 느린 서버에는 --start-timeout으로 시간을 더 주세요.
SERVER_DIED = 부하를 거는 동안 서버가 종료되었습니다({ $how }).
    .why = 종료된 서버의 값은 실행 중인 서버를 나타내지 않습니다.
    .todo = 시행과 함께 저장된 마지막 출력에서 오류를 찾거나 부하를 줄이세요.
NO_ANSWER = 요청 { $sent }개 중 올바른 응답을 받은 것이 없습니다: { $kinds }.
    .why = 응답이 없으면 측정할 것이 없습니다.
    .todo = 서버를 직접 확인하세요(curl -i { SHELL($url) }). 응답이 느리면 --timeout으로 시간을 더 주세요.
ANSWERS_UNFINISHED = 완료된 응답이 없습니다. { $begun }개가 시작되었지만({ $status }) 타임아웃 안에 끝나지 않았습니다.
    .why = 응답 시간은 응답이 끝나야 알 수 있습니다.
ANSWERS_WRONG = 응답 { $answered }개 중 { $wrong }개가 예상과 다릅니다: { $kinds }.
    .why = 오류로 응답하는 서버가 빠른 것은 의미가 없으므로 이 시행은 집계하지 않습니다.
    .todo = 첫 번째 예: { $example }. 이 상태 코드가 맞다면 --expect-status로 지정하세요.
REQUESTS_FAILED = 요청 { $sent }개 중 { $failed }개가 실패했습니다: { $kinds }.
    .why = 실패한 요청은 가장 느린 요청입니다. 제외하면 결과가 실제보다 좋아 보입니다.
    .todo = 부하를 줄이거나 --timeout으로 서버에 시간을 더 주세요.
FACTS_MISSING = 테스트 프로그램이 프로세스 { $of }개 중 { $found }개만 보고했습니다({ $how }).
    .why = Node의 동작을 확인하는 프로그램이 일찍 종료되었습니다. 마지막 출력은 시행과 함께 저장됩니다.
    .todo = 다시 실행하세요. 또 실패하면 그 Node 바이너리나 이 장비가 그 시도를 허용하지 않는 것입니다.
SERVER_GONE = 서버가 실행되고 있지 않습니다: { $how }.
    .why = 직접 시작한 서버는 Ctrl-C를 누를 때까지 실행되어야 하는데, 누르지 않았습니다.
    .todo = 마지막 출력에서 원인을 찾고 다시 시작하세요.
CHILDREN_LEFT = 서버를 중지했을 때 남은 프로세스가 있습니다({ $count }개): { $commands }.
SETTING_VOID = 이 설정의 시행은 집계하지 않습니다. 유효성 검사 { $check }에 실패했습니다.
    .why = { $sentence }
    .todo = 검사가 알려 주는 원인을 수정하고 다시 실행하세요. 설명은 docs/checks.md에 있습니다.
SETTING_WITHOUT_EFFECT = 변수가 서버에 영향을 주지 않습니다.
    .why = { $sentence } 따라서 탐색하는 모든 설정이 같고, 가장 좋은 설정이 있을 수 없습니다.
WORK_UNFINISHED = 마지막 응답으로부터 { $seconds }초 뒤까지 작업 { $expected }개 중 { $done }개만 끝났습니다.
    .why = 모든 작업이 끝나지 않으면 버스트의 값은 의미가 없습니다.
    .todo = 더 작은 규모(--quick)를 사용하거나 "{ $chokepoint } runs show"에서 서버의 출력을 확인하세요.
GENERATOR_FAILED = 부하 생성기가 결과를 완성하기 전에 종료되었습니다({ $how }).
    .todo = 다시 실행하세요. 또 실패하면 실행 기록({ $chokepoint } runs export)과 함께 알려 주세요.
TOOL_MISSING = { $name } 프로그램을 찾을 수 없습니다.
    .todo = { $name } 프로그램을 설치하거나 그 폴더를 PATH에 추가하세요.
PM2_MISSING = PM2를 찾을 수 없습니다.
    .why = 선택 사항(AGPL)이며 chokepoint에 포함되어 있지 않습니다.
    .todo = chokepoint 옆에 설치하세요: npm install pm2. 또는 PM2 없이 실행하세요: --vary topology=node,cluster (lab), --topology cluster (serve).
PISCINA_MISSING = piscina를 찾을 수 없습니다.
    .why = 선택 사항이며 chokepoint에 포함되어 있지 않습니다.
    .todo = chokepoint 옆에 설치하세요: npm install piscina. 또는 그 토폴로지를 빼세요: --vary topology=node,own-pool,once-pool
REUSE_PORT_UNAVAILABLE = Node { $version } 버전은 한 포트에서 프로세스마다 별도의 소켓을 열 수 없습니다(reusePort).
    .why = 이 옵션을 무시하므로 워커들이 일반 클러스터처럼 소켓 하나를 공유하게 됩니다.
    .todo = Node 22.12, 또는 23.1 이상(--node 26)을 사용하거나 그 토폴로지를 빼세요: --vary topology=node,cluster
WINDOW_TOO_SHORT = 측정 구간에 { $figure } 계산에 필요한 만큼 응답한 설정이 없습니다. 가장 많은 것은 { $setting }: { $answered }개.
    .why = { $figure } 계산에는 { $needed }개가 필요합니다. 그보다 적으면 개별 요청이 가장 좋은 설정을 결정하게 됩니다.
    .todo = --duration { $duration }을(를) 쓰거나, --load를 높이거나, --objective throughput을 사용하세요.
NOTHING_MEASURED = { $cells }의 시행 중 결과를 낸 것이 없습니다.
    .todo = 먼저 이를 해결하세요. 모든 시행과 출력은 "{ $chokepoint } runs show { $run }"에 있습니다.
SELFTEST_FAILED = 부하 생성기가 잘못된 값을 보고했습니다: { $failed }.
    .why = 지금 이 장비에서는 그 값을 신뢰할 수 없습니다.
    .todo = 장비의 다른 프로그램을 중지하고 다시 실행하세요. 또 실패하면 알려 주세요.
DEFECT = chokepoint의 내부 오류입니다: { $what }.
    .why = 서버나 명령이 원인이 아닙니다.
    .todo = stderr의 출력과 버전({ $chokepoint } --version)을 함께 알려 주세요.
INTERRUPTED = 중단되었습니다.
    .why = { $stored }
