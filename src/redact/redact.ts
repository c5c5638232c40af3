/**
 * Secrets are recognised by the names that they stand behind, and by the forms of URLs and headers. Each function returns its
 * input with `***` in the place of every secret, and tells `take` what was there. What is masked already stays as it is.
 */
import { mask } from '../messages/command-line.ts';

/** A function that receives the value of each secret, and returns what is shown instead. */
export type Take = (value: string) => string;

const masked = () => mask;

/** Whether the text is a mask, also one of several levels: `***2`. */
export function isMask(text: string): boolean {
  return /^\*{3}\d*$/.test(text);
}

/** Names of secrets: headers, variables, options, query parameters, fields. `PWD` is a folder, and `MYSQL_PWD` a password. */
const secretNames =
  /authori[sz]ation|cookie|passw(?:or)?d|passphrase|passcode|secret|token(?!i[sz])|credential|bearer|jwt|signature|api[-_]?key|(?:access|account|private|encryption|signing)[-_]?key|auth[\w.-]*key|(?:^|[-_.:])(?:auth|pass|sig)$|[-_]pwd$|session[-_]?id/i;
/** Values that are settings, no secrets, even under such a name: `PASSWORD_ROUNDS=12`, `USE_TOKEN=on`. */
const plainValues = /^(?:|\d{1,3}|on|off|true|false|yes|no|null|none|default|undefined)$/i;

/** Names of counts and durations, whose numbers are no secrets: `max_tokens: 4096`, `TOKEN_TTL=3600`. */
const countNames =
  /(?:tokens|ttl|timeout|ms|seconds|minutes|size|limit|count|length|rounds|age|interval|rate|bytes)$/i;

/** Whether a value of that name is a secret. */
export function isSecret(name: string, value: string): boolean {
  if (!secretNames.test(name) || plainValues.test(value)) return false;
  return !(countNames.test(name) && /^\d+$/.test(value));
}

