import { guides } from './guides.ts';
import type { Operation, Paths } from './openapi-document/json.ts';

type Documented = { info?: unknown; tags?: unknown; paths?: unknown };
type Tag = { name: string; description: string };

/** An index of the API in Markdown, as llmstxt.org describes it: a title, a summary, and a list of links for each part. */
export function llmsText(document: Documented): string {
  const { title, description } = document.info as { title: string; description: string };
  const operations = Object.entries(document.paths as Paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const sections = (document.tags as Tag[]).flatMap(({ name, description: about }) => {
    const own = operations.filter(({ operation }) => tagsOf(operation).includes(name));
    if (own.length === 0) return [];
    const lines = own.map(
      ({ method, path, operation: { operationId, summary } }) =>
        `- [${summary}](/docs#${operationId}): \`${method} ${path}\`, \`${operationId}\``,
    );
    return [`## ${name}`, about, lines.join('\n')];
  });
  return `${[`# ${title}`, `> ${description}`, START, ...guideSection(), ...sections].join('\n\n')}\n`;
}

const tagsOf = (operation: Operation): string[] => operation.tags ?? [];

/** Empty in a copy of the service without its documents. */
function guideSection(): string[] {
  const lines = guides().map(({ path, title, about }) => `- [${title}](/docs/${path}): ${about}`);
  return lines.length === 0 ? [] : ['## Guides', lines.join('\n')];
}

const START = `Send requests with the header \`Authorization: Bearer <API key>\`. Answers are \`{"data": …, "meta": …}\`; errors are \`{"error": {"code", "message", "request_id"}}\`. Lists have \`meta.next_cursor\`: pass it as \`cursor\` for the next page.

## Start here

- [OpenAPI 3.1 document](/openapi.json): every operation, field and error
- [Reference](/docs): the same for people, with code in curl, TypeScript and Python

A whole program, for Node 20 and newer without dependencies. It adds a text, waits until it is indexed, creates an agent and asks it. FOOTNOTE_URL is the address of this service, FOOTNOTE_API_KEY a key with scope \`read_write\`.

\`\`\`js
const { FOOTNOTE_URL, FOOTNOTE_API_KEY } = process.env;

async function call(method, path, body) {
  const response = await fetch(FOOTNOTE_URL + path, {
    method,
    headers: { authorization: \`Bearer \${FOOTNOTE_API_KEY}\`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const { data, error } = await response.json();
  if (error) throw new Error(\`\${error.code}: \${error.message} (\${error.request_id})\`);
  return data;
}

const added = await call('POST', '/v1/knowledge-base/sources', {
  type: 'text',
  name: 'Prices',
  content: 'A ticket costs 12 euros.',
});
const source = await call('GET', \`/v1/knowledge-base/sources/\${added.id}?wait=30\`);
const agent = await call('POST', '/v1/agents', { name: 'Guide', knowledge_base_ids: [source.knowledge_base_id] });

const { reply, citations } = await call('POST', \`/v1/agents/\${agent.id}/chat\`, { message: 'What does a ticket cost?' });
console.log(reply);
for (const { number, snippet } of citations) console.log(\`[\${number}] \${snippet}\`);
\`\`\`

The SDKs have a method for each operation below that an API key may call: in TypeScript \`new Footnote().agents.create({ … })\`, in Python \`Footnote().agents.create(…)\`, with names in snake_case.`;
