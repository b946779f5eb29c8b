import { expect } from 'vitest';
import type { Client } from './start-test-service.ts';

/** The reply to a question, as `POST /v1/agents/:id/chat` answers it. */
type Answer = {
  kind: string;
  reply: string;
  confidence: number;
  sources: { id: string; snippet: string }[];
  citations: {
    source_id: string;
    start: number;
    end: number;
    snippet: string;
    reply_start: number;
    reply_end: number;
  }[];
};

/** Expects that each citation says where its source has the words of the reply and of the snippet, and that the reply says
 *  nothing else. */
export async function expectCitations(live: Pick<Client, 'get'>, answer: Answer): Promise<void> {
  const { reply, sources, citations } = answer;
  expect(citations.length > 0).toBe(sources.length > 0);
  let saidTo = 0;
  for (const { source_id, start, end, snippet, reply_start, reply_end } of citations) {
    expect(sources.map(({ id }) => id)).toContain(source_id);
    const { text } = (await live.get(`/v1/knowledge-base/sources/${source_id}/content`)).body.data;
    expect(0 <= start && start < end && end <= text.length).toBe(true);
    expect(saidTo <= reply_start && reply_start < reply_end && reply_end <= reply.length).toBe(true);
    const cited = lettersOf(text.slice(start, end));
    expectInOrder(lettersOf(reply.slice(reply_start, reply_end)), cited);
    expectInOrder(lettersOf(snippet), cited);
    saidTo = reply_end;
  }
}

const lettersOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]/gu) ?? [];

/** Markup, such as the address of a link, is left out between them. */
function expectInOrder(letters: readonly string[], all: readonly string[]): void {
  expect(letters.length).toBeGreaterThan(0);
  let at = 0;
  for (const letter of letters) {
    while (at < all.length && all[at] !== letter) at += 1;
    if (at === all.length) expect(all.join('')).toContain(letters.join(''));
    at += 1;
  }
}
