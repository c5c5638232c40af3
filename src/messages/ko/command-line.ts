/** Why a part of the command line is refused (`.why`), and what to write instead (`.todo`), in Korean. */
import type { commandLine as english } from '../en/command-line.ts';
import type { Texts } from '../nested.ts';
import { quoted } from '../shell.ts';
import { count, josa, listed } from './words.ts';

const write = ({ option, example }: { readonly option: string; readonly example: string }) =>
  `예: ${option} ${example}`;
const nearOr = (near: string | null, otherwise: string) =>
  near === null ? otherwise : `"${near}"을(를) 찾으셨나요?`;
const leaveOne = '둘 중 하나를 빼세요.';
const leaveOut = '이 옵션을 빼세요.';
const poolLevels = ({ most }: { readonly most: number }) => `1~${most}, "cores" 또는 "default"를 사용하세요.`;

const takes = { text: '문자열이나 숫자', list: '문자열이나 문자열의 목록', switch: 'true나 false' };

export const commandLine = {
  'settings.json.why': ({ reason }) => `완전한 JSON 문서가 아닙니다: ${reason}.`,
  'settings.json.todo': '그 위치를 고치거나 파일을 삭제하세요.',
  'settings.form.why': 'JSON 객체가 아닙니다.',
  'settings.form.todo': '예: { "command": "node server.js", "path": "/health" }',
  'settings.unknown.why': ({ line, key }) => `${line}행: "${key}" 설정은 없습니다.`,
  'settings.unknown.todo': ({ near, known }) =>
    nearOr(near, `옵션 이름을 사용할 수 있습니다: ${known.join(', ')}.`),
  'settings.value.why': ({ line, key, kind }) => `${line}행: "${key}"의 값은 ${takes[kind]}이어야 합니다.`,
  'settings.value.todo': ({ key }) =>
    key === 'command' ? '예: "command": ["node", "server.js"]' : `--${key} 뒤에 쓰는 것과 같이 쓰세요.`,
  'settings.refused.why': ({ line, key, because }) => `${line}행, "${key}": ${because}`,
  'settings.refused.todo': ({ instead }) => `명령줄에서와 같이 쓰세요. ${instead}`,
  'settings.command.why': ({ line }) =>
    `${line}행: 명령에 셸만 읽는 문자가 있습니다. 명령은 셸 없이 시작됩니다.`,
  'settings.command.todo': '단어의 목록으로 쓰세요: "command": ["node", "server.js", "--name", "a b"]',
  'resume.other-verb.why': ({ verb }) => `이 실행은 "{chokepoint} ${verb}"로 시작되었습니다.`,
  'resume.other-verb.todo': ({ verb, id }) => `다음을 실행하세요: {chokepoint} ${verb} --resume ${id}`,
  'resume.gate.why':
    '이 실행은 게이트입니다. 기준 리비전은 그 실행만을 위해 체크아웃되었고, 작업 트리는 그 뒤로 바뀌었을 수 있습니다.',
  'resume.gate.todo': '다시 시작하세요. 저장된 시행은 계속 읽을 수 있습니다.',
  'resume.other-plan.why': '--resume과 함께 지정한 값이 실행을 시작할 때와 다릅니다.',
  'resume.other-plan.todo': ({ lost }) =>
    `시작할 때와 같은 옵션을 비밀 값까지 포함해 지정하세요: ${lost.join(' ')}`,
  'resume.secrets': ({ id, lost }) =>
    `시작할 때와 같은 값을 다시 지정하세요: --resume ${id} ${lost.join(' ')}`,
  'interrupted.stored': ({ done, planned }) =>
    planned === null
      ? `시행 ${done}회가 저장되었습니다.`
      : `시행 ${planned}회 중 ${done}회가 저장되었습니다.`,
  'interrupted.nothing': '저장된 것이 없습니다.',
  'interrupted.restart': '다시 시작하세요.',
  'interrupted.gate': '다시 시작하세요. 게이트는 기준과 변경본을 한 번의 실행에서 측정합니다.',
  'interrupted.resume': ({ verb, id, lost }) =>
    `이어서 실행: {chokepoint} ${verb} --resume ${id}${lost.length === 0 ? '' : ` (저장되지 않은 값을 다시 지정: ${lost.join(' ')})`}`,
  'interrupted.lab': ({ id, left, scale }) => {
    const rest = `{chokepoint} lab ${left.join(' ')}${scale === null ? '' : ` --${scale}`}`;
    if (id === null) return `이어서 실행: ${rest}`;
    return `이어서 실행: {chokepoint} lab --resume ${id}${left.length > 0 ? `, 그다음: ${rest}` : ''}`;
  },
  'interrupted.watch.why': '관찰이 시작되지 않았습니다.',
  'interrupted.watch.todo': '다시 시작하세요.',
  'interrupted.early.why': ({ seconds }) => `리포트에는 ${seconds}초 동안 관찰한 내용이 있습니다.`,
  'interrupted.early.todo': '더 믿을 만한 결과를 얻으려면 더 오래 관찰하세요.',
  'cut-short.command': '같은 명령을 직접 실행해 원인을 찾으세요. 마지막 출력이 있으면 아래에 표시됩니다.',
  'cut-short.pid': '로그에서 원인을 찾고, 대신 시작된 프로세스를 확인하세요: pgrep -af node',
  'unmeasured.problem': ({ code, what }) => `${code}: ${what}`,
  'unmeasured.void': '유효성 검사 때문에 시행이 집계되지 않았습니다. 어떤 검사인지는 리포트에 있습니다.',
  'output.folder': '--out DIR로 다른 폴더를 지정하세요.',
  'output.file': '--out FILE로 다른 파일을 지정하세요.',
  'output.unkept': ({ why }) =>
    `리포트를 저장하지 못했습니다: ${why.replace(/\.$/, '')}. --out DIR로 다른 폴더를 지정할 수 있습니다.`,
  'output.stdout': '디스크 공간을 확보하거나 표준 출력을 다른 곳으로 보내세요.',
  'replay.form': '관찰 기록으로 보이지만 일부의 형식이 예상과 다릅니다.',
  'unknown-option.anywhere': '알 수 없는 옵션을 무시하면 결과가 달라질 수 있으므로 거부합니다.',
  'unknown-option.here': ({ command, verbs }) =>
    `${listed(verbs)}에서는 사용할 수 있지만, ${command}에서는 사용할 수 없습니다.`,
  'file.missing': '그런 파일이 없습니다.',
  'file.folder': '폴더입니다.',
  'file.device': '일반 파일이 아니라 장치나 파이프입니다.',
  'file.too-large': ({ kibibytes }) => `${kibibytes}KiB보다 큽니다.`,
  'file.forbidden': '읽을 권한이 없습니다.',
  'file.json': ({ reason }) => `완전한 JSON 문서가 아닙니다: ${reason}.`,
  'file.form': ({ faults }) => `형식이 예상과 다릅니다(${faults.join('; ')}).`,

  'name.value': ({ option }) => `${option}의 값`,
  'name.near': ({ name, near }) => `${name}(${near}을(를) 찾으셨나요?)`,
  'name.of-command': ({ command }) => `명령("${command}")`,
  'value.empty.why': '이 옵션에는 값이 필요합니다.',
  'value.empty.todo': ({ option, value, help }) => `다음과 같이 쓰세요: ${option} ${value} (${help}).`,
  'value.switch.why': ({ choices }) =>
    `값을 받지 않는 스위치입니다${choices.length > 0 ? `(예외: ${choices.join(', ')})` : ''}.`,
  'value.switch.todo': ({ option, choices }) =>
    `다음 중 하나로 쓰세요: ${[option, ...choices.map((choice) => `${option}=${choice}`)].join(', ')}.`,
  'value.twice.why': ({ before }) => `이미 "${before}"로 지정되었습니다.`,
  'value.twice.todo': leaveOne,
  'value.time.why': ({ leastMs }) =>
    `초 또는 단위가 있는 시간을 지정해야 합니다${leastMs === 0 ? '' : `(${leastMs < 1000 ? `${leastMs} ms` : `${leastMs / 1000} s`} 이상)`}.`,
  'value.time.todo': write,
  'value.share.why': '0%보다 크고 100%보다 작은 비율을 지정해야 합니다.',
  'value.share.todo': write,
  'value.confidence.why': '50%에서 99.9%까지 지정할 수 있습니다.',
  'value.confidence.todo': write,
  'value.whole.why': ({ least, most }) =>
    most === null ? `${least} 이상의 정수를 지정해야 합니다.` : `${least}~${most}의 정수를 지정해야 합니다.`,
  'value.whole.todo': write,
  'value.choice.why': ({ choices }) => `다음 중 하나여야 합니다: ${choices.join(', ')}.`,
  'value.choice.todo': ({ near, ...rest }) => nearOr(near, `${write(rest)}.`),
  'value.header.why': 'NAME:VALUE 형식으로 쓰세요.',
  'value.header.todo': "예: --header 'Accept: application/json'",
  'value.body.why': ({ reason }) => reason,
  'value.body.todo':
    '64 MiB 이하의 일반 파일을 지정하세요. chokepoint가 출력한 @body.json이라면 먼저 그 파일에 본문을 쓰세요. 본문의 비밀 값은 저장되지 않습니다.',
  'value.file.why': ({ reason }) => reason,
  'value.file.todo': '쓸 수 있는 폴더의 파일을 지정하세요.',
  'value.duration-counted.why': '이 부하는 정해진 요청 수에 도달하면 끝납니다.',
  'value.duration-counted.todo':
    '둘 중 하나를 빼세요: --load closed:32 --duration 10s 또는 --load closed:32x1000.',
  'value.elsewhere.why': ({ host }) =>
    `${host}: 루프백 주소가 아닙니다. 프로세스는 그것이 실행되는 장비에서만 관찰할 수 있습니다.`,
  'value.elsewhere.todo': '그 장비에서 chokepoint를 실행하거나, 이 장비의 포트라면 :3000처럼 쓰세요.',
  'value.words.why': ({ most }) =>
    most === 0 ? '옵션만 받습니다.' : `이름을 최대 ${count(most)}까지 받습니다.`,
  'value.words.todo': ({ verb }) => `빼세요. "{chokepoint} ${verb} --help"를 참고하세요.`,
  'engine.form.why': '요청은 chokepoint가 직접 보내거나 k6가 실행하는 스크립트가 보냅니다.',
  'engine.form.todo': '예: --engine k6:script.js. 필요 없으면 빼세요.',
  'engine.script.why': ({ reason }) => reason,
  'engine.script.todo': '경로를 확인하세요. 현재 폴더를 기준으로 찾습니다.',
  'engine.load.why':
    'k6는 일정한 속도로, 또는 응답을 받은 클라이언트가 다시 요청하는 방식으로 보냅니다. 푸아송 도착은 없으며, 램프와 배치는 여기서 지원하지 않습니다.',
  'engine.load.todo': '예: --rate 200 또는 --clients 32.',
  'value.path.why': '경로는 슬래시로 시작하며, 호스트나 공백을 포함하지 않습니다.',
  'value.path.todo': '예: --path /health. 전체 주소를 쓰려면: --url http://127.0.0.1:3000/health',
  'value.runs.why': ({ most }) => (most === 0 ? '실행을 받지 않습니다.' : `실행 ${most}개를 받습니다.`),
  'value.runs.todo': '빼세요.',
  'value.command.why': '이 명령은 서버를 시작하지 않습니다.',
  'value.command.todo': '직접 만든 서버에는 다음을 사용하세요: {chokepoint} sweep … -- node server.js',

  'level.pool.why': '그 변수는 키 "pool"로 설정합니다.',
  'level.pool.todo': '예: --vary pool=LEVELS.',
  'level.empty.why': '비어 있는 값이 있습니다.',
  'level.empty.todo': ({ key }) => `예: --vary ${quoted(`${key}=A,B,C`)}.`,
  'level.pool-none.why':
    'libuv는 0, 빈 값, 숫자가 아닌 모든 단어를 경고 없이 스레드가 하나인 풀로 처리합니다.',
  'level.pool-none.todo': poolLevels,
  'level.pool-large.why': ({ most }) => `libuv는 모든 크기를 ${josa(String(most), '으로/로')} 제한합니다.`,
  'level.pool-large.todo': poolLevels,
  'level.whole.why': '1 이상의 정수를 지정해야 합니다.',
  'level.whole.todo': '1, 2, … 또는 "cores"를 사용하세요.',
  'level.cpus.why': ({ cpus }) => `이 장비의 CPU는 ${count(cpus)}입니다.`,
  'level.cpus.todo': ({ cpus }) => `1~${cpus}를 사용하세요.`,
  'vary.too-many.why': '탐색은 변수 하나, 또는 격자를 이루는 변수 두 개를 받습니다.',
  'vary.too-many.todo': '먼저 두 개를 튜닝한 뒤, 권장된 설정으로 세 번째를 튜닝하세요.',
  'vary.twice.why': '같은 변수를 두 번 지정했습니다.',
  'vary.twice.todo': '모든 값을 --vary 하나에 넣으세요.',
  'vary.one-setting.why': '남는 설정이 하나뿐이며, 그것은 현재 설정입니다.',
  'vary.one-setting.todo': '예: --vary pool=1..64',
  'vary.assigned.why': ({ script, name, value }) =>
    `${script === null ? '명령' : `package.json의 스크립트 "${script}"`}에서 ${josa(`${name}=${value}`, '을/를')} 직접 설정하므로, 시도할 모든 값이 덮어써집니다.`,
  'vary.assigned.todo': ({ key, name, value }) =>
    key === 'pool'
      ? `거기에서 제거하고 chokepoint 앞에 두세요: ${name}=${quoted(value)} {chokepoint} tune … (이 값이 현재 설정이 됩니다).`
      : `거기에서 제거하세요. 이 값도 시도하려면: --vary ${quoted(`${key}=${value},OTHER`)}`,
  'vary.gate.why': '게이트는 코드만 비교하며 다른 설정은 고정합니다. 따라서 키마다 값을 하나만 받습니다.',
  'vary.gate.todo': ({ key, level }) =>
    `예: --vary ${quoted(`${key}=${level}`)}. 또는 --against 없이 sweep으로 여러 값을 측정하세요.`,
  'vary.experiments.why': '실험마다 변경하는 것이 다릅니다.',
  'vary.experiments.todo': '실험을 하나만 지정하세요.',
  'budget.short.why': ({ trialMs }) =>
    `여기에서는 시행 한 번에 약 ${Number((trialMs / 1000).toPrecision(2))}초가 걸리고, 비교하려면 두 설정을 두 번씩 측정해야 합니다.`,
  'budget.short.todo': ({ neededMs }) =>
    `최소 --budget ${Math.ceil(neededMs / 1000)}s, 가능하면 그 5배를 지정하세요. 또는 --duration과 --warmup을 줄이세요.`,
  'objective.rate.why': '이 부하는 정해진 속도로 요청을 보내므로, 밀리지 않는 설정은 모두 처리량이 같습니다.',
  'objective.rate.todo':
    '--objective p99를 쓰거나, 응답을 기다리는 클라이언트를 사용하세요: --load closed:32',
  'limit.figure.why': ({ known }) => `다음 중 하나를 제한합니다: ${known.join(', ')}.`,
  'limit.figure.todo': "예: --subject-to 'p99<200ms,errors=0'",
  'limit.form.why':
    '지표, "<" 또는 ">", 한계값이 필요합니다. 시간은 ms나 s로, errors는 0이나 백분율로, throughput은 초당 요청 수로 씁니다.',
  'limit.form.todo': "예: --subject-to 'p99<200ms,errors=0'",
  'limit.direction.why': ({ name, bound }) =>
    `한계는 나쁜 값을 제외하는 것이며, ${josa(name, '은/는')} ${bound === '>' ? '높을수록' : '낮을수록'} 좋습니다.`,
  'limit.direction.todo': ({ name, bound, limit }) => `예: --subject-to ${quoted(`${name}${bound}${limit}`)}`,
  'slo.figure.why': ({ known }) => `다음을 제한합니다: ${known.join(', ')}.`,
  'slo.figure.todo': "예: --slo 'p99<200ms,errors<0.1%'",
  'slo.form.why': '각 부분은 지표, "<", 0보다 큰 한계값입니다. 시간은 ms나 s로, errors는 %로 씁니다.',
  'slo.form.todo': "예: --slo 'p99<200ms,errors<0.1%'",
  'slo.twice.why': ({ figure }) => `${josa(figure, '을/를')} 두 번 제한합니다.`,
  'slo.twice.todo': ({ figure }) => `${figure} 한계를 하나만 지정하세요.`,
  'slo.two-settings.why': '용량은 두 설정 사이에서 비교합니다. 더 많으면 몇 시간이 걸립니다.',
  'slo.two-settings.todo': '예: --vary pool=4,64',
  'value.per-second.why': '초당 요청 수가 아닙니다.',
  'value.per-second.todo': ({ option }) => `예: ${option} 500/s`,
  'node.one-lab.why': ({ experiment }) => `"${experiment}"는 Node 버전 하나에서 실행됩니다.`,
  'node.one-lab.todo': ({ versions }) =>
    `버전을 하나만 지정하세요. 나란히 비교하려면: {chokepoint} lab pool-map --node ${quoted(versions)}`,
  'node.one.why': '서버는 Node 버전 하나에서 실행됩니다.',
  'node.one.todo': '버전이나 경로를 하나만 지정하세요.',
  'capture.long.why': '트레이스 이벤트는 프로세스를 느리게 하므로 최대 5 s 동안만 수집합니다.',
  'capture.long.todo': '예: --capture 3s',
  'capture.fit.why': '관찰 시간 안에 들어가야 하고, 그 전에도 시간이 필요합니다.',
  'capture.fit.todo': ({ neededMs }) => `더 오래 관찰하세요: --duration ${neededMs / 1000}s`,
  'port.none.why': ({ pid }) =>
    `프로세스 ${josa(String(pid), '이/가')} 수신하는 TCP 포트를 찾지 못해 요청을 보낼 곳이 없습니다.`,
  'port.none.todo': ({ load }) => `포트를 지정하세요: {chokepoint} doctor :3000 ${load}. 또는 부하를 빼세요.`,
  'port.several.why': ({ pid, ports }) =>
    `프로세스 ${josa(String(pid), '이/가')} 여러 포트를 수신합니다: ${ports.join(', ')}.`,
  'port.several.todo': ({ ports, load }) =>
    `하나를 지정하세요: {chokepoint} doctor :${ports[0] ?? 3000} ${load}`,
  'load.endless.why':
    'doctor는 관찰하는 동안 계속 서버에 부하를 겁니다. 이 부하는 정해진 요청 수에 도달하면 끝납니다.',
  'load.endless.todo': '예: --load closed:64 또는 --load rate:100',
  'corrected.none.why': '이 서버의 문제는 작업을 나누는 방식이며, 토폴로지로만 바꿀 수 있습니다.',
  'corrected.none.todo': ({ topologies }) => `예: --topology ${topologies.join(' 또는 ')}.`,
  'topology.count.why': ({ topology, what }) => `토폴로지 ${topology}에는 설정할 ${what} 수가 없습니다.`,
  'topology.count.todo': ({ others }) =>
    others.length > 0 ? `다른 것을 선택하세요: --topology ${others.join(' 또는 ')}.` : leaveOut,

  'missing.command.why': '시행마다 다른 설정으로 서버를 시작하므로 서버를 시작하는 명령이 필요합니다.',
  'missing.command.todo': ({ verb }) => `-- 뒤에 쓰세요: {chokepoint} ${verb} … -- node server.js`,
  'missing.vary.why': 'sweep은 설정을 비교하므로 어떤 설정인지 알아야 합니다.',
  'missing.vary.todo': '예: --vary pool=1,4,16',
  'missing.gate.why': ({ given }) =>
    `${josa(given, '은/는')} 작업 트리를 기준과 비교하는 게이트에 사용합니다.`,
  'missing.gate.todo': '예: --against main. 마지막으로 저장된 실행과 비교하려면 --against last.',
  'missing.resume.why': ({ given }) =>
    `${josa(given, '은/는')} 저장된 실행에 사용하며, 이것은 새 실행입니다.`,
  'missing.resume.todo': '빼거나 --resume RUN을 쓰세요.',
  'missing.capture.why':
    '트레이스 이벤트는 프로세스 안에서 수집하며, 동의 없이는 프로세스에 들어가지 않습니다.',
  'missing.capture.todo': '--attach를 추가하거나 --capture를 빼세요.',
  'missing.json.why': '--brief는 JSON 문서를 줄이는 옵션입니다.',
  'missing.json.todo': '--json을 추가하거나 --brief를 빼세요. 결론만 출력하려면 --quiet를 쓰세요.',
  'missing.cell.why': '--cell은 저장된 실행의 설정을 지정합니다.',
  'missing.cell.todo': '--run RUN을 쓰거나 --cell을 빼세요.',
  'missing.source.why':
    '예측에는 측정값이 필요합니다. 저장된 실행, 저장된 demands, 또는 현재 상태의 서버 중 하나입니다.',
  'missing.source.todo': '예: --run last, --demands FILE, 또는 -- node server.js',
  'missing.target.why': 'doctor가 어떤 프로세스를 볼까요?',
  'missing.target.todo':
    '예: {chokepoint} doctor PID, {chokepoint} doctor :PORT, {chokepoint} doctor -- node server.js',
  'missing.server.why': '어떤 서버를 시작할까요?',
  'missing.server.todo': '예: {chokepoint} -- node server.js',
  'missing.doctor-command.why': ({ given }) =>
    `${josa(given, '은/는')} 서버에 보낼 요청을 정하지만, 어떤 서버인지 지정되지 않았습니다.`,
  'missing.doctor-command.todo':
    '예: {chokepoint} doctor … -- node server.js. 실행 중인 서버는 doctor PID 또는 doctor :PORT(둘 다 ss -ltnp로 확인).',
  'missing.kept.why': '명령을 지정하지 않았고, 이 폴더에 저장된 명령도 없습니다.',
  'missing.kept.todo':
    '예: {chokepoint} -- node server.js. 또는 chokepoint.json에 "command": "node server.js"를 저장하세요.',
  'missing.shell.why': '셸마다 스크립트가 다릅니다.',
  'missing.shell.todo': ({ known }) => `예: {chokepoint} completion ${known.join(' / ')}`,
  'missing.result-file.why': '어떤 결과를 검사할까요?',
  'missing.result-file.todo':
    '도구가 쓴 파일을 지정하세요: {chokepoint} check oha.json, 두 설정이면 {chokepoint} check a1.json a2.json vs b1.json b2.json.',
  'missing.run.why': '어떤 실행인가요?',
  'missing.run.todo': '"{chokepoint} runs list"의 id나 "last"를 지정하세요.',

  'conflict.scenario.why': '시나리오에 각 요청의 URL과 내용이 이미 정의되어 있습니다.',
  'conflict.scenario.todo': leaveOne,
  'conflict.engine.why': '보낼 내용과 올바른 응답이 k6 스크립트에 이미 정의되어 있습니다.',
  'conflict.engine.todo': leaveOne,
  'conflict.load.why': '--clients, --rate, --load는 각각 부하 전체를 지정합니다.',
  'conflict.load.todo': leaveOne,
  'conflict.quiet.why': '하나는 출력을 줄이고 다른 하나는 늘립니다.',
  'conflict.quiet.todo': leaveOne,
  'conflict.scale.why': '한 번에 한 가지 규모만 실행할 수 있습니다.',
  'conflict.scale.todo': leaveOne,
  'conflict.corrected.why': '서버는 게시된 그대로이거나 수정된 것 중 하나로 시작합니다.',
  'conflict.corrected.todo': leaveOne,
  'conflict.precision.why': '게이트는 신뢰 구간이 허용 손실의 한쪽에 놓이면 끝납니다.',
  'conflict.precision.todo': '빼거나 --budget 5m 또는 --blocks 13으로 게이트를 제한하세요.',
  'conflict.pid.why': '실행 중인 서버는 PID나 포트로 지정하며, 부하도 그 포트로 보냅니다.',
  'conflict.pid.todo':
    '둘 중 하나를 빼세요: {chokepoint} doctor :3000 -c 32 또는 {chokepoint} doctor -- COMMAND.',
  'conflict.attach.why': 'doctor가 시작하는 서버에는 처음부터 프로브가 있습니다.',
  'conflict.attach.todo': '--attach를 빼세요.',
  'conflict.stored.why':
    '저장된 실행이나 demands는 그대로 사용됩니다. 아무것도 측정하지 않으므로 다른 옵션은 무시됩니다.',
  'conflict.stored.todo': leaveOne,
  'conflict.resume.why': '이어서 실행하면 시작할 때의 계획을 그대로 사용합니다.',
  'conflict.resume.todo': '나머지를 빼거나 --resume 없이 새 실행을 시작하세요.',
  'conflict.list.why': '목록을 출력하고 끝납니다. 아무것도 실행하지 않습니다.',
  'conflict.list.todo': leaveOne,
  'conflict.replay.why': '측정값은 파일에 있습니다. 아무것도 시작하지 않고 어떤 프로세스도 읽지 않습니다.',
  'conflict.replay.todo': leaveOne,
  'conflict.payload.why': '코드를 출력하고 끝납니다. 아무것도 관찰하지 않습니다.',
  'conflict.payload.todo': leaveOne,
  'conflict.action.why': '이 동작에서는 사용하지 않는 옵션입니다.',
  'conflict.action.todo': leaveOut,

  'name.command': '서버 명령',
  'name.target': '진단할 프로세스',
  'name.run': '실행',
  'name.result-file': '결과 파일',
  'header.file-empty': '파일이 비어 있습니다.',
  'header.file-lines': '파일에 여러 줄이 있습니다.',
  'header.no-variable': ({ name }) => `환경 변수 ${josa(name, '이/가')} 없거나 비어 있습니다.`,
  'header.variable-lines': '변수에 여러 줄이 있습니다.',
  'open.none': ({ file }) => `브라우저를 열 수 없습니다. ${file} 파일을 직접 여세요.`,
  'url.not-http': 'http(s) URL이 아닙니다.',
  'url.not-local': ({ host }) =>
    `서버는 이 장비에서 시작되는데, ${josa(host, '은/는')} 루프백 주소가 아닙니다.`,
  'command.no-app': '(그런 이름의 PM2 애플리케이션도 없음)',
  'hint.near': ({ near }) => `"${near}"을(를) 찾으셨나요?`,
  'hint.vary': ({ key }) => `예: --vary ${key}=LEVELS.`,
  'hint.list': ({ verb }) => `목록: {chokepoint} ${verb} --list`,
  'hint.help': '"{chokepoint} --help"를 실행하세요.',
} satisfies Texts<typeof english>;
