/** Figures and words as Korean sentences have them. */
import { duration, fixed, percent as englishPercent } from '../../format/number.ts';
import { amount, isRounded, roundTimeIn, short, time, wholePercent, waitFloor } from '../../format/words.ts';

/** Pairs of particles: the first follows a final consonant. */
export type Particle = '은/는' | '이/가' | '을/를' | '과/와' | '으로/로';

/** Final consonants of digits and letters as they are read: 영 일 이 삼 …, 엘 엠 엔 알. */
const digitsWithFinal = '013678';
const lettersWithFinal = 'lmnr';

/** @returns the text with the particle that suits its last sound: `pool=4는`, `CPU를`, `이벤트 루프가` */
export function josa(text: string, particle: Particle): string {
  const [withFinal = '', without = ''] = particle.split('/');
  // What stands in brackets or quotes behind a word is read with it, but the word takes the particle.
  const last = /([\p{L}\p{N}%])[^\p{L}\p{N}%]*$/u.exec(text.replace(/(?<=\S)\s*\([^()]*\)$/, ''))?.[1] ?? '';
  const code = last.charCodeAt(0) - 0xac00;
  const isHangul = code >= 0 && code < 11_172;
  const hasFinal = isHangul
    ? code % 28 > 0
    : (digitsWithFinal + lettersWithFinal).includes(last.toLowerCase());
  // 로 follows ㄹ too: 일로, 칠로, 팔로, 엘로, 알로.
  const endsInR = isHangul ? code % 28 === 8 : '178lr'.includes(last.toLowerCase());
  const takesFirst = last !== '' && hasFinal && !(particle === '으로/로' && endsInR);
  return text + (takesFirst ? withFinal : without);
}

const particles = /은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로/g;
const pairs: Readonly<Record<string, Particle>> = {
  '은(는)': '은/는',
  '이(가)': '이/가',
  '을(를)': '을/를',
  '과(와)': '과/와',
  '(으)로': '으로/로',
};

/** @returns the text with one particle in place of each pair: `8이(가)` is `8이` */
export function withParticles(text: string): string {
  return text.replace(particles, (pair, index: number) => {
    const before = text.slice(0, index);
    return josa(before, pairs[pair] ?? '은/는').slice(before.length);
  });
}

/** `4개`, `1,200회`. */
export const count = (n: number, unit = '개') => `${fixed(n, 0)}${unit}`;

/** `a, b, c`. */
export const listed = (parts: readonly string[]) => parts.join(', ');

/** `35%`, `1% 미만`. */
export function share(ratio: number): string {
  return ratio > 0 && ratio < 0.005 ? '1% 미만' : wholePercent(ratio);
}

/** `0.4%`, `0.1% 미만`. */
export function percent(ratio: number): string {
  return ratio > 0 && ratio < 0.001 ? '0.1% 미만' : englishPercent(ratio);
}

/** `0.98 (0.95~1.02)`. */
export function withInterval({
  value,
  low,
  high,
}: Readonly<Record<'value' | 'low' | 'high', number>>): string {
  return `${short(value)} (${short(low)}~${short(high)})`;
}

/** `12 ms`, `0.2 ms 미만`. */
export function waited(milliseconds: number): string {
  return milliseconds < waitFloor ? '0.2 ms 미만' : time(milliseconds);
}

/** `0.68개`: CPUs. */
export const amountOf = (value: number, unit = '개') => `${amount(value)}${unit}`;

/** `약 59개`: a mean number of jobs, threads or requests. */
export const aboutOf = (value: number, unit = '개') =>
  isRounded(value) ? `약 ${count(value, unit)}` : amountOf(value, unit);

/** `16배`, `1.4배`. */
export function times(factor: number): string {
  return `${factor >= 10 ? factor.toFixed(0) : short(Number(factor.toPrecision(2)))}배`;
}

/** `약 40초`, `약 3분`. */
export function about(ms: number): string {
  const seconds = Math.ceil(ms / 10_000) * 10;
  return seconds < 100 ? `약 ${seconds}초` : `약 ${Math.ceil(seconds / 60)}분`;
}

/** `45초`, `3분 20초`. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}초` : `${Math.floor(seconds / 60)}분 ${seconds % 60}초`;
}

/** `70.0 ms`, `2.6초`, `2분 31초`. */
export const lasted = (ms: number) => duration(ms).replace(' min', '분').replace(/ s$/, '초');

/** `1.5초`, `40초`, `3분 20초`. */
export const roundTime = (ms: number) => roundTimeIn(ms, { second: '초', minute: '분' });
