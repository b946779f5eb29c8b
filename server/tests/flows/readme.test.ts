import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** Ids and times differ on every installation. */
const withoutIds = (text: string): unknown =>
  JSON.parse(
    text
      .replace(/"(src|kb|agt|ses|msg|req)_[0-9a-z]+"/g, '"$1_…"')
      .replace(/"chunk_[0-9a-z]+_/g, '"chunk_…_')
      .replace(/"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, '"…"'),
  );

/** A call as README has it, and the answer below it if it shows one. */
type Shown = { path: string; body: Record<string, unknown>; answer: string | undefined };

function shownCalls(): Shown[] {
  const section = README.split('## The first three calls')[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/```(sh|json)\n([^`]*)```/g)];
  return blocks.flatMap(([, language, code = ''], at) => {
    if (language !== 'sh') return [];
    const calls = [...code.matchAll(/curl -s \$BASE(\S+) [^\n]*\\\n {2}-d '([^']*)'/g)];
    const next = blocks[at + 1];
    return calls.map(([, path = '', body = ''], index) => ({
      path,
      body: JSON.parse(body),
      answer: index === calls.length - 1 && next?.[1] === 'json' ? next[2] : undefined,
    }));
  });
}

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

describe('the first three calls of README.md', () => {
  it('the first three calls answer on a new installation what README shows', async () => {
    const { sandbox } = test;
    const send = async (path: string, body: unknown): Promise<string> => {
      const response = await fetch(`${sandbox.baseUrl}/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return await response.text();
    };
    const calls = shownCalls();
    const find = (path: string): Shown => {
      const call = calls.find((each) => each.path === path);
      if (!call) throw new Error(`README.md shows no call of ${path}.`);
      return call;
    };
    const expectShown = async ({ path, body, answer = '' }: Shown): Promise<{ id: string }> => {
      const text = await send(path, body);
      expect(withoutIds(text)).toEqual(withoutIds(answer));
      return JSON.parse(text).data;
    };
    const source = await expectShown(find('/knowledge-base/sources'));
    await sandbox.get(`/v1/knowledge-base/sources/${source.id}?wait=30`);
    await expectShown(find('/query'));
    const base = (await sandbox.get('/v1/workspace')).body.data.default_knowledge_base_id;
    const agent = JSON.parse(
      await send('/agents', { ...find('/agents').body, knowledge_base_ids: [base] }),
    ).data;
    await expectShown({ ...find('/agents/agt_…/chat'), path: `/agents/${agent.id}/chat` });
  });
});
