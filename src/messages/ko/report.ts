/** Headings, notes and labels of the reports, in Korean. */
import type { report as english } from '../en/report.ts';
import type { Texts } from '../nested.ts';
import { count, term } from './words.ts';

export const report = {
  'report.name': ({ name }) => term(name),

  'report.lab': ({ name }) => `실험: ${name}`,
  'report.experiments': ({ experiments }) => `실험 ${count(experiments)}`,
  'report.run': ({ run }) => `실행 ${run}`,
  'report.measuring': ({ time }) => `측정 시간 ${time}`,
  'report.nothing': '측정한 것이 없습니다.',
  'report.not-run': ({ name, code, what, todo }) => `${name} 실행 불가(${code}): ${what} ${todo}`,
  'report.cut-off': ({ name, command }) => `${name} 실행이 중단되었습니다. 이어서 실행하세요: ${command}`,
  'report.not-begun': ({ names, command }) => `시작하지 않음: ${names}. 실행 명령: ${command}`,
  'report.balance': '주장과 판정',
  'report.all': '전체',

  'report.conditions': '측정 조건',
  'report.reproduce': '다시 측정하기',
  'report.glance': '한눈에 보기',
  'report.checks': '유효성 검사',
  'report.all-checks': '모든 유효성 검사',
  'report.failed-trials': '실패한 시행',
  'report.claims': '주장',
  'report.settings': '측정한 설정',
  'report.compared': '설정 비교',
  'report.gate': '게이트',
  'report.source': '출처',
  'report.evidence': '근거',
  'report.evidence-of': ({ claim }) => `${claim}의 근거`,
  'report.data': '그림의 데이터',
  'report.table': ({ title }) => `표: ${title}`,
  'report.output': '서버의 마지막 출력',
  'report.file': ({ file }) => `리포트: ${file}`,
  'report.warning': '경고',
  'report.warnings': '경고',
  'report.trial': ({ trial, setting }) => `시행 ${trial} (${setting})`,
  'report.setting-trial': ({ trial, setting }) => `${setting} (시행 ${trial})`,
  'report.pass': '통과',
  'report.fail': '실패',

  'report.brand': '리포트',
  'report.skip': '리포트로 건너뛰기',
  'report.theme': '화면 색상',
  'report.theme.auto': '자동',
  'report.theme.light': '밝게',
  'report.theme.dark': '어둡게',
  'report.footer': ({ run, version }) => `실행 ${run}, chokepoint ${version} 버전으로 측정하고 판정했습니다.`,
  'report.footer-all': ({ version }) => `chokepoint ${version} 버전으로 측정하고 판정했습니다.`,

  'word.better': '더 나음',
  'word.worse': '더 나쁨',
  'word.equivalent': '동등',
  'word.undecided': '판단 불가',
  'word.holds': '사실',
  'word.refuted': '사실 아님',
  'word.misread': '해석 오류',
  'word.not-run': '미실행',

  'report.response-times': '설정별 응답 시간',
  'report.generators': '부하를 보낸 생성기',
  'report.generators-note':
    '전체 시행 기준: 측정 구간의 요청 수, 나머지는 가장 나쁜 값. 네트워크: TCP 연결에 더해진 시간(중앙값). 함께 측정: 모든 생성기가 측정 구간에 있던 비율(최악의 경우). 각 생성기의 시작 시각은 왕복 시간의 절반까지만 알 수 있음.',
  'report.jobs': '설정별 작업 시간(서버 측정)',
  'report.mean': '시행들의 기하 평균과 95% 신뢰 구간입니다.',
  'report.no-interval': '구간이 없는 경우: 시행이 세 번 미만이거나, 편차가 커서 구간의 폭이 10배를 넘습니다.',
  'report.dash': '줄표: 시행이 없거나, 백분위수를 구하기에 요청이 너무 적습니다.',
  'report.predicted': '모델: 기준 설정만으로 예측한 값입니다.',
  'report.premature': ({ settings }) =>
    `작업이 끝나기 전에 응답하는 설정 ${count(settings)}는 제외했습니다. 그 응답 시간에는 의미가 없습니다.`,
  'report.trials-of': ({ trials, all }) => `${all}회 중 ${trials}회`,
  'report.group-baseline': '그룹의 기준',
  'report.the-baseline': ({ setting }) => `기준(${setting})`,
  'report.ratio-note': ({ baseline, confidence, delta }) =>
    `${baseline} 대비 비율과 ${(confidence * 100).toFixed(0)}% 신뢰 구간입니다. 더 나음과 더 나쁨: 전체 비교의 오류 확률을 함께 고려해도 구간이 1을 벗어납니다. ` +
    `동등: ${(1 / (1 + delta)).toFixed(2)}~${(1 + delta).toFixed(2)} 이내입니다.`,
  'report.withheld': ({ why }) => `판정하지 않은 이유: ${why}`,
  'report.picture-note': ({ unit }) => `단위: ${unit}. 구간은 95% 신뢰 구간입니다.`,
  'report.range': ({ low, high }) => `${low}~${high}`,
} satisfies Texts<typeof english>;
