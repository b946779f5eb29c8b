import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everydayTexts } from '../helpers/everyday-texts.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

type Hit = {
  id: string;
  source_id: string;
  source_name: string;
  text: string;
  score: number;
  position: number;
  start: number;
  end: number;
};

const MODES = ['semantic', 'keyword', 'hybrid'];
const NOTICE =
  'This notice about the ferry timetable is given without warranty. The ferry company may change the timetable at any ' +
  'time, and passengers are asked to look at the boards on the quay before they buy a ticket for the ferry. ' +
  'Tickets for the ferry are not refunded when the timetable changes because of weather, ice or a strike, and the ' +
  'ferry company pays for no hotel. Bicycles travel on the ferry as far as there is room for them on the car deck. ' +
  'Dogs travel on the ferry on a leash. Questions about the ferry timetable are answered at the office on the quay, ' +
  'between the hours that stand on its door, and in no other place. The master of the ferry has the last word.';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

/** A knowledge base with these sources, and a search in it. */
async function baseOf(
  texts: readonly (readonly [name: string, text: string])[],
): Promise<(body: Record<string, unknown>) => Promise<Hit[]>> {
  const base = (await live.post('/v1/knowledge-bases', { name: 'Base' })).body.data.id;
  for (const [name, text] of texts) await live.addText(name, text, { knowledge_base_id: base });
  return async (body) => {
    const { status, body: answer } = await live.post('/v1/query', { knowledge_base_ids: [base], ...body });
    expect(status).toBe(200);
    return answer.data.results;
  };
}

/** Sections of a page each: own text, then the same notice again. */
const withNotices = (sections: number): string =>
  everydayTexts(sections, 12)
    .map((text, index) => `# Chapter ${index}\n\n${text}\n\n## Legal\n\n${NOTICE}`)
    .join('\n\n');

