import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectCitations } from '../helpers/expect-citations.ts';
import { INJECTIONS } from '../helpers/injected-documents.ts';
import { ODD_SOURCES, oddSource } from '../helpers/odd-sources.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { untilUnderstood } from '../helpers/until-understood.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 300_000 });

/** The most that eight passages say, with their fences and columns. */
const LONGEST_REPLY = 20_000;
/** Of a source that the deep model reads in a few seconds. */
const QUICKLY_READ = 5_000;
const LENGTHS = ['short', 'medium', 'detailed'];

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

/** Agents that know a source alone, one for each length of replies. */
async function agentsOf({ text }: { text: string }, client = live): Promise<string[]> {
  const base = (await client.post('/v1/knowledge-bases', { name: 'Notes' })).body.data.id;
  const source = await client.addText('Notes', text, { knowledge_base_id: base });
  expect(source.status).toBe('indexed');
  await untilUnderstood(client, source.id);
  const created = LENGTHS.map((response_length) =>
    client.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], response_length }),
  );
  return (await Promise.all(created)).map(({ body }) => body.data.id);
}

/** Asks, and expects a reply that a client can show and check. */
async function ask(agent: string, message: string, client = live) {
  const { status, body } = await client.post(`/v1/agents/${agent}/chat`, { message });
  expect(status).toBe(200);
  const { data } = body;
  expect(data.reply.trim()).not.toBe('');
  expect(data.reply.length).toBeLessThan(LONGEST_REPLY);
  expect(data.confidence >= 0 && data.confidence <= 1).toBe(true);
  await expectCitations(client, data);
  return data;
}

describe('a source of an odd shape', () => {
  it.each(ODD_SOURCES)('$shape: is answered from, to a question in capitals too', async (odd) => {
    for (const agent of await agentsOf(odd)) {
      for (const question of [odd.question, odd.question.toUpperCase()]) {
        const { kind, reply, confidence_reason } = await ask(agent, question);
        expect(confidence_reason).not.toContain('names and numbers');
        if (odd.says === undefined) expect(kind).toBe('fallback');
        else expect(reply).toContain(odd.says);
      }
    }
  });

  it.each(ODD_SOURCES)('$shape: takes a pasted page of itself as a question', async (odd) => {
    const page = odd.text.repeat(200).slice(0, 16_000).trim();
    for (const agent of await agentsOf(odd)) await ask(agent, page);
  });
});

describe('a source of an odd shape that the deep model has read', () => {
  let deep: TestService;
  beforeAll(async () => {
    deep = await startTestService({ EMBEDDING_MODEL: '' });
  });
  afterAll(() => deep.stop());

  it.each(ODD_SOURCES.filter(({ text }) => text.length < QUICKLY_READ))(
    '$shape: is answered from',
    async (odd) => {
      for (const agent of await agentsOf(odd, deep.live))
        expect((await ask(agent, odd.question, deep.live)).reply).toContain(odd.says ?? '');
    },
  );
});

describe('a message of the most characters there may be', () => {
  it.each([
    ['one word', 'x'],
    ['capitals', 'WHO IS '],
    ['names', 'Ada Lovelace, '],
    ['numbers', '1,500 '],
    ['question marks', '?'],
    ['quotation marks', '"'],
    ['brackets', '[('],
    ['line breaks between letters', 'a\n\n'],
    ['Chinese', '渡轮几点出发'],
    ['Thai', 'เรือข้ามฟากออกกี่โมง'],
    ['marks that turn the direction of text', 'a\u202e'],
    ['families', '👩‍👩‍👧'],
  ])('of %s is answered', async (_, piece) => {
    const [agent = ''] = await agentsOf(oddSource('one table'));
    await ask(agent, piece.repeat(16_000 / piece.length).slice(0, 16_000));
  });
});

/** What a page would load or run, or a reader would not see. Code shows it. */
const RENDERED = /!\[|\]\(|<[a-z/!?|]|[\u200b\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/iu;
const withoutCode = (reply: string): string =>
  reply.replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '').replace(/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');

describe('a question in the words of an injected order', () => {
  it.each(INJECTIONS)(
    '$name: is answered by a quotation that a page shows and does not run',
    async ({ text }) => {
      for (const agent of await agentsOf({ text: `The shop is in Oslo.\n\n${text}` })) {
        const { reply } = await ask(agent, `What does it mean: ${text.trim()}`);
        expect(withoutCode(reply)).not.toMatch(RENDERED);
      }
    },
  );
});
