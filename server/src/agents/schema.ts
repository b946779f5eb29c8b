import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, resourceName, text, timestamp } from '#records/fields.ts';
import { ChangeTokenBudget, TokenBudget, toTokenBudget } from '#records/token-budget.ts';
import type { AgentWithBases } from '#storage/store.ts';

export const AgentStatus = z.enum(['active', 'inactive']).meta({
  id: 'AgentStatus',
  description: '`active` agents reply; `inactive` ones refuse messages and keep their conversations.',
});
const HandoverMode = z.enum(['never', 'on_request', 'on_low_confidence']).meta({
  id: 'HandoverMode',
  description:
    'When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5.',
});
const ResponseLength = z
  .enum(['short', 'medium', 'detailed'])
  .meta({ id: 'ResponseLength', description: 'How long replies are.' });

export const Agent = z
  .object({
    id: z.string().meta({ description: 'Prefix `agt_`.' }),
    name: z.string().meta({ description: 'What people call it. OpenAI clients can send it as `model`.' }),
    status: AgentStatus,
    knowledge_base_ids: z
      .array(z.string())
      .meta({ description: 'The knowledge bases that it answers from.' }),
    welcome_message: z
      .string()
      .nullable()
      .meta({ description: 'Sent when a new session starts; null means none.' }),
    fallback_message: z
      .string()
      .nullable()
      .meta({ description: 'Sent when no source answers; null means a general sentence.' }),
    system_prompt: z.string().nullable().meta({ description: 'Persona and behaviour.' }),
    response_length: ResponseLength,
    min_confidence: z.number().nullable().meta({
      description:
        'Replies below this confidence, 0 to 1, are replaced by the fallback message; null uses the default of the service.',
    }),
    temperature: z.number().nullable().meta({
      description: 'Temperature of the language model, 0 to 2; null means the default of the provider.',
    }),
    handover: HandoverMode,
    created_at: timestamp,
    token_budget: TokenBudget,
    version: z.int().meta({ description: 'The number of the version that is live.' }),
    draft_saved_at: timestamp
      .nullable()
      .meta({ description: 'When the draft was saved that is not live yet; null without one.' }),
    updated_at: timestamp,
  })
  .meta({ id: 'Agent', description: 'Answers questions from the knowledge bases it is connected to.' });

const knowledgeBaseIds = z
  .array(id('kb'))
  .min(1, 'must name at least one knowledge base')
  .max(LIMITS.knowledgeBasesOfAnAgent, `must name at most ${LIMITS.knowledgeBasesOfAnAgent} knowledge bases`)
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'The knowledge bases that it answers from.' });

/** Blank and null both mean none. */
const optionalMessage = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => (value?.trim() ? value : null))
    .optional();

const messages = {
  welcome_message: optionalMessage(LIMITS.agentMessageCharacters).meta({
    description: 'Sent when a new session starts. Blank or null: none.',
  }),
  fallback_message: optionalMessage(LIMITS.agentMessageCharacters).meta({
    description: 'Sent when no source answers. Blank or null: a general sentence.',
  }),
  system_prompt: optionalMessage(LIMITS.systemPromptCharacters).meta({
    description: 'Persona and behaviour, for the language model. Blank or null: none.',
  }),
};

const upTo = (max: number) => {
  const message = `must be a number from 0 to ${max}, or null`;
  return z.number(message).min(0, message).max(max, message).nullable().optional();
};

const numbers = {
  min_confidence: upTo(1).meta({
    description:
      'Replies below this confidence are replaced by the fallback message. Null: the default of the service.',
  }),
  temperature: upTo(2).meta({
    description: 'Temperature of the language model. Null: the default of the provider.',
  }),
};

export const CreateAgent = z
  .strictObject({
    name: resourceName,
    knowledge_base_ids: knowledgeBaseIds,
    ...messages,
    ...numbers,
    response_length: ResponseLength.default('medium'),
    handover: HandoverMode.default('never'),
    token_budget: ChangeTokenBudget.optional(),
  })
  .meta({ id: 'CreateAgent', description: 'A new agent.' });

/** Changes of what has versions. */
export const configurable = {
  name: resourceName.optional(),
  knowledge_base_ids: knowledgeBaseIds.optional(),
  ...messages,
  ...numbers,
  response_length: ResponseLength.optional(),
  handover: HandoverMode.optional(),
};

export const UpdateAgent = z
  .strictObject({
    ...configurable,
    token_budget: ChangeTokenBudget.optional(),
    status: AgentStatus.optional(),
  })
  .meta({ id: 'UpdateAgent', description: 'Changes of an agent.' });

export const toAgent = (row: AgentWithBases): z.infer<typeof Agent> => ({
  id: row.agent_id,
  name: row.name,
  status: row.status,
  knowledge_base_ids: row.knowledge_base_ids,
  welcome_message: row.welcome_message,
  fallback_message: row.fallback_message,
  system_prompt: row.system_prompt,
  response_length: row.response_length,
  min_confidence: row.min_confidence,
  temperature: row.temperature,
  handover: row.handover,
  token_budget: toTokenBudget(row),
  created_at: toIso(row.created_at),
  version: row.version,
  draft_saved_at: row.draft_saved_at === null ? null : toIso(row.draft_saved_at),
  updated_at: toIso(row.updated_at),
});
