import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createStaticEmbedder, loadStaticEmbedder, readStaticModel } from './static-embedder.ts';
import { createWordPiece } from './word-piece.ts';

type Reference = {
  tolerance: number;
  samples: { text: string; ids: number[]; vector16: number[] }[];
  cosine_first_with_all: number[];
};

const FOLDER = join(import.meta.dirname, '../../../models/static-en-multi-256');
const UNKNOWN = 1;
const readText = (name: string) => readFile(join(FOLDER, name), 'utf8');

const reference: Reference = JSON.parse(await readText('reference-vectors.json'));
const model = await readStaticModel(FOLDER);
const tokenize = createWordPiece(model.vocabulary);
const embedder = createStaticEmbedder(model);

const texts = reference.samples.map(({ text }) => text);
const known = (ids: readonly number[]) => ids.filter((id) => id !== UNKNOWN);
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);

const none = new Float32Array();
const temporary = await mkdtemp(join(tmpdir(), 'static-embedder-'));
afterAll(() => rm(temporary, { recursive: true }));

describe('the bundled model', () => {
  it.each(reference.samples)(
    'gives the reference ids and vector of $text',
    async ({ text, ids, vector16 }) => {
      const { vector } = await embedder.embedQuery(text);

      expect(known(tokenize(text))).toEqual(ids);
      expect(vector).toHaveLength(256);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
      for (const [d, expected] of vector16.entries()) {
        expect(Math.abs((vector[d] ?? 0) - expected)).toBeLessThanOrEqual(reference.tolerance);
      }
    },
  );

  it('has the reference cosines of the first text with all others', async () => {
    const vectors = await Promise.all(texts.map(async (text) => (await embedder.embedQuery(text)).vector));
    const first = vectors[0] ?? new Float32Array();

    for (const [index, vector] of vectors.entries()) {
      expect(dot(first, vector)).toBeCloseTo(reference.cosine_first_with_all[index] ?? Number.NaN, 3);
    }
  });

  it('embeds passages like queries, one row each', async () => {
    const vectors = await embedder.embedPassages(texts.map((text) => ({ text, label: '' })));

    expect(vectors).toHaveLength(texts.length);
    for (const [row, text] of texts.entries())
      expect(dot(vectors[row] ?? none, (await embedder.embedQuery(text)).vector)).toBeCloseTo(1, 6);
  });

  it('moves a passage towards its label, and hardly away from its text', async () => {
    const [text = '', label = ''] = ['Tickets cost twelve euros.', 'Museum of Natural History'];
    const [plain = none, labelled = none] = await embedder.embedPassages([
      { text, label: '' },
      { text, label },
    ]);
    const byText = (await embedder.embedQuery(text)).vector;
    const byLabel = (await embedder.embedQuery(label)).vector;
    expect(dot(labelled, byLabel)).toBeGreaterThan(dot(plain, byLabel));
    expect(dot(labelled, byText)).toBeGreaterThan(0.95);
    expect(dot(labelled, labelled)).toBeCloseTo(1, 5);
  });

  it('returns the zero vector for texts without a known token', async () => {
    for (const text of ['', ' \n\t', '\0\0', '\uD800', '\u200B\uFEFF', 'x'.repeat(201), '🫥']) {
      expect((await embedder.embedQuery(text)).vector).toEqual(new Float32Array(256));
    }
    expect(await embedder.embedPassages([])).toHaveLength(0);
  });

  it('is shared, not copied, by a worker thread', async () => {
    const answer = await new Promise<{ vector: Float32Array; isShared: boolean }>((resolve, reject) => {
      const worker = new Worker(
        `const { parentPort, workerData: { module, model, text } } = require('node:worker_threads');
         import(module).then(async ({ createStaticEmbedder }) => parentPort.postMessage({
           vector: (await createStaticEmbedder(model).embedQuery(text)).vector,
           isShared: model.embeddings.buffer instanceof SharedArrayBuffer,
         }));`,
        {
          eval: true,
          workerData: { module: `${import.meta.dirname}/static-embedder.ts`, model, text: texts[0] },
        },
      );
      worker.once('message', resolve).once('error', reject);
    });

    expect(answer.isShared).toBe(true);
    expect(answer.vector).toEqual((await embedder.embedQuery(texts[0] ?? '')).vector);
  });
});

