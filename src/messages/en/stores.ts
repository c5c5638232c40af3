/** Why a store or a run in it cannot be used, where the program knows it, and how to go on. */
export const stores = {
  'store.retry': 'Then try again.',
  'store.resume': ({ run }: { run: string }) =>
    `Then continue with --resume ${run}: all stored trials are kept.`,
  'store.other-program': 'It is a database of another program.',
  'store.journal': 'Its journal mode could not be changed.',
  'run.ambiguous': 'More than one run begins with these letters.',
  'folder.owner': ({ owner }: { owner: number }) => `It belongs to user ${owner}.`,
  'folder.writers': 'Other users may write there.',
  'folder.in-shared': ({ owner }: { owner: number }) =>
    `It belongs to user ${owner}, and lies in a folder that all users may write.`,
  'run.empty': 'Nothing is stored there yet: "{chokepoint} lab pool-size --quick" stores a first run.',
  'run.none': 'No run of that name is stored there.',
  'run.id': 'Its id does not have the form that chokepoint uses.',
  'run.carried-on': ({ where }: { where: string }) => `Its process is ${where}.`,
  'run.other-owner': ({ owner, own }: { owner: number; own: number }) =>
    `Its store belongs to user ${owner}, and this is user ${own}.`,
  'run.unsealed':
    'It was started by another user, on another machine, by a version without seals, or where no key could be kept.',
  'run.form': ({ part, places }: { part: string; places: string }) =>
    `The form of its ${part} is unknown (${places}).`,
  'run.json': ({ part, reason }: { part: string; reason: string }) => `Its ${part} is not JSON: ${reason}`,
  'run.newer.why': ({ unknown }: { unknown: readonly string[] }) =>
    `A newer version started it, and this one does not know a part of its plan (${unknown.join(', ')}).`,
  'run.newer.todo': 'Update chokepoint, or start a new run; the old one stays readable.',
  'run.conditions.why': ({
    what,
    before,
    now,
  }: {
    what: string;
    before: string | number;
    now: string | number;
  }) => `It was started under other conditions (${what}: ${before}, now ${now}).`,
  'run.conditions.todo': 'Start a new run; the old one stays readable.',
};
