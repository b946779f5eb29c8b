import { z } from 'zod';
import { AppError } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { id, refreshIntervalHours, requiredText, tags, webUrl } from '#records/fields.ts';
import type { CallApi } from './call-api.ts';
import { asLine, SourceOfApi } from './source-tools.ts';
import { defineTool, linksTo, type ToolResult } from './tool.ts';

const common = {
  tags: tags.optional().meta({ description: 'Words to filter by later.' }),
  knowledge_base_id: id('kb')
    .optional()
    .meta({ description: 'Where to add it. Leave it out for the default knowledge base.' }),
};

const output = z.object({
  source: SourceOfApi,
  is_new: z.boolean().meta({ description: 'False if the knowledge base had the same content already.' }),
});

const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

export const addTextTool = defineTool({
  name: 'add_text',
  title: 'Add a text',
  description:
    'Adds a text to the knowledge base, so that searches and agents find it. The same text is not added twice.',
  isWriting: true,
  hints: { ...hints, openWorldHint: false },
  input: z.strictObject({
    name: requiredText(LIMITS.nameCharacters).meta({ description: 'A title that people recognise.' }),
    text: requiredText(LIMITS.mcpTextCharacters).meta({ description: 'The text, plain or in Markdown.' }),
    ...common,
  }),
  output,
  run: (api, { text: content, ...fields }) => add(api, { type: 'text', content, ...fields }),
});

export const addUrlTool = defineTool({
  name: 'add_url',
  title: 'Add a web page',
  description:
    'Fetches a web page or a document on the web and adds it to the knowledge base. The same URL is not added twice.',
  isWriting: true,
  hints: { ...hints, openWorldHint: true },
  input: z.strictObject({
    url: webUrl.meta({ description: 'Begins with http:// or https://.' }),
    name: requiredText(LIMITS.nameCharacters)
      .optional()
      .meta({ description: 'A title that people recognise. Leave it out to use the URL.' }),
    refresh_interval_hours: refreshIntervalHours
      .optional()
      .meta({ description: 'How often to fetch the page again. Leave it out to fetch it once.' }),
    ...common,
  }),
  output,
  run: (api, { name, url, ...fields }) =>
    add(api, { type: 'url', url, name: name ?? url.slice(0, LIMITS.nameCharacters), ...fields }),
});

async function add(api: CallApi, fields: Record<string, unknown>): Promise<ToolResult> {
  if (api.asUser)
    throw new AppError(
      'forbidden',
      'This connection reads on behalf of a user, so it adds nothing. Add sources by a connection without `as_user`.',
    );
  const { status, data } = await api({
    method: 'POST',
    path: '/v1/knowledge-base/sources',
    // A model that repeats a call would otherwise add a copy.
    body: { ...fields, on_duplicate: 'skip' },
  });
  const isNew = status === 201;
  return {
    structured: { source: data, is_new: isNew },
    text: isNew
      ? `Added ${asLine(data)}. It is being indexed; \`get_source\` shows when it is ready.`
      : `The knowledge base has it already: ${asLine(data)}.`,
    links: linksTo([data]),
  };
}
