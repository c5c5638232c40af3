/** Words for places in the code of an application, which several texts share. */

/** A function, as a CPU profile names it. */
export interface CodePlace {
  readonly name: string;
  readonly file: string;
  readonly line: number | null;
}

/** The most expensive function of a CPU profile. */
export interface Hot extends CodePlace {
  /** Whose function it is; null: the application's own. */
  readonly package: string | null;
  /** The function of the application that calls that of a package; null: none is on the way to it. */
  readonly caller: CodePlace | null;
  /** Its part of the profile, with all that it calls. */
  readonly total: number;
}

/** @returns `render (/srv/app.js:12)` */
export function placeText({ name, file, line }: CodePlace): string {
  const at = line === null ? file : `${file}:${line}`;
  if (file === '') return name;
  return name === '(anonymous)' ? `the function at ${at}` : `${name} (${at})`;
}

/** @returns `render (/srv/app.js:12)`, `stringify of express, called by list (/srv/app.js:9)` */
export function hotText({ package: owner, caller, ...place }: Hot): string {
  if (owner === null) return placeText(place);
  const name = place.name === '(anonymous)' ? 'a function' : place.name;
  return `${name} of ${owner}${caller ? `, called by ${placeText(caller)}` : ''}`;
}