const quotedText = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
/** A name, bounded and begun at the edge of a word, so that matching takes time in proportion to the text's length. */
const identifier = String.raw`[A-Za-z_$][\w.$:[\]-]{0,200}`;
const edge = String.raw`(?<![\w$])`;
/** Credentials in a URL. A password may hold an "@" or a "/" that nobody has encoded; a port with a path behind it is none. */
const credentials =
  /(:\/\/)([^\s/?#'"<>@:]{0,200}:(?!\d+(?:[/?#]|$))[^\s'"<>]{0,1000}|[^\s/?#'"<>]{0,1000})@/g;
/** Credentials whose "@" was cut off with the text's end. A port is no password, nor is the first port of a list of hosts. */
const cutCredentials = /(:\/\/[^\s/?#'"<>@:[]{0,200}:)(?!\d{1,5}(?:[/?#,]|[.:;)\]]?\s*$))([^\s'"<>@]+)\s*/g;
/** A password in a list: `Server=h;Pwd=x`. It ends before a semicolon, blank or quote. A path is the folder `PWD`. */
const listed =
  /(;\s{0,3}(?:password|pwd)\s?=\s?)(?!\/)([^;\s'"]+)|(?<![\w$])((?:password|pwd)\s?=\s?)(?!\/)([^;\s'"]{1,200})(?=;)/gi;
const assignment = new RegExp(String.raw`${edge}(${identifier})(=)(${quotedText}|[^\s&;'"]+)`, 'g');
const option = new RegExp(String.raw`(?<![\w-])(--?${identifier})(\s+)(${quotedText}|[^\s'"-][^\s'"]*)`, 'g');
const scheme = String.raw`(?:Bearer|Basic|Digest|Token|Negotiate)\s+`;
const field = new RegExp(
  String.raw`(["']?)${edge}(${identifier})(\1\s*:\s*)(${quotedText}|(?:${scheme})?[^\s,;&'"{}[\]]+)`,
  'gi',
);
/** Levels of pairs within pairs that are looked into: a deeper value is masked whole. */
const deepest = 4;
const cookieField = /((?:set-)?cookie)(\s*:\s*)([^'"\r\n]+)/gi;

/** Redacts a text that may hold secrets among other words: a command line, a process title, a shell command, a URL. */
export function redactText(text: string, take: Take = masked, depth = 0): string {
  const value = (key: string, found: string) => {
    const quote = /^["']/.exec(found)?.[0] ?? '';
    const bare = quote === '' ? found : found.slice(1, -1);
    if (isSecret(key, bare)) return quote + take(bare) + quote;
    if (key === 'NODE_OPTIONS') return quote + redactNodeOptions(bare, take) + quote;
    // `--build-arg=TOKEN=x`: what is behind the sign may be such a pair itself.
    if (!bare.includes('=')) return found;
    return quote + (depth < deepest ? redactText(bare, take, depth + 1) : take(bare)) + quote;
  };
  return text
    .replaceAll(credentials, (_, start: string, found: string) =>
      found === '' ? `${start}@` : `${start}${take(found)}@`,
    )
    .replaceAll(cutCredentials, (whole, start: string, found: string, at: number, all: string) =>
      at + whole.length === all.length ? start + take(found) : whole,
    )
    .replaceAll(listed, (_, later: string | undefined, rest = '', first = '', begun = '') =>
      later === undefined ? first + take(begun) : later + take(rest),
    )
    .replaceAll(cookieField, (_, key: string, sign: string, found: string) => key + sign + take(found.trim()))
    .replaceAll(field, (whole, quote: string, key: string, sign: string, found: string) =>
      // The colon of `http://` and of a drive is no sign between a name and a value.
      found.startsWith('//') || /cookie$/i.test(key) ? whole : quote + key + sign + value(key, found),
    )
    .replaceAll(assignment, (_, key: string, sign: string, found: string) => key + sign + value(key, found))
    .replaceAll(option, (_, key: string, blank: string, found: string) => key + blank + value(key, found));
}

/** Redacts the words of a command: `--password x`, `--password=x`, `PGPASSWORD=x`, `-H 'Cookie: x'`, `-u ann:x`, and URLs. */
export function redactWords(words: readonly string[], take: Take = masked): string[] {
  return words.map((word, i) => {
    const before = words[i - 1] ?? '';
    if (/^--?[A-Za-z]/.test(before) && !/[=\s]/.test(before) && !word.startsWith('-')) {
      if (isSecret(before, word)) return take(word);
      const user = /^(?:-u|--(?:proxy-)?user)$/.test(before) ? /^([^:]*:)(.+)$/s.exec(word) : null;
      if (user) return user[1] + take(user[2] ?? '');
    }
    // `sh -c 'PGPASSWORD=x node server.js'` is a whole command line.
    return /^-[a-z]*c$/.test(before) ? redactText(word, take) : redactWord(word, take);
  });
}

function redactWord(word: string, take: Take): string {
  // A word with a blank in it is one value: if that is a secret, all of it is masked.
  const [, key = '', sign = '', value = ''] = /^(-{0,2}[A-Za-z_][\w.:-]*?)(\s*:\s*|=)(.+)$/s.exec(word) ?? [];
  if (key === 'NODE_OPTIONS') return key + sign + redactNodeOptions(value, take);
  return key !== '' && isSecret(key, value) ? key + sign + take(value) : redactText(word, take);
}

/**
 * @param takeOf by the name of a header, what takes its secrets
 * @param hidden names of headers that are secret whatever they are called
 */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  takeOf: (key: string) => Take,
  hidden: readonly string[] = [],
): Record<string, string> {
  const isHidden = (key: string) => hidden.some((one) => one.toLowerCase() === key.toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [
      key,
      isHidden(key) || isSecret(key, value) ? takeOf(key)(value) : redactText(value, takeOf(key)),
    ]),
  );
}

/** Masks the secret fields of JSON and of forms. Any other body is masked whole: nobody knows what in it is secret. */
export function redactBody(body: string, take: Take = masked): string {
  if (body === '') return body;
  if (/^[^\s=&{}[\]<>]+=[^&\s]*(?:&[^\s=&]+=[^&\s]*)*$/.test(body)) return redactForm(body, take);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return take(body);
  }
  let isChanged = false;
  const shown = redactJson(json, '', (value) => {
    isChanged = true;
    return take(value);
  });
  return isChanged ? JSON.stringify(shown) : body;
}

function redactForm(body: string, take: Take): string {
  const pairs = body.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    return isSecret(key, value) ? `${key}=${take(value)}` : pair;
  });
  return pairs.join('&');
}

function redactJson(data: unknown, key: string, take: Take): unknown {
  if (Array.isArray(data)) return data.map((one) => redactJson(one, key, take));
  if (typeof data === 'object' && data !== null)
    return Object.fromEntries(
      // What is below a secret name is a secret too: {"credentials": {"user": …}}.
      Object.entries(data).map(([name, one]) => [
        name,
        redactJson(one, secretNames.test(key) ? key : name, take),
      ]),
    );
  if (typeof data === 'string') return isSecret(key, data) ? take(data) : redactText(data, take);
  return typeof data === 'number' && isSecret(key, String(data)) ? take(String(data)) : data;
}

/** Options of Node whose values are no secrets, and tell something of how the process runs. */
const knownNodeOptions =
  /^(?:-r|-C|--(?:require|import|(?:experimental-)?loader|conditions|max-[\w-]+|inspect[\w-]*|trace-[\w-]+|dns-result-order|unhandled-rejections|stack-trace-limit|heapsnapshot-[\w-]+|cpu-prof-[\w-]+|diagnostic-dir|tls-[\w.-]*version|v8-pool-size|env-file))$/;

/** Redacts the text of NODE_OPTIONS: keeps the names of all options, and the values of those that hold no secret. */
export function redactNodeOptions(text: string, take: Take = masked): string {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+/g) ?? [];
  let last = '';
  const shown = words.map((word) => {
    const [, key = '', value] = /^(--?[\w.-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const owner = key === '' ? last : key;
    const shownValue = (one: string) =>
      knownNodeOptions.test(owner.replaceAll('_', '-')) || plainValues.test(one) || /^\d+$/.test(one)
        ? redactText(one, take)
        : take(one);
    last = key === '' || value !== undefined ? '' : key;
    if (key === '') return shownValue(word);
    return value === undefined ? key : `${key}=${shownValue(value)}`;
  });
  return shown.join(' ');
}
