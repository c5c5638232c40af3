/** Words for places in the code of an application, in Korean. */
import type { CodePlace, Hot } from '../en/code-words.ts';

/** @returns `render (/srv/app.js:12)` */
export function placeText({ name, file, line }: CodePlace): string {
  const at = line === null ? file : `${file}:${line}`;
  if (file === '') return name;
  return name === '(anonymous)' ? `${at}의 익명 함수` : `${name} (${at})`;
}

/** @returns `list (/srv/app.js:9), express의 stringify 안` */
export function hotText({ within, ...place }: Hot): string {
  return `${placeText(place)}${within ? `, ${within.package}의 ${within.name} 안` : ''}`;
}
