import type { Client } from './client.ts';

/** The calls of one noun of the API. */
export class Resource {
  /** @internal */
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}

/** A path with its parameters. An empty one, or a dot, would name another path. */
export function at(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((path, part, index) => {
    const value = values[index - 1] ?? '';
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`An id must not be ${JSON.stringify(value)}.`);
    return path + encodeURIComponent(value) + part;
  });
}
