import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { OpenApi } from './operations.ts';

/** The types of every schema and operation, by openapi-typescript. Its index by path is left out: the SDK names operations. */
export async function typescriptTypes(document: OpenApi): Promise<string> {
  const nodes = await openapiTS(withoutExamples(document), {
    alphabetize: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  const text = astToString(
    nodes.filter((node) => !/^export (interface|type) (paths|webhooks|\$defs)\b/.test(astToString([node]))),
  );
  // An answer may have values that this version doesn't know. `string` alone would hide the known ones from editors.
  const open = text.replace(/(["\]]) \| string\b/g, '$1 | (string & {})');
  return `// Made from openapi.json by sdk/generator. Don't edit: run \`npm run gen\`.\n\n${open}`;
}

/** A copy, because the generator changes what it is given. It would repeat every example in a comment. */
function withoutExamples(document: OpenApi): OpenAPI3 {
  const copy = structuredClone(document) as unknown as Required<OpenAPI3>;
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods as Methods)))
    for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
      for (const media of Object.values(content)) delete media.example;
  return copy;
}

type Body = { content?: Record<string, { example?: unknown }> };
type Methods = Record<string, { requestBody?: Body; responses: Record<string, Body> }>;
