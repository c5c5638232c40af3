/** 다른 장비의 생성기에서 생길 수 있는 문제. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { generatorProblems as english } from '../../en/problems/generators.ts';

export const generatorProblems = {
  GENERATOR_NOT_STARTED: {
    what: '생성기 "{name}"가 시작되지 않았습니다({how}).',
    why: '생성기가 자신을 알리기 전에 명령이 끝났습니다. stderr의 마지막 내용: {said}',
    todo: '명령을 직접 실행하세요. {"kind":"hello"로 시작하는 한 줄을 출력하고 기다려야 합니다.',
  },
  GENERATOR_VERSION: {
    what: '생성기 "{name}"는 chokepoint {theirs}이고, 이 프로그램은 {ours}입니다.',
    why: '버전이 다르면 측정 방법이 다를 수 있어 값을 합치지 않습니다.',
    todo: '그 장비에서 같은 버전을 사용하세요: npx chokepoint@{ours} generate',
  },
  GENERATOR_GARBLED: {
    what: '생성기 "{name}"가 프로토콜이 아닌 것을 출력했습니다.',
    why: 'stdout에는 프로토콜만 있어야 합니다. 로그인 스크립트나 배너가 출력하는 경우가 많습니다. 출력: {line}',
    todo: '그 출력(.bashrc, 로그인 메시지)을 없애거나 stderr로 보내세요. ssh -T는 터미널을 요청하지 않습니다.',
  },
  GENERATOR_SILENT: {
    what: '생성기 "{name}"가 {seconds}초 안에 응답하지 않았습니다(기다린 것: {expected}).',
    why: '생성기가 멈췄거나 연결이 끊겼습니다. 무엇을 보냈는지 알 수 없습니다.',
    todo: '그 장비와 네트워크를 확인하세요. 1분 동안 아무것도 받지 못하면 생성기는 스스로 끝납니다.',
  },
  GENERATOR_LOST: {
    what: '생성기 "{name}"가 사용 중에 끝났습니다({how}).',
    why: '그 몫의 부하가 없어서 나머지는 다른 부하를 측정했습니다. stderr의 마지막 내용: {said}',
    todo: '그 장비에서 끝난 이유(메모리, 끊긴 연결)를 확인하고 다시 실행하세요.',
  },
  GENERATOR_K6: {
    what: '생성기 "{name}"에는 이 장비와 같은 k6 v{ours}이(가) 없어서 스크립트를 실행할 수 없습니다.',
    why: '{why}',
    todo: '그곳에 k6 v{ours}을(를) 설치하고, 생성기 명령이 사용하는 PATH에 두세요.',
  },
  GENERATOR_CANNOT_REACH: {
    what: '생성기 "{name}"가 {address}의 서버에 연결할 수 없습니다.',
    why: '{why}',
    todo: '서버가 0.0.0.0에서 수신하게 하고, 그 장비에서 닿는 이 장비의 주소를 지정하세요: --url http://ADDRESS:PORT(포트 0: 자동으로 찾음).',
  },
  LOAD_NOT_SHARED: {
    what: '이 부하는 다른 장비의 생성기가 보낼 수 없습니다(여기서는 {generators}개).',
    why: '{why}',
    todo: '다른 부하(-c, -r, --scenario)나 다른 개수의 생성기를 사용하세요.',
  },
  CONSENT_NEEDED: {
    what: '부하가 사설 주소가 아닌 {address}(으)로 갑니다.',
    why: '다른 사람도 쓰는 네트워크로 실제 부하를 보냅니다.',
    todo: '그 호스트와 경로에 부하를 주어도 된다면 --yes를 추가하세요.',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
