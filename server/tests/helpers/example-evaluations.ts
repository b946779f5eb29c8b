type Send = (
  path: string,
  body?: unknown,
) => Promise<{ id: string; questions: readonly [{ id: string }, ...{ id: string }[]] }>;

/** The part of the story of `reference-examples.test.ts` in which people keep questions and ask an agent all of them. */
export async function runQuestionSet(
  { get, post, patch, remove }: Record<'get' | 'post' | 'patch' | 'remove', Send>,
  { agent, session, source }: { agent: string; session: string; source: string },
): Promise<void> {
  const { id } = await post('/v1/question-sets', {
    name: 'What visitors ask',
    questions: [{ query: 'What does a ticket cost?', must: ['12 euros'] }],
  });
  const set = `/v1/question-sets/${id}`;
  await get('/v1/question-sets');
  await patch(set, { name: 'What visitors ask most' });
  await post(`${set}/questions`, { conversations: [{ agent_id: agent, session_id: session }] });
  await post(`${set}/import`, {
    questions: [{ question: 'Who is the mayor of Lisbon?', must_refuse: true }],
  });
  const [kept] = (await get(set)).questions;
  await patch(`${set}/questions/${kept.id}`, { relevant: [{ source_id: source }] });
  const run = await post('/v1/evaluations', {
    name: 'New prices',
    question_set_id: id,
    agent_id: agent,
    search_types: ['hybrid'],
  });
  await get('/v1/evaluations');
  await post(`/v1/evaluations/${run.id}/cancel`);
  await remove(`${set}/questions/${kept.id}`);
  await remove(set);
}
