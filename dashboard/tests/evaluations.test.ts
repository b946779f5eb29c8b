import { beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultKnowledgeBase } from '../../server/tests/helpers/start-test-service.ts';
import { chooseFilter } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 240_000 });

const LONG = 'How long is the pier?';
const OWNER = 'Who owns the lighthouse?';
let agent: string;
beforeAll(async () => {
  await live.addText('Pier guide', 'The pier is 300 metres long.');
  const made = { name: 'Harbour desk', knowledge_base_ids: [await defaultKnowledgeBase(live)] };
  agent = (await live.post('/v1/agents', made)).body.data.id;
}, 60_000);

const questionsOf = async (id: string) => (await live.get(`/v1/question-sets/${id}`)).body.data.questions;

describe('evaluations', () => {
  it('are a set of questions that is run twice, compared, and mended where a reply is wrong', async () => {
    await using page = await visit('/evaluations', { role: 'member' });
    await page.getByText('No question sets yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create question set' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Harbour');
    await dialog.getByRole('button', { name: 'Create', exact: true }).dblclick();
    await page.getByRole('heading', { name: 'Harbour' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    expect((await live.get('/v1/question-sets')).body.data).toHaveLength(1);
    expect(await page.getByRole('button', { name: 'Start run' }).isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Add question' }).click();
    await dialog.getByLabel('Question', { exact: true }).fill(LONG);
    await dialog.getByRole('combobox', { name: 'Sources' }).fill('Pier');
    await dialog.getByRole('option', { name: 'Pier guide' }).click();
    await dialog.getByLabel('Words', { exact: true }).fill('300 metres');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add question' }).click();
    const list = page.getByRole('list', { name: 'Questions' });
    await list.getByText('Has to contain: 300 metres').waitFor();

    await page.getByRole('button', { name: 'Import' }).click();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'questions.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `question,answers,must_refuse\n${OWNER},The town,\nWho is the mayor of Lisbon?,,true`,
      ),
    });
    await dialog.getByText('questions.csv: 2 new, 0 changed, 0 unchanged.').waitFor();
    await dialog.getByRole('button', { name: 'Import 2 questions' }).click();
    await list.getByText('Must refuse').waitFor();
    await expectAccessible(page);
    expect(await questionsOf(id)).toHaveLength(3);

    const run = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Start run' }).click();
      await dialog.getByLabel('Name of the run').fill(name);
      await dialog.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByRole('link', { name }).waitFor();
      await expect
        .poll(async () => (await live.get(`/v1/evaluations?question_set_id=${id}`)).body.data[0].status, {
          timeout: 120_000,
        })
        .toBe('completed');
    };
    await run('Before');
    await page.getByRole('link', { name: 'Before' }).click();
    await page.getByText('Right replies').waitFor();
    const outcomes = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
    // The wrong one comes first.
    await outcomes.first().getByText(OWNER).waitFor();
    await outcomes.first().getByText('Wrong').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Pin answer: ${OWNER}` }).click();
    await dialog.getByLabel('Answer', { exact: true }).fill('The town owns it.');
    await dialog.getByRole('button', { name: 'Pin answer' }).click();
    await page.getByText('The answer is pinned.').waitFor();

    await page.getByRole('link', { name: 'Runs' }).click();
    await run('After');
    await page.getByRole('heading', { name: 'Trend' }).waitFor();
    await page.getByLabel('Select Before').check();
    await page.getByLabel('Select After').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('1 better, 0 worse, 2 the same').waitFor();
    await outcomes.first().getByText('Better').waitFor();
    await outcomes.first().getByText('The town owns it.').waitFor();
    await chooseFilter(page, 'Show', 'Same');
    await expect.poll(() => outcomes.count()).toBe(2);
    await expectAccessible(page);
    await page.getByText('Settings of the agent at that time').click();
    await page.getByText('Harbour desk').first().waitFor();
  });

  it('collect the questions of a conversation in one click, with the verdicts on its replies', async () => {
    const ask = async (message: string) =>
      (await live.post(`/v1/agents/${agent}/chat`, { message, session_id: 'visitor' })).body.data.message_id;
    const judged = await ask(LONG);
    await ask('When was the tower built?');
    const path = `/v1/agents/${agent}/conversations/visitor/messages/${judged}/verdict`;
    await live.call('PUT', path, { verdict: 'right' });
    await using page = await visit(`/conversations/${agent}/visitor`, { role: 'member' });
    await page.getByRole('button', { name: 'Add to question set', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to question set' });
    await dialog.getByRole('combobox', { name: 'Question set' }).click();
    await page.getByRole('option', { name: 'New question set' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Real questions');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added: 2.').waitFor();
    const set = (await live.get('/v1/question-sets')).body.data[0];
    expect(set).toMatchObject({ name: 'Real questions', question_count: 2 });
    await page.goto(`${live.baseUrl}/evaluations/${set.id}`);
    await page.getByText('1 question isn’t asked yet').waitFor();
    await page.getByRole('button', { name: /^Say what is right: When was the tower/ }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Refuses/)
      .check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must refuse').waitFor();
    expect(
      (await questionsOf(set.id)).map(({ unanswerable }: { unanswerable: boolean }) => unanswerable),
    ).toEqual([false, true]);
  });

  it('are read by viewers, who start nothing', async () => {
    await using page = await visit('/evaluations', { role: 'viewer' });
    await page.getByRole('link', { name: 'Real questions' }).click();
    await page.getByRole('heading', { name: 'Real questions' }).waitFor();
    await page.getByText('Must refuse').waitFor();
    expect(await page.getByRole('button', { name: 'Start run' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add question' }).count()).toBe(0);
  });
});
