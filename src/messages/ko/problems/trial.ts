/** What can end one trial, or a whole run, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { trialProblems as english } from '../../en/problems/trial.ts';

export const trialProblems = {
  PORT_TAKEN: {
    what: '{host}:{port}{by}: 이미 다른 프로세스가 수신하고 있습니다.',
    why: '시작하려는 서버가 아니라 그 프로세스로 요청이 가게 됩니다.',
    todo: '그 프로세스를 종료하거나(Linux에서는 ss -ltnp "sport = :{port}"로 확인) 다른 포트를 사용하세요: serve에서는 --port, sweep이나 tune에서는 서버와 --url의 포트를 변경하세요.',
  },
  PORT_NOT_FOUND: {
    what: '{seconds}초 안에 HTTP로 응답한 서버의 포트가 없습니다.',
    why: '{why}',
    todo: '느린 서버에는 --start-timeout으로 시간을 더 주세요. 다른 프로세스(컨테이너, 데몬)가 대신 수신한다면 --url로 주소를 지정하세요. doctor에서는 --load none으로 HTTP를 제공하지 않는 프로그램을 관찰할 수 있습니다.',
  },
  PORT_UNSEEN: {
    what: '{platform}에서는 서버의 포트를 찾을 수 없습니다.',
    why: '프로세스의 소켓에서 읽으며, 이는 Linux에서만 볼 수 있습니다.',
    todo: '직접 지정하세요: --url http://127.0.0.1:3000/',
  },
  PATH_REFUSED: {
    what: '{address}에서 {method} {path} 요청에 {status} 응답을 받았습니다.',
    why: '오류나 리다이렉트는 측정하려는 작업이 아닙니다.',
    todo: '{todo}',
  },
  SERVER_EXITED: {
    what: '서버가 응답하기 전에 종료되었습니다({how}).',
    why: '서버는 중지할 때까지 실행되어야 합니다.',
    todo: '같은 명령을 직접 실행해 마지막 출력을 확인하세요. 설정은 {setting}입니다.',
  },
  SERVER_NOT_READY: {
    what: '서버가 {url}에서 {seconds}초 안에 응답하지 않았습니다.',
    why: '{why}',
    todo: '--url의 포트가 서버가 수신하는 포트인지 확인하세요. 느린 서버에는 --start-timeout으로 시간을 더 주세요.',
  },
  SERVER_DIED: {
    what: '부하를 거는 동안 서버가 종료되었습니다({how}).',
    why: '종료된 서버의 값은 실행 중인 서버를 나타내지 않습니다.',
    todo: '시행과 함께 저장된 마지막 출력에서 오류를 찾거나 부하를 줄이세요.',
  },
  NO_ANSWER: {
    what: '요청 {sent}개 중 올바른 응답을 받은 것이 없습니다: {kinds}.',
    why: '응답이 없으면 측정할 것이 없습니다.',
    todo: '서버를 직접 확인하세요(curl -i {shell url}). 응답이 느리면 --timeout으로 시간을 더 주세요.',
  },
  ANSWERS_UNFINISHED: {
    what: '완료된 응답이 없습니다. {begun}개가 시작되었지만({status}) 타임아웃 안에 끝나지 않았습니다.',
    why: '응답 시간은 응답이 끝나야 알 수 있습니다.',
    todo: '{todo}',
  },
  ANSWERS_WRONG: {
    what: '응답 {answered}개 중 {wrong}개가 예상과 다릅니다: {kinds}.',
    why: '오류로 응답하는 서버가 빠른 것은 의미가 없으므로 이 시행은 집계하지 않습니다.',
    todo: '첫 번째 예: {example}. 이 상태 코드가 맞다면 --expect-status로 지정하세요.',
  },
  REQUESTS_FAILED: {
    what: '요청 {sent}개 중 {failed}개가 실패했습니다: {kinds}.',
    why: '실패한 요청은 가장 느린 요청입니다. 제외하면 결과가 실제보다 좋아 보입니다.',
    todo: '부하를 줄이거나 --timeout으로 서버에 시간을 더 주세요.',
  },
  FACTS_MISSING: {
    what: '테스트 프로그램이 프로세스 {of}개 중 {found}개만 보고했습니다({how}).',
    why: 'Node의 동작을 확인하는 프로그램이 일찍 종료되었습니다. 마지막 출력은 시행과 함께 저장됩니다.',
    todo: '다시 실행하세요. 또 실패하면 그 Node 바이너리나 이 장비가 그 시도를 허용하지 않는 것입니다.',
  },
  SERVER_GONE: {
    what: '서버가 실행되고 있지 않습니다: {how}.',
    why: '직접 시작한 서버는 Ctrl-C를 누를 때까지 실행되어야 하는데, 누르지 않았습니다.',
    todo: '마지막 출력에서 원인을 찾고 다시 시작하세요.',
  },
  CHILDREN_LEFT: {
    what: '서버를 중지했을 때 남은 프로세스가 있습니다({count}개): {commands}.',
    why: '{why}',
    todo: '{todo}',
  },
  SETTING_VOID: {
    what: '이 설정의 시행은 집계하지 않습니다. 유효성 검사 {check}에 실패했습니다.',
    why: '{sentence}',
    todo: '검사가 알려 주는 원인을 수정하고 다시 실행하세요. 설명은 docs/checks.md에 있습니다.',
  },
  SETTING_WITHOUT_EFFECT: {
    what: '변수가 서버에 영향을 주지 않습니다.',
    why: '{sentence} 따라서 탐색하는 모든 설정이 같고, 가장 좋은 설정이 있을 수 없습니다.',
    todo: '{todo}',
  },
  TRIAL_DISTURBED: {
    what: '시행이 방해를 받아 반복합니다({setting}).',
    why: '{why}',
    todo: '이 시행은 집계하지 않습니다. 신뢰 구간을 좁히려면 장비의 다른 프로그램을 중지하세요.',
  },
  WORK_UNFINISHED: {
    what: '마지막 응답으로부터 {seconds}초 뒤까지 작업 {expected}개 중 {done}개만 끝났습니다.',
    why: '모든 작업이 끝나지 않으면 버스트의 값은 의미가 없습니다.',
    todo: '더 작은 규모(--quick)를 사용하거나 "{chokepoint} runs show"에서 서버의 출력을 확인하세요.',
  },
  GENERATOR_FAILED: {
    what: '부하 생성기가 결과를 완성하기 전에 종료되었습니다({how}).',
    why: '{why}',
    todo: '다시 실행하세요. 또 실패하면 실행 기록({chokepoint} runs export)과 함께 알려 주세요.',
  },
  TOOL_MISSING: {
    what: '{name} 프로그램을 찾을 수 없습니다.',
    why: '{why}',
    todo: '{name} 프로그램을 설치하거나 그 폴더를 PATH에 추가하세요.',
  },
  PM2_MISSING: {
    what: 'PM2를 찾을 수 없습니다.',
    why: '선택 사항(AGPL)이며 chokepoint에 포함되어 있지 않습니다.',
    todo: 'chokepoint 옆에 설치하세요: npm install pm2. 또는 PM2 없이 실행하세요: --vary topology=node,cluster (lab), --topology cluster (serve).',
  },
  PISCINA_MISSING: {
    what: 'piscina를 찾을 수 없습니다.',
    why: '선택 사항이며 chokepoint에 포함되어 있지 않습니다.',
    todo: 'chokepoint 옆에 설치하세요: npm install piscina. 또는 그 토폴로지를 빼세요: --vary topology=node,own-pool,once-pool',
  },
  REUSE_PORT_UNAVAILABLE: {
    what: 'Node {version} 버전은 한 포트에서 프로세스마다 별도의 소켓을 열 수 없습니다(reusePort).',
    why: '이 옵션을 무시하므로 워커들이 일반 클러스터처럼 소켓 하나를 공유하게 됩니다.',
    todo: 'Node 22.12, 또는 23.1 이상(--node 26)을 사용하거나 그 토폴로지를 빼세요: --vary topology=node,cluster',
  },
  WINDOW_TOO_SHORT: {
    what: '측정 구간에 {figure} 계산에 필요한 만큼 응답한 설정이 없습니다. 가장 많은 것은 {setting}: {answered}개.',
    why: '{figure} 계산에는 {needed}개가 필요합니다. 그보다 적으면 개별 요청이 가장 좋은 설정을 결정하게 됩니다.',
    todo: '--duration {duration}을 쓰거나, --load를 높이거나, --objective throughput을 사용하세요.',
  },
  NOTHING_MEASURED: {
    what: '{cells}의 시행 중 결과를 낸 것이 없습니다.',
    why: '{why}',
    todo: '먼저 이를 해결하세요. 모든 시행과 출력은 "{chokepoint} runs show {run}"에 있습니다.',
  },
  SELFTEST_FAILED: {
    what: '부하 생성기가 잘못된 값을 보고했습니다: {failed}.',
    why: '지금 이 장비에서는 그 값을 신뢰할 수 없습니다.',
    todo: '장비의 다른 프로그램을 중지하고 다시 실행하세요. 또 실패하면 알려 주세요.',
  },
  DEFECT: {
    what: 'chokepoint의 내부 오류입니다: {what}.',
    why: '서버나 명령이 원인이 아닙니다.',
    todo: 'stderr의 출력과 버전({chokepoint} --version)을 함께 알려 주세요.',
  },
  INTERRUPTED: {
    what: '중단되었습니다.',
    why: '{stored}',
    todo: '{todo}',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
