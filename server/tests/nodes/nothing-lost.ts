import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Cluster, integrityFaults } from './cluster.ts';
import type { Load } from './load.ts';

const SAMPLE = 40;

type Row = { id: string; name: string; status: string; chunks: number };

/** Expects that all sources end, and that what was acknowledged is there once: each source with its own chunks, found by its
 *  word; each answered turn in the transcript of its session, in order.
 *  mayFail: a source may end `failed` too. */
export async function expectNothingLost(
  cluster: Cluster,
  load: Load,
  { withinMs = 60_000, mayFail = false } = {},
): Promise<void> {
  await untilSettled(cluster, withinMs);
  const sources = await readSources(cluster);
  const byId = new Map(sources.map((source) => [source.id, source]));
  const lost = [...load.added].filter(([id, word]) => byId.get(id)?.name !== word);
  expect(lost, 'acknowledged, and not there').toEqual([]);
  const unfinished = sources.filter(
    ({ status }) => !(status === 'indexed' || (mayFail && status === 'failed')),
  );
  expect(unfinished, 'not indexed').toEqual([]);
  // A client that got no answer did not send its text again.
  expect(new Set(sources.map(({ name }) => name)).size, 'texts that are there twice').toBe(sources.length);
  expect(await integrityFaults(cluster)).toEqual([]);
  await expectFound(cluster, load, byId);
  for (const sessionId of load.turns.keys()) await expectTranscript(cluster, load, sessionId);
}

async function untilSettled({ sql }: Cluster, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const jobs = await sql('SELECT job_id, attempts, failures, lease_until, run_at FROM jobs');
    if (jobs.length === 0) return;
    if (performance.now() > deadline) {
      expect({ jobs: jobs.length, first: jobs[0] }, 'the queue is not empty').toEqual({ jobs: 0 });
    }
    await sleep(100);
  }
}

/** All sources, with what each has in the tables: one text, and one segment with as many chunks as were written. */
async function readSources({ sql }: Cluster): Promise<Row[]> {
  const rows = await sql(`
    SELECT source_id AS id, name, status, chunk_count AS chunks, revision, indexed_revision,
      (SELECT count(*)::int FROM chunks WHERE chunks.source_id = sources.source_id) AS written,
      (SELECT json_agg(chunk_count) FROM segments WHERE segments.source_id = sources.source_id) AS segments
    FROM sources`);
  const wrong = rows.filter(
    ({ status, chunks, written, segments, revision, indexed_revision }) =>
      status === 'indexed' &&
      !(
        Number(chunks) > 0 &&
        written === chunks &&
        JSON.stringify(segments) === `[${chunks}]` &&
        revision === 1 &&
        indexed_revision === 1
      ),
  );
  expect(wrong, 'indexed, and not once').toEqual([]);
  return rows as Row[];
}

async function expectFound(cluster: Cluster, { added }: Load, byId: Map<string, Row>): Promise<void> {
  const step = Math.ceil(added.size / SAMPLE);
  const sample = [...added].filter(([id], index) => index % step === 0 && byId.get(id)?.status === 'indexed');
  for (const [id, word] of sample) {
    const { data } = await cluster.call('POST', '/v1/query', {
      query: word,
      search_type: 'keyword',
      limit: 20,
    });
    const { results } = data as { results: { id: string; source_id: string; text: string }[] };
    const hits = results.filter(({ text }) => text.includes(`${word} `));
    expect(new Set(hits.map((hit) => hit.source_id)), word).toEqual(new Set([id]));
    const hitIds = new Set(hits.map((hit) => hit.id));
    expect([hits.length, hitIds.size], word).toEqual(Array(2).fill(Math.min(20, byId.get(id)?.chunks ?? 0)));
  }
}

/** Each turn that was answered is there once, those of the session one after another. A turn whose client heard nothing
 *  may be there or not. */
async function expectTranscript(cluster: Cluster, load: Load, sessionId: string): Promise<void> {
  const answered = load.turns.get(sessionId) ?? [];
  const messages = await readTranscript(cluster, load.agentId, sessionId);
  expect(messages.map(({ role }) => role)).toEqual(
    messages.map((_, index) => (index % 2 === 0 ? 'user' : 'agent')),
  );
  const replyIds = new Set(answered.map(({ messageId }) => messageId));
  const kept = messages.flatMap(({ id }, index) =>
    replyIds.has(id) ? [{ question: messages[index - 1]?.text, messageId: id }] : [],
  );
  expect(kept, sessionId).toEqual(answered);
  const questions = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  expect(new Set(questions).size, 'turns that are there twice').toBe(questions.length);
}

type Message = { id: string; role: string; text: string };

/** All messages of a session. */
export async function readTranscript(
  cluster: Cluster,
  agentId: string,
  sessionId: string,
): Promise<Message[]> {
  const path = `/v1/agents/${agentId}/conversations/${encodeURIComponent(sessionId)}/messages?limit=100`;
  const all: Message[] = [];
  for (let cursor = ''; ; ) {
    const { status, text } = await cluster.call('GET', `${path}${cursor}`);
    expect([200, 404], text).toContain(status);
    if (status === 404) return all;
    const { data, meta } = JSON.parse(text) as { data: Message[]; meta: { next_cursor?: string } };
    all.push(...data);
    if (meta.next_cursor === undefined) return all;
    cursor = `&cursor=${meta.next_cursor}`;
  }
}
