/** Bodies that cost far more to parse, or to explain, than they cost to send. Each fills the size that its route takes. */

export type HostileBody = { name: string; path: string; body: () => Buffer; status: number; says: RegExp };

const MB = 1024 * 1024;
const SMALL = MB;
const LARGE = 32 * MB - 1_000;

const SOURCES = '/v1/knowledge-base/sources';
const EVALUATIONS = '/v1/evaluations';
const COMPLETIONS = '/v1/chat/completions';
const SIGN_IN = '/v1/account/sign-in';

/** `start`, as many parts as fit into so many bytes, and `end`. */
function filled(bytes: number, start: string, part: string, end: string, separator = ','): Buffer {
  const count = Math.floor((bytes - start.length - end.length) / (part.length + separator.length));
  const body = Buffer.alloc(start.length + count * (part.length + separator.length) + end.length);
  body.write(start);
  body.fill(part + separator, start.length, body.length - end.length);
  // The last separator makes way for the end.
  body.write(end, body.length - end.length - separator.length);
  return body.subarray(0, body.length - separator.length);
}

/** An object of fields that each have a name of their own. */
function manyKeys(bytes: number): Buffer {
  const parts: string[] = [];
  for (let size = 2, index = 0; size < bytes - 20; index++) {
    const part = `"k${index}":1`;
    parts.push(part);
    size += part.length + 1;
  }
  return Buffer.from(`{${parts.join(',')}}`);
}

const TOKENS = /at most about [\d,]+ keys and values/;
const DEPTH = /nested more than 64 levels/;

const text = (value: string): string => `{"type":"text","name":"n","content":${value}}`;

const wrongQuestions = (): Buffer => {
  const question = { query: 1, relevant: Array.from({ length: 20 }, () => ({})), odd: 1 };
  return Buffer.from(JSON.stringify({ questions: Array.from({ length: 1_000 }, () => question) }));
};

const wrongMessages = (): Buffer => {
  const content = Array.from({ length: 15 }, () => ({ type: 1, text: 1 }));
  return Buffer.from(JSON.stringify({ model: 'agt_x', messages: Array(200).fill({ role: 7, content }) }));
};

export const HOSTILE_BODIES: HostileBody[] = [
  ...[SOURCES, EVALUATIONS].flatMap((path): HostileBody[] => [
    {
      name: 'a list of empty objects',
      path,
      body: () => filled(LARGE, '{"content":[', '{}', ']}'),
      status: 400,
      says: TOKENS,
    },
    {
      name: 'a list of numbers',
      path,
      body: () => filled(LARGE, '{"questions":[', '1', ']}'),
      status: 400,
      says: TOKENS,
    },
    { name: 'brackets without end', path, body: () => Buffer.alloc(LARGE, '['), status: 400, says: DEPTH },
    {
      name: 'objects in objects',
      path,
      body: () => filled(LARGE, '', '{"a":', '', ''),
      status: 400,
      says: DEPTH,
    },
    { name: 'fields that no request has', path, body: () => manyKeys(LARGE), status: 400, says: TOKENS },
    {
      name: 'one field again and again',
      path,
      body: () => filled(LARGE, '{', '"a":1', '}'),
      status: 400,
      says: TOKENS,
    },
    { name: 'empty strings', path, body: () => filled(LARGE, '[', '""', ']'), status: 400, says: TOKENS },
  ]),
  {
    name: 'just under the most fields',
    path: EVALUATIONS,
    body: () => manyKeys(780_000),
    status: 400,
    says: /questions: is required/,
  },
  {
    name: 'a number of 32 MB',
    path: SOURCES,
    body: () => Buffer.from(text('1'.repeat(LARGE - 100))),
    status: 422,
    says: /name|content/,
  },
  {
    name: 'a fraction of 32 MB',
    path: SOURCES,
    body: () => Buffer.from(text(`0.${'1'.repeat(LARGE - 100)}`)),
    status: 422,
    says: /content/,
  },
  {
    name: 'a name of a field of 32 MB',
    path: SOURCES,
    body: () => Buffer.from(`{"${'k'.repeat(LARGE - 100)}":1}`),
    status: 400,
    says: /is required/,
  },
  { name: 'white space', path: SOURCES, body: () => Buffer.alloc(LARGE, ' '), status: 400, says: /JSON/ },
  {
    name: 'a string of escaped quotes',
    path: SOURCES,
    body: () => filled(LARGE, '{"type":"text","name":"n","content":"', '\\"', '"}', ''),
    status: 422,
    says: /content/,
  },
  {
    name: 'a string of escaped letters, longer than any content',
    path: SOURCES,
    body: () => filled(LARGE, '{"type":"text","name":"n","content":"', '\\u0041', '"}', ''),
    status: 422,
    says: /content/,
  },
  {
    name: 'a string of halves of pairs',
    path: SOURCES,
    body: () => filled(LARGE - 2_000_000, '{"type":"text","name":"n","content":"', '\\ud800', '"}', ''),
    status: 422,
    says: /content/,
  },
  {
    name: 'a name of 32 MB',
    path: SOURCES,
    body: () => filled(LARGE, '{"type":"text","content":"c","name":"', 'a', '"}', ''),
    status: 422,
    says: /name/,
  },
  {
    name: 'a string without end',
    path: SOURCES,
    body: () => filled(LARGE, '{"content":"', 'a', '', ''),
    status: 400,
    says: /JSON/,
  },
  {
    name: 'bytes that are not UTF-8',
    path: SOURCES,
    body: () => Buffer.alloc(LARGE, 0xff),
    status: 400,
    says: /UTF-8/,
  },
  {
    name: '1,000 questions, wrong in 22 places each',
    path: EVALUATIONS,
    body: wrongQuestions,
    status: 400,
    says: /is required/,
  },
  {
    name: 'more questions than are taken',
    path: EVALUATIONS,
    body: () => Buffer.from(`{"questions":[${Array(30_000).fill('{"q":1}').join(',')}]}`),
    status: 422,
    says: /1000 questions|1,000 questions/,
  },
  {
    name: 'a list of numbers for messages',
    path: COMPLETIONS,
    body: () => filled(SMALL, '{"model":"agt_x","messages":[', '1', ']}'),
    status: 400,
    says: TOKENS,
  },
  {
    name: 'more messages than are taken',
    path: COMPLETIONS,
    body: () => Buffer.from(`{"model":"agt_x","messages":[${Array(15_000).fill('1').join(',')}]}`),
    status: 422,
    says: /1,000 messages/,
  },
  {
    name: '200 messages, wrong in 32 places each',
    path: COMPLETIONS,
    body: wrongMessages,
    status: 422,
    says: /messages\[0\]/,
  },
  {
    name: 'fields that sign-in does not have',
    path: SIGN_IN,
    body: () => manyKeys(SMALL),
    status: 400,
    says: TOKENS,
  },
  {
    name: 'as many of them as are read',
    path: SIGN_IN,
    body: () => manyKeys(95_000),
    status: 400,
    says: /is required/,
  },
  {
    name: 'an object with a length that is no number, for a text',
    path: SIGN_IN,
    body: () => Buffer.from('{"email":{"length":{"toString":1}},"password":"a long enough password"}'),
    status: 422,
    says: /has an object with a "length"/,
  },
];

/** The largest body that is right: every character of the longest content escaped. */
export const largestText = (): Buffer =>
  Buffer.from(text(`"${'\\u4e2d'.repeat(4_999_980)} the pier is long"`));
