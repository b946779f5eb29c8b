import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** Fields redacted on the first two levels of a log line, and in any headers there. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'secret',
  'token',
  'apiKey',
  'api_key',
];
const HEADERS = ['*.headers'];

/** Log lines as JSON, without secrets. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: [
    // busboy logs the headers of uploads at level trace.
    'busboyOptions',
    ...SECRET_FIELDS,
    ...['*', ...HEADERS].flatMap((at) => SECRET_FIELDS.map((field) => under(at, field))),
  ],
  serializers: { err: describeError },
});

const under = (path: string, field: string): string =>
  field.startsWith('[') ? path + field : `${path}.${field}`;

/** The log of a process. Anything that looks like a key is removed from each line, also within error messages. */
export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino(
    {
      ...logOptions(level),
      hooks: {
        streamWrite: (line) => line.replace(/\b(svc_(?:live|test)_|whsec_)[\w+/=-]{8,}/g, '$1[redacted]'),
      },
    },
    destination,
  );

type DescribedError = { type: string; message: string; stack?: string; code?: unknown };

/** An error as its type, message and causes. Its other fields are left out, because libraries keep requests and rows with user
 *  data there. */
function describeError(error: unknown): DescribedError | unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withCauses(error, 'message', ': '),
    stack: withCauses(error, 'stack', '\ncaused by: '),
    ...(code !== undefined && { code }),
  };
}

function withCauses(error: Error, field: 'message' | 'stack', separator: string): string {
  const words: string[] = [];
  for (let at: unknown = error; at instanceof Error && words.length < 5; at = at.cause)
    words.push(at[field] ?? at.message);
  return words.join(separator);
}
