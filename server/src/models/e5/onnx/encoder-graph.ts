import { floatsOf, fromHalf, readTensor, type TensorFile } from '#models/e5/tensor-file.ts';
import { createGraph } from './graph.ts';

const WIDTH = 384;
const INNER = 1_536;
const LAYERS = 12;
const HEADS = 12;
/** Inputs that share a scale in the bundled weights. */
const BLOCK = 32;

/** The names of the graph's input (rows of the token table with their positions) and output (tokens after the last layer), both
 *  [1, tokens, 384]. */
export const INPUT = 'rows';
export const OUTPUT = 'tokens';

/** The encoder as a model of ONNX, from encoder.safetensors: weights in 8 bits with a scale for each output, activations in 8 bits
 *  with a scale for each window, as onnxruntime multiplies fastest. 22 MB. */
export function buildEncoderGraph(weights: TensorFile): Buffer {
  const graph = createGraph();
  const floats = (name: string): string => {
    const values = floatsOf(weights, name);
    return graph.constant(name, values, [values.length]);
  };
  const linear = (name: string, from: string, inputs: number, outputs: number): string => {
    const { bytes, scales } = toBytes(weights, name, inputs, outputs);
    const matrix = [
      graph.constant(`${name}.weight`, bytes, [inputs, outputs]),
      graph.constant(`${name}.scale`, scales, [outputs]),
    ];
    const operands = [from, ...matrix, '', floats(`${name}.bias`)];
    return graph.node('DynamicQuantizeMatMul', operands, [name], { isOwn: true });
  };
  const norm = { epsilon: 1e-12 };
  const addAndNorm = (name: string, added: string, to: string, output = name): string =>
    graph.node(
      'SkipLayerNormalization',
      [added, to, floats(`${name}.weight`), floats(`${name}.bias`)],
      [output],
      { isOwn: true, attributes: norm },
    );
  const thirds = graph.constant('thirds', BigInt64Array.from([WIDTH, WIDTH, WIDTH].map(BigInt)), [3]);

  let tokens = graph.node(
    'LayerNormalization',
    [INPUT, floats('norm.weight'), floats('norm.bias')],
    ['norm'],
    {
      attributes: { axis: 2, ...norm },
    },
  );
  for (let index = 0; index < LAYERS; index++) {
    const layer = `layers.${index}`;
    const qkv = linear(`${layer}.qkv`, tokens, WIDTH, 3 * WIDTH);
    const parts = [`${layer}.q`, `${layer}.k`, `${layer}.v`] as const;
    graph.node('Split', [qkv, thirds], parts, { attributes: { axis: 2 } });
    const attended = graph.node('MultiHeadAttention', parts, [`${layer}.attended`], {
      isOwn: true,
      attributes: { num_heads: HEADS },
    });
    const read = addAndNorm(`${layer}.norm1`, linear(`${layer}.attention`, attended, WIDTH, WIDTH), tokens);
    const up = linear(`${layer}.up`, read, WIDTH, INNER);
    const inner = graph.node('Gelu', [up], [`${layer}.inner`], { isOwn: true });
    const down = linear(`${layer}.down`, inner, INNER, WIDTH);
    tokens = addAndNorm(`${layer}.norm2`, down, read, index === LAYERS - 1 ? OUTPUT : undefined);
  }
  return graph.bytes(INPUT, OUTPUT, WIDTH);
}

/** The weights of a Linear (see encoder.c) as [inputs, outputs] of 8 bits, and the scale of each output. */
function toBytes(
  weights: TensorFile,
  name: string,
  inputs: number,
  outputs: number,
): { bytes: Int8Array; scales: Float32Array } {
  const packed = readTensor(weights, `${name}.weight`);
  const halves = new DataView(readTensor(weights, `${name}.scale`).buffer);
  const bytes = new Int8Array(inputs * outputs);
  const scales = new Float32Array(outputs);
  const row = new Float32Array(inputs);
  for (let output = 0; output < outputs; output++) {
    const four = output >> 2;
    const place = output & 3;
    let most = 0;
    let scale = 0;
    for (let input = 0; input < inputs; input++) {
      if (input % BLOCK === 0)
        scale = fromHalf(halves.getUint16(8 * ((four * inputs + input) / BLOCK) + 2 * place, true));
      const byte = packed[2 * (four * inputs + input - (input & 7)) + 4 * place + (input & 3)] ?? 0;
      const weight = ((input & 4 ? byte >> 4 : byte & 15) - 8) * scale;
      row[input] = weight;
      if (weight > most) most = weight;
      else if (-weight > most) most = -weight;
    }
    scales[output] = most / 127;
    const factor = most === 0 ? 0 : 127 / most;
    for (let input = 0; input < inputs; input++)
      bytes[input * outputs + output] = Math.round((row[input] ?? 0) * factor);
  }
  return { bytes, scales };
}
