/** Which file holds a text: by the first words of its code. */
const families: Readonly<Record<string, string>> = {
  page: 'action comment fact figure page report next undecided',
  answers: `calibration capacity demands-file equivalent-fit find limit limit-name model no-model out-of-range predict
    prediction run-model what-if`,
  checks: 'bound check check-page effect published',
  lab: 'claim contestant passage platforms',
  prose: 'experiment phrase',
  cli: `base budget capture children cli command conflict corrected cpus cut-short engine exited file folder
    generator generators header help hint interrupted k6 level limit.direction limit.figure limit.form mcp
    limit.todo load missing name node objective open option output path port port-silent reach ready replay resume run secrets
    selftest selftest-asked settings share slo store terminal tool topology unknown-option unmeasured
    url value vary`,
  run: 'gate headline label mark noise note progress runs stop text warning',
  tune: 'apply tune tune-page tune-section',
  words: 'word',
};

const byPrefix = new Map(
  Object.entries(families).flatMap(([file, all]) => all.split(/\s+/).map((one) => [one, file] as const)),
);

/** @returns the name of the file: problems have codes in upper case; what no family has is the doctor's, whose rules are named freely */
export function fileOf(code: string): string {
  const [first = '', second] = code.split('.');
  const known = byPrefix.get(`${first}.${second}`) ?? byPrefix.get(first);
  return known ?? (code === code.toUpperCase() ? 'problems' : 'doctor');
}
