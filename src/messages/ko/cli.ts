/** What the command line says around its results, in Korean. */
import { clockTime } from '../../format/number.ts';
import type { cli as english } from '../en/cli.ts';
import type { Texts } from '../nested.ts';
import { quoted } from '../shell.ts';
import { about, count as counted, josa, percent } from './words.ts';

/** In round figures: nobody knows it better before it starts. */
function roundTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))}초`;
  if (seconds < 120) return `${Math.round(seconds)}초`;
  const rest = Math.round(seconds % 60);
  return `${Math.floor(seconds / 60)}분${rest > 0 && rest < 60 ? ` ${rest}초` : ''}`;
}

export const cli = {
  'cli.rate': ({ rate }) => `초당 요청 ${rate}개`,
  'cli.trial': ({ done, of, cell, result, seconds }) =>
    `시행 ${of === null ? done : `${done}/${of}`}: ${cell}: ${result} (${seconds.toFixed(1)}초)`,
  'cli.time-left': ({ low, high, isOne }) =>
    isOne ? `약 ${clockTime(high)} 남음` : `${clockTime(low)}~${clockTime(high)} 남음`,
  'cli.warning': ({ what, why, code }) => `경고: ${what} ${why} [${code}]`,
  'cli.note': ({ note }) => `참고: ${note}`,
  'cli.from-settings': ({ file, words }) => `${file}의 설정: ${words}`,
  'cli.settings-foreign': ({ file, names }) => `${file}의 설정 중 이 명령에 없는 옵션: ${names}`,
  'cli.settings-doubted': ({ file, uid }) =>
    `${file} 파일은 사용하지 않습니다. ${uid === null ? '다른 사용자가 파일이나 폴더에 쓸 수 있습니다' : `파일이나 폴더가 사용자 ${uid}의 것입니다`}.`,
  'cli.start-here': '이 폴더에서:',
  'cli.getting-ready': ({ target }) => `${target} 관찰 준비 중`,
  'cli.watching': ({ target, at, all }) =>
    `${target} 관찰 중: ${at.toFixed(1)}${all === null ? '' : `/${all.toFixed(1)}`}초`,
  'cli.last-lines': '서버의 마지막 출력:',
  'cli.preparing-base': ({ command }) => `기준 리비전 준비 중: ${command}`,
  'cli.metrics': ({ url }) => `메트릭: ${url}`,
  'cli.gate-undecided': '경고: 게이트를 판정할 수 없어 변경본을 통과시킵니다.',
  'cli.experiments': ({ experiments, ms }) => `실험 ${counted(experiments)}, ${about(ms)}`,
  'cli.experiments-apart': ({ name }) =>
    `시간이 더 걸리는 ${name} 실험은 여기에 없습니다. 시작 명령: {chokepoint} lab ${name}`,
  'cli.experiment': ({ place, all, name, trials }) =>
    `${place}/${all}: ${name} (시행 ${counted(trials, '회')})`,
  'cli.experiment-done': ({ place, all, name, text }) => `${place}/${all}: ${name}: ${text}`,

  'cli.tune.search': '탐색',
  'cli.tune.best': ({ metric, within, confidence, mode }) =>
    `가장 좋은 ${metric}, 오차 ${percent(within)} 이내, 신뢰 수준 ${percent(confidence)} (${mode})`,
  'cli.tune.keeping': '제약',
  'cli.tune.over': '변수',
  'cli.tune.now': '현재',
  'cli.tune.current': ({ id, settings }) => `${id}, 설정 ${counted(settings)} 중 하나`,
  'cli.tune.load': '부하',
  'cli.tune.window': ({ load, window, warmup }) =>
    `${load}, 워밍업 ${roundTime(warmup)} 뒤 ${roundTime(window)} 측정`,
  'cli.tune.window-chosen': ({ load }) => `${load}, 측정 시간과 워밍업 시간은 첫 시행을 보고 정함`,
  'cli.tune.time': '시간',
  'cli.tune.done-before': ({ most, trials }) =>
    `${most === null ? '' : `최대 ${roundTime(most)}, `}이미 측정한 시행 ${counted(trials, '회')}`,
  'cli.tune.all-of-it': ({ bound, trials }) =>
    `${roundTime(bound)}을 모두 사용, 시행 약 ${counted(trials, '회')}`,
  'cli.tune.between': ({ low, high, isBudget }) =>
    `${roundTime(low)}~${roundTime(high)}${isBudget ? '(제한 시간)' : ''}, 설정 간 차이가 클수록 일찍 끝남`,
  'cli.tune.short': ({ trials }) =>
    `시행 약 ${counted(trials, '회')}을 측정할 시간이므로 추정에 그칠 수 있습니다. --budget을 늘리거나 --duration을 줄이세요.`,
  'cli.tune.interrupt': 'Ctrl-C를 누르면 그때까지 가장 좋은 답을 출력합니다.',
  'cli.tune.no-errors': '오류 0',
  'cli.tune.limit': ({ figure, isLeast, limit }) => `${figure} ${limit} ${isLeast ? '이상' : '이하'}`,

  'cli.runs-none': ({ file }) =>
    `${file}에 아직 실행이 없습니다. 먼저 실행할 명령: {chokepoint} lab pool-size --quick`,
  'cli.runs-doctors': ({ doctors, folder }) =>
    `doctor의 관찰 ${counted(doctors, '건')}은 저장소 밖에 있습니다. ${folder}/index.html에서 볼 수 있고, {chokepoint} doctor --replay ${quoted(`${folder}/ID/watch.json`)}으로 다시 진단할 수 있습니다.`,
  'cli.runs-trials': ({ trials, planned }) =>
    planned === null ? `시행 ${counted(trials, '회')}` : `시행 ${trials}/${planned}회`,
  'cli.runs-removed': ({ id }) => `${josa(id, '을/를')} 삭제했습니다.`,
  'cli.runs-remove': ({ run }) => `실행 ${josa(run, '을/를')} 삭제할까요?`,
  'cli.run': '실행:',
  'cli.runs': '실행:',
  'cli.lab-time': ({ claims, ms }) => `주장 ${counted(claims)}, ${about(ms)}`,
  'cli.lab-not-now': '지금은 실행할 수 없음',
  'cli.list.source': '출처',
  'cli.list.needs': '필요',
  'cli.list.varies': '변수',
  'cli.list.paths': '경로',
  'cli.list.topologies': '토폴로지',
  'cli.list.constants': '상수',
  'cli.list.try': '실행 예',
  'cli.list.port': ({ id, port }) => `${id} (포트 ${port})`,
  'cli.serve-job': ({ pid, seconds }) => `프로세스 ${pid}의 작업: ${seconds.toFixed(3)}초`,
  'cli.serving': ({ name, urls, how, command }) => `${name}: ${urls} (${how}). 요청 예: ${command}`,
  'cli.serve-end': '종료하려면 Ctrl-C를 누르세요.',
  'cli.serve-pool': ({ pool }) => `풀 ${pool}`,
  'cli.selftest.pass': '통과',
  'cli.selftest.fail': '실패',
  'cli.selftest.asked': '요청',
  'cli.selftest.true': '정답',
  'cli.selftest.reported': '보고값',
  'cli.selftest.exactly': '정확히 일치',
  'cli.selftest.passed': ({ passed, all }) => `${all}개 중 ${passed}개 통과.`,
} satisfies Texts<typeof english>;
