import type { RawBody } from './client.ts';

/** A path, or what can be read. */
export type UploadFile =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** totalBytes: undefined for a stream. Both count the form around the file, which is some hundred bytes. */
export type UploadProgress = { sentBytes: number; totalBytes: number | undefined };

type Fields = Record<string, unknown> & {
  name?: string | undefined;
  fileName?: string | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/** onSent: to be called when all is sent, where no progress can be seen before. */
export type Form = RawBody & { onSent?: () => void };

/** A multipart form with a document and its fields. */
export async function readForm(file: UploadFile, { fileName, onProgress, ...fields }: Fields): Promise<Form> {
  const opened = await open(file);
  const name = fileName ?? opened.name ?? fields.name ?? 'document';
  const boundary = `footnote-${crypto.randomUUID()}`;
  const head = Object.entries({ type: 'document', name, ...fields })
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => part(boundary, key, each)),
    );
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const start = `${head.join('')}${fileHead}`;
  const end = `\r\n--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  // A page can't send a stream over HTTP/1, so it collects one first.
  const isPage = 'XMLHttpRequest' in globalThis;
  const content = isPage ? await collected(opened.content) : opened.content;
  if (content instanceof Blob) {
    const whole = new Blob([start, content, end]);
    const totalBytes = whole.size;
    if (isPage)
      return {
        body: whole,
        type,
        replayable: true,
        onSent: () => onProgress?.({ sentBytes: totalBytes, totalBytes }),
      };
    // A Blob has a length and can be sent again; only progress needs a stream of it.
    if (!onProgress) return { body: whole, type, replayable: true };
    return { body: counted(whole.stream(), totalBytes, onProgress), type, replayable: false };
  }
  const encoder = new TextEncoder();
  const joined = (async function* () {
    yield encoder.encode(start);
    yield* content as AsyncIterable<Uint8Array>;
    yield encoder.encode(end);
  })();
  return { body: counted(streamOf(joined), undefined, onProgress), type, replayable: false };
}

async function collected(content: Opened['content']): Promise<Blob> {
  if (content instanceof Blob) return content;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of content as AsyncIterable<Uint8Array<ArrayBuffer>>) chunks.push(chunk);
  return new Blob(chunks);
}

const part = (boundary: string, key: string, value: unknown): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : value}\r\n`;

/** As browsers escape it, so that a name can't end its header. */
const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

type FileSystem = {
  constants: { R_OK: number };
  openAsBlob(path: string | URL): Promise<Blob>;
  promises: {
    access(path: string | URL, mode: number): Promise<void>;
    stat(path: string | URL): Promise<{ isDirectory(): boolean }>;
  };
};

type Opened = { content: Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>; name?: string };

async function open(file: UploadFile): Promise<Opened> {
  if (typeof file === 'string' || file instanceof URL) {
    // Not a literal, so that bundlers for browsers don't look for it.
    const module = 'node:fs';
    const { constants, openAsBlob, promises } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ module
    )) as FileSystem;
    // openAsBlob says neither which file it can't open nor why, and opens folders.
    await promises.access(file, constants.R_OK);
    if ((await promises.stat(file)).isDirectory()) throw new Error(`${file} is a folder, not a file.`);
    const name = decodeURIComponent(String(file instanceof URL ? file.pathname : encodeURI(file)))
      .split(/[/\\]/)
      .at(-1);
    return { content: await openAsBlob(file), ...(name && { name }) };
  }
  if (file instanceof Blob) return { content: file, ...('name' in file && { name: String(file.name) }) };
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file))
    return { content: new Blob([file as Uint8Array<ArrayBuffer>]) };
  return { content: file };
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}

function counted(
  stream: ReadableStream<Uint8Array>,
  totalBytes: number | undefined,
  onProgress: Fields['onProgress'],
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        sentBytes += chunk.byteLength;
        controller.enqueue(chunk);
        onProgress?.({ sentBytes, totalBytes });
      },
    }),
  );
}
