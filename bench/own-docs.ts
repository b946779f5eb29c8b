import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { type DocsQuestion, QUESTIONS } from './questions-about-footnote.ts';
import type { Figure } from './service.ts';

const PAGE = 'docs/answers-about-footnote.md';

type Reply = {
  reply: string;
  kind: string;
  confidence: number;
  sources: { id: string; name: string }[];
};
type Answered = DocsQuestion & Reply & { isRight: boolean };

/** Asks a service as it is installed, without a language model, about its own documents, and writes the page of its replies. */
export async function benchOwnDocs(): Promise<Figure[]> {
  const server = await startServerProcess({ env: { EMBEDDING_MODEL: '' } });
  const documents = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md'])
    .filter((path) => path !== PAGE)
    .sort();
  const ids = [];
  for (const path of documents) ids.push(await add(server, path));
  for (const id of ids) await untilRead(server, id);
  const { data } = await server.call('POST', '/v1/agents', {
    name: 'Guide',
    knowledge_base_ids: [server.knowledgeBaseId],
  });
  const answered: Answered[] = [];
  for (const asked of QUESTIONS) {
    const { data: reply } = (await server.call('POST', `/v1/agents/${(data as { id: string }).id}/chat`, {
      message: asked.question,
    })) as { data: Reply };
    answered.push({ ...asked, ...reply, isRight: isRight(asked, reply) });
  }
  await server.stop();
  writeFileSync(PAGE, pageOf(documents, answered));
  const right = answered.filter((each) => each.isRight).length;
  return [
    { what: `right of ${answered.length} replies about our own docs`, value: right, unit: '', goal: '>= 17' },
  ];
}

async function add(server: ServerProcess, path: string): Promise<string> {
  const form = new FormData();
  form.set('type', 'document');
  form.set('name', path);
  form.set('file', new Blob([readFileSync(path)]), basename(path));
  const response = await fetch(`${server.baseUrl}/v1/knowledge-base/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(`adding ${path} answered ${response.status}`);
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** Until the deep model has read it, too. */
async function untilRead(server: ServerProcess, id: string): Promise<void> {
  for (;;) {
    const { data } = await server.call('GET', `/v1/knowledge-base/sources/${id}?wait=deep`);
    const { status, understanding } = data as { status: string; understanding: string };
    if (status === 'failed' || understanding === 'skipped') throw new Error(`${id} was not read`);
    if (status === 'indexed' && understanding === 'done') return;
  }
}

const isRight = ({ says, from }: DocsQuestion, { kind, reply, sources }: Reply): boolean =>
  kind === 'answer' &&
  says.every((words) => words.test(reply)) &&
  sources.some(({ name }) => from.includes(name));

const pageOf = (
  documents: readonly string[],
  answered: readonly Answered[],
): string => `# Answers about Footnote

Footnote's own documents, asked ${answered.length} questions as someone new would ask them: a service as \`npm start\` leaves it,
without a language model, with ${documents.length} documents in its knowledge base, added as files, once the deep model has read them. The questions
were written before any reply was seen; \`bench/questions-about-footnote.ts\` has them, and what a right reply says. Where the
documents said nothing plain, they were made clearer after the first replies, so the figure is of documents that were read with
these questions in mind. This page is written by
\`npm run bench -- own-docs\`: **${answered.filter((each) => each.isRight).length} of ${answered.length} are right**.

${answered.map(sectionOf).join('\n\n')}
`;

const sectionOf = (
  { question, reply, confidence, sources, isRight: right }: Answered,
  index: number,
): string =>
  `## ${index + 1}. ${question}

${right ? 'Right' : '**Not right**'}, confidence ${confidence.toFixed(2)}${sources.length > 0 ? `, from ${sources.map(({ name }) => `\`${name}\``).join(', ')}` : ''}:

${quoted(reply)}`;

/** Links of code that is quoted lead nowhere from here. */
const quoted = (text: string): string =>
  text
    .replaceAll('](', '] (')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
