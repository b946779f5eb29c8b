import { SourceFailedError, TimeoutError } from './errors.ts';
import type { Answer, RequestOptions } from './request.ts';
import { answerOf } from './request.ts';
import { SourcesResource } from './resources.generated.ts';
import type { CreateDocumentSource, Source } from './schema.generated.ts';
import { readForm, type UploadFile, type UploadProgress } from './upload.ts';

/** The fields of a document, and how to follow its upload. */
export type UploadFields = Partial<Omit<CreateDocumentSource, 'type' | 'file'>> & {
  /** The file's name, if it has none of its own: a stream and a Blob don't. */
  fileName?: string | undefined;
  /** Called while bytes are sent. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

export type WaitOptions = Pick<RequestOptions, 'signal'> & {
  /** Default: 300,000. */
  timeoutMs?: number | undefined;
};

/** Sources: texts, documents and web pages that agents answer from. */
export class Sources extends SourcesResource {
  /** Adds a document: a path (in Node, Deno and Bun), a File, a Blob, bytes or a stream. Its name is the file's, unless you say another.
   *  A stream is sent as it comes and can't be sent again, so it isn't retried. */
  upload(file: UploadFile, fields: UploadFields = {}, options?: RequestOptions): Answer<Source> {
    return answerOf(
      readForm(file, fields).then(async ({ onSent, ...form }) => {
        const answer = await this.client
          .send<Source>('POST', '/v1/knowledge-base/sources', form, options)
          .withResponse();
        onSent?.();
        return answer;
      }),
    );
  }

  /** Waits until the source is indexed and gives it. Throws SourceFailedError if it can't be, TimeoutError if it takes too long. */
  async waitUntilIndexed(id: string, { timeoutMs = 300_000, signal }: WaitOptions = {}): Promise<Source> {
    const endsAt = Date.now() + timeoutMs;
    for (;;) {
      // The service holds the answer while the source is being processed.
      const wait = Math.min(30, Math.max(0, Math.floor((endsAt - Date.now()) / 1000)));
      const source = await this.get(id, { wait }, { signal });
      if (source.status === 'indexed') return source;
      if (source.status === 'failed')
        throw new SourceFailedError(source.error?.message ?? 'The source could not be indexed.', {
          code: source.error?.code ?? 'failed',
        });
      if (Date.now() >= endsAt)
        throw new TimeoutError(`Source ${id} was not indexed within ${timeoutMs} ms.`, { code: 'timeout' });
    }
  }
}
