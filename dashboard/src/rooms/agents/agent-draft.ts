import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Agent } from '#shared/api/agent.ts';

/** The settings of an agent that have versions, as typed. */
export type AgentDraft = {
  name: string;
  knowledge_base_ids: string[];
  system_prompt: string;
  welcome_message: string;
  fallback_message: string;
  response_length: Agent['response_length'];
  handover: Agent['handover'];
  min_confidence: string;
  temperature: string;
};

export const draftOf = (agent: Agent): AgentDraft => ({
  name: agent.name,
  knowledge_base_ids: agent.knowledge_base_ids,
  system_prompt: agent.system_prompt ?? '',
  welcome_message: agent.welcome_message ?? '',
  fallback_message: agent.fallback_message ?? '',
  response_length: agent.response_length,
  handover: agent.handover,
  min_confidence: agent.min_confidence?.toString() ?? '',
  temperature: agent.temperature?.toString() ?? '',
});

/** The longest values that the service accepts. */
export const MOST = {
  name: LIMITS.nameCharacters,
  system_prompt: LIMITS.systemPromptCharacters,
  welcome_message: LIMITS.agentMessageCharacters,
  fallback_message: LIMITS.agentMessageCharacters,
  min_confidence: 1,
  temperature: 2,
} as const;

/** The changed fields, as the API takes them. */
export function changesOf(agent: Agent, draft: AgentDraft): Record<string, unknown> {
  const before = draftOf(agent);
  const changed = (Object.keys(draft) as (keyof AgentDraft)[]).filter((field) =>
    field === 'knowledge_base_ids'
      ? !isSameSet(before.knowledge_base_ids, draft.knowledge_base_ids)
      : before[field] !== draft[field],
  );
  return Object.fromEntries(changed.map((field) => [field, sentOf(draft, field)]));
}

/** Applies a draft to a newer version of the agent: typed fields stay, the rest follows the agent. */
export const rebase = (draft: AgentDraft, before: Agent, now: Agent): AgentDraft => {
  const typed = Object.keys(changesOf(before, draft)) as (keyof AgentDraft)[];
  return { ...draftOf(now), ...Object.fromEntries(typed.map((field) => [field, draft[field]])) };
};

/** Whether the same field was changed here and by someone else, to different values. */
export const isEditedTwice = (draft: AgentDraft, before: Agent, now: Agent): boolean => {
  const theirs = changesOf(before, draftOf(now));
  return Object.keys(changesOf(now, rebase(draft, before, now))).some((field) => field in theirs);
};

const sentOf = (draft: AgentDraft, field: keyof AgentDraft): unknown =>
  field === 'min_confidence' || field === 'temperature'
    ? draft[field].trim() === ''
      ? null
      : numberOf(draft[field])
    : draft[field];

const numberOf = (typed: string): number => Number(typed.trim().replace(',', '.'));

/** Whether it is empty or a number from 0 to `max`. */
export function isNumberUpTo(max: number, typed: string): boolean {
  const value = numberOf(typed);
  return typed.trim() === '' || (value >= 0 && value <= max);
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** Counts code points, as the service does. */
export const lettersOf = (value: string): number => Array.from(value).length;