describe('results of one query', () => {
  it.each(MODES)('a notice repeated in every chapter is found once, in %s search', async (search_type) => {
    const search = await baseOf([['Handbook', withNotices(30)]]);
    const hits = await search({ query: 'ferry timetable changes', search_type, limit: 20 });
    expect(hits.filter((hit) => hit.text.includes('given without warranty'))).toHaveLength(1);
    expect(hits[0]?.text).toContain('given without warranty');
  });

  it('results reach the limit behind many repetitions', async () => {
    const others = everydayTexts(12).map(
      (text, index) => [`Other ${index}`, `A ferry passes here. ${text}`] as const,
    );
    const search = await baseOf([['Handbook', withNotices(90)], ...others]);
    const hits = await search({ query: 'ferry', search_type: 'keyword', limit: 10 });
    expect(hits).toHaveLength(10);
    expect(hits.filter((hit) => hit.source_name === 'Handbook')).toHaveLength(1);
    for (const limit of [1, 2, 5]) {
      expect(await search({ query: 'ferry', search_type: 'keyword', limit })).toEqual(hits.slice(0, limit));
    }
    const min_score = hits[4]?.score ?? 1;
    expect(await search({ query: 'ferry', search_type: 'keyword', limit: 10, min_score })).toEqual(
      hits.filter((hit) => hit.score >= min_score),
    );
  });

  it.each(MODES)(
    'neighbouring chunks that share one sentence are both found, in %s search',
    async (search_type) => {
      const search = await baseOf([['Diary', everydayTexts(1, 60).join(' ')]]);
      const hits = await search({ query: 'the old gardener repairs a bicycle', search_type, limit: 20 });
      const inOrder = hits.toSorted((a, b) => a.position - b.position);
      expect(hits.length).toBeGreaterThan(3);
      expect(inOrder.map((hit) => hit.position)).toEqual(hits.map((_, index) => index));
      expect(inOrder.some((hit, index) => hit.start < (inOrder[index - 1]?.end ?? 0))).toBe(true);
    },
  );

  it('passages that differ only in a number are all kept', async () => {
    const fees = [2023, 2024, 2025].map(
      (year) => `# Fees\n\nIn the year ${year} the following was decided by the board. ${NOTICE}`,
    );
    const search = await baseOf([['Fees', fees.join('\n\n')]]);
    const hits = await search({ query: 'ferry tickets', limit: 20 });
    for (const year of ['2023', '2024', '2025'])
      expect(hits.some((hit) => hit.text.includes(year))).toBe(true);
  });

  it('table rows that differ in a cell are all kept', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, index) => `| ferry ${index} | Norway | in service | NOK | ${index * 7} |`,
    );
    const table = [
      '| Name | Country | State | Currency | Fare |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ];
    const search = await baseOf([['Fleet', table.join('\n')]]);
    const hits = await search({ query: 'ferry in service', limit: 5 });
    expect(hits).toHaveLength(5);
  });

  it.each(MODES)('a text added twice under one name is shown once, in %s search', async (search_type) => {
    const [text = '', other = ''] = everydayTexts(2);
    const search = await baseOf([
      ['Rules', `${NOTICE} ${text}`],
      ['Rules', `${NOTICE} ${text}`],
      ['Rules of the harbour', `${NOTICE} ${text}`],
      ['Other', other],
    ]);
    const hits = await search({ query: 'dogs on the ferry', search_type, limit: 20 });
    const sourcesOf = (name: string) =>
      new Set(hits.filter((hit) => hit.source_name === name).map((hit) => hit.source_id)).size;
    expect(sourcesOf('Rules')).toBe(1);
    // Under another name it may be about something else.
    expect(sourcesOf('Rules of the harbour')).toBe(1);
  });

  it.each(['这家商店周末不营业。', 'ร้านนี้ปิดวันหยุดสุดสัปดาห์', 'このお店は週末お休みです。'])(
    'do not repeat a text of a script without spaces: %s',
    async (sentence) => {
      const sections = everydayTexts(6, 12).map(
        (text, index) => `# Part ${'abcdef'[index]}\n\n${text}\n\n## Hours\n\n${sentence.repeat(30)}`,
      );
      const search = await baseOf([['Hours', sections.join('\n\n')]]);
      const hits = await search({ query: sentence, search_type: 'keyword', limit: 20 });
      expect(hits.filter((hit) => hit.text.includes(sentence))).toHaveLength(1);
    },
  );
});

describe('max_per_source', () => {
  it.each(MODES)(
    'max_per_source reaches sources behind one that fills the first places, in %s search',
    async (search_type) => {
      const filler = everydayTexts(160, 12).map((text) => `The ferry, the ferry, the ferry. ${text}`);
      const others = everydayTexts(8).map(
        (text, index) => [`Other ${index}`, `${text} A ferry was seen. ${text.slice(20)}`] as const,
      );
      const search = await baseOf([['Log of the ferry', filler.join('\n\n')], ...others]);
      for (const max_per_source of [1, 2]) {
        const hits = await search({ query: 'ferry', search_type, limit: 9, max_per_source });
        const counts = Map.groupBy(hits, (hit) => hit.source_id);
        for (const [, ofSource] of counts) expect(ofSource.length).toBeLessThanOrEqual(max_per_source);
        expect(hits).toHaveLength(9);
        for (const limit of [1, 4]) {
          expect(await search({ query: 'ferry', search_type, limit, max_per_source })).toEqual(
            hits.slice(0, limit),
          );
        }
      }
    },
  );
});

describe('a chat', () => {
  it('a chat says a sentence repeated in every chapter once', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Base' })).body.data.id;
    await live.addText('Handbook', withNotices(10), { knowledge_base_id: base });
    const agent = await live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [base],
      response_length: 'detailed',
    });
    const { body } = await live.post(`/v1/agents/${agent.body.data.id}/chat`, {
      message: 'May dogs travel on the ferry?',
    });
    expect(body.data.reply.split('Dogs travel on the ferry on a leash').length).toBe(2);
  });
});
