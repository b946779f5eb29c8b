import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { id, tags } from '#records/fields.ts';
import type { ConversationCount } from '#storage/store.ts';
import { ConversationStateSchema, SessionId } from './schema.ts';

const ifVersion = z
  .int('must be the `version` of the conversation')
  .min(0, 'must be the `version` of the conversation')
  .optional();

const assigneeId = id('acc').nullable();

export const UpdateConversation = z
  .strictObject({
    state: ConversationStateSchema.optional().meta({
      description: '`resolved` also resolves a hand-over that waits for a person or has one.',
    }),
    assignee_id: assigneeId.optional().meta({
      description:
        'The account of the member who looks after it; null for no one. A hand-over that is not resolved gets the same assignee.',
    }),
    tags: tags.optional().meta({ description: 'Replaces all tags.' }),
    if_version: ifVersion.meta({
      description:
        'The version that you have read. If the conversation has another one, it stays as it is, with 409.',
    }),
  })
  .meta({ id: 'UpdateConversation', description: 'Changes of a conversation. What is left out stays.' });

const sessionOfAgent = {
  agent_id: id('agt').meta({ description: 'The agent of the session.' }),
  session_id: SessionId.meta({ description: 'The session.' }),
};

/** A conversation by its key. */
const SessionOfAgent = z
  .object({
    agent_id: z.string().meta({ description: 'The agent of the session, prefix `agt_`.' }),
    session_id: z.string().meta({ description: 'The session.' }),
  })
  .meta({ id: 'SessionOfAgent', description: 'A conversation by its agent and session.' });

export const BulkConversationChange = z
  .strictObject({
    action: z
      .enum(['resolve', 'reopen', 'assign', 'add_tags', 'remove_tags', 'delete'])
      .meta({ description: 'What to do with each conversation.' }),
    conversations: z
      .array(
        z.strictObject({
          ...sessionOfAgent,
          if_version: ifVersion.meta({
            description: 'The version that you have read. If it has another one, it is left as it is.',
          }),
        }),
      )
      .min(1, 'must name at least one conversation')
      .max(
        LIMITS.conversationsOfABulkChange,
        `must name at most ${LIMITS.conversationsOfABulkChange} conversations`,
      )
      .meta({ description: 'The conversations to change.' }),
    assignee_id: assigneeId.optional().meta({
      description: 'Required for `assign`: the account of a member; null for no one.',
    }),
    tags: tags
      .refine((list) => list.length > 0, 'must have at least one tag')
      .optional()
      .meta({ minItems: 1, description: 'Required for `add_tags` and `remove_tags`.' }),
  })
  .meta({ id: 'BulkConversationChange', description: 'One change of many conversations.' });

export const BulkConversationResult = z
  .object({
    changed: z.int().meta({ description: 'Does not count conversations that were already so.' }),
    missing: z.array(SessionOfAgent).meta({ description: 'Those that do not exist.' }),
    conflicts: z
      .array(SessionOfAgent)
      .meta({ description: 'Those that were changed meanwhile, and stay as they are.' }),
  })
  .meta({ id: 'BulkConversationResult', description: 'What a change of many conversations did.' });

/** A value and how many conversations have it. */
const counted = <Name extends string>(name: Name, description: string) =>
  z.array(
    z.object({
      [name]: z.string().meta({ description }),
      count: z.int().meta({ description: 'How many conversations.' }),
    } as { [Key in Name]: z.ZodString } & { count: z.ZodInt }),
  );

export const ConversationCounts = z
  .object({
    open: z.int().meta({ description: 'Conversations that are open.' }),
    resolved: z.int().meta({ description: 'Conversations that are resolved.' }),
    assigned_to_me: z.int().meta({ description: 'Open conversations that you look after.' }),
    handovers: z
      .object({
        open: z.int().meta({ description: 'Wait for a person.' }),
        assigned: z.int().meta({ description: 'A person has them.' }),
        mine: z.int().meta({ description: 'You have them.' }),
      })
      .meta({ description: 'Hand-overs that are not resolved.' }),
    channels: counted('channel', 'A channel of conversations.').meta({ description: 'The most used first.' }),
    languages: counted('language', 'In ISO 639-1.').meta({ description: 'The most used first.' }),
    tags: counted('tag', 'A tag of conversations.').meta({
      description: `The most used first, at most ${LIMITS.tagCounts}.`,
    }),
  })
  .meta({ id: 'ConversationCounts', description: 'How many conversations there are of each kind.' });

type Counted = {
  counts: readonly ConversationCount[];
  tags: readonly { tags: readonly string[]; count: number }[];
  handovers: z.infer<typeof ConversationCounts>['handovers'];
  assignedToMe: number;
};

export const toConversationCounts = ({
  counts,
  tags: tagSets,
  handovers,
  assignedToMe,
}: Counted): z.infer<typeof ConversationCounts> => {
  const ofState = (state: ConversationCount['state']): number =>
    counts.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0);
  const summed = (column: 'channel' | 'language') =>
    mostFirst(counts.flatMap((row) => (row[column] === null ? [] : [[row[column], row.count] as const])));
  return {
    open: ofState('open'),
    resolved: ofState('resolved'),
    assigned_to_me: assignedToMe,
    handovers,
    channels: summed('channel').map(([channel, count]) => ({ channel, count })),
    languages: summed('language').map(([language, count]) => ({ language, count })),
    tags: mostFirst(tagSets.flatMap((set) => set.tags.map((tag) => [tag, set.count] as const)))
      .map(([tag, count]) => ({ tag, count }))
      .slice(0, LIMITS.tagCounts),
  };
};

function mostFirst(counts: readonly (readonly [value: string, count: number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [value, count] of counts) sums.set(value, (sums.get(value) ?? 0) + count);
  return [...sums].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1));
}

export const PossibleAssignee = z
  .object({
    id: z.string().meta({ description: 'The account, prefix `acc_`.' }),
    name: z.string().meta({ description: 'The name of the person.' }),
  })
  .meta({ id: 'PossibleAssignee', description: 'A member who may look after conversations.' });
