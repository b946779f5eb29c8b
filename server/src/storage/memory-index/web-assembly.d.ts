/** The part of WebAssembly that both kernels use: TypeScript declares it for browsers only (lib "dom"). */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Memory {
    /** Pages of 64 KiB. */
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    /** Replaced when the memory grows. */
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
