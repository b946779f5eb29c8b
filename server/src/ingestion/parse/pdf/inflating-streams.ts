import { Readable } from 'node:stream';
import { constants, createInflate, inflateSync } from 'node:zlib';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

const [CR, LF] = [13, 10];

/** The highest compression ratio of deflate: 1,032 bytes for each byte. */
const LARGEST_RATIO = 1_032;
/** The most times to inflate one stream. Programs compress it once. */
const MOST_LEVELS = 4;
/** Inflate as much as possible of a stream that is cut off or has other bytes after it. */
const FLUSH = { finishFlush: constants.Z_SYNC_FLUSH };

/** Throws SourceFault `too_large` for a PDF with a stream that inflates beyond `LIMITS.streamBytes` and to more than
 *  100 times its size. pdf.js holds a whole stream in memory, and one kilobyte compressed twice can inflate to 500 MB.
 *  Streams that are encrypted or use another encoding are not checked here; the memory limit of the thread stops those. */
export async function assertStreamsStaySmall(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const content of streamsOf(file)) {
    const most = Math.max(LIMITS.streamBytes, LIMITS.archiveExpansion * content.length);
    const isSmall = content.length * LARGEST_RATIO <= most && !isCompressedTwice(content);
    if (isZlib(content) && !isSmall && (await growsBeyond(content, most))) throw growsTooLarge();
  }
}

/** The raw bytes of each stream in the file. */
function* streamsOf(file: Buffer): Generator<Buffer> {
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const start = at + (file[at + 6] === CR ? 7 : 6);
    if (file[start] !== LF) continue;
    const end = file.indexOf('endstream', start);
    yield file.subarray(start + 1, end < 0 ? file.length : end);
    if (end < 0) return;
    at = end;
  }
}

const isZlib = ([method = 0, flags = 0]: Uint8Array): boolean =>
  (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;

function isCompressedTwice(content: Uint8Array): boolean {
  if (!isZlib(content)) return false;
  try {
    return isZlib(inflateSync(content.subarray(0, 256), FLUSH));
  } catch {
    return false;
  }
}

/** Inflates without keeping the output. */
async function growsBeyond(content: Uint8Array, most: number): Promise<boolean> {
  const isOver = { value: false };
  try {
    for await (const _ of unpacked([content], { most, isOver, level: 0 })) if (isOver.value) return true;
  } catch {
    // The stream is damaged. pdf.js stops at the same place.
  }
  return isOver.value;
}

type Unpacking = { most: number; isOver: { value: boolean }; level: number };

async function* unpacked(
  packed: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { most, isOver, level }: Unpacking,
): AsyncGenerator<Uint8Array> {
  const inflate = createInflate(FLUSH);
  const source = Readable.from(packed, { objectMode: false });
  source.on('error', (error) => inflate.destroy(error));
  const counted = (async function* (): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of source.pipe(inflate)) {
      length += chunk.length;
      isOver.value ||= length > most;
      yield chunk;
      if (isOver.value) return;
    }
  })();
  try {
    const first = await counted.next();
    if (first.done) return;
    const all = (async function* (): AsyncGenerator<Uint8Array> {
      yield first.value;
      yield* counted;
    })();
    if (level + 1 < MOST_LEVELS && isZlib(first.value))
      yield* unpacked(all, { most, isOver, level: level + 1 });
    else yield* all;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

const growsTooLarge = (): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    'Part of the PDF grows more than a hundredfold when unpacked. Save it in a simpler form and upload it again.',
  );
