import { Client, type ClientConfig } from 'pg';
import { isRequested, patienceMs } from '#lib/async/patience.ts';

/** Time is counted in ticks instead of milliseconds: while this process is paused, or busy with something else, the
 *  database is not the one that keeps silent. */
const TICK_MS = 250;
/** A statement that takes longer makes the service ask whether the database still answers. */
const ASK_AFTER_MS = 500;
/** The database is silent if it does not answer that either, nor any other statement. */
const SILENT_AFTER_MS = 1_000;
/** The connection that asks is replaced after so long without an answer, in case its server is gone for good. */
const REPLACE_AFTER_MS = 5_000;
/** It is closed when it was not needed for so long. */
const KEEP_MS = 30_000;

const ticks = (ms: number): number => Math.ceil(ms / TICK_MS);

/** The database did not answer in time, which says nothing about what it has done. */
export class SilenceError extends Error {
  constructor(message = 'The database does not answer.') {
    super(message);
    this.name = 'SilenceError';
  }
}

type Waiting = {
  since: number;
  limit: number;
  /** Fails as soon as the database is silent. */
  mayFailEarly: boolean;
  /** The session that runs the statement. */
  processId: number | undefined;
  reject: (error: Error) => void;
};

type AnswerOptions = {
  /** Nothing has been written yet, so that a client may send the request again without a doubt. */
  isRepeatable: boolean;
  /** The session that runs the statement, which is cancelled if no one waits for it any longer. */
  processId?: number | undefined;
  /** False for a turn in this process, which may come while the database is silent, and late while it is not. */
  isFromDatabase?: boolean;
};

/** Notices when the database is silent: its connections stand, and no answer comes on any of them. It is not silent if
 *  it is slow, or if it refuses connections. Costs nothing while statements are answered within half a second; a
 *  statement that takes longer opens one more connection, which asks `SELECT 1` until it ends. */
export function watchSilence(options: ClientConfig) {
  const waiting = new Set<Waiting>();
  let now = 0;
  /** The tick since which a question has had no answer. */
  let unansweredSince: number | undefined;
  let neededAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isSilent = false;
  let isClosed = false;
  const heard = (): void => {
    unansweredSince = undefined;
    isSilent = false;
  };
  const asker = createAsker(options, heard);

  const stopTicking = (): void => {
    clearInterval(timer);
    timer = undefined;
    asker.close();
  };
  const fail = (one: Waiting, error: Error): void => {
    waiting.delete(one);
    one.reject(error);
  };
  /** Fails those who have waited long enough. Returns a session whose statement no one waits for any longer. */
  const failLate = (): number | undefined => {
    let late: number | undefined;
    for (const one of waiting) {
      if (isSilent && one.mayFailEarly) fail(one, new SilenceError());
      if (now - one.since < one.limit) continue;
      late ??= one.processId;
      fail(
        one,
        new SilenceError(`The database did not answer within ${(one.limit * TICK_MS) / 1_000} seconds.`),
      );
    }
    return late;
  };
  const tick = (): void => {
    if (isClosed) return;
    now++;
    let oldest = now;
    for (const { since } of waiting) oldest = Math.min(oldest, since);
    const isNeeded = isSilent || now - oldest >= ticks(ASK_AFTER_MS);
    if (isNeeded) neededAt = now;
    unansweredSince = isNeeded ? (unansweredSince ?? now) : undefined;
    if (now - (unansweredSince ?? now) >= ticks(SILENT_AFTER_MS)) isSilent = true;
    if (now - (asker.askedAt() ?? now) >= ticks(REPLACE_AFTER_MS)) asker.close();
    const late = failLate();
    if (isNeeded) asker.ask(late === undefined ? 'SELECT 1' : `SELECT pg_cancel_backend(${late})`, now);
    else if (waiting.size === 0 && now - neededAt >= ticks(KEEP_MS)) stopTicking();
  };
  const startTicking = (): void => {
    if (timer !== undefined || isClosed) return;
    neededAt = now;
    // Answers that arrived while this process was busy count before it judges.
    timer = setInterval(() => setImmediate(tick), TICK_MS).unref();
  };

  return {
    /** Waits for what the database answers. Rejects with a SilenceError when it takes longer than the current work has
     *  patience, and at once, or as soon as the database is silent, if a request can just as well be sent again. */
    answer: async <T>(
      ask: () => Promise<T>,
      { isRepeatable, processId, isFromDatabase = true }: AnswerOptions,
    ): Promise<T> => {
      const mayFailEarly = isRepeatable && isRequested();
      if (mayFailEarly && isSilent) throw new SilenceError();
      const { promise, reject } = Promise.withResolvers<never>();
      const one: Waiting = {
        since: now,
        limit: isFromDatabase ? ticks(patienceMs()) : Number.POSITIVE_INFINITY,
        mayFailEarly,
        processId,
        reject,
      };
      waiting.add(one);
      startTicking();
      try {
        const value = await Promise.race([ask(), promise]);
        if (isFromDatabase) heard();
        return value;
      } catch (error) {
        if (isFromDatabase && isAnswer(error)) heard();
        throw error;
      } finally {
        waiting.delete(one);
      }
    },
    close: (): void => {
      isClosed = true;
      stopTicking();
    },
  };
}

/** A connection that asks one question at a time. It connects when it is needed. */
function createAsker(options: ClientConfig, heard: () => void) {
  let client: Client | undefined;
  let askedAt: number | undefined;
  const close = (): void => {
    const closed = client;
    client = undefined;
    askedAt = undefined;
    void closed?.end().catch(() => undefined);
  };
  const connect = async (): Promise<Client> => {
    const connecting = new Client(options);
    connecting.on('error', () => undefined);
    client = connecting;
    await connecting.connect();
    return connecting;
  };
  return {
    close,
    /** The tick of a question that has no answer yet. */
    askedAt: () => askedAt,
    /** Does nothing while there is another question. */
    ask: (question: string, now: number): void => {
      if (askedAt !== undefined) return;
      askedAt = now;
      const answered = async (): Promise<void> => {
        await (client ?? (await connect())).query(question);
      };
      const asking = answered();
      const mine = client;
      void asking
        .then(heard, (error) => {
          if (isAnswer(error)) heard();
          if (client === mine) close();
        })
        .finally(() => {
          if (client === mine) askedAt = undefined;
        });
    },
  };
}

/** Whether an error came from the database or its machine: an SQLSTATE, or a connection that was refused or reset. */
const isAnswer = (error: unknown): boolean =>
  /^([0-9A-Z]{5}|ECONNREFUSED|ECONNRESET)$/.test(
    String((error as { code?: unknown } | undefined)?.code ?? ''),
  );
