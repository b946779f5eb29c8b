import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { FetchError } from './fetch-error.ts';

export type XmlAnswerHandlers = {
  /** name: without prefix. */
  open?(name: string, namespace: string): void;
  /** text: the text of the element itself, without that of its children. */
  close(name: string, text: string): void;
};

const MAX_DEPTH = 64;
const MAX_TEXT = 64 * 1024;

/** Reads an XML answer as it comes. Throws FetchError `bad_response` if it is not well-formed, or declares a DTD. */
export async function readXmlAnswer(
  body: AsyncIterable<Uint8Array>,
  host: string,
  handlers: XmlAnswerHandlers,
): Promise<void> {
  const parser = new SaxesParser<{ xmlns: true }>({ xmlns: true });
  const decoder = new TextDecoder();
  const texts: string[] = [];
  const refuse = (cause?: unknown): never => {
    throw new FetchError('bad_response', `${host} sent an answer that is no valid XML.`, { cause });
  };
  parser.on('error', refuse);
  parser.on('doctype', () => refuse());
  parser.on('opentag', ({ local, uri }: SaxesTagNS & { attributes: Record<string, SaxesAttributeNS> }) => {
    texts.push('');
    if (texts.length > MAX_DEPTH) refuse();
    handlers.open?.(local, uri);
  });
  const addText = (text: string): void => {
    const last = texts.length - 1;
    if (last >= 0) texts[last] = ((texts[last] ?? '') + text).slice(0, MAX_TEXT);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ local }) => handlers.close(local, texts.pop() ?? ''));
  for await (const part of body) parser.write(decoder.decode(part, { stream: true }));
  parser.write(decoder.decode()).close();
}
