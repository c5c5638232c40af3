/** What was given to this process that must not be seen: nothing that it writes has it. */
import { redactAsked } from '../../model/redact/redact-asked.ts';
import { Secrets } from '../../model/redact/secrets.ts';

/** The secrets of the command line and the environment; whoever reads another one adds it. */
export const known = new Secrets();
redactAsked(process.argv.slice(2), (value) => known.take(value));
known.takeFrom(process.env);
