import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import {
  CONFIGURED,
  type AgentConfiguration as Configuration,
  configurationOf,
  configurationOfRow,
} from '#records/agent-configuration.ts';
import { ActorOfChange } from '#records/audit.ts';
import { text, timestamp } from '#records/fields.ts';
import type { AgentWithBases } from '#storage/store.ts';
import type { AgentVersionRow } from '#storage/tables.ts';
import { Agent, configurable } from './schema.ts';

const number = z.int().meta({ description: 'Counts up from 1 with each version of the agent.' });
const changed = z.array(
  z.enum(CONFIGURED).meta({ id: 'ConfiguredField', description: 'A field of an agent that has versions.' }),
);

const AgentConfiguration = Agent.pick({
  name: true,
  knowledge_base_ids: true,
  welcome_message: true,
  fallback_message: true,
  system_prompt: true,
  response_length: true,
  min_confidence: true,
  temperature: true,
  handover: true,
}).meta({
  id: 'AgentConfiguration',
  description: 'The settings of an agent that have versions: all but its status and its budget.',
});

const version = {
  number,
  created_at: timestamp,
  author: ActorOfChange,
  note: z.string().nullable().meta({ description: 'Why it was published; null if nobody said so.' }),
  changed: changed.meta({ description: 'The fields that differ from the version before.' }),
  restored_from: z
    .int()
    .nullable()
    .meta({ description: 'The version that it repeats, if it was rolled back to one.' }),
};

export const ListedAgentVersion = z
  .object(version)
  .meta({ id: 'ListedAgentVersion', description: 'A version of an agent, without its settings.' });

export const AgentVersion = z
  .object({ ...version, configuration: AgentConfiguration })
  .meta({ id: 'AgentVersion', description: 'A version of an agent.' });

export const AgentDraft = z
  .object({
    configuration: AgentConfiguration,
    changed: changed.meta({ description: 'The fields that differ from what is live.' }),
    based_on: number.meta({ description: 'The version that is live.' }),
    saved_at: timestamp,
    author: ActorOfChange,
  })
  .meta({ id: 'AgentDraft', description: 'Settings of an agent that are saved and not live.' });

export const SaveAgentDraft = z.strictObject(configurable).meta({
  id: 'SaveAgentDraft',
  description: 'The settings that differ from what is live. The others stay as they are live.',
});

const note = text(LIMITS.versionNoteCharacters)
  .nullable()
  .transform((value) => value?.trim() || null)
  .optional()
  .meta({ description: 'Why, for the list of versions.' });

export const PublishAgent = z
  .strictObject({
    note,
    changes: SaveAgentDraft.optional().meta({
      description: 'Published in place of the saved draft.',
    }),
  })
  .meta({ id: 'PublishAgent', description: 'How to publish.' });

export const RestoreAgentVersion = z
  .strictObject({ note })
  .meta({ id: 'RestoreAgentVersion', description: 'How to roll back.' });

const authorOf = (row: Pick<AgentVersionRow, 'actor_type' | 'actor_id' | 'actor_name'>) => ({
  type: row.actor_type,
  id: row.actor_id,
  name: row.actor_name,
});

export const toListedVersion = (
  row: Omit<AgentVersionRow, 'configuration'>,
): z.infer<typeof ListedAgentVersion> => ({
  number: row.number,
  created_at: toIso(row.created_at),
  author: authorOf(row),
  note: row.note,
  changed: JSON.parse(row.changed),
  restored_from: row.restored_from,
});

export const toVersion = (row: AgentVersionRow): z.infer<typeof AgentVersion> => ({
  ...toListedVersion(row),
  configuration: configurationOfRow(row),
});

export const toDraft = (
  agent: AgentWithBases,
  row: AgentVersionRow,
  changes: Partial<Configuration>,
): z.infer<typeof AgentDraft> => ({
  configuration: { ...configurationOf(agent), ...changes },
  changed: JSON.parse(row.changed),
  based_on: agent.version,
  saved_at: toIso(row.created_at),
  author: authorOf(row),
});
