import { z } from 'zod';
import { AppError } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { isId, requiredText } from '#records/fields.ts';
import type { CallApi } from './call-api.ts';
import { placeOf } from './cited-place.ts';
import { defineTool, linksTo } from './tool.ts';

const input = z.strictObject({
  question: requiredText(LIMITS.messageCharacters).meta({ description: 'What to ask, in a whole sentence.' }),
  agent: requiredText(LIMITS.nameCharacters)
    .optional()
    .meta({ description: 'The id or the name of the agent. Leave it out if there is only one.' }),
  session_id: requiredText(LIMITS.sessionIdCharacters)
    .optional()
    .meta({ description: 'The `session_id` of an earlier answer, to go on with that conversation.' }),
});

const Citation = z.looseObject({
  number: z.int().meta({ description: 'The footnote in the answer, such as 1 for [1].' }),
  source_id: z.string(),
  source_name: z.string().optional(),
  heading: z.string().optional(),
  page: z.int().optional(),
  url: z.string().optional(),
  link: z
    .string()
    .optional()
    .meta({ description: 'Where a person can read it: its URL, or its place in the dashboard.' }),
  snippet: z.string().optional().meta({ description: 'The cited passage.' }),
});
type Citation = z.infer<typeof Citation> & { reply_start: number; reply_end: number };

const output = z.looseObject({
  answer: z.string().meta({ description: 'Markdown, with footnotes such as [1].' }),
  citations: z.array(Citation).meta({ description: 'One for each footnote.' }),
  confidence: z.number().meta({ description: '0 to 1. Below 0.5 the sources may lack the information.' }),
  session_id: z.string().meta({ description: 'Send it with the next question of this conversation.' }),
  agent: z.object({ id: z.string(), name: z.string().optional() }).meta({ description: 'Who answered.' }),
});

export const askTool = defineTool({
  name: 'ask',
  title: 'Ask an agent',
  description:
    'Asks an agent of this workspace, which answers from its sources and cites them. Use `search` to read the passages yourself. The conversation is kept, and people who run the agent can read it.',
  isWriting: true,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output,
  run: async (api, { question, agent: wanted, session_id }) => {
    const agent = await findAgent(api, wanted);
    const { data } = await api({
      method: 'POST',
      path: `/v1/agents/${agent.id}/chat`,
      body: {
        message: question,
        stream: false,
        metadata: { channel: 'mcp' },
        ...(session_id !== undefined && { session_id }),
        as_user: api.asUser,
      },
    });
    const names = new Map<string, string>(
      data.sources.map((source: { id: string; name: string }) => [source.id, source.name]),
    );
    const citations = (data.citations as Citation[]).map((citation) => ({
      ...citation,
      ...(citation.link !== undefined && { link: api.absolute(citation.link) }),
      source_name: names.get(citation.source_id) ?? citation.source_id,
    }));
    const answer = withFootnotes(data.reply, citations);
    const footnotes = onePerNumber(citations).map(
      ({ reply_start: _start, reply_end: _end, ...rest }) => rest,
    );
    const { confidence, confidence_reason, session_id: session } = data;
    return {
      structured: { answer, citations: footnotes, confidence, confidence_reason, session_id: session, agent },
      text: [
        answer,
        footnotes.map(asText).join('\n'),
        `Confidence ${confidence.toFixed(2)}. To go on, send session_id "${session}".`,
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
      links: linksTo(data.sources),
    };
  },
});

type Agent = { id: string; name?: string };

/** The most pages of agents that are read to find one by name. */
const PAGES = 5;

async function findAgent(api: CallApi, wanted: string | undefined): Promise<Agent> {
  if (wanted !== undefined && isId('agt', wanted)) return { id: wanted };
  const agents: { id: string; name: string }[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const query = { limit: LIMITS.pageSize, status: 'active', cursor };
    const { data, meta } = await api({ method: 'GET', path: '/v1/agents', query });
    agents.push(...data);
    cursor = meta.next_cursor;
    if (cursor === undefined) break;
  }
  const name = wanted?.trim().toLowerCase();
  const found =
    name === undefined ? agents : agents.filter((agent) => agent.name.trim().toLowerCase() === name);
  const [only] = found;
  if (only && found.length === 1) return { id: only.id, name: only.name };
  const choice = (found.length > 1 ? found : agents)
    .slice(0, 20)
    .map(({ id, name: called }) => `${called} (${id})`)
    .join(', ');
  throw new AppError(
    'not_found',
    agents.length === 0
      ? 'There is no active agent that this key can see. Create one, or use `search`.'
      : found.length > 1
        ? `Several agents fit. Name one by id in \`agent\`: ${choice}.`
        : `No active agent is called "${wanted?.slice(0, 100)}". There are: ${choice}.`,
  );
}

/** Puts the number of each citation behind the words that it supports. Offsets are in UTF-16 code units. */
function withFootnotes(reply: string, citations: readonly { number: number; reply_end: number }[]): string {
  const numbersAt = new Map<number, Set<number>>();
  for (const { number, reply_end } of citations)
    numbersAt.set(reply_end, (numbersAt.get(reply_end) ?? new Set()).add(number));
  let text = '';
  let at = 0;
  for (const [end, numbers] of [...numbersAt].sort(([a], [b]) => a - b)) {
    text +=
      reply.slice(at, end) +
      [...numbers]
        .sort((a, b) => a - b)
        .map((number) => `[${number}]`)
        .join('');
    at = end;
  }
  return text + reply.slice(at);
}

const onePerNumber = <Each extends { number: number }>(citations: readonly Each[]): Each[] =>
  [...new Map(citations.map((each) => [each.number, each])).values()].sort((a, b) => a.number - b.number);

const asText = ({ source_name = '', ...citation }: z.infer<typeof Citation>): string =>
  `[${citation.number}] ${placeOf({ ...citation, source_name })} (${citation.source_id})`;
