import type { WidgetAppearance } from '#server/records/widget-appearance.ts';
import { readShown } from '#shared/api/shown-names.ts';
import { readEvents, type Withdrawal, withdraw } from '#shared/chat/read-events.ts';
import { words } from './words.ts';

export type Source = { name: string; snippet: string };
/** A cited place. `number`: of its footnote. `source`: its index in the list. `url`: of a web page, at the cited words.
 *  `reply_end`: the end of the cited part of the reply, in UTF-16 code units. */
export type Citation = { number: number; source: number; snippet?: string; url?: string; reply_end: number };
export type Answer = {
  reply: string;
  session_id: string;
  message_id: string;
  sources: Source[];
  citations: Citation[];
  /** A person is offered, or how far the request for one got. */
  handover?: { reason?: 'requested' | 'low_confidence'; status?: 'open' | 'assigned' };
};
export type PersonMessage = { id: string; author?: string; text: string };
/** Without a status no one asked for a person. */
export type News = { status?: 'open' | 'assigned' | 'resolved'; messages: PersonMessage[] };
/** The fields of the form that asks for a person; empty ones are left out. */
export type PersonRequest = { name: string; email: string; message: string };
export type About = {
  agent: { name: string };
  status: 'active' | 'inactive';
  welcome_message?: string;
  /** Absent on an older service. */
  appearance?: WidgetAppearance;
  /** A path of the service, or a whole URL. */
  logo_url?: string;
};

type ErrorBody = { error?: { code?: string; message?: string } };

/** A message for visitors, in place of an error for operators. */
function forVisitors(code: string | undefined): string | undefined {
  if (code === 'forbidden') return words.paused;
  return code === 'unauthorized' || code === 'not_found' ? words.ended : undefined;
}

/** With its code, if the service answered. */
class ServiceError extends Error {
  readonly code: string | undefined;

  constructor({ error }: ErrorBody, otherwise: string) {
    super(forVisitors(error?.code) ?? error?.message ?? otherwise);
    this.code = error?.code;
  }
}

/** Whether asking again later can help. */
export const canBeRepeated = (error: unknown): boolean =>
  !(error instanceof ServiceError) || error.code === 'rate_limited' || error.code === 'unavailable';

/** Requests to the service. They throw an Error with a message for the visitor. */
export function createService(baseUrl: string, token: string) {
  const url = `${baseUrl}/v1/widget/${encodeURIComponent(token)}`;
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    let response: Response;
    try {
      response = await fetch(`${url}${path}`, { credentials: 'omit', ...init });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Error(words.unreachable);
    }
    if (response.ok) return response;
    throw new ServiceError((await response.json().catch(() => ({}))) as ErrorBody, words.unreachable);
  };
  const post = (path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });

  return {
    about: async (signal?: AbortSignal): Promise<About> =>
      (readShown(await (await send('', signal && { signal })).text()) as { data: About }).data,
    /** The URL of a path of the service. */
    urlOf: (path: string): string => new URL(path, baseUrl).href,

    rate: async (session_id: string, message_id: string, rating: 'up' | 'down'): Promise<void> =>
      void (await post('/feedback', { session_id, message_id, rating })),

    /** Does nothing if someone asked for a person already. */
    askForPerson: async (session_id: string, { name, email, message }: PersonRequest): Promise<void> => {
      const contact = { ...(name && { name }), ...(email && { email }) };
      try {
        await post('/handover', { session_id, contact, ...(message && { message }) });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'conflict') throw error;
      }
    },
    /** The messages of people after this one. */
    news: async (session: string, after: string | undefined): Promise<News> => {
      const path = `/messages${after === undefined ? '' : `?after=${after}`}`;
      const answer = await send(path, { headers: { 'x-session-id': session } });
      return (readShown(await answer.text()) as { data: News }).data;
    },
    /** Passes on the reply so far each time it changes. */
    ask: async (
      { message, session }: { message: string; session: string | undefined },
      tell: (written: string) => void,
      signal: AbortSignal,
    ): Promise<Answer> => {
      const { body } = await post('/chat', { message, ...(session && { session_id: session }) }, signal);
      let written = '';
      try {
        for await (const { name, data } of readEvents(body ?? new ReadableStream())) {
          const value = readShown(data);
          if (name === 'delta') written += (value as { text: string }).text;
          if (name === 'withdraw') written = withdraw(written, value as Withdrawal);
          if (name === 'delta' || name === 'withdraw') tell(written);
          if (name === 'done') return value as Answer;
          if (name === 'error') throw new ServiceError(value as ErrorBody, words.broken);
        }
      } catch (error) {
        // The browser's message for a lost connection is not for visitors.
        throw error instanceof TypeError ? new Error(words.broken) : error;
      }
      throw new Error(words.broken);
    },
  };
}

export type WidgetService = ReturnType<typeof createService>;

/** Shows a design where there is no service: the dashboard draws the widget that visitors will see. */
export const previewService = (about: About): WidgetService => ({
  about: async () => about,
  urlOf: (path) => path,
  rate: async () => {},
  askForPerson: async () => {},
  news: async () => ({ messages: [] }),
  ask: async () => ({
    reply: words.preview,
    session_id: 'preview',
    message_id: 'preview',
    sources: [],
    citations: [],
  }),
});
