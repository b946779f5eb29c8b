import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { DocumentWorker } from '#ingestion/workers/document-worker.ts';
import { fairSemaphore } from '#lib/async/fair-semaphore.ts';
import type { Converter } from './converter.ts';
import { convertible } from './convertible.ts';

/** Returns a function that makes document workers try a converter on what their parsers refuse, and parse the result. All
 *  of them together convert one document at a time. Without a converter the refusal names the setting. */
export function convertingBy(
  converter: Converter | undefined,
): <Worker extends DocumentWorker>(worker: Worker) => Worker {
  const places = fairSemaphore(1);
  return (worker) => ({
    ...worker,
    prepare: async (source, options) => {
      try {
        return await worker.prepare(source, options);
      } catch (error) {
        if (!(error instanceof SourceFault) || error.code !== 'unsupported_format') throw error;
        const content = await source.read();
        const format = convertible(content);
        // The bytes of a large page went to the thread, and are not there again.
        if (!format || content.bytes.length === 0) throw error;
        if (!converter) throw namingTheSetting(error);
        await places.acquire(options.workspaceId, options.signal);
        const { bytes, extension } = await converter(
          { bytes: content.bytes, ...format },
          options.signal,
        ).finally(places.release);
        const read = () => ({ ...content, bytes, mimeType: null, fileName: `document.${extension}` });
        return await worker.prepare({ ...source, read }, options);
      }
    },
  });
}

const namingTheSetting = ({ code, stage, message }: SourceFault): SourceFault =>
  new SourceFault(
    code,
    stage,
    `${message} LibreOffice can convert such files, if the operator of this service sets CONVERTER.`,
  );
