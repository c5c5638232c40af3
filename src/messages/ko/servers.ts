/** Why a server, a Node or a stored run cannot be used, and what to do, in Korean. */
import { post, type servers as english } from '../en/servers.ts';
import type { Texts } from '../nested.ts';
import { quoted } from '../shell.ts';
import { josa } from './words.ts';

const taken = (held: readonly string[]) =>
  held.length === 0
    ? ''
    : ` 서버의 포트를 이미 다른 프로세스가 사용하고 있을 수 있습니다: ${held.join(', ')}.`;

const k6Codes = new Map([
  [100, 'setup()이 너무 오래 걸림'],
  [101, 'teardown()이 너무 오래 걸림'],
  [104, '옵션이 올바르지 않음'],
  [105, '중단됨'],
  [107, '스크립트에서 예외가 발생함'],
  [108, '스크립트가 테스트를 중단함'],
  [109, 'k6가 비정상 종료됨'],
  [110, '스크립트가 테스트를 실패로 표시함'],
]);

const k6Waits = {
  never: '시작할 수 없음',
  start: '제시간에 부하를 시작하지 못함',
  end: '제시간에 끝나지 않음',
};

export const servers = {
  'node.silent': '실행할 수 없거나 --version에 응답하지 않습니다.',
  'node.another': ({ version, other, source }) =>
    `chokepoint를 실행하기에는 Node ${josa(version, '이/가')} 너무 오래되어 Node ${other}(${source === null ? '이 저장소에 설치됨' : `npm 패키지 ${source}`})에서 실행합니다. 서버의 Node는 바뀌지 않습니다.`,
  'node.another-none': ({ system }) => `${system}에서는 자동으로 받을 수 없습니다.`,
  'node.another-too-old': '그 Node도 너무 오래되었습니다.',
  'node.another-run': ({ command }) => `다음을 실행하세요: ${command}`,
  'node.another-install': ({ needed }) => `Node ${needed} 이상을 설치하세요.`,
  'node.no-version': '버전을 지정하지 않았습니다.',
  'node.no-hash': ({ name, version }) => `레지스트리에 ${name}@${version}의 해시가 없습니다.`,
  'cpus.not-linux.why': '다른 프로세스의 CPU를 지정하는 것은 Linux에서만 가능합니다.',
  'cpus.not-linux.todo': '--vary에서 "cpus"를 빼세요.',
  'cpus.no-taskset': 'util-linux를 설치하거나 --vary에서 "cpus"를 빼세요.',
  'children.refused.why': '다른 사용자의 프로세스라 종료하지 못했고 아직 실행 중입니다.',
  'children.refused.todo':
    '그 사용자로 직접 종료하고(sudo kill), 시작하는 명령이 SIGTERM을 받으면 함께 종료하게 하세요.',
  'children.ended.why': '다음 시행의 CPU를 사용했을 것이므로 종료했습니다.',
  'children.ended.todo': '서버가 SIGTERM을 받으면 자식 프로세스를 종료하게 하세요.',
  'ready.last': ({ last, setting, port }) =>
    `${last}. ${setting === '' ? '' : `설정은 ${setting}, `}포트는 ${port}입니다.`,
  'port.holder': ({ name, uid }) =>
    `(명령이 시작한 프로세스가 아님: ${name ?? `관찰할 권한이 없는 사용자 ${uid}의 프로세스`})`,
  'exited.todo': ({ setting, held }) =>
    `같은 명령을 직접 실행해 마지막 출력을 확인하세요.${setting === '' ? '' : ` 이때의 설정은 ${setting}입니다.`}${taken(held)}`,
  'ready.silent': ({ ms, most, held, command }) =>
    `${ms / 1000}초가 지났지만 서버의 어떤 프로세스도 TCP 포트를 수신하지 않습니다. ${most / 1000}초까지 기다립니다(--start-timeout).${taken(held)} HTTP를 제공하지 않는 프로그램이라면: {chokepoint} doctor --load none -- ${command.map(quoted).join(' ')}`,
  'port-silent.todo': ({ held }) =>
    `Node 프로세스가 수신하는 포트: ${held.join(', ') || '없음'}. 전체 목록은 ss -ltnp로 확인하세요.`,
  'port.none': ({ ports, held }) =>
    ports.length === 0
      ? `프로세스가 수신하는 TCP 포트가 없었습니다.${taken(held)}`
      : `포트를 수신하지만 HTTP로 응답하지 않았습니다: ${ports.map(({ port, why }) => `${port}${why === '' ? '' : ` (${why})`}`).join(', ')}.`,
  'path.hidden': ({ mask }) =>
    `요청의 ${mask} 자리에는 숨겨진 비밀 값이 있었습니다. 본문은 -b @FILE, 헤더는 -H NAME:@FILE로 지정하세요.`,
  'path.name-one': ({ status, location }) => {
    const path = location?.startsWith('/') ? location.replace(/[?#].*/, '') : '/health';
    const login = status === 401 || status === 403 ? ' 또는 --header로 로그인하세요.' : '';
    const method =
      location === null && login === '' ? ` 또는 그 경로가 받는 요청을 지정하세요: ${post}.` : '';
    return `정상 동작하는 경로를 지정하세요: --path ${quoted(path)}.${login}${method} ${josa(String(status), '이/가')} 올바른 응답이면 --expect-status ${josa(String(status), '을/를')} 쓰세요.`;
  },
  'generator.silent': '메시지를 남기지 않았습니다. 외부에서 종료되었을 수 있습니다.',
  'tool.not-on-path': ({ name }) => `PATH의 어느 절대 경로 폴더에도 ${josa(name, '이/가')} 없습니다.`,
  'tool.of-others': ({ file }) => `다른 사용자가 넣었을 수 있는 파일이므로 실행하지 않습니다: ${file}`,
  'tool.of-folder': ({ file }) => `참고: chokepoint에 없으므로 현재 폴더의 패키지를 사용합니다: ${file}`,
  'k6.wrong.status': '올바른 상태 코드라면 스크립트에서 http.setResponseCallback으로 지정하세요.',
  'k6.wrong.check': '서버의 응답이나 스크립트의 check를 고치세요.',
  'k6.wrong.exception':
    '스크립트를 고친 뒤 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  'k6.wrong.other':
    '스크립트를 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  'k6.other-there': ({ theirs }) =>
    `그곳의 k6는 v${theirs}입니다. 버전이 다르면 부하도 다를 수 있으므로 값을 합치지 않습니다.`,
  'k6.script-there': ({ script, name }) => `${script}(생성기 "${name}")`,
  'k6.ended': ({ code, signal, hung }) => {
    if (hung !== null) return k6Waits[hung];
    if (code === null) return `${signal ?? '시그널'}(으)로 종료됨`;
    return `${k6Codes.get(code) ?? '일찍 종료됨'}, 종료 코드 ${code}`;
  },
  'header.unsendable.why': 'HTTP에서 허용되지 않는 문자가 있습니다.',
  'header.unsendable.todo': '줄 바꿈과 이름 안의 공백을 빼세요.',
  'base.linked': ({ path }) => `기준에서는 ${path} 폴더가 링크입니다.`,
  'base.no-cell.why': ({ cells, isAmbiguous }) =>
    `측정한 것은 ${cells}이며, ${isAmbiguous ? '여러 개가 일치합니다' : '일치하는 것이 없습니다'}.`,
  'base.no-cell.todo': '키마다 값을 지정해 하나를 고르세요(예: --vary pool=4).',
  'base.other-load.why': ({ before, now }) => `부하가 달랐습니다: 이전 ${before}, 현재 ${now}.`,
  'base.other-load.todo': '그 실행과 같은 --url, --load, --duration, 요청 옵션을 지정하세요.',
  'secrets.again': ({ options }) => `다시 지정하세요: ${options.join(' ')}.`,
} satisfies Texts<typeof english>;
