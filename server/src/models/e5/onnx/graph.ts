import { bytes, float, message, text, whole } from './protobuf.ts';

/** Builds a graph of ONNX, node by node. Values are known by their names. Field numbers are those of onnx.proto. */

/** An element type of ONNX, by its number. */
const TYPE = { float32: 1, int8: 3, int64: 7 };
/** The operators of onnxruntime beside those of ONNX. */
const MICROSOFT = 'com.microsoft';
const OPSET = 17;
/** The format of the file, from the time of this opset. */
const IR_VERSION = 8;

type Constant = Float32Array | Int8Array | BigInt64Array;
/** A float if its name is epsilon, else a whole number. */
type Attributes = { axis?: number; num_heads?: number; epsilon?: number };

export type Graph = {
  constant(name: string, values: Constant, dims: readonly number[]): string;
  /** isOwn: an operator of onnxruntime. Returns the name of its first output. */
  node(
    operator: string,
    inputs: readonly string[],
    outputs: readonly [string, ...string[]],
    options?: { isOwn?: boolean; attributes?: Attributes },
  ): string;
  /** The model as a file, with one input and one output of [1, tokens, width] float32. */
  bytes(input: string, output: string, width: number): Buffer;
};

export function createGraph(): Graph {
  const nodes: Buffer[] = [];
  const constants: Buffer[] = [];
  return {
    constant: (name, values, dims) => {
      const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      constants.push(
        message(5, [
          ...dims.map((dim) => whole(1, dim)),
          whole(2, typeOf(values)),
          text(8, name),
          bytes(9, raw),
        ]),
      );
      return name;
    },
    node: (operator, inputs, outputs, { isOwn = false, attributes = {} } = {}) => {
      nodes.push(
        message(1, [
          ...inputs.map((name) => text(1, name)),
          ...outputs.map((name) => text(2, name)),
          text(4, operator),
          ...Object.entries(attributes).map(attribute),
          text(7, isOwn ? MICROSOFT : ''),
        ]),
      );
      return outputs[0];
    },
    bytes: (input, output, width) =>
      Buffer.concat([
        whole(1, IR_VERSION),
        message(7, [
          ...nodes,
          text(2, 'encoder'),
          ...constants,
          message(11, value(input, width)),
          message(12, value(output, width)),
        ]),
        message(8, [text(1, ''), whole(2, OPSET)]),
        message(8, [text(1, MICROSOFT), whole(2, 1)]),
      ]),
  };
}

const typeOf = (values: Constant): number =>
  values instanceof Float32Array ? TYPE.float32 : values instanceof Int8Array ? TYPE.int8 : TYPE.int64;

const attribute = ([name, value]: [string, number]): Buffer =>
  message(5, [
    text(1, name),
    ...(name === 'epsilon' ? [float(2, value), whole(20, 1)] : [whole(3, value), whole(20, 2)]),
  ]);

/** The declaration of an input or output. */
const value = (name: string, width: number): Buffer[] => [
  text(1, name),
  message(2, [
    message(1, [
      whole(1, TYPE.float32),
      message(2, [message(1, [whole(1, 1)]), message(1, [text(2, 'tokens')]), message(1, [whole(1, width)])]),
    ]),
  ]),
];
