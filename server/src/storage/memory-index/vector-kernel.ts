import { vectorKernelWasm } from './vector-kernel.generated.ts';

/** The two loops of vector-kernel.wat, bound to one memory. All addresses are bytes in that memory. The query is int8 at
 *  `query`, and a plane row of d dimensions (a multiple of 64) has d / 2 bytes. */
export type VectorKernel = {
  /** Writes to `hits` those of 128 rows whose (coarse dot - bias) * inverse norm reaches `threshold`, each as { u32
   *  row, f32 score }. Returns their number. */
  scanBlock(
    query: number,
    inverseNorms: number,
    coarsePlane: number,
    planeBytes: number,
    bias: number,
    threshold: number,
    hits: number,
  ): number;
  /** Dot product of the query and one row of a plane. */
  dotPlane(query: number, row: number, planeBytes: number): number;
};

const compiled = new WebAssembly.Module(Buffer.from(vectorKernelWasm, 'base64'));

/** The most pages of a memory: as many as a 32-bit address reaches. */
const MOST_PAGES = 65_536;

/** A memory that threads may share. */
export const createSharedMemory = (): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });

/** Binds the kernel to the memory that holds its rows. */
export function bindVectorKernel(memory: WebAssembly.Memory): VectorKernel {
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as VectorKernel;
}
