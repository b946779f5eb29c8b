import type { IncomingHttpHeaders } from 'node:http';

/** How providers of language models stream a reply, and how they are asked for it. */

/** Why a reply ended. */
export type Finish = 'stop' | 'length' | 'content-filter';
export type TokenUsage = { inputTokens: number; outputTokens: number };

export type Asked = {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any of the protocols.
  body: any;
  /** What the model is told before the conversation; '' without. */
  instructions: string;
  /** Oldest first. */
  turns: { role: 'user' | 'assistant'; text: string }[];
};

/** One provider's way. Each function but `read` gives events, as they are sent. */
type Protocol = {
  read(body: Asked['body']): Pick<Asked, 'instructions' | 'turns'>;
  begin(usage: TokenUsage | undefined): string[];
  piece(text: string): string[];
  end(finish: Finish, usage: TokenUsage | undefined): string[];
  /** Of an error after the answer has begun. */
  fail(message: string): string[];
};

/** The protocol of a path; undefined when it is of none. */
export function protocolOf(path: string): Protocol | undefined {
  if (path.endsWith('/chat/completions')) return openai;
  if (path.endsWith('/messages')) return anthropic;
  if (path.includes(':streamGenerateContent')) return google;
  return undefined;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }): string => `event: ${value.type}\n${data(value)}`;

/** A text, or parts with a text each. */
type Content = string | { text: string }[];
const textOf = (content: Content): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('');

const openaiChunk = (choices: object[], usage?: object): string =>
  data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'fake', choices, usage });

const openai: Protocol = {
  read({
    messages,
  }: {
    messages: { role: 'system' | 'developer' | 'user' | 'assistant'; content: Content }[];
  }) {
    const turns: Asked['turns'] = [];
    const instructions: string[] = [];
    for (const { role, content } of messages) {
      if (role === 'user' || role === 'assistant') turns.push({ role, text: textOf(content) });
      else instructions.push(textOf(content));
    }
    return { instructions: instructions.join('\n'), turns };
  },
  begin: () => [openaiChunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])],
  piece: (content) => [openaiChunk([{ index: 0, delta: { content }, finish_reason: null }])],
  end: (finish, usage) => [
    openaiChunk([{ index: 0, delta: {}, finish_reason: finish.replace('-', '_') }]),
    ...(usage
      ? [openaiChunk([], { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens })]
      : []),
    'data: [DONE]\n\n',
  ],
  fail: (message) => [data({ error: { message, type: 'server_error', code: null, param: null } })],
};

const STOP_REASON = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal' } as const;

const anthropic: Protocol = {
  read: ({
    system = [],
    messages,
  }: {
    system?: Content;
    messages: { role: 'user' | 'assistant'; content: Content }[];
  }) => ({
    instructions: textOf(system),
    turns: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
  }),
  begin: (usage) => [
    named({
      type: 'message_start',
      ...{
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'fake',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          // This protocol cannot leave usage out.
          usage: { input_tokens: usage?.inputTokens ?? 0, output_tokens: 0 },
        },
      },
    }),
    named({ type: 'ping' }),
    named({ type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } }),
  ],
  piece: (text) => [
    named({ type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text } } }),
  ],
  end: (finish, usage) => [
    named({ type: 'content_block_stop', ...{ index: 0 } }),
    named({
      type: 'message_delta',
      ...{
        delta: { stop_reason: STOP_REASON[finish], stop_sequence: null },
        usage: { output_tokens: usage?.outputTokens ?? 0 },
      },
    }),
    named({ type: 'message_stop' }),
  ],
  fail: (message) => [named({ type: 'error', ...{ error: { type: 'overloaded_error', message } } })],
};

const FINISH_REASON = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' } as const;

const google: Protocol = {
  read: ({
    systemInstruction,
    contents,
  }: {
    systemInstruction?: { parts: { text: string }[] };
    contents: { role: 'user' | 'model'; parts: { text: string }[] }[];
  }) => ({
    instructions: textOf(systemInstruction?.parts ?? []),
    turns: contents.map(({ role, parts }) => ({
      role: role === 'model' ? 'assistant' : 'user',
      text: textOf(parts),
    })),
  }),
  begin: () => [],
  piece: (text) => [data({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })],
  end: (finish, usage) => [
    data({
      candidates: [{ content: { role: 'model', parts: [] }, finishReason: FINISH_REASON[finish], index: 0 }],
      ...(usage && {
        usageMetadata: {
          promptTokenCount: usage.inputTokens,
          candidatesTokenCount: usage.outputTokens,
          totalTokenCount: usage.inputTokens + usage.outputTokens,
        },
      }),
    }),
  ],
  fail: (message) => [data({ error: { code: 503, message, status: 'UNAVAILABLE' } })],
};
