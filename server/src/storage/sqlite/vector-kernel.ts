import { vectorKernelWasm } from './vector-kernel.generated.ts';

/** The two loops of vector-kernel.wat, bound to one memory. All addresses are bytes in that memory; the query is int8 at
 *  address 0, and a plane row of d dimensions (a multiple of 64) has d / 2 bytes. */
export type VectorKernel = {
  /** 16 * coarse + fine of one row: dot(query, row) + 128 * sum(query). */
  dotRow(coarse: number, fine: number, planeBytes: number): number;
  /** Writes the rows whose (coarse dot - bias) * inverse norm reaches `threshold` to `hits` as { u32 row, f32 score },
   *  and returns their number. */
  scanRows(
    inverseNorms: number,
    coarse: number,
    planeBytes: number,
    rows: number,
    bias: number,
    threshold: number,
    hits: number,
  ): number;
};

const compiled = new WebAssembly.Module(Buffer.from(vectorKernelWasm, 'base64'));

/** Binds the kernel to the memory in which its rows stand. */
export function bindVectorKernel(memory: WebAssembly.Memory): VectorKernel {
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as VectorKernel;
}