describe('createWordPiece', async () => {
  const library = new Tokenizer(JSON.parse(await readText('tokenizer.json')), {});

  // Cases in which the library differs from the reference (the Rust tokenizers) or from ours, which follows the reference:
  // - special tokens in a text stay special in both, but are ordinary words in ours: a text may mention "[PAD]";
  // - the library turns a final capital sigma into ς, because it lowercases whole texts instead of characters;
  // - the library does not separate Chinese characters beyond the first plane, because it looks at code units.
  const LEAVES_REFERENCE = /\[PAD\]|\[UNK\]|Σ|[\u{20000}-\u{2FA1F}]/u;

  const expectSameIds = (text: string) => {
    if (!LEAVES_REFERENCE.test(text))
      expect(tokenize(text), JSON.stringify(text)).toEqual(library.encode(text).ids);
  };

  it('agrees with the library on every character of the first two planes', () => {
    for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      expectSameIds(`a${character}b ${character}${character}`);
    }
  });

  it('agrees with the library on prose, code and punctuation in many scripts', () => {
    const joints = ['', ' ', '\n', '-', '\u0301', '\u200D', '’', '😀', '\0', '_'];
    for (const [index, text] of texts.entries()) {
      for (const joint of joints) {
        for (const other of texts.slice(index % 4, (index % 4) + 5)) {
          expectSameIds(`${text.toUpperCase()}${joint}${other}`);
          expectSameIds(other.normalize('NFKD').split(' ').join(joint));
        }
      }
    }
  });

  it('agrees with the library on any string', () => {
    const character = fc.oneof(
      fc.constantFrom(...texts.join('')),
      fc.constantFrom(
        ' ',
        '\u0308',
        '\u093F',
        '\u3000',
        '\u00AD',
        '﷽',
        'ﬁ',
        'İ',
        'ẞ',
        '한',
        '々',
        '👩‍💻',
        '𝒳',
        '#',
        '##',
      ),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), expectSameIds), { numRuns: 500 });
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), expectSameIds), { numRuns: 500 });
    fc.assert(fc.property(fc.string({ unit: character, maxLength: 60 }), expectSameIds), { numRuns: 1000 });
  });

  it('agrees with the library on words around the maximum length', () => {
    for (const unit of ['a', 'é', '한', '𝒳', 'the']) {
      for (const length of [66, 67, 68, 99, 100, 101, 199, 200, 201, 202, 400, 401, 402, 500]) {
        expectSameIds(`before ${unit.repeat(length)} after`);
      }
    }
  });

  it('follows the reference where the library differs from it', () => {
    expect(tokenize('ΟΔΟΣ')).toEqual(tokenize('οδοσ'));
    expect(tokenize('𠀀𠀁')).toEqual([UNKNOWN, UNKNOWN]);
    expect(tokenize('[PAD]')).toEqual(tokenize('[ pad ]'));
  });

  it('reads a word of 1 MB and half a character', () => {
    expect(tokenize(`${'x'.repeat(1_000_000)} you`)).toEqual([UNKNOWN, ...tokenize('you')]);
    expect(tokenize('you\uD83D \uDE00you')).toEqual(tokenize('you you'));
  });
});

describe('readStaticModel', () => {
  it('reads a plain Model2Vec folder in every number format, each under its own id', async () => {
    const rows = [9, 9, 9, 9, 3, 3, 0, 2];
    const folders = await Promise.all([
      writeFolder({ dtype: 'F32', data: new Float32Array(rows) }),
      writeFolder({ dtype: 'F16', data: new Float16Array(rows) }),
      writeFolder({ dtype: 'I8', data: new Int8Array(rows) }),
      writeFolder({ dtype: 'I8', data: new Int8Array([9, 9, 9, 9, 3, 3, 2, 0]) }),
    ]);
    const embedders = await Promise.all(folders.map(loadStaticEmbedder));
    const vectors = await Promise.all(
      embedders.map(async (each) => (await each.embedQuery('See unseen, see')).vector),
    );
    const expected = new Float32Array([6 / 10, 8 / 10]);

    expect(vectors.slice(0, 3)).toEqual([expected, expected, expected]);
    expect(vectors[3]).toEqual(new Float32Array([8 / 10, 6 / 10]));
    expect(new Set(embedders.map(({ id }) => id)).size).toBe(3);
  });

  it('says what is wrong with a folder, and what it must contain', async () => {
    const data = new Int8Array(8);
    const broken = {
      'tokenizer\\.json.*only WordPiece is supported, not Unigram': writeFolder({
        data,
        modelType: 'Unigram',
      }),
      'embeddings is \\[2,4\\], but must be \\[4, dimensions\\]': writeFolder({ data, shape: [2, 4] }),
      'embeddings is missing': writeFolder({ data, tensor: 'table' }),
      'embeddings\\.dtype: .*"I8"\\|"F16"\\|"F32"': writeFolder({ data, dtype: 'BF16' }),
      'model\\.safetensors is cut off': writeFolder({ data: data.subarray(4) }),
      'no such file.*It must be a Model2Vec folder with tokenizer\\.json': mkdtemp(join(temporary, 'model-')),
    };
    for (const [message, folder] of Object.entries(broken)) {
      await expect(readStaticModel(await folder)).rejects.toThrow(new RegExp(message));
    }
  });
});

type FolderOptions = {
  data: Int8Array | Float16Array | Float32Array;
  dtype?: string;
  shape?: number[];
  tensor?: string;
  modelType?: string;
};

/** Writes a model of four tokens and two dimensions. */
async function writeFolder({
  data,
  dtype = 'I8',
  shape = [4, 2],
  tensor = 'embeddings',
  modelType = 'WordPiece',
}: FolderOptions) {
  const folder = await mkdtemp(join(temporary, 'model-'));
  const tokenizer = {
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: {
      type: modelType,
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: { '[PAD]': 0, '[UNK]': 1, see: 2, ',': 3 },
    },
  };
  const bytesPerValue = data.BYTES_PER_ELEMENT;
  const header = JSON.stringify({
    __metadata__: { format: 'pt' },
    [tensor]: { dtype, shape, data_offsets: [0, 8 * bytesPerValue] },
  });
  const length = new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  await writeFile(join(folder, 'config.json'), '{"normalize": true}');
  await writeFile(join(folder, 'model.safetensors'), Buffer.concat([length, Buffer.from(header), bytes]));
  return folder;
}
