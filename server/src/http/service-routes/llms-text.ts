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
  return `${[`# ${title}`, `> ${description}`, START, ...sections].join('\n\n')}\n`;
}

const tagsOf = (operation: Operation): string[] => operation.tags ?? [];

const START = `Send requests with the header \`Authorization: Bearer <API key>\`. Answers are \`{"data": …, "meta": …}\`; errors are \`{"error": {"code", "message", "request_id"}}\`. Lists have \`meta.next_cursor\`: pass it as \`cursor\` for the next page.

## Start here

- [OpenAPI 3.1 document](/openapi.json): every operation, field and error
- [Reference](/docs): the same for people, with code in curl, TypeScript and Python`;
