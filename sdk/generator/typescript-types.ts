import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { OpenApi } from './operations.ts';

/** The types of every schema and operation, by openapi-typescript. Its index by path is left out: the SDK names operations. */
export async function typescriptTypes(document: OpenApi): Promise<string> {
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
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
  return `// Made from openapi.json by sdk/generator. Don't edit: run \`npm run gen\`.\n\n${text}`;
}
