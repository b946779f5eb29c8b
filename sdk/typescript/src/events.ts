/** Reads server-sent events. Comments, by which the service says that it is still there, count as bytes. */
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
