/** What the encoder's kernel uses beside `storage/memory-index/web-assembly.d.ts`: TypeScript declares it for browsers only (lib "dom"). */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  /** A variable of a module that JavaScript may set. */
  type Global = { value: number };
}
