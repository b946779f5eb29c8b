/** Writes messages of Protocol Buffers, as far as a graph of ONNX needs them. Each function writes one field. */

const VARINT = 0;
const BYTES = 2;
const FIXED_32 = 5;

/** value: not negative. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

const head = (field: number, kind: number): number[] => varint(field * 8 + kind);

export const whole = (field: number, value: number): Buffer =>
  Buffer.from([...head(field, VARINT), ...varint(value)]);

export function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([Buffer.from(head(field, FIXED_32)), bytes]);
}

export const bytes = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...head(field, BYTES), ...varint(value.length)]), value]);

export const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

export const message = (field: number, fields: readonly Buffer[]): Buffer =>
  bytes(field, Buffer.concat(fields));
