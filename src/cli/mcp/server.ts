/**
 * The verbs as tools for an agent (Model Context Protocol), over stdin and stdout. Each call is a command of this program in a
 * process of its own, with `--json --brief`: what it finds, and what it refuses, is what a person would read.
 */
import { once } from 'node:events';
import {
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { ownVersion } from '../../host/own-version.ts';
import { briefBytes, briefText } from '../../messages/brief.ts';
import { message, say, type MessageCode } from '../../messages/message.ts';
import { Problem, problem } from '../../messages/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { readReport } from '../output/reports-index.ts';
import { shownProblem } from '../output/terminal.ts';
import { endAll, OwnCommand, type Answer } from './own-process.ts';

/** `soon`: how long a call that starts a run waits for a refusal. `grace`: how long runs may take to end after the client has gone. */
const soon: Milliseconds = 1500;
const grace: Milliseconds = 3000;

const words = z.array(z.string());
/** What follows a `--` would be taken for the command. */
const ownWords = z.array(z.string().regex(/^(?!--$)/));
/** Neither an option nor anything that a shell would obey. */
const id = z.string().regex(/^\w[\w-]*$/);
const target = z.string().regex(/^[:\w][\w.-]*$/);
const whatIf = z.string().regex(/^\w[\w=,.]*$/);
const about = (code: MessageCode) => say({ code, params: {} });

/** A schema without the name of its dialect, which would be a sixth of the list of tools. */
function terse<Type extends z.ZodType>(type: Type): Type {
  const { jsonSchema } = type['~standard'];
  const short = (whole: typeof jsonSchema.input) => (options: Parameters<typeof whole>[0]) => {
    const { $schema: _, ...rest } = whole(options);
    return rest;
  };
  Object.assign(jsonSchema, { input: short(jsonSchema.input), output: short(jsonSchema.output) });
  return type;
}

/** What an agent may ask for. A call of `tools` reads the texts in the language of the user. */
const tools = () => {
  const state = terse(z.looseObject({ id: z.string(), status: z.string() }));
  return {
    list_processes: {
      description: about('mcp.tool.list'),
      inputSchema: terse(z.object({})),
      outputSchema: terse(z.looseObject({ processes: z.array(z.looseObject({ pid: z.number() })) })),
    },
    diagnose: {
      description: about('mcp.tool.diagnose'),
      inputSchema: terse(
        z.strictObject({
          target: target.describe('PID, :PORT'),
          seconds: z.number().min(2).max(45).default(10),
        }),
      ),
      outputSchema: terse(z.looseObject({ diagnosis: z.looseObject({ status: z.string() }) })),
    },
    start_run: {
      description: about('mcp.tool.start'),
      inputSchema: terse(
        z.strictObject({
          verb: z.enum(['find', 'tune', 'sweep', 'capacity', 'predict']),
          command: words.min(1).describe('["node","server.js"]'),
          options: ownWords.default([]).describe('["--path","/list"]'),
        }),
      ),
      outputSchema: state,
    },
    get_run: {
      description: about('mcp.tool.get'),
      inputSchema: terse(
        z.strictObject({
          id,
          wait: z.number().min(0).max(45).default(30),
          stop: z.boolean().default(false),
        }),
      ),
      outputSchema: state,
    },
    predict: {
      description: about('mcp.tool.predict'),
      inputSchema: terse(z.strictObject({ id, whatIf: whatIf.optional() })),
      outputSchema: terse(z.looseObject({ settings: z.array(z.unknown()) })),
    },
  };
};

type Tools = ReturnType<typeof tools>;
type Given<Name extends keyof Tools> = z.infer<Tools[Name]['inputSchema']>;

/** What was started, by the name that the agent has for it. */
class Started {
  readonly #all = new Map<string, OwnCommand>();
  readonly #mayStart: boolean;

  constructor(mayStart: boolean) {
    this.#mayStart = mayStart;
  }

  /** @throws Problem START_NOT_ALLOWED, ALREADY_MEASURING */
  async start({ verb, options, command }: Given<'start_run'>): Promise<Answer> {
    if (!this.#mayStart) throw problem('START_NOT_ALLOWED', {});
    this.requireQuiet();
    const name = `started-${this.#all.size + 1}`;
    const run = new OwnCommand([verb, ...options], command);
    this.#all.set(name, run);
    return await stateOf(name, run, soon);
  }

  /** @returns the id under which a run that was started here is stored */
  async stored(name: string): Promise<string> {
    const { run, from } = readable.parse((await this.#all.get(name)?.answer)?.document ?? {});
    return run?.id ?? from?.run ?? name;
  }

  /** @throws Problem ALREADY_MEASURING */
  requireQuiet(): void {
    const [busy] = [...this.#all].flatMap(([name, run]) => (run.isOver ? [] : [name]));
    if (busy !== undefined) throw problem('ALREADY_MEASURING', { id: busy });
  }

  async get({ id: name, wait, stop }: Given<'get_run'>): Promise<Answer> {
    const run = this.#all.get(name);
    if (!run) return ended(name, await ask(['runs', 'show', name]));
    if (stop) run.stop();
    return await stateOf(name, run, 1000 * wait);
  }
}

const ask = async (args: readonly string[]) => await new OwnCommand(args).answer;

/** @returns the answer; if there is none after `wait`, what the command is doing */
async function stateOf(name: string, run: OwnCommand, wait: Milliseconds): Promise<Answer> {
  const late = new Promise<null>((then) => setTimeout(then, wait, null).unref());
  const found = await Promise.race([run.answer, late]);
  const document = { id: name, status: 'running', doing: run.doing };
  return found ? ended(name, found) : { isFailed: false, document };
}

const ended = (name: string, { isFailed, document }: Answer): Answer => ({
  isFailed,
  document: { id: name, status: 'ended', ...document },
});

const said = z.object({ text: z.string() });
/** The parts of a brief document that have its sentence, or the name of its report. */
const readable = z.object({
  status: z.string().optional(),
  processes: z.array(z.unknown()).optional(),
  headline: said.optional(),
  sentence: said.optional(),
  diagnosis: z.object({ id: z.string(), sentence: said }).optional(),
  run: z.object({ id: z.string() }).optional(),
  from: z.object({ run: z.string() }).optional(),
  problem: z.object({ what: z.string(), why: z.string(), todo: z.string() }).optional(),
});

function resultOf({ isFailed, document }: Answer): CallToolResult {
  const found = readable.parse(document);
  const { status, processes, diagnosis, run, from, problem: fault } = found;
  const answer = found.headline ?? diagnosis?.sentence ?? found.sentence;
  const open = processes
    ? message('mcp.processes', { count: processes.length })
    : message(status === 'running' ? 'mcp.running' : 'mcp.silent');
  const text = answer?.text ?? (fault ? `${fault.what} ${fault.why} ${fault.todo}` : say(open));
  const report = diagnosis?.id ?? run?.id ?? from?.run;
  const link = report !== undefined &&
    reportOf(report) !== null && { uri: `${reports}${report}`, name: report };
  const content: CallToolResult['content'] = [
    { type: 'text', text },
    ...(link ? [{ type: 'resource_link' as const, ...link }] : []),
  ];
  // The text, the link and the server's name, which the protocol adds, count towards the size of the answer.
  const answerer = { 'io.modelcontextprotocol/serverInfo': ownName() };
  const rest = { content, structuredContent: {}, isError: true, _meta: answerer };
  const left = briefBytes - Buffer.byteLength(JSON.stringify(rest));
  const structuredContent = JSON.parse(briefText(document, left)) as Record<string, unknown>;
  return { content, structuredContent, ...(isFailed && { isError: true }) };
}

const ownName = () => ({ name: 'chokepoint', version: ownVersion() });

/** Reports are read by reference: their length has no limit. */
const reports = 'chokepoint://reports/';
const reportOf = (name: string) => readReport(name, 'report.md') ?? readReport(name, 'diagnosis.json');

function serverWith(started: Started): McpServer {
  const server = new McpServer(ownName());
  const offered = tools();
  const answered = async (asked: () => Promise<Answer>): Promise<CallToolResult> => {
    try {
      return resultOf(await asked());
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return resultOf({ isFailed: true, document: { problem: shownProblem(error) } });
    }
  };
  server.registerTool('list_processes', offered.list_processes, () =>
    answered(() => ask(['doctor', '--list'])),
  );
  server.registerTool('diagnose', offered.diagnose, ({ target: named, seconds }) =>
    answered(() => {
      started.requireQuiet();
      return ask(['doctor', named, '--duration', `${seconds}s`]);
    }),
  );
  server.registerTool('start_run', offered.start_run, (given) => answered(() => started.start(given)));
  server.registerTool('get_run', offered.get_run, (given) => answered(() => started.get(given)));
  server.registerTool('predict', offered.predict, ({ id: name, whatIf: asked }) =>
    answered(async () => {
      const what = asked === undefined ? [] : ['--what-if', asked];
      return await ask(['predict', '--run', await started.stored(name), ...what]);
    }),
  );
  const template = new ResourceTemplate(`${reports}{id}`, { list: undefined });
  server.registerResource('report', template, {}, (uri, { id: name }) => {
    const text = reportOf(id.parse(name));
    if (text === null) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, text }] };
  });
  return server;
}

/** Serves one client until it has gone; then nothing that was started for it is left. */
export async function serve(mayStart: boolean): Promise<void> {
  const started = new Started(mayStart);
  serveStdio(() => serverWith(started));
  await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  // Where this process is killed, what it has started ends by itself.
  await endAll(grace);
}
