import { convertedTooLarge, convertedTooSlowly, notConverted } from './convert-faults.ts';
import type { Converter, ConverterLimits } from './converter.ts';

/** Converts by a Gotenberg server, which runs LibreOffice in a container of its own and returns a PDF. Any error but its
 *  refusal of the document is thrown as it is, and tried again. url: of the server. */
export const createGotenbergConverter =
  (url: string, { seconds, maxBytes }: ConverterLimits): Converter =>
  async ({ bytes, extension }, signal) => {
    const form = new FormData();
    form.set('files', new Blob([new Uint8Array(bytes)]), `document.${extension}`);
    const late = AbortSignal.timeout(seconds * 1_000);
    try {
      const response = await fetch(`${url}/forms/libreoffice/convert`, {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.any([signal, late]),
      });
      if (response.status >= 400 && response.status < 500) throw notConverted();
      if (!response.ok || !response.body)
        throw new Error(`The converter at ${new URL(url).host} answered ${response.status}.`);
      return { bytes: await readBounded(response.body, maxBytes), extension: 'pdf' };
    } catch (error) {
      throw late.aborted && !signal.aborted ? convertedTooSlowly(seconds) : error;
    }
  };

async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw convertedTooLarge(maxBytes);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
