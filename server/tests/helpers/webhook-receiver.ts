import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { serve } from './local-server.ts';

/** A request that came, as a receiver reads it. */
export type Received = {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies as a receiver does, by name.
  event: any;
};

type Answer = number | ((response: ServerResponse, request: Received) => void);

/** A server on a loopback address that takes events, and answers them as a test says. */
export type WebhookReceiver = {
  /** `127.0.0.1:port`, as URL_FETCH_ALLOW_HOSTS names it. */
  readonly host: string;
  url(path?: string): string;
  /** From now on, on a path or on all that have no answer of their own: a status, or whatever the function does. */
  answer(answer: Answer, path?: string): void;
  /** All so far, on one path or on all. */
  received(path?: string): Received[];
  close(): Promise<void>;
};

/** Starts a receiver that answers 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const answers = new Map<string, Answer>([['*', 204]]);
  const received: Received[] = [];
  const server = await serve(async (request, response) => {
    const body = await text(request);
    const path = request.url ?? '/';
    const id = String(request.headers['webhook-id']);
    const arrived = { id, path, headers: request.headers, body, event: JSON.parse(body) };
    received.push(arrived);
    const answer = answers.get(path) ?? answers.get('*') ?? 204;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(response, arrived);
  });
  return {
    host: `127.0.0.1:${server.port}`,
    url: (path = '/') => `${server.origin}${path}`,
    answer: (answer, path = '*') => void answers.set(path, answer),
    received: (path) => received.filter((request) => path === undefined || request.path === path),
    close: async () => await server[Symbol.asyncDispose](),
  };
}

/** Whether the official library takes a request as signed with this secret. It asks the clock of the machine: a request of a
 *  service whose clock a test has moved is signed once more and compared. */
export function isSignedWith(secret: string, { id, headers, body }: Received): boolean {
  const webhook = new Webhook(secret);
  const seconds = Number(headers['webhook-timestamp']);
  if (Math.abs(Date.now() / 1_000 - seconds) > 240) {
    const signature = webhook.sign(id, new Date(seconds * 1_000), body);
    return String(headers['webhook-signature']).split(' ').includes(signature);
  }
  try {
    webhook.verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
