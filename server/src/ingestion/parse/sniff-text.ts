/** The formats that are text, and are told from plain text by their first characters. */
export type TextFormat =
  | 'eml'
  | 'mbox'
  | 'mhtml'
  | 'ipynb'
  | 'json'
  | 'jsonl'
  | 'xml'
  | 'svg'
  | 'fodt'
  | 'fods'
  | 'fodp';

/** Detects the format of a text that is none of prose, Markdown or a table of values; undefined for others.
 *  start: its first characters; end: its last ones; claimed: the format that its name or media type claims. */
export function sniffText(start: string, end: string, claimed: string | undefined): TextFormat | undefined {
  const text = start.replace(/^[\s\ufeff]+/, '');
  if (text.startsWith('<')) return sniffXml(text, claimed);
  return sniffMail(text, claimed) ?? sniffJson(text, end, claimed);
}

const FLAT: readonly [type: string, format: TextFormat][] = [
  ['application/vnd.oasis.opendocument.text', 'fodt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'fods'],
  ['application/vnd.oasis.opendocument.presentation', 'fodp'],
];

function sniffXml(text: string, claimed: string | undefined): TextFormat | undefined {
  const root = rootOf(text);
  if (root === undefined) return undefined;
  if (/^(?:\w{1,20}:)?svg$/.test(root.name)) return 'svg';
  if (root.name === 'office:document') {
    const type = /office:mimetype\s{0,9}=\s{0,9}["']([\w./-]{1,100})/.exec(root.attributes)?.[1] ?? '';
    const flat = FLAT.find(([prefix]) => type === prefix || type.startsWith(`${prefix}-`));
    if (flat) return flat[1];
  }
  const isXml = text.startsWith('<?xml') || XML_ROOTS.has(root.name) || root.attributes.includes('xmlns');
  return isXml || (claimed !== undefined && XML_CLAIMS.has(claimed)) ? 'xml' : undefined;
}

const XML_ROOTS = new Set(['rss', 'feed', 'rdf:RDF']);
const XML_CLAIMS = new Set(['xml', 'svg', 'fodt', 'fods', 'fodp']);

/** The name of the root element, and what follows it. */
function rootOf(text: string): { name: string; attributes: string } | undefined {
  let at = 0;
  for (let step = 0; step < MAX_PROLOG; step += 1) {
    while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
    const close = text.startsWith('<?', at)
      ? '?>'
      : text.startsWith('<!--', at)
        ? '-->'
        : text.startsWith('<!', at)
          ? '>'
          : undefined;
    if (close === undefined) break;
    // A document type may have declarations of its own.
    const end = close === '>' ? endOfDoctype(text, at) : text.indexOf(close, at);
    // The root is beyond the start that was read.
    if (end < 0) return text.startsWith('<?xml') ? { name: '', attributes: '' } : undefined;
    at = end + close.length;
  }
  const name = /^<([A-Za-z_][\w.:-]{0,100})(?=[\s/>])/.exec(text.slice(at, at + 110))?.[1];
  return name === undefined
    ? undefined
    : { name, attributes: text.slice(at, text.indexOf('>', at) + 1 || text.length) };
}

const MAX_PROLOG = 20;

function endOfDoctype(text: string, start: number): number {
  const bracket = text.indexOf('[', start);
  const close = text.indexOf('>', start);
  if (bracket < 0 || bracket > close) return close;
  const end = text.indexOf(']', bracket);
  return end < 0 ? -1 : text.indexOf('>', end);
}

const KNOWN_FIELDS = new Set(
  'from to cc bcc date subject received return-path message-id mime-version content-type reply-to delivered-to sender in-reply-to references dkim-signature x-mailer x-priority content-transfer-encoding'.split(
    ' ',
  ),
);

function sniffMail(text: string, claimed: string | undefined): TextFormat | undefined {
  const isMailbox = /^From \S[^\n]{0,200}\d{4}[ \r\n]/.test(text);
  // The mails of a mailbox may have no header fields.
  if (isMailbox && claimed === 'mbox') return 'mbox';
  const first = text.indexOf('\n') + 1;
  // An EMLX file (Apple Mail) begins with the length of the mail.
  const start = isMailbox || /^\d{1,12}\s*$/.test(text.slice(0, first)) ? first : 0;
  const fields = fieldsOf(text.slice(start));
  if (isBareArchive(fields)) return 'mhtml';
  const known = [...fields.keys()].filter((name) => KNOWN_FIELDS.has(name)).length;
  const isClaimed = claimed === 'eml' || claimed === 'mhtml' || claimed === 'mbox';
  if (known < (isClaimed ? 1 : LEAST_FIELDS)) return undefined;
  if (isMailbox) return 'mbox';
  const isArchive =
    /^(?:multipart\/related|text\/html)/i.test(fields.get('content-type') ?? '') &&
    (claimed === 'mhtml' ||
      fields.has('snapshot-content-location') ||
      /saved by/i.test(fields.get('from') ?? '') ||
      /mhtml/i.test(fields.get('x-mimeole') ?? ''));
  return isArchive ? 'mhtml' : 'eml';
}

const LEAST_FIELDS = 3;

/** Programs write web archives whose only fields are those of their format: no one has sent them. */
const isBareArchive = (fields: ReadonlyMap<string, string>): boolean =>
  fields.has('mime-version') &&
  /^multipart\/related/i.test(fields.get('content-type') ?? '') &&
  !['from', 'to', 'subject', 'date'].some((name) => fields.has(name));

/** The header fields at the start of a text, by name in lower case; none if another line is among them. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') break;
    if (/^[ \t]/.test(line) && index > 0) continue;
    const field = /^([!-9;-~]{1,100}):[ \t]?/.exec(line);
    if (field) fields.set((field[1] ?? '').toLowerCase(), line.slice(field[0].length).trim());
    // The last line may be cut off.
    else if (index < lines.length - 1) return new Map();
  }
  return fields;
}

function sniffJson(text: string, end: string, claimed: string | undefined): TextFormat | undefined {
  const isClaimed = claimed === 'json' || claimed === 'jsonl' || claimed === 'ipynb';
  const last = end.trimEnd().at(-1);
  if (!(text[0] === '{' && last === '}') && !(text[0] === '[' && last === ']')) return undefined;
  const isLikely = /^(?:\[\s{0,200})?\{\s{0,200}"(?:[^"\\\n]|\\.){0,200}"\s{0,20}:/.test(text);
  if (!isLikely && !isClaimed) return undefined;
  if (
    claimed === 'ipynb' ||
    (/"cells"\s{0,20}:\s{0,20}\[/.test(text.slice(0, 200)) && /"nbformat"/.test(end))
  )
    return 'ipynb';
  if (claimed === 'jsonl') return 'jsonl';
  const firstLine = text.slice(0, Math.max(0, text.indexOf('\n'))).trimEnd();
  const next = text.slice(firstLine.length).trimStart();
  return firstLine.endsWith('}') && next.startsWith('{') ? 'jsonl' : 'json';
}
