import { randomBytes } from 'node:crypto';

/** When it began, and something that two in the same second do not share: `20261120-092248-989e`. */
export function idAt(date: Date): string {
  const digits = date.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${digits}-${randomBytes(2).toString('hex')}`;
}
