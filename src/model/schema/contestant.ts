/** What is known of a server of another platform on this machine, before the plan is made. It is stored with the plan. */
import { z } from 'zod';
import { contestantIds } from '../contestant.ts';

/** The command that starts such a server. Its topology adds what belongs to one trial: host, port, the folder of the test data. */
const launchSchema = z.strictObject({
  file: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});
export type ContestantLaunch = z.infer<typeof launchSchema>;

export const contestantSchema = z.strictObject({
  id: z.enum(contestantIds),
  /** `missing`: a tool was not found. `broken`: its build failed. */
  state: z.enum(['ready', 'missing', 'broken']),
  /** Versions of the tools that were found, also if another one is missing: `{ java: '25.0.3', 'spring-boot': '4.1.2' }`. */
  versions: z.record(z.string(), z.string()),
  /** A message that says what was found and what to install, or has the last lines of its build. Absent where it is ready. */
  reason: z.strictObject({ code: z.string(), params: z.record(z.string(), z.unknown()) }).optional(),
  /** The command that starts it; absent unless the state is `ready`. */
  launch: launchSchema.optional(),
});
export type Contestant = z.infer<typeof contestantSchema>;
