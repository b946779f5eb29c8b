import { expect } from 'vitest';
import type { Client } from './start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

/** Uploads a file as a source, and waits until its indexing has ended, well or not. Returns the id of the source. */
export async function addDocument(live: Client, bytes: string | Uint8Array, name: string): Promise<string> {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', name);
  form.append('file', new Blob([bytes as string | Uint8Array<ArrayBuffer>]), name);
  const { id } = (await live.post(SOURCES, form)).body.data;
  await live.get(`${SOURCES}/${id}?wait=30`);
  return id;
}

/** Uploads a file as a source, and waits until it is indexed. Returns the id of the source. */
export async function uploadDocument(
  live: Client,
  bytes: string | Uint8Array,
  name: string,
): Promise<string> {
  const id = await addDocument(live, bytes, name);
  expect((await live.get(`${SOURCES}/${id}`)).body.data.status).toBe('indexed');
  return id;
}
