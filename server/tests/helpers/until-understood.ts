import type { Client } from './start-test-service.ts';

/** Waits until the deep model has read a source, or will not read it, for as long as that takes. Returns the source. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
export async function untilUnderstood(client: Pick<Client, 'get'>, sourceId: string): Promise<any> {
  for (;;) {
    const source = (await client.get(`/v1/knowledge-base/sources/${sourceId}?wait=deep`)).body.data;
    const isSettled = ['indexed', 'failed'].includes(source.status);
    if (isSettled && source.understanding !== 'pending') return source;
  }
}
