import type { z } from 'zod';
import type { EndedGrants } from '#grants/end-grants.ts';
import type { Grant } from '#grants/schema.ts';

type Made = z.infer<typeof Grant>;

/** What a person or key had made: what was ended, and what the service took over. */
export type MadeThings = { ended: Made[]; kept: Made[] };

/** Sorts the grants found earlier into those ended and those handed over. */
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
  ...linesOf('Kept, now owned by the service:', kept),
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
