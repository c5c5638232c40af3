/** The claims of a run, one line each: the decided ones first, then what it takes to decide the others. */
import { message, say, type Message } from '../../messages/message.ts';
import type { ClaimVerdict, ClaimWord, Found, RunResult } from '../../model/verdict.ts';
import { pad, shorten } from '../../format/width.ts';
import { claimBalance } from '../outline/headline.ts';
import { gutter, labelled, mark } from './skeleton.ts';
import { wordStyles, type TerminalStyle } from './terminal-style.ts';

const words = {
  holds: 'terminal.claim.holds',
  refuted: 'terminal.claim.refuted',
  misread: 'terminal.claim.misread',
  undecided: 'terminal.claim.undecided',
  'not run': 'terminal.claim.not-run',
} as const satisfies Record<ClaimWord, string>;

/** Refuted and misread claims are what a reader did not expect. */
const order: readonly ClaimWord[] = ['misread', 'refuted', 'holds', 'not run'];

/**
 * @param room lines that they may take, the empty one before them included
 * @param decides the command that decides what noise leaves open; null: there is none
 * @param isTold whether the balance of all claims is the run's result, and was said
 */
export function claimLines(
  result: Pick<Found, 'claims'>,
  room: number,
  decides: string | null,
  isTold: boolean,
  terminal: TerminalStyle,
): string[] {
  const balance = claimBalance(result);
  if (balance === null) return [];
  const sign = ` ${mark('undecided', terminal)}`;
  const prices = openClaims(result).flatMap((one) => [
    `${sign}${' '.repeat(gutter - 2)}${say(one)}`,
    ...(one.code === 'terminal.claims-noise' && decides !== null
      ? [' '.repeat(gutter) + terminal.style('cyan', decides)]
      : []),
  ]);
  const decided = decidedClaims(result);
  // The empty line, the balance, and what is open; if not all fit, the last line counts the others.
  const told = isTold ? [''] : labelled('label.claims', [say(balance)], terminal);
  const space = Math.max(0, room - told.length - prices.length);
  const shown = decided.length <= space ? decided : decided.slice(0, Math.max(0, space - 1));
  const left = decided.length - shown.length;
  return [
    ...told,
    ...shown.map((claim) => row(claim, terminal)),
    ...prices,
    ...(left > 0 && space > 0
      ? [' '.repeat(gutter) + terminal.style('dim', say(message('terminal.more-claims', { claims: left })))]
      : []),
  ];
}

export const claimWord = (word: ClaimWord) => say(message(words[word]));

/** What a reader did not expect first. */
export function decidedClaims({ claims }: Pick<Found, 'claims'>): ClaimVerdict[] {
  return claims
    .filter(({ verdict }) => verdict !== 'undecided')
    .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}

function row({ verdict, text }: ClaimVerdict, { width, style }: TerminalStyle): string {
  const word = style(wordStyles[verdict], pad(claimWord(verdict), gutter - 1, 'left'));
  return `${word} ${shorten(text, width - gutter)}`;
}

/** One for all that noise leaves open, one for all that lie on their bound, and so on. */
export function openClaims({ claims }: Pick<Found, 'claims'>): Message[] {
  const open = claims.filter(({ verdict }) => verdict === 'undecided');
  const noisy = open.flatMap(({ undecided }) => (undecided?.kind === 'noise' ? [undecided] : []));
  const near = open.filter(({ undecided }) => undecided?.kind === 'on the line').length;
  const withheld = open.filter(({ undecided }) => undecided?.kind === 'withheld').length;
  const others = open.length - noisy.length - near - withheld;
  return [
    ...(noisy.length > 0
      ? [
          message('terminal.claims-noise', {
            claims: noisy.length,
            blocks: Math.max(...noisy.map(({ blocks }) => blocks)),
            seconds: Math.max(...noisy.map(({ seconds }) => seconds)),
          }),
        ]
      : []),
    ...(near > 0 ? [message('terminal.claims-on-the-line', { claims: near })] : []),
    ...(withheld > 0 ? [message('terminal.claims-withheld', { claims: withheld })] : []),
    ...(others > 0 ? [message('terminal.claims-open', { claims: others })] : []),
  ];
}
