import { stringify } from 'yaml';

/** The comment at the beginning of a file. */
export function head(comment: string): string {
  return `Written by bench/deploy.ts; do not edit.\n${comment}`.replaceAll(/^/gm, '# ');
}

export function yaml(comment: string, document: object): string {
  return `${head(comment)}\n${stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}
