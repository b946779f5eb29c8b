import type { z } from 'zod';
import type { Turn, TurnEvent } from '#chat/turn/turn.ts';
import { turnEvents } from '#chat/turn/turn-events.ts';
import type { ServerEvent } from '#http/event-stream.ts';
import { besideText } from './beside-text.ts';
import { CitedContent, contentOf, type UrlCitation } from './cited-content.ts';
import { toSeconds } from './completion-events.ts';
import type { ReplyOptions } from './reply-options.ts';
import { idOf, type ReplyPlace } from './response-id.ts';
import type { ResponseAnswer, ResponseBody } from './response-schema.ts';

type Answer = z.infer<typeof ResponseAnswer>;
export type ResponseOptions = ReplyOptions & { body: z.infer<typeof ResponseBody> };

export const toResponse = (turn: Turn, options: ResponseOptions): Answer =>
  answerOf(turn, options, contentOf(turn, options.style, options.linkOf));

function answerOf(turn: Turn, options: ResponseOptions, content: CitedContent): Answer {
  const { inputTokens = 0, outputTokens = 0 } = turn.usage ?? {};
  const isRefused = options.wantsJson && !turn.isJson;
  return {
    ...headOf(turn, options),
    status: 'completed',
    completed_at: toSeconds(options.createdAt),
    output: [
      {
        id: idOf('msg', turn),
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [
          isRefused
            ? { type: 'refusal', refusal: turn.text }
            : {
                type: 'output_text',
                text: content.text,
                annotations: content.annotations(turn, options.linkOf).map(toAnnotation),
                logprobs: [],
              },
        ],
      },
    ],
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
    message_id: turn.messageId,
    ...besideText(turn, content.citations(turn)),
  };
}

const toAnnotation = (citation: UrlCitation) => ({ type: 'url_citation' as const, ...citation });

/** What a response has before there is a reply. */
const headOf = (place: ReplyPlace, { agentId, createdAt, body }: ResponseOptions) => ({
  id: idOf('resp', place),
  object: 'response' as const,
  created_at: toSeconds(createdAt),
  background: false as const,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: agentId,
  parallel_tool_calls: false as const,
  previous_response_id: body.previous_response_id ?? null,
  reasoning: null,
  store: body.store ?? true,
  temperature: null,
  text: { format: { type: body.text?.format?.type ?? ('text' as const) } },
  tool_choice: 'auto' as const,
  tools: [],
  top_p: null,
  truncation: 'disabled' as const,
  user: typeof body.user === 'string' ? body.user : null,
  metadata: body.metadata ?? {},
});

/** The events of a response. */
export function responseEvents(
  turn: AsyncGenerator<TurnEvent, Turn>,
  options: ResponseOptions,
): AsyncGenerator<ServerEvent, void> {
  const content = new CitedContent(options.style);
  const writer = createWriter();
  return turnEvents(
    turn,
    (event) => {
      if (event.type === 'search') return [];
      if (event.type === 'withdraw') throw new Error('A response cannot withdraw what it has sent.');
      if (event.type === 'meta') return writer.begin(headOf(event, options), idOf('msg', event));
      const piece = content.add(event.text, event.citations ?? []);
      // Whether it is the JSON that is wanted is only known at the end.
      return options.wantsJson ? [] : writer.delta(piece);
    },
    (ended) => {
      const last = content.end(ended, options.linkOf);
      const answer = answerOf(ended, options, content);
      return [
        ...(!options.wantsJson && last !== '' ? writer.delta(last) : []),
        ...writer.end(answer, { isSent: !options.wantsJson }),
      ];
    },
  );
}

/** The events of a response that was answered before, with the reply in one piece. */
export async function* replayedResponseEvents(answer: Answer): AsyncGenerator<ServerEvent, void> {
  const { output, usage: _, completed_at: __, ...head } = answer;
  const writer = createWriter();
  yield* writer.begin(head, output[0]?.id ?? '');
  yield* writer.end(answer, { isSent: false });
}

/** Writes the events of one response in OpenAI's order, numbered. */
function createWriter() {
  let sequence = 0;
  const place = { item_id: '', output_index: 0, content_index: 0 };
  let hasPart = false;
  const event = (type: string, fields: object): ServerEvent => ({
    name: type,
    data: { type, sequence_number: sequence++, ...fields },
  });
  const beginPart = (part: object): ServerEvent[] => {
    if (hasPart) return [];
    hasPart = true;
    return [event('response.content_part.added', { ...place, part })];
  };
  const delta = (text: string): ServerEvent[] => [
    ...beginPart({ type: 'output_text', text: '', annotations: [], logprobs: [] }),
    event('response.output_text.delta', { ...place, delta: text, logprobs: [] }),
  ];
  return {
    begin: (head: object, itemId: string): ServerEvent[] => {
      place.item_id = itemId;
      const response = { ...head, status: 'in_progress', output: [], usage: null };
      const item = { id: itemId, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
      return [
        event('response.created', { response }),
        event('response.in_progress', { response }),
        event('response.output_item.added', { output_index: 0, item }),
      ];
    },
    delta,
    /** isSent: the text was sent in pieces. */
    end: (response: Answer, { isSent }: { isSent: boolean }): ServerEvent[] => {
      const [item] = response.output;
      const [part] = item?.content ?? [];
      if (!item || !part) return [];
      const body =
        part.type === 'refusal'
          ? [
              ...beginPart({ type: 'refusal', refusal: '' }),
              event('response.refusal.delta', { ...place, delta: part.refusal }),
              event('response.refusal.done', { ...place, refusal: part.refusal }),
            ]
          : [
              ...(isSent && hasPart ? [] : delta(part.text)),
              ...part.annotations.map((annotation, annotation_index) =>
                event('response.output_text.annotation.added', { ...place, annotation_index, annotation }),
              ),
              event('response.output_text.done', { ...place, text: part.text, logprobs: [] }),
            ];
      return [
        ...body,
        event('response.content_part.done', { ...place, part }),
        event('response.output_item.done', { output_index: 0, item }),
        event('response.completed', { response }),
      ];
    },
  };
}
