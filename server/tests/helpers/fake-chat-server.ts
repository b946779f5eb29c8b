import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, type Finish, protocolOf, type TokenUsage } from './chat-protocols.ts';
import { serve } from './local-server.ts';

/** How a fake provider replies. Without anything it streams the text that `answer` gives, word by word. */
type ScriptedReply = {
  /** An error instead of a reply: this status, with `body`. */
  status?: number;
  headers?: Record<string, string>;
  /** As it is sent, at once; an object is sent as JSON. */
  body?: unknown;
  /** What is streamed, piece by piece. */
  pieces?: readonly string[];
  /** Before each piece. */
  pauseMs?: number;
  /** It falls silent after so many pieces, with the connection open; 0: it does not even begin to answer. */
  hangsAfter?: number;
  /** The connection is cut after so many pieces. */
  cutAfter?: number;
  /** The answer ends after so many pieces, as if it were whole, without the protocol's end. */
  endsAfter?: number;
  /** The stream says after so many pieces that something went wrong. */
  failsAfter?: number;
  /** `stop`, unless set. */
  finish?: Finish;
  /** What the provider claims to have counted; 'none': nothing. One token for each piece and each word asked, unless set. */
  usage?: TokenUsage | 'none';
};

/** A server that streams replies in the protocols of OpenAI (`/v1/chat/completions`), Anthropic (`/v1/messages`) and Google
 *  (`:streamGenerateContent`). */
export type FakeChatServer = {
  /** `http://127.0.0.1:port`, without a slash. OpenAI and Anthropic are at `/v1`, Google at `/v1beta`. */
  readonly origin: string;
  /** Makes the text of a reply of what was asked, unless pieces are scripted: `Knead the dough for ten minutes.` */
  answer(reply: (asked: Asked) => string): void;
  /** How the next requests are replied to, in their order. */
  script(...replies: ScriptedReply[]): void;
  /** How all requests are replied to that find no script, until it is called without a reply. */
  always(reply?: ScriptedReply): void;
  /** All so far, oldest first. */
  requests(): readonly Asked[];
  /** How many requests the client left before their reply was whole. */
  aborted(): number;
  close(): Promise<void>;
};

/** The key that the server takes. */
export const FAKE_CHAT_KEY = 'fake-chat-key-5b07';
/** What an error in the middle of a stream says. */
export const FAKE_CHAT_FAULT = 'The engine is overloaded.';

/** needsKey: requests without FAKE_CHAT_KEY are answered 401. */
export async function startFakeChatServer({ needsKey = false } = {}): Promise<FakeChatServer> {
  const received: Asked[] = [];
  const scripted: ScriptedReply[] = [];
  let standing: ScriptedReply | undefined;
  let answer: (asked: Asked) => string = () => 'Knead the dough for ten minutes.';
  let aborted = 0;

  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const path = request.url ?? '';
    const protocol = protocolOf(path.split('?')[0] ?? '');
    if (!protocol) return send(response, { status: 404, body: { error: { message: 'no such path' } } });
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const asked = { path, headers: request.headers, body, ...protocol.read(body) };
    received.push(asked);
    const how = scripted.shift() ?? standing ?? {};
    response.on('close', () => {
      if (!response.writableEnded && how.cutAfter === undefined) aborted += 1;
    });
    if (needsKey && !hasKey(request.headers)) {
      return send(response, { status: 401, body: { error: { message: 'Incorrect API key provided.' } } });
    }
    if (how.status !== undefined || how.body !== undefined) return send(response, how);
    if (how.hangsAfter === 0) return;
    const pieces = how.pieces ?? wordsOf(answer(asked));
    const words = [asked.instructions, ...asked.turns.map(({ text }) => text)].flatMap(wordsOf);
    const counted = how.usage ?? { inputTokens: words.length, outputTokens: pieces.length };
    await stream(response, { how, pieces, protocol, usage: counted === 'none' ? undefined : counted });
  };

  const server = await serve((request, response) => {
    void reply(request, response);
  });
  return {
    origin: server.origin,
    answer: (given) => {
      answer = given;
    },
    script: (...replies) => void scripted.push(...replies),
    always: (given) => {
      standing = given;
    },
    requests: () => received,
    aborted: () => aborted,
    close: async () => await server[Symbol.asyncDispose](),
  };
}

const hasKey = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization === `Bearer ${FAKE_CHAT_KEY}` ||
  headers['x-api-key'] === FAKE_CHAT_KEY ||
  headers['x-goog-api-key'] === FAKE_CHAT_KEY;

function send(response: ServerResponse, { status = 200, headers, body = {} }: ScriptedReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

type Streamed = {
  how: ScriptedReply;
  pieces: readonly string[];
  protocol: NonNullable<ReturnType<typeof protocolOf>>;
  usage: TokenUsage | undefined;
};

async function stream(response: ServerResponse, { how, pieces, protocol, usage }: Streamed): Promise<void> {
  const write = (events: string[]): void => events.forEach((event) => void response.write(event));
  response.writeHead(200, { 'content-type': 'text/event-stream', ...how.headers });
  write(protocol.begin(usage));
  for (let given = 0; given <= pieces.length; given++) {
    if (how.hangsAfter === given || response.destroyed) return;
    if (how.cutAfter === given) return void response.write('', () => response.destroy());
    if (how.endsAfter === given) return void response.end();
    if (how.failsAfter === given) {
      write(protocol.fail(FAKE_CHAT_FAULT));
      return void response.end();
    }
    const piece = pieces[given];
    if (piece === undefined) break;
    if (how.pauseMs !== undefined) await sleep(how.pauseMs);
    write(protocol.piece(piece));
  }
  write(protocol.end(how.finish ?? 'stop', usage));
  response.end();
}

/** Each with the white space before it, so that they join to the text. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? [];

const FILLERS = 'so too here there then once again very just now'.split(' ');

/** So many sentences of a long reply, each of its own, which `The pier is 300 metres long.` supports. */
export const aboutThePier = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const fillers = [...String(index)].map((digit) => FILLERS[Number(digit)]).join(' ');
    return index === 0 ? 'The pier is 300 metres long [1]. ' : `The pier is ${fillers} 300 metres long [1]. `;
  });
