import type { z } from 'zod';
import type { EndedGrants } from '#grants/end-grants.ts';
import type { Grant } from '#grants/schema.ts';

type Made = z.infer<typeof Grant>;

/** What a person or key made and what became of it. */
export type MadeThings = { ended: Made[]; kept: Made[] };

/** Adds what has just become of the grants that were found before. */
export function addMade(made: MadeThings, found: readonly Made[], { ended, handedOver }: EndedGrants): void {
  made.ended.push(...found.filter(({ id }) => ended.includes(id)));
  made.kept.push(...found.filter(({ id }) => handedOver.includes(id)));
}

const TYPES: Record<Made['type'], string> = {
  api_key: 'API key',
  publishable_token: 'publishable token',
  webhook: 'webhook',
  member: 'member',
  invitation: 'invitation',
};

/** The same for people, a line each. */
export const madeLines = ({ ended, kept }: MadeThings): string[] => [
  ...linesOf('Ended:', ended),
  ...linesOf('Kept, and the service\u2019s now:', kept),
];

const linesOf = (title: string, made: readonly Made[]): string[] =>
  made.length === 0
    ? []
    : [
        title,
        ...made.map(
          ({ id, type, name, environment }) => `  ${TYPES[type]} “${name}” (${id}, ${environment})`,
        ),
      ];
