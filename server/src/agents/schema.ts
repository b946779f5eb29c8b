import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, requiredName, text, timestamp } from '#records/fields.ts';
import { ChangeTokenBudget, TokenBudget, toTokenBudget } from '#records/token-budget.ts';
import type { AgentWithBases } from '#storage/store.ts';

export const AgentStatus = z.enum(['active', 'inactive']).meta({ id: 'AgentStatus' });
const HandoverMode = z.enum(['never', 'on_request', 'on_low_confidence']).meta({
  id: 'HandoverMode',
  description:
    'When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5.',
});
const ResponseLength = z.enum(['short', 'medium', 'detailed']).meta({ id: 'ResponseLength' });

export const Agent = z
  .object({
    id: z.string().meta({ description: 'Prefix `agt_`.' }),
    name: z.string(),
    status: AgentStatus,
    knowledge_base_ids: z.array(z.string()),
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
    updated_at: timestamp,
  })
  .meta({ id: 'Agent' });

const knowledgeBaseIds = z
  .array(id('kb'))
  .min(1, 'must name at least one knowledge base')
  .max(LIMITS.knowledgeBasesOfAnAgent, `must name at most ${LIMITS.knowledgeBasesOfAnAgent} knowledge bases`)
  .transform((ids) => [...new Set(ids)]);

/** Blank and null both mean none. */
const optionalMessage = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => (value?.trim() ? value : null))
    .optional();

const messages = {
  welcome_message: optionalMessage(LIMITS.agentMessageCharacters),
  fallback_message: optionalMessage(LIMITS.agentMessageCharacters),
  system_prompt: optionalMessage(LIMITS.systemPromptCharacters),
};

const upTo = (max: number) => {
  const message = `must be a number from 0 to ${max}, or null`;
  return z.number(message).min(0, message).max(max, message).nullable().optional();
};

const numbers = { min_confidence: upTo(1), temperature: upTo(2) };

export const CreateAgent = z
  .strictObject({
    name: requiredName(LIMITS.nameCharacters),
    knowledge_base_ids: knowledgeBaseIds,
    ...messages,
    ...numbers,
    response_length: ResponseLength.default('medium'),
    handover: HandoverMode.default('never'),
    token_budget: ChangeTokenBudget.optional(),
  })
  .meta({ id: 'CreateAgent' });

export const UpdateAgent = z
  .strictObject({
    name: requiredName(LIMITS.nameCharacters).optional(),
    knowledge_base_ids: knowledgeBaseIds.optional(),
    ...messages,
    ...numbers,
    response_length: ResponseLength.optional(),
    handover: HandoverMode.optional(),
    token_budget: ChangeTokenBudget.optional(),
    status: AgentStatus.optional(),
  })
  .meta({ id: 'UpdateAgent' });

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
  updated_at: toIso(row.updated_at),
});
