import type { Client } from './start-test-service.ts';

/** Operations of question sets, in an order in which each finds what it needs. */
export const EVALUATION_OPERATIONS = [
  {
    method: 'POST',
    path: '/v1/evaluations',
    body: { questions: [{ query: 'How tall is the pier?', unanswerable: true }] },
  },
  { method: 'GET', path: '/v1/evaluations' },
  { method: 'GET', path: '/v1/evaluations/{evaluation}' },
  { method: 'GET', path: '/v1/evaluations/{evaluation}/questions' },
  { method: 'GET', path: '/v1/evaluations/{evaluation}/chart.svg' },
  { method: 'POST', path: '/v1/evaluations/{evaluation}/cancel' },
  {
    method: 'POST',
    path: '/v1/question-sets',
    body: { name: 'Harbour', questions: [{ query: 'How tall is the pier?', unanswerable: true }] },
  },
  { method: 'GET', path: '/v1/question-sets' },
  { method: 'GET', path: '/v1/question-sets/{questionSet}' },
  { method: 'PATCH', path: '/v1/question-sets/{questionSet}', body: { name: 'Harbour and pier' } },
  {
    method: 'POST',
    path: '/v1/question-sets/{questionSet}/questions',
    body: { questions: [{ query: 'Who owns the pier?' }] },
  },
  {
    method: 'POST',
    path: '/v1/question-sets/{questionSet}/import',
    body: { questions: [{ question: 'Who sold the pier?', answers: ['Ida'] }] },
  },
  {
    method: 'PATCH',
    path: '/v1/question-sets/{questionSet}/questions/{question}',
    body: { must: ['300 metres'] },
  },
  { method: 'DELETE', path: '/v1/question-sets/{questionSet}/questions/{question}' },
  { method: 'DELETE', path: '/v1/question-sets/{questionSet}' },
] as const;

/** A question set, with a question. */
export async function addQuestionSet(
  client: Client,
  source_id: string,
): Promise<{ question: string; questionSet: string }> {
  const questions = [{ query: 'How long is the pier?', relevant: [{ source_id }] }];
  const { id } = (await client.post('/v1/question-sets', { name: 'Harbour', questions })).body.data;
  const set = (await client.get(`/v1/question-sets/${id}`)).body.data;
  return { questionSet: id, question: set.questions[0].id };
}
