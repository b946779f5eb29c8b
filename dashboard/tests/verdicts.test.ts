import { beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultKnowledgeBase } from '../../server/tests/helpers/start-test-service.ts';
import { chooseFilter } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

const QUESTION = 'Who built the lighthouse?';
let agent: string;
let guide: string;
beforeAll(async () => {
  guide = (await live.addText('Lighthouse guide', 'The lighthouse was built in 1874 by Ida Lund.')).id;
  const made = { name: 'Harbour desk', knowledge_base_ids: [await defaultKnowledgeBase(live)] };
  agent = (await live.post('/v1/agents', made)).body.data.id;
});

const ask = async (message: string, session_id: string) =>
  (await live.post(`/v1/agents/${agent}/chat`, { message, session_id })).body.data;
const replyOf = async (session: string) =>
  (await live.get(`/v1/agents/${agent}/conversations/${session}/messages`)).body.data.at(-1);

describe('a reply in a conversation', () => {
  it('is judged with a note, shows the verdicts of others, and the list filters by verdict', async () => {
    await ask(QUESTION, 'judged');
    await ask(QUESTION, 'other');
    const { id } = await replyOf('judged');
    const path = `/v1/agents/${agent}/conversations/judged/messages/${id}/verdict`;
    await live.call('PUT', path, { verdict: 'right', note: 'Checked against the chronicle.' });
    await using page = await visit(`/conversations/${agent}/judged`, { role: 'member' });
    await page.getByText('Checked against the chronicle.').waitFor();
    await page.getByRole('button', { name: 'Incomplete', exact: true }).click();
    await page.getByText('Ada: Incomplete').waitFor();
    await page.getByLabel('Note', { exact: true }).fill('Who paid for it?');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('list', { name: 'Verdicts' }).getByText('Who paid for it?').waitFor();
    expect((await replyOf('judged')).verdicts).toMatchObject([
      { verdict: 'right', author: { type: 'api_key' } },
      { verdict: 'incomplete', note: 'Who paid for it?', author: { type: 'account', name: 'Ada' } },
    ]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Incomplete', exact: true }).click();
    await page.getByText('Ada: Incomplete').waitFor({ state: 'detached' });
    await expect.poll(async () => (await replyOf('judged')).verdicts.length).toBe(1);

    await page.goto(`${live.baseUrl}/conversations`);
    const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'More filters' }).click();
    await chooseFilter(page, 'Verdict', 'With a right reply');
    await expect.poll(() => rows.count()).toBe(1);
    await chooseFilter(page, 'Verdict', 'With a wrong reply');
    await page.getByText('No conversation matches these filters').waitFor();
  });

  it('is corrected: the answer is pinned with its sources, and the reply is judged wrong', async () => {
    const question = 'When was the lighthouse built?';
    await ask(question, 'corrected');
    await using page = await visit(`/conversations/${agent}/corrected`, { role: 'member' });
    await page.getByRole('button', { name: 'Correct this' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pin the right answer' });
    await dialog.getByText('also marks this reply as wrong').waitFor();
    await expect.poll(() => dialog.getByLabel('Question').inputValue()).toBe(question);
    await expect.poll(() => dialog.getByLabel('Answer', { exact: true }).inputValue()).toContain('1874');
    await dialog.getByText('Lighthouse guide').waitFor();
    await dialog.getByLabel('Answer', { exact: true }).fill('In **1874**.');
    await dialog.getByLabel('Other wordings').fill('How old is the lighthouse?');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pin answer' }).click();
    await page.getByText('The answer is pinned.').waitFor();
    await page.getByText('Ada: Wrong').waitFor();
    expect((await replyOf('corrected')).verdicts).toMatchObject([{ verdict: 'wrong', source_ids: [guide] }]);
    expect((await live.get('/v1/answers')).body.data[0]).toMatchObject({
      question,
      variants: ['How old is the lighthouse?'],
      answer: 'In **1874**.',
      source_ids: [guide],
      version: 1,
    });
    expect((await ask(question, 'again')).reply).toBe('In **1874**.');

    // The question has an answer now, so that the next correction is an update.
    await page.getByRole('button', { name: 'Correct this' }).click();
    await dialog.getByLabel('Answer', { exact: true }).fill('In 1874, by Ida Lund.');
    await dialog.getByRole('button', { name: 'Remove source Lighthouse guide' }).click();
    await dialog.getByRole('button', { name: 'Pin answer' }).click();
    await dialog.getByText('version 1, by Ada').waitFor();
    // What the answer had is kept, unless it is removed here.
    const wordings = dialog.getByLabel('Other wordings');
    await expect.poll(() => wordings.inputValue()).toBe('How old is the lighthouse?');
    await dialog.getByText('Lighthouse guide').waitFor();
    await dialog.getByRole('button', { name: 'Update answer' }).click();
    await page.getByText('The pinned answer was updated to version 2.').waitFor();
    expect((await live.get('/v1/answers')).body.data[0]).toMatchObject({
      answer: 'In 1874, by Ida Lund.',
      variants: ['How old is the lighthouse?'],
      source_ids: [guide],
      version: 2,
    });
  });

  it('shows a viewer the verdicts, and nothing to judge it with', async () => {
    await ask(QUESTION, 'viewed');
    const { id } = await replyOf('viewed');
    const path = `/v1/agents/${agent}/conversations/viewed/messages/${id}/verdict`;
    await live.call('PUT', path, { verdict: 'wrong' });
    await using page = await visit(`/conversations/${agent}/viewed`, { role: 'viewer' });
    await page.getByText(/: Wrong$/).waitFor();
    expect(await page.getByRole('button', { name: /Right|Correct this/ }).count()).toBe(0);
  });
});

describe('a knowledge gap', () => {
  it('is corrected without the similar questions that it joins, and leaves the list', async () => {
    const question = 'Which tram goes to the airport?';
    for (const wording of ['Which tram goes to airport?', question]) await ask(wording, 'gap');
    await using page = await visit('/gaps', { role: 'member' });
    await page.getByRole('button', { name: `Correct this: ${question}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Pin the right answer' });
    await expect.poll(() => dialog.getByLabel('Question').inputValue()).toBe(question);
    expect(await dialog.getByLabel('Other wordings').inputValue()).toBe('');
    await dialog.getByLabel('Answer', { exact: true }).fill('Tram 7.');
    await dialog.getByRole('button', { name: 'Pin answer' }).click();
    await page.getByText('The answer is pinned.').waitFor();
    await page.getByRole('button', { name: `Correct this: ${question}` }).waitFor({ state: 'detached' });
    expect((await ask(question, 'gap')).reply).toBe('Tram 7.');
  });
});
