import { z } from 'zod';
import {
  aboutReply,
  CitationSchema,
  SourceReferenceSchema,
  toCitations,
  toUsage,
} from '#chat/conversations/schema.ts';
import { pageOf } from '#chat/passages/cite.ts';
import { STEP_NAMES, type TraceStep } from '#chat/trace.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { id, requiredText, text } from '#records/fields.ts';
import { MetadataFilterField } from '#records/metadata.ts';
import { AsUser } from '#records/principals.ts';
import type { Tried, TriedPassage } from './run-trial.ts';

/** Names no model: the reply is made of sentences of the sources. */
export const NO_MODEL = 'none';

/** Blank and null both mean none. */
const message = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => (value?.trim() ? value : null))
    .optional();

const upTo = (max: number) => {
  const wrong = `must be a number from 0 to ${max}, or null`;
  return z.number(wrong).min(0, wrong).max(max, wrong).nullable().optional();
};

const TrialSettings = z
  .strictObject({
    knowledge_base_ids: z
      .array(id('kb'))
      .min(1, 'must name at least one knowledge base')
      .max(
        LIMITS.knowledgeBasesOfAnAgent,
        `must name at most ${LIMITS.knowledgeBasesOfAnAgent} knowledge bases`,
      )
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'The knowledge bases to answer from.' }),
    system_prompt: message(LIMITS.systemPromptCharacters).meta({
      description: 'Persona and behaviour. Blank or null: none.',
    }),
    fallback_message: message(LIMITS.agentMessageCharacters).meta({
      description: 'Sent when no source answers. Blank or null: a general sentence.',
    }),
    response_length: z
      .enum(['short', 'medium', 'detailed'])
      .optional()
      .meta({ description: 'How long replies are.' }),
    min_confidence: upTo(1).meta({
      description: 'Replies below it are replaced by the fallback message. Null: none are.',
    }),
    temperature: upTo(2).meta({
      description: 'Temperature of the language model. Null: the default of the provider.',
    }),
  })
  .meta({
    id: 'TrialSettings',
    description: 'Settings of the agent that hold for the trial. Those you leave out are as saved.',
  });

export const TrialBody = z
  .strictObject({
    message: requiredText(LIMITS.messageCharacters).meta({ description: 'What the person says.' }),
    settings: TrialSettings.optional(),
    model: requiredText(LIMITS.nameCharacters).optional().meta({
      description:
        'A language model of the installation, as `GET /v1/agents/{id}/trials` names them; `none` answers in sentences of the sources. Absent: as in chats.',
    }),
    history: z
      .array(
        z.strictObject({
          role: z.enum(['user', 'assistant']).meta({ description: 'Who said it.' }),
          text: requiredText(LIMITS.messageCharacters).meta({ description: 'What they said.' }),
        }),
      )
      .max(LIMITS.trialHistoryMessages, `must have at most ${LIMITS.trialHistoryMessages} messages`)
      .optional()
      .meta({ description: 'The conversation before the message, oldest first.' }),
    filter: MetadataFilterField.optional().meta({
      description: 'Answers only from sources whose metadata matches.',
    }),
    as_user: AsUser,
    stream: z.boolean().optional().meta({
      description:
        'Streams the reply as server-sent events. The header `Accept: text/event-stream` does the same.',
    }),
  })
  .meta({ id: 'TrialBody', description: 'A message to an agent, with settings that are not saved.' });

export const TrialModels = z
  .object({
    models: z.array(z.string()).meta({
      description: 'The language models that a trial may name, besides `none`. The first is that of chats.',
    }),
  })
  .meta({ id: 'TrialModels', description: 'What a trial may choose.' });

const RemovedSentenceSchema = z
  .object({
    text: z.string().meta({ description: 'What the language model wrote.' }),
    reason: z
      .enum(['unsupported', 'repeated'])
      .meta({ description: '`unsupported`: no source says it. `repeated`: it was said before.' }),
  })
  .meta({ id: 'RemovedSentence', description: 'A sentence that was left out of the reply.' });

const milliseconds = (description: string) =>
  z.number().meta({ description: `${description}, in milliseconds.` });

export const TrialStep = z
  .object({
    name: z.enum(STEP_NAMES).meta({
      id: 'TrialStepName',
      description:
        '`pinned_answers`: looked for a pinned answer. `ready_reply`: small talk, or about a hand-over. `rewrite`: made the message a question that stands alone. `search`, with `embed` and `rerank` in it: searched the knowledge bases. `send`: chose passages for the language model. `write`: the language model wrote. `check`: compared what it wrote with the passages. `quote`: chose sentences of the sources. `failure`: the language model failed. `fallback`: the fallback message replaced the reply.',
    }),
    at_ms: milliseconds('When it began, from the beginning of the trial'),
    duration_ms: milliseconds('How long it took'),
    query: z.string().optional().meta({ description: 'What was searched for.' }),
    found: z.int().optional().meta({ description: 'Passages, pinned answers or quotations found.' }),
    sent: z.int().optional().meta({ description: 'Passages that the language model was sent.' }),
    left_out: z.int().optional().meta({ description: 'Passages that did not fit.' }),
    model: z.string().optional().meta({ description: 'The model that worked.' }),
    usage: aboutReply.usage,
    first_token_ms: milliseconds('Until the first piece of the language model').optional(),
    supported: z.int().optional().meta({ description: 'Sentences that the sources support.' }),
    believed: z.int().optional().meta({
      description: 'Sentences that cite a passage and cannot be compared with it.',
    }),
    removed: z.array(RemovedSentenceSchema).optional().meta({ description: 'What was left out.' }),
    reason: z.string().optional().meta({ description: 'Why, in English.' }),
  })
  .meta({ id: 'TrialStep', description: 'One step on the way to a reply.' });

