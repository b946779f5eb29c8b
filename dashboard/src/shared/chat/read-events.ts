/** One server-sent event. `data` is its text. */
export type ReceivedEvent = { name: string; data: string };

/** The server-sent events of a response. Skips comments, which only keep the connection alive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent, void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let held = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      held += value;
      const frames = held.split('\n\n');
      held = frames.pop() ?? '';
      for (const frame of frames) {
        const event = readFrame(frame);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readFrame(frame: string): ReceivedEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of frame.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') };
}

/** A part of a reply that does not stand, in UTF-16 code units. */
export type Withdrawal = { start: number; end: number };

/** The reply so far without that part. */
export const withdraw = (written: string, { start, end }: Withdrawal): string =>
  written.slice(0, start) + written.slice(end);
