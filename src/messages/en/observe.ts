/** Why a part of a process was not seen (half a sentence, for brackets and after a colon), and why nothing entered it. */
import type { Nested } from '../nested.ts';

/** What the pool of the reference process is, and what was read of it. */
type PoolState = {
  readonly busy: number;
  readonly threads: number;
  readonly queued: Readonly<Record<string, number>>;
  readonly slow: Readonly<Record<string, number>>;
};

type Failed = {
  readonly error: string;
};

const poolText = ({ busy, threads, queued, slow }: PoolState) =>
  `${busy} of ${threads} threads busy, queued ${JSON.stringify(queued)}, slow ${JSON.stringify(slow)}`;

const noStart = 'its self-test failed: the child for it did not start';

/** How a sandbox can differ from the one of chokepoint. */
const sandboxes = {
  root: 'root folder',
  seccomp: 'seccomp filter',
  privileges: 'right to gain privileges',
  label: 'security label',
} as const;

export const unseen = {
  'unseen.no-elf': 'its binary is not a 64-bit ELF file',
  'unseen.libuv-elsewhere': ({ libraries }: { libraries: readonly string[] }) =>
    `libuv is not in its binary but in ${libraries.join(' and ')}`,
  'unseen.stripped': 'its binary was stripped of its symbols (official builds keep them)',
  'unseen.movable': 'its binary is position-independent (official builds are not)',
  'unseen.unknown-libuv': ({ missing }: { missing: readonly string[] }) =>
    `its libuv is not a known version (missing or not unique: ${missing.join(', ')})`,
  'unseen.libuv-apart': 'its libuv is not a known version (its variables are far apart)',
  'unseen.memory-forbidden':
    'its memory may not be read: this needs root, CAP_SYS_PTRACE, or the same user with kernel.yama.ptrace_scope 0',
  'unseen.memory': ({ error }: Failed) => `its memory could not be opened (${error})`,
  'unseen.test-goes-on': 'its self-test is still running: the machine is busy',
  'unseen.misplaced': 'it shows more pool threads than the process has threads',
  'unseen.test-not-started': ({ error }: { error: string | null }) =>
    error === null ? noStart : `${noStart} (${error})`,
  'unseen.test-misread': ({ expected, read }: { expected: PoolState; read: PoolState | null }) =>
    `its self-test failed: a child had ${poolText(expected)}, but ${read ? `${poolText(read)} was read` : 'no consistent values were read'}`,
  'unseen.packed': ({ binary }: { binary: string }) =>
    `a test would start ${binary}, which may be an application and not Node alone`,
  'unseen.untried': 'it is not a known official build of Node, and was not tested',
  /** @param other a key of `sandboxes`, or the name of a namespace */
  'unseen.other-sandbox': ({ other }: { other: string }) =>
    `it was not tested: the process has another ${
      Object.hasOwn(sandboxes, other) ? sandboxes[other as keyof typeof sandboxes] : `namespace (${other})`
    } than chokepoint`,
  'unseen.setuid': 'it was not tested: it runs with the rights of its owner',
  'unseen.writable': ({ folder }: { folder: string | null }) =>
    `it was not tested: users other than root and this one may write ${folder === null ? 'its file' : `the folder ${folder}`}`,
  'unseen.replaced': 'it was not tested: its file was replaced after it started',
  'unseen.removed': 'it was not tested: its file was removed after it started',
  'unseen.environment': 'its environment may not be read',
  'unseen.connections-unread': 'its connections were not read yet',
  'unseen.files-forbidden': 'its open files may not be read',
  'unseen.files': ({ error }: Failed) => `its open files could not be read (${error})`,
  'unseen.handlers-place': "its libuv's signal handlers are not at their known place",
  'unseen.handlers': "its libuv's signal handlers could not be read",
  'unseen.handlers-test-not-started': 'the test of its signal handlers failed: a child for it did not start',
  'unseen.handlers-misread': ({
    expected,
    read,
  }: {
    expected: readonly number[];
    read: readonly number[] | null;
  }) =>
    `the test of its signal handlers failed: a child handled ${expected.join(', ')}, but ${read?.join(', ') ?? 'no tree'} was read`,
  'unseen.handlers-test-failed': ({ why }: { why: Nested }) =>
    `the test of its signal handlers failed: ${why}`,
  'unseen.linux-only': 'the threads of a process can be watched only on Linux',
  'unseen.probe-not-wanted': 'none was requested',
  'unseen.probe-not-allowed': '--attach was not given',
  'unseen.probe-of-primary': 'the primary of a cluster answers no requests, so it gets no probe',
  'unseen.probe-silent': 'its probe has sent nothing',
  'unseen.probe-on-its-way': 'it was requested and has not started yet',
  'unseen.probe-ended': 'the probe has ended',
  'unseen.probe-refused': ({ problem, what, why }: { problem: string; what: string; why: string }) =>
    `${problem}: ${what} ${why}`,
};

