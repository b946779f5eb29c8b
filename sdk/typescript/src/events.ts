import type { ChatAnswer } from './schema.generated.ts';

/** An event of a stream: its name and what it carries. Ignore names that you don't know: later versions may send more. */
export type ServerEvent<Name extends string = string, Data = unknown> = { event: Name; data: Data };

/** What happens while an agent replies. A failure is thrown instead of sent. */
export type ChatEvent =
  | ServerEvent<
      'meta',
      { session_id: string; message_id: string; request_id: string; welcome_message?: string }
    >
  | ServerEvent<'search', { query: string }>
  | ServerEvent<'delta', { text: string }>
  | ServerEvent<'withdraw', { start: number; end: number }>
  | ServerEvent<'sources', Pick<ChatAnswer, 'sources' | 'citations'>>
  | ServerEvent<'done', ChatAnswer>;

/** `ready` when the stream begins, then what changes. */
export type SourceEvent = ServerEvent<string, Record<string, unknown>>;

/** Reads server-sent events. Those without a name are given as their data alone, as OpenAI's streams have them. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<{ name: string; data: string }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let name = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      // A line may end in \r\n, and the two may arrive apart.
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const each of lines) {
        const line = each.endsWith('\r') ? each.slice(0, -1) : each;
        if (line === '') {
          if (data.length > 0) yield { name, data: data.join('\n') };
          name = '';
          data = [];
        } else if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
    }
  } finally {
    // Closes the connection, also when the loop of the caller ends early.
    await reader.cancel().catch(() => undefined);
  }
}
