import { SaxesParser } from 'saxes';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { damagedFile } from './archive-faults.ts';
import type { Archive } from './open-archive.ts';
import { createXmlDecoder } from './xml-decoder.ts';
import { type Attributes, createXmlNames } from './xml-names.ts';

export type { Attributes } from './xml-names.ts';

/** Handlers for the tags and text of a document. Names have the prefixes of xml-names.ts, whatever prefixes the
 *  document uses. Text may come in several pieces. */
export type XmlHandlers = {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Reads an XML part of an archive as it is inflated. Throws SourceFault `unreadable_file` when the part is missing,
 *  not well-formed, nested deeper than 1,000 elements, or declares entities. Errors of the handlers pass through. */
export async function readXml(archive: Archive, name: string, handlers: XmlHandlers): Promise<void> {
  const subject = `its part ${name}`;
  const parser = createParser(subject, handlers);
  const decoder = createXmlDecoder();
  for await (const chunk of archive.chunks(name)) guarded(subject, () => parser.write(decoder.decode(chunk)));
  guarded(subject, () => parser.write(decoder.end()).close());
}

/** Reads a file that is one XML document. Throws the errors of readXml.
 *  hasEntities: reads a document that uses entities of its own, and leaves the references as they are. */
export function readXmlFile(bytes: Uint8Array, handlers: XmlHandlers, { hasEntities = false } = {}): void {
  const parser = createParser('it', handlers, hasEntities);
  const decoder = createXmlDecoder();
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    guarded('it', () => parser.write(decoder.decode(bytes.subarray(start, start + CHUNK_BYTES))));
  guarded('it', () => parser.write(decoder.end()).close());
}

const CHUNK_BYTES = 64 * 1024;

/** Like readXml, but does nothing when the part is missing. */
export async function readXmlIfAny(archive: Archive, name: string, handlers: XmlHandlers): Promise<void> {
  if (archive.has(name)) await readXml(archive, name, handlers);
}

const MAX_DEPTH = 1_000;

/** subject: what is read, in a clause of a sentence. */
function createParser(
  subject: string,
  handlers: XmlHandlers,
  hasEntities = false,
): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  const names = createXmlNames();
  let depth = 0;
  parser.on('error', (cause) => {
    if (hasEntities && /undefined entity/i.test(cause.message)) return;
    throw damagedFile(`${subject} is not well-formed XML`, cause);
  });
  parser.on('doctype', (doctype) => {
    if (!hasEntities && doctype.includes('<!')) throw damagedFile(`${subject} declares entities of its own`);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw damagedFile(`${subject} is nested deeper than ${MAX_DEPTH} elements`);
    names.enter(tag.attributes);
    handlers.open?.(names.element(tag.name), names.attributes(tag.attributes));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close?.(names.element(tag.name));
    names.leave();
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  return parser;
}

function guarded(subject: string, step: () => void): void {
  try {
    step();
  } catch (cause) {
    throw cause instanceof SourceFault ? cause : damagedFile(`${subject} cannot be read`, cause);
  }
}
