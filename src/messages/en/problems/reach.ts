/**
 * Parts of a process that are out of reach. They do not end a look: what else can be seen is still seen. Each takes the
 * same two details, so that one function can show any of them.
 */
import { type Entry, exitCodes } from './entry.ts';

const exit = exitCodes.unmeasured;
const pool = 'The pool of process {pid} cannot be read from its memory.';
const otherwise =
  'Its threads are still seen. To see its queue too, start it with the probe: node --import chokepoint/probe';

export const reachProblems = {
  PEEK_NO_ELF: {
    exit,
    what: pool,
    why: 'It can be read only in 64-bit ELF binaries: {why}.',
    todo: otherwise,
  },
  PEEK_STRIPPED: {
    exit,
    what: pool,
    why: 'Its address comes from the symbols of the binary: {why}.',
    todo: `Run an official build of Node, which keeps its symbols. ${otherwise}`,
  },
  PEEK_MOVABLE: {
    exit,
    what: pool,
    why: 'Its address is known only if the binary is loaded at a fixed address: {why}.',
    todo: `Run an official build of Node, which is loaded at a fixed address. ${otherwise}`,
  },
  PEEK_SHARED_LIBRARY: {
    exit,
    what: pool,
    why: 'It is looked up in the binary only: {why}.',
    todo: `Run an official build of Node, which contains libuv. ${otherwise}`,
  },
  PEEK_UNKNOWN_LIBUV: {
    exit,
    what: pool,
    why: 'It can be read only with a known version of libuv: {why}.',
    todo: otherwise,
  },
  PEEK_PACKED: {
    exit,
    what: pool,
    why: 'Official builds of Node can be read; any other build has to be tested first: {why}.',
    todo: otherwise,
  },
  PEEK_NO_RIGHTS: {
    exit,
    what: pool,
    why: 'The kernel does not allow it: {why}.',
    todo: 'Run chokepoint as root (sudo), or in the container with --cap-add SYS_PTRACE.',
  },
  PEEK_UNREADABLE: {
    exit,
    what: pool,
    why: 'It could not be opened: {why}.',
    todo: otherwise,
  },
  PEEK_UNTRIED: {
    exit,
    what: pool,
    why: 'Official builds of Node can be read; any other build has to be tested first: {why}.',
    todo: `If you trust its binary, let chokepoint start it once for this test: --try-binary. ${otherwise}`,
  },
  PEEK_MISREAD: {
    exit,
    what: pool,
    why: 'The values read there are not plausible: {why}.',
    todo: `Report the version of this Node: its libuv stores the pool in another way. ${otherwise}`,
  },
  ENVIRONMENT_UNREADABLE: {
    exit,
    what: 'The pool size requested for process {pid} is not known.',
    why: 'It is an environment variable of the process: {why}.',
    todo: 'Run chokepoint as the same user, or as root.',
  },
  SOCKETS_UNREADABLE: {
    exit,
    what: 'The connections of process {pid} cannot be seen.',
    why: 'They are found through the open files of the process: {why}.',
    todo: 'Run chokepoint as the same user, or as root.',
  },
} as const satisfies Record<string, Entry>;
