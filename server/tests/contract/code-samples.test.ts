import { readFileSync } from 'node:fs';
import { Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../helpers/printed-blocks.ts';

type Sample = { lang: string; source: string };
type Documented = { operationId: string; 'x-codeSamples': Sample[] };

const { paths } = JSON.parse(readFileSync(`${ROOT}/openapi.json`, 'utf8')) as {
  paths: Record<string, Record<string, Documented>>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** `[operation, expression]`, such as `footnote.agents.create`. */
const calls = (lang: string): [string, string][] =>
  operations.flatMap(({ operationId, 'x-codeSamples': samples }) =>
    samples
      .filter((sample) => sample.lang === lang)
      .map(({ source }): [string, string] => [
        operationId,
        /footnote[\w.]*(?=\()/.exec(source)?.[0] ?? source,
      ]),
  );

describe('the code samples of openapi.json', () => {
  it('name methods that the TypeScript SDK has', () => {
    const footnote = new Footnote({ apiKey: 'svc_test_0' });
    const typescript = calls('typescript');
    const missing = typescript.filter(([, call]) => {
      const [, resource = '', method = ''] = call.split('.');
      const owner = Reflect.get(footnote, resource) as object | undefined;
      return typeof (method === '' ? owner : owner && Reflect.get(owner, method)) !== 'function';
    });
    expect(missing).toEqual([]);
    expect(typescript.length).toBeGreaterThan(80);
  });

  it('name methods that the Python SDK has', () => {
    const methods = pythonMethods();
    const python = calls('python');
    expect(python.filter(([, call]) => !methods.has(call))).toEqual([]);
    expect(python.length).toBe(calls('typescript').length);
  });
});

/** `footnote.agents.create` for each method of a resource. The file says which class an attribute has. */
function pythonMethods(): Set<string> {
  const text = ['resources', '_api', '_search', '_sources']
    .map((name) => readFileSync(`${ROOT}/sdk/python/src/footnote/${name}.py`, 'utf8'))
    .join('\n');
  const methodsOf = new Map<string, Set<string>>();
  for (const part of text.split(/^class /m).slice(1)) {
    const name = /^\w+/.exec(part)?.[0] ?? '';
    const own = [...part.matchAll(/^ {4}(?:async )?def (\w+)/gm)].map(([, method = '']) => method);
    methodsOf.set(name, new Set([...(methodsOf.get(name) ?? []), ...own]));
  }
  const attributes = [...text.matchAll(/self\.(\w+) = (\w+)\(/g)];
  return new Set(
    attributes.flatMap(([, attribute = '', type = '']) =>
      [...(methodsOf.get(type) ?? []), ...(methodsOf.get(`${type}Resource`) ?? [])].map(
        (method) => `footnote.${attribute}.${method}`,
      ),
    ),
  );
}
