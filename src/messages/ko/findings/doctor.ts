/** What the doctor says around the texts of its rules, in Korean. */
import { timeOfDay } from '../../../format/number.ts';
import { rounded } from '../../../format/words.ts';
import type { doctorTexts as english } from '../../en/findings/doctor.ts';
import type { Texts } from '../../nested.ts';
import { aboutOf, count, josa, share, waited } from '../words.ts';

export const doctorTexts = {
  'finding.is': ({ title }) => `${title}.`,
  'finding.alike': ({ title, pid, others }) => `${title} (PID ${pid}, 다른 프로세스 ${count(others)}도 같음)`,
  'finding.follows': ({ title, from }) => `${title}. 이는 ${from}의 결과입니다.`,
  'unseen.see-notes': '이유는 참고 사항에 있습니다.',
  'rule.no-process': '요청에 응답하는 프로세스를 관찰하지 못했습니다.',

  'diagnosis.no-process': '충분히 오래 관찰한 Node 프로세스가 없습니다.',
  'diagnosis.too-little': '관찰한 것이 너무 적습니다.',
  'diagnosis.ended': ({ seconds, exit, heap }) =>
    `서버가 ${seconds.toFixed(1)}초 뒤에 종료되었습니다${exit === null ? '' : ` (${exit})`}.${heap === null ? '' : ` ${heap}.`}`,
  'diagnosis.stretch': ({ title, held, of, until }) =>
    `${Math.round(of / 1000)}초 중 ${Math.round(held / 1000)}초 동안(${timeOfDay(until)}까지): ${title}.`,
  'diagnosis.no-traffic': ({ seconds, port }) =>
    `${seconds.toFixed(1)}초 동안 요청이 없었고 거의 아무 작업도 하지 않았습니다. ${
      port === null
        ? '작업이 있을 때 다시 관찰하세요.'
        : `관찰하는 동안 포트 ${josa(String(port), '으로/로')} 요청을 보내세요.`
    }`,
  'diagnosis.slow': ({ response, loop, cpu }) =>
    `평균 응답 시간은 ${waited(response)}이지만 여기에서 보이는 자원은 포화되지 않았습니다${busyParts(loop, cpu)}. 애플리케이션의 큐나 락, 또는 다른 서비스를 기다릴 수 있습니다.`,
  'diagnosis.flat': ({ clients, throughput, loop, cpu }) =>
    `클라이언트 ${clients}개에서 처리량이 더 늘지 않지만(초당 ${rounded(throughput)}개) 여기에서 보이는 자원은 포화되지 않았습니다${busyParts(loop, cpu)}. 애플리케이션의 큐나 락, 다른 서비스, 또는 다른 프로그램이 함께 쓰는 장비 때문일 수 있습니다.`,
  'diagnosis.healthy': ({ loop, cpu, isPoolUnused, wait, queued }) => {
    const pool =
      wait !== null
        ? `작업의 풀 스레드 대기 시간 ${waited(wait)}`
        : queued === null
          ? '스레드 풀에 빈 스레드가 있음'
          : queued < 0.5
            ? '풀 스레드를 기다린 작업 없음'
            : `풀 스레드를 기다린 작업 ${aboutOf(queued)}`;
    const parts = [
      loop === null ? [] : `이벤트 루프 사용률 ${share(loop)}`,
      isPoolUnused ? '스레드 풀 미사용' : pool,
      cpu === null ? [] : `CPU 사용률 ${share(cpu)}`,
    ];
    return `${parts.flat().join(', ')}.`;
  },
} satisfies Texts<typeof english>;

function busyParts(loop: number | null, cpu: number | null): string {
  const parts = [
    loop === null ? [] : `이벤트 루프 사용률 ${share(loop)}`,
    cpu === null ? [] : `CPU 사용률 ${share(cpu)}`,
  ].flat();
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
