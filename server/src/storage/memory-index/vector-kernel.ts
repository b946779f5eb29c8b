import { vectorKernelWasm } from './vector-kernel.generated.ts';

/** The two loops of vector-kernel.wat, bound to one memory. All addresses are bytes in that memory; the query is int8 at
 *  address 0, and a plane row of d dimensions (a multiple of 64) has d / 2 bytes. */
export type VectorKernel = {
  /** Writes to `hits` those of 128 rows whose (coarse dot - bias) * inverse norm reaches `threshold`, each as { u32
   *  row, f32 score }. Returns their number. */
  scanBlock(
    inverseNorms: number,
    coarsePlane: number,
    planeBytes: number,
    bias: number,
    threshold: number,
    hits: number,
  ): number;
  /** Dot product of the query and one row of a plane. */
  dotPlane(row: number, planeBytes: number): number;
};

const compiled = new WebAssembly.Module(Buffer.from(vectorKernelWasm, 'base64'));

/** Binds the kernel to the memory that holds its rows. */
export function bindVectorKernel(memory: WebAssembly.Memory): VectorKernel {
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as VectorKernel;
}
