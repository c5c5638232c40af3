/** Words for places in the code of an application, in Korean. */
import type { CodePlace, Hot } from '../en/code-words.ts';

/** @returns `render (/srv/app.js:12)` */
export function placeText({ name, file, line }: CodePlace): string {
  const at = line === null ? file : `${file}:${line}`;
  if (file === '') return name;
  return name === '(anonymous)' ? `${at}의 익명 함수` : `${name} (${at})`;
}

/** @returns `render (/srv/app.js:12)`, `express의 stringify(호출 위치: list (/srv/app.js:9))` */
export function hotText({ package: owner, caller, ...place }: Hot): string {
  if (owner === null) return placeText(place);
  const name = place.name === '(anonymous)' ? '익명 함수' : place.name;
  return `${owner}의 ${name}${caller ? `, 호출 위치: ${placeText(caller)}` : ''}`;
}
