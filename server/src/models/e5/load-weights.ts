import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, fromHalf, openTensors, type TensorFile, type Tensors, tensorOf } from './tensor-file.ts';
import { type TokenRows, tokenRows } from './token-rows.ts';
import { packVocabulary, type Vocabulary } from './vocabulary.ts';

/** What reading texts needs, whichever runtime reads their tokens. */
export type SharedTexts = {
  vocabulary: Vocabulary;
  /** The mean of many questions. */
  questionMean: Float32Array;
};

/** The model in memory that threads share. Addresses are in bytes. */
export type SharedModel = SharedTexts & {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Where the kernel's `Model` is. */
  model: number;
  /** Where the thread of each index has its stack, and its `Workspace` after it. */
  threadAddresses: number[];
  tokenRows: TokenRows;
};

const PAGE = 65_536;
const LAYERS = 12;
/** Of a thread, below its workspace; the kernel keeps next to nothing on it. */
export const STACK_BYTES = 16_384;

/** The exports of encoder.c that are called with addresses in the shared memory. */
export type Kernel = {
  __stack_pointer: WebAssembly.Global;
  modelBytes(): number;
  workspaceBytes(): number;
  idsOf(workspace: number): number;
  begin(model: number, workspace: number, count: number): void;
  layer(model: number, workspace: number, count: number, index: number): void;
  average(workspace: number, from: number, to: number): number;
};

/** Reads the model's files straight into shared memory, with room for so many threads. Throws an Error if they do not fit each
 *  other. */
export function loadWeights(
  folder: string,
  threads: number,
  texts: SharedTexts = loadTexts(folder),
): SharedModel {
  const module = new WebAssembly.Module(readFileSync(join(folder, 'encoder.wasm')));
  const encoder = openTensors(join(folder, 'encoder.safetensors'));
  const tokens = openTensors(join(folder, 'tokens.safetensors'));
  const scaleNames = Object.keys(encoder.tensors).filter((name) => name.endsWith('.scale'));
  const scaleBytes = scaleNames.reduce((sum, name) => sum + 2 * bytesOf(encoder.tensors, name), 0);

  const sizes = kernelOf(module, new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
  const threadBytes = STACK_BYTES + aligned(sizes.workspaceBytes());
  // The first page stays empty: an address of 0 is a mistake.
  const allot = allotter(PAGE);
  const model = allot(sizes.modelBytes());
  const encoderAt = allot(encoder.bytes);
  const scalesAt = allot(scaleBytes);
  const tokensAt = allot(tokens.bytes);
  const threadAddresses = Array.from({ length: threads }, () => allot(threadBytes));
  const pages = Math.ceil(allot(0) / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });

  readInto(memory, encoder, encoderAt);
  // The rows come first, and are read when they are needed.
  readInto(memory, tokens, tokensAt, tensorOf(tokens.tensors, 'rare.scale').data_offsets[0]);
  const scaleOf = widenScales(memory, encoder.tensors, { names: scaleNames, from: encoderAt, to: scalesAt });
  const encoderTensor = (name: string): number => encoderAt + tensorOf(encoder.tensors, name).data_offsets[0];
  const tokenTensor = (name: string): number => tokensAt + tensorOf(tokens.tensors, name).data_offsets[0];
  const linear = (name: string): number[] => [
    encoderTensor(`${name}.weight`),
    scaleOf(name),
    encoderTensor(`${name}.bias`),
  ];
  const norm = (name: string): number[] => [encoderTensor(`${name}.weight`), encoderTensor(`${name}.bias`)];
  const addresses = [
    ...['rare', 'rare.high', 'rare.scale', 'mean', 'std', 'levels'].map(tokenTensor),
    encoderTensor('positions'),
    ...norm('norm'),
    ...Array.from({ length: LAYERS }, (_, index) => `layers.${index}`).flatMap((layer) => [
      ...linear(`${layer}.qkv`),
      ...linear(`${layer}.attention`),
      ...norm(`${layer}.norm1`),
      ...linear(`${layer}.up`),
      ...linear(`${layer}.down`),
      ...norm(`${layer}.norm2`),
    ]),
  ];
  if (addresses.length * 4 !== sizes.modelBytes())
    throw new Error('encoder.wasm was built for other weights: run `npm run gen`.');
  new Uint32Array(memory.buffer, model, addresses.length).set(addresses);
  const rows = texts.vocabulary.scores.length;
  return {
    ...texts,
    module,
    memory,
    model,
    threadAddresses,
    tokenRows: tokenRows(
      ['rare', 'rare.high'].map((name) => {
        const [from] = tensorOf(tokens.tensors, name).data_offsets;
        const bytes = bytesOf(tokens.tensors, name) / rows;
        return { bytes, position: tokens.dataAt + from, address: tokensAt + from };
      }),
      tokens.path,
      rows,
    ),
  };
}

/** Reads what the runtimes have in common. */
export function loadTexts(folder: string): SharedTexts {
  const { mean } = JSON.parse(readFileSync(join(folder, 'question-mean.json'), 'utf8'));
  return {
    vocabulary: packVocabulary(readFileSync(join(folder, 'tokenizer.json'))),
    questionMean: Float32Array.from(mean),
  };
}

export const kernelOf = (module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as Kernel;

const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** Gives out addresses one after the other. */
function allotter(from: number): (bytes: number) => number {
  let next = from;
  return (bytes) => {
    const address = next;
    next += aligned(bytes);
    return address;
  };
}

/** Reads the data from the byte `from` on to where they belong. address: of the first byte of all. */
function readInto(
  memory: WebAssembly.Memory,
  { path, dataAt, bytes }: TensorFile,
  address: number,
  from = 0,
): void {
  const file = openSync(path, 'r');
  try {
    for (let read = from; read < bytes; ) {
      const part = readSync(file, new Uint8Array(memory.buffer, address + read, bytes - read), {
        position: dataAt + read,
      });
      if (part === 0) throw new Error(`${path} ends too early.`);
      read += part;
    }
  } finally {
    closeSync(file);
  }
}

/** Makes float32 of float16 scales, because the kernel reads them for every four tokens. Returns where each is. */
function widenScales(
  memory: WebAssembly.Memory,
  tensors: Tensors,
  { names, from, to }: { names: readonly string[]; from: number; to: number },
): (name: string) => number {
  const addresses = new Map<string, number>();
  let address = to;
  for (const name of names) {
    const count = bytesOf(tensors, name) / 2;
    const halves = new DataView(memory.buffer, from + tensorOf(tensors, name).data_offsets[0], count * 2);
    const scales = new Float32Array(memory.buffer, address, count);
    for (let i = 0; i < count; i++) scales[i] = fromHalf(halves.getUint16(2 * i, true));
    addresses.set(name, address);
    address += count * 4;
  }
  return (name) => addresses.get(`${name}.scale`) ?? 0;
}
