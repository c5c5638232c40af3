/** What stands on the doctor's page in a terminal beside the texts of its rules, in Korean. */
import { amount, rounded, time, wholePercent } from '../../format/words.ts';
import type { doctorPage as english, Span } from '../en/doctor-page.ts';
import type { Texts } from '../nested.ts';
import { kindName } from './pool-words.ts';
import { count as counted, percent, waited } from './words.ts';

const span = ({ low, high }: Span, text: (value: number) => string) =>
  text(low) === text(high) ? text(low) : `${text(low)}~${text(high)}`;

const severities: Readonly<Record<string, string>> = { critical: '심각', warning: '경고', info: '참고' };

export const doctorPage = {
  'status.bottleneck': '병목',
  'status.healthy': '정상',
  'status.no-traffic': '트래픽 없음',
  'status.cannot-tell': '판단 불가',

  'gauge.cpu': 'CPU',
  'gauge.loop': '이벤트 루프',
  'gauge.pool': '스레드 풀',
  'gauge.queue': '풀 대기열',
  'gauge.slow': '느린 I/O',
  'gauge.threads': '풀 스레드',
  'gauge.load': '부하',
  'gauge.not-seen': '관찰 못함',
  'gauge.of': ({ used, available, others }) =>
    `${amount(available)}개 중 ${used.toFixed(2)}${others === null ? '' : ` · 다른 프로그램 ${others.toFixed(2)}`}`,
  'gauge.busy': ({ share }) => `사용률 ${percent(share)}`,
  'gauge.unused': '미사용',
  'gauge.pool-busy': ({ busy, size }) =>
    size === null ? `${rounded(busy)}개 사용 중` : `${size}개 중 ${rounded(busy)}개 사용 중`,
  'gauge.pool-size': ({ size }) => `스레드 ${counted(size)}, 사용률은 관찰 못함`,
  'gauge.jobs': ({ queued, p95, kind, wait }) => {
    const jobs = `${kind === null ? '작업' : kindName(kind)} ${rounded(queued)}개`;
    const most = rounded(p95) === rounded(queued) ? '' : ` (p95 ${rounded(p95)})`;
    return `${jobs}${most}${wait === null ? '' : `, ${wait}`}`;
  },
  'gauge.wait': ({ mean, p95 }) => `대기 ${waited(mean)} (p95 ${waited(p95)})`,
  'gauge.no-wait': '대기 없음',
  'gauge.no-answer': ({ oldest }) => `대기 ${time(oldest)} 초과`,
  'gauge.pool-time': ({ running, waitedForCpu, atLock, blocked }) =>
    `실행 ${wholePercent(running)} · CPU 대기 ${wholePercent(waitedForCpu)} · 락 대기 ${wholePercent(atLock)} · 블로킹 ${wholePercent(blocked)}`,
  'gauge.sent': ({ rate, mean, p99, generator }) =>
    [
      `초당 요청 ${rounded(rate)}개`,
      ...(mean === null ? [] : [`평균 ${time(mean)}`]),
      ...(p99 === null ? [] : [`p99 ${time(p99)}`]),
      ...(generator === null ? [] : [`생성기 ${percent(generator)}`]),
    ].join(' · '),
  'gauge.others': ({ processes, cpu, loop, queued }) =>
    [
      `다른 프로세스 ${counted(processes)}`,
      `CPU ${span(cpu, (value) => value.toFixed(2))}`,
      ...(loop === null ? [] : [`이벤트 루프 ${span(loop, percent)}`]),
      ...(queued === null ? [] : [`풀 대기열 ${span(queued, rounded)}`]),
    ].join(' · '),

  'doctor.all-rules': ({ found, fine, others, open }) =>
    [
      `규칙 ${counted(found + fine + others + open)} 중 이상 없음 ${fine}`,
      ...(found > 0 ? [`발견 ${found}`] : []),
      ...(others > 0 ? [`해당 없음 ${others}`] : []),
      ...(open > 0 ? [`판단 불가 ${open}`] : []),
    ].join(', '),
  'doctor.also': ({ rule, severity, title }) => `${severities[severity] ?? severity}: ${title} (${rule})`,
  'doctor.further': ({ count }) => `${count}개 더: --verbose`,
  'doctor.code-elsewhere': ({ lines }) => `코드 ${counted(lines, '줄')}, 리포트와 --verbose에 표시`,
  'doctor.verify': '변경한 뒤 다시 측정',
  'doctor.verify-both': '두 크기를 모두 측정',
  'doctor.verify-restart': '변경하고 재시작한 뒤',
  'doctor.send-own': '관찰하는 동안 요청을 보냄',
  'doctor.deeper': '더 많이 관찰함. 프로세스에 미치는 영향은 --help 참고',
  'doctor.verbose': ({ rules, notes }) =>
    `--verbose: 규칙 ${counted(rules)}, 모든 프로세스${notes > 0 ? `, 참고 ${counted(notes)}` : ''}`,
} satisfies Texts<typeof english>;
