/** Words for what runs in libuv's thread pool and what its threads do, in Korean. */
import type { State } from '../en/pool-words.ts';

const namesOfKinds: Readonly<Record<string, string>> = {
  fs: '파일 시스템 호출',
  dns: 'DNS 조회',
  crypto: 'crypto 작업',
  random: '난수 생성 작업',
  zlib: '압축 작업',
  node_api: '네이티브 애드온(Node-API) 작업',
  'fs.readfile': '파일 전체 읽기',
  other: '종류를 알 수 없는 작업',
};

/** @returns what jobs of a kind are called: `crypto 작업` */
export function kindName(kind: string): string {
  if (kind.startsWith('addon:')) return `애드온 ${kind.slice('addon:'.length)}의 작업`;
  return namesOfKinds[kind] ?? `${kind} 작업`;
}

/** @returns where a thread is: `/mnt/nfs/a에 대한 read`, `락` */
export function stateName({ state, at, by, syscall = '', on }: State): string {
  switch (state) {
    case 'blocked':
      return on ? `${on}에 대한 ${syscall}` : syscall;
    case 'waiting':
      if (at === 'pool lock') return '스레드 풀 자체의 락';
      return by === 'condition' ? '조건 변수(깨우기를 기다림)' : '락';
    case 'running':
      return '실행 중 또는 CPU 대기';
    case 'idle':
      return '유휴';
    case 'polling':
      return '할 일이 없는 이벤트 루프';
    case 'asleep':
      return '수면(위치를 읽을 수 없음)';
  }
}