export const TrialPassage = z
  .object({
    chunk_id: z.string().meta({ description: 'Prefix `chunk_`.' }),
    source_id: z.string().meta({ description: 'Prefix `src_`.' }),
    source_name: z.string().meta({ description: 'The name of the source.' }),
    heading: z.string().optional().meta({ description: 'The headings above it, joined by ` › `.' }),
    page: z.int().optional().meta({ description: 'The page of a document, from 1.' }),
    start: z.int().meta({
      description: 'Offset into the extracted text of the source, in UTF-16 code units.',
    }),
    end: z.int().meta({ description: 'Where it ends, exclusive.' }),
    text: z.string().meta({ description: 'The passage.' }),
    score: z.number().meta({ description: 'The probability that it is relevant, 0 to 1.' }),
    closeness: z.number().meta({ description: 'How close its meaning is to the question, 0 to 1.' }),
    share: z.number().meta({ description: 'The share of the words of the question that it has, 0 to 1.' }),
    rank: z
      .int()
      .optional()
      .meta({ description: 'Its place in what the language model was sent, from 1. Absent: not sent.' }),
    is_neighbour: z
      .boolean()
      .meta({ description: 'It was not found, but stands beside a passage that was.' }),
    is_cited: z.boolean().meta({ description: 'The reply cites it.' }),
  })
  .meta({ id: 'TrialPassage', description: 'A passage that was looked at.' });

export const Trial = z
  .object({
    reply: z.string().meta({ description: 'In Markdown.' }),
    sources: z
      .array(SourceReferenceSchema)
      .meta({ description: 'The sources that the reply rests on, best first.' }),
    citations: z.array(CitationSchema).meta({ description: 'The places that the reply cites.' }),
    confidence: z
      .number()
      .meta({ description: '0 to 1. Below 0.5 the knowledge base may lack the information.' }),
    ...aboutReply,
    passages: z.array(TrialPassage).meta({
      description: 'Those that the language model was sent, in that order; then others that were found.',
    }),
    steps: z.array(TrialStep).meta({ description: 'What was done, in order.' }),
    first_token_ms: milliseconds('Until the first piece of the reply'),
    total_ms: milliseconds('Until the end of the reply'),
  })
  .meta({ id: 'Trial', description: 'A reply that is stored nowhere, and how it came about.' });

/** What is removed of a reply is shown up to this length. */
const SHOWN_CHARACTERS = 600;
const MOST_REMOVED = 40;

export const toTrialStep = (step: TraceStep): z.infer<typeof TrialStep> => ({
  name: step.name,
  at_ms: step.atMs,
  duration_ms: step.durationMs,
  ...(step.query !== undefined && { query: step.query }),
  ...(step.found !== undefined && { found: step.found }),
  ...(step.sent !== undefined && { sent: step.sent }),
  ...(step.leftOut !== undefined && { left_out: step.leftOut }),
  ...(step.model !== undefined && { model: step.model }),
  ...(step.usage && { usage: toUsage(step.usage) }),
  ...(step.firstTokenMs !== undefined && { first_token_ms: step.firstTokenMs }),
  ...(step.supported !== undefined && { supported: step.supported }),
  ...(step.believed !== undefined && { believed: step.believed }),
  ...(step.removed && {
    removed: step.removed.slice(0, MOST_REMOVED).map(({ text: said, reason }) => ({
      text: said.slice(0, SHOWN_CHARACTERS).toWellFormed(),
      reason,
    })),
  }),
  ...(step.reason !== undefined && { reason: step.reason }),
});

const toTrialPassage = ({
  passage,
  rank,
  isNeighbour,
  isCited,
}: TriedPassage): z.infer<typeof TrialPassage> => ({
  chunk_id: passage.chunkId,
  source_id: passage.sourceId,
  source_name: passage.sourceName,
  ...(passage.heading !== undefined && { heading: passage.heading }),
  ...pageOf(passage, passage.start),
  start: passage.start,
  end: passage.start + passage.text.length,
  text: passage.text,
  score: passage.score,
  closeness: passage.closeness,
  share: passage.share,
  ...(rank !== undefined && { rank }),
  is_neighbour: isNeighbour,
  is_cited: isCited,
});

export const toTrial = ({ reply, passages, steps, firstTokenMs, totalMs }: Tried): z.infer<typeof Trial> => ({
  reply: reply.text,
  sources: reply.sources,
  citations: toCitations(reply.citations),
  confidence: reply.confidence,
  kind: reply.kind,
  confidence_reason: reply.confidenceReason,
  ...(reply.isDegraded && { degraded: true }),
  ...(reply.usage && { usage: toUsage(reply.usage) }),
  ...(reply.pinned && { pinned_answer_id: reply.pinned.id }),
  passages: passages.map(toTrialPassage),
  steps: steps.map(toTrialStep),
  first_token_ms: firstTokenMs,
  total_ms: totalMs,
});
