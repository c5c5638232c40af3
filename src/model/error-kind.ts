/** Why a request failed. `status`: not an expected one; `body`, `proof`: a wrong answer; `protocol`: not HTTP/1.1. */
export const errorKinds = ['connect', 'reset', 'timeout', 'status', 'body', 'proof', 'protocol'] as const;
export type ErrorKind = (typeof errorKinds)[number];
