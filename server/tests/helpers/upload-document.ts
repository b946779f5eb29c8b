import { expect } from 'vitest';
import type { Client } from './start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

/** Uploads a file as a source, and waits until it is indexed. Returns the id of the source. */
export async function uploadDocument(
  live: Client,
  bytes: string | Uint8Array<ArrayBuffer>,
  name: string,
): Promise<string> {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', name);
  form.append('file', new Blob([bytes]), name);
  const { id } = (await live.post(SOURCES, form)).body.data;
  expect((await live.get(`${SOURCES}/${id}?wait=30`)).body.data.status).toBe('indexed');
  return id;
}
