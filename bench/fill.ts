import { createTextMaker } from './texts.ts';

type Callable = {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; data: never; text: string }>;
};

/** Adds `count` texts of `words` words by `clients` clients at once, and waits until all are indexed.
 *  Returns the seconds from the first call to the last text searchable, and the chunks made. */
export async function fill(
  server: Callable,
  {
    count,
    words,
    clients = 8,
    seed = 1,
    metadataOf = () => ({}),
    allowedOf = () => null,
  }: {
    count: number;
    words: number;
    clients?: number;
    seed?: number;
    /** By the number of the text, from 0. */
    metadataOf?: (index: number) => Record<string, unknown>;
    allowedOf?: (index: number) => string[] | null;
  },
): Promise<{ seconds: number; chunks: number; acceptedAfterSeconds: number }> {
  const make = createTextMaker(seed);
  const texts = Array.from({ length: count }, () => make(words));
  const ids: string[] = [];
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) / 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let content = texts.pop(); content !== undefined; content = texts.pop()) {
        const { status, data } = await server.call('POST', '/v1/knowledge-base/sources', {
          type: 'text',
          name: `Text ${texts.length}`,
          content,
          metadata: metadataOf(texts.length),
          allowed: allowedOf(texts.length),
        });
        if (status !== 201) throw new Error(`adding a text answered ${status}`);
        ids.push((data as { id: string }).id);
      }
    }),
  );
  const acceptedAfterSeconds = elapsed();
  await untilNoneIsProcessing(server);
  const seconds = elapsed();
  let chunks = 0;
  for (let cursor: string | undefined, more = true; more; ) {
    const { text } = await server.call(
      'GET',
      `/v1/knowledge-base/sources?limit=100${cursor ? `&cursor=${cursor}` : ''}`,
    );
    const page = JSON.parse(text) as {
      data: { id: string; chunk_count: number; status: string }[];
      meta: { next_cursor?: string };
    };
    for (const source of page.data) {
      if (source.status !== 'indexed') throw new Error(`${source.id} is ${source.status}`);
      chunks += source.chunk_count;
    }
    cursor = page.meta.next_cursor;
    more = cursor !== undefined;
  }
  return { seconds, chunks, acceptedAfterSeconds };
}

/** Waits until every source is indexed or failed. */
export async function untilNoneIsProcessing(server: Callable): Promise<void> {
  for (;;) {
    const { data } = await server.call('GET', '/v1/knowledge-base/sources?status=processing&limit=1');
    if ((data as unknown[]).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