/** Sentences of the problems of an attach. */
export const attachReasons = {
  'attach.no-closer': 'No helper process is left running.',
  /** @param until `17:05` */
  'attach.closer': ({ pid, until }: { pid: number; until: string }) =>
    `A helper process of chokepoint (PID ${pid}) runs until ${until} at the latest, even after the doctor has exited. It closes the inspector as soon as it opens.`,
  'attach.traced': ({ tracer }: { tracer: number }) =>
    `End the debugger or tracer that holds it${tracer > 0 ? ` (PID ${tracer})` : ''}, or continue the process there.`,
  'attach.stopped': ({ pid }: { pid: number }) => `Continue it: kill -CONT ${pid}`,
  'attach.be-sure': 'If you are sure that the application has none, write --attach=unsure.',
  'attach.try-binary':
    'If you trust its binary, let chokepoint start it once to learn to read them: --try-binary. If you are sure that the application has none, write --attach=unsure.',
  'attach.port-held': ({ holder, command }: { holder: number | null; command: string }) =>
    `${holder === null ? 'A process of another user' : `PID ${holder} (${command})`} listens there.`,
  'attach.exited': 'It has exited.',
  'attach.pid-reused': 'It has exited, and its PID belongs to another process now.',
  'attach.foreign-inspector': ({ pid }: { pid: string }) =>
    `The inspector that answered belongs to a process that reports PID ${pid}.`,
  'attach.not-opened': ({ closer }: { closer: Nested }) =>
    `It has not opened its inspector: its main thread is in one long call outside JavaScript, such as execSync. ${closer}`,
  'attach.not-opened-unsure': ({ why, closer }: { why: Nested; closer: Nested }) =>
    `It has not opened its inspector. Its application may handle SIGUSR1 itself, which could not be checked: ${why}. Or its main thread is in one long call outside JavaScript. ${closer}`,
  'attach.opened-late': ({ address, closer }: { address: string; closer: Nested }) =>
    `It opened its inspector at ${address}, but its main thread is in one long call outside JavaScript, such as execSync. When that call ends, the inspector closes by itself. ${closer}`,
  'attach.no-answer':
    'Its inspector is open, but its main thread does not answer: it is in one long call, or paused by a debugger.',
  'attach.said': ({ said }: { said: string }) => `It reported: ${said}.`,
  'attach.not-a-probe': ({ why }: { why: string }) => `It does not speak the protocol of the probe: ${why}.`,
  'attach.thread-late': 'It entered, but its thread has not started: the machine may be too busy.',
  'attach.closer-exited': 'It exited immediately.',
  'attach.closer-late': ({ seconds }: { seconds: number }) => `It was not ready within ${seconds} s.`,
  'attach.closer-ended': ({ error }: Failed) => `It ended: ${error}.`,
};

/** Sentences of the problems of who is looked at. */
export const targetReasons = {
  'target.thread': ({ pid, group }: { pid: number; group: number }) =>
    `${pid} is a thread of process ${group}.`,
  'target.no-such-pid': 'It has exited, or the PID is wrong.',
  'target.no-pid-no-port': 'Nothing listens on a port of that number either.',
  'target.docker': ({ port }: { port: number }) =>
    `{chokepoint} doctor $(docker inspect -f '{{.State.Pid}}' $(docker ps -q --filter publish=${port}))`,
  'target.both': ({ number, listening }: { number: number; listening: number }) =>
    `Process ${number} runs Node, and process ${listening} listens on port ${number}.`,
  'target.both-hidden': ({ number }: { number: number }) =>
    `Process ${number} runs Node, and a process that may not be looked at listens on port ${number}.`,
  'target.say-which': ({ number }: { number: number }) =>
    `For the process: {chokepoint} doctor --pid ${number}. For the port: {chokepoint} doctor :${number}.`,
  'target.apps': ({ names }: { names: readonly string[] }) =>
    names.length === 0
      ? 'No application of PM2 was found; those of other users show their names to root alone.'
      : `PM2 runs ${names.join(', ')}.`,
  'target.several-daemons': ({ daemons }: { daemons: readonly number[] }) =>
    `Several PM2 daemons (PIDs ${daemons.join(', ')}) run an application of that name.`,
  'target.name-pid': ({ pid }: { pid: number }) => `Give the PID of a process: {chokepoint} doctor ${pid}.`,
  'target.protected':
    'It belongs to the same user, but the kernel protects it: it has more rights, or its binary may not be read.',
  'target.other-user': ({ uid, own }: { uid: number; own: number }) =>
    `It belongs to user ${uid}; this is user ${own}.`,
  'target.as-user': ({ uid }: { uid: number }) =>
    `Run chokepoint as the same user (sudo -u "#${uid}"), or as root.`,
  'target.as-root': 'Run chokepoint as root.',
  'target.with-ptrace':
    'Not even root may here: run chokepoint outside this container, or give the container the right (docker run --cap-add SYS_PTRACE).',
  'target.nothing': 'not in use',
  'target.not-node': ({ binary }: { binary: string }) => `not a Node process (${binary})`,
  'target.hidden': ({ uid }: { uid: number }) => `a process of user ${uid} that this user may not read`,
  'target.kernel': ({ name }: { name: string }) => `kernel code (${name})`,
  'own-server.start-by-hand':
    'Start the same command by hand and look for the reason; its last output, if any, is below.',
  'own-server.no-node': 'It is running, but has started no Node process',
  'own-server.unknown': 'reason unknown',
  'own-server.silent': 'It printed nothing.',
};
