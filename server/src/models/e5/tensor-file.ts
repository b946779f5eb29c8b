import { closeSync, openSync, readSync } from 'node:fs';

/** Reads safetensors files. */

export type Tensors = Record<string, { dtype: string; data_offsets: [from: number, to: number] }>;

export type TensorFile = { path: string; tensors: Tensors; dataAt: number; bytes: number };

/** Reads the head of a safetensors file: its length in 8 bytes, JSON, then the data. */
export function openTensors(path: string): TensorFile {
  const file = openSync(path, 'r');
  try {
    const length = Buffer.alloc(8);
    readSync(file, length);
    const head = Buffer.alloc(Number(length.readBigUInt64LE()));
    readSync(file, head);
    const { __metadata__, ...tensors } = JSON.parse(head.toString('utf8')) as Tensors;
    const bytes = Math.max(...Object.values(tensors).map(({ data_offsets: [, to] }) => to));
    return { path, tensors, dataAt: 8 + head.length, bytes };
  } finally {
    closeSync(file);
  }
}

export function tensorOf(tensors: Tensors, name: string): Tensors[string] {
  const tensor = tensors[name];
  if (!tensor) throw new Error(`The weights have no tensor ${name}.`);
  return tensor;
}

export const bytesOf = (tensors: Tensors, name: string): number => {
  const [from, to] = tensorOf(tensors, name).data_offsets;
  return to - from;
};

export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/** The numbers of a float32 tensor. */
export const floatsOf = (file: TensorFile, name: string): Float32Array =>
  new Float32Array(readTensor(file, name).buffer);

/** The bytes of a tensor. */
export function readTensor({ path, tensors, dataAt }: TensorFile, name: string): Uint8Array<ArrayBuffer> {
  const [from, to] = tensorOf(tensors, name).data_offsets;
  const bytes = new Uint8Array(to - from);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, bytes, { position: dataAt + from }) !== bytes.length)
      throw new Error(`${path} ends too early.`);
    return bytes;
  } finally {
    closeSync(file);
  }
}
