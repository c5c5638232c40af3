/** Words for places in the code of an application, which several texts share. */

/** A function, as a CPU profile names it. */
export interface CodePlace {
  readonly name: string;
  readonly file: string;
  readonly line: number | null;
}

/** The most expensive function of a CPU profile. */
export interface Hot extends CodePlace {
  /** Where the time is spent by a function of a package, for which the place above is the caller. */
  readonly within: { readonly name: string; readonly package: string } | null;
  /** Its part of the profile, with all that it calls. */
  readonly total: number;
}

/** @returns `render (/srv/app.js:12)` */
export function placeText({ name, file, line }: CodePlace): string {
  const at = line === null ? file : `${file}:${line}`;
  if (file === '') return name;
  return name === '(anonymous)' ? `the function at ${at}` : `${name} (${at})`;
}

/** @returns `list (/srv/app.js:9), in stringify of express` */
export function hotText({ within, ...place }: Hot): string {
  return `${placeText(place)}${within ? `, in ${within.name} of ${within.package}` : ''}`;
}
