import type { OcrEngine, ReadPage } from './scans.ts';

/** Opens the engine. The bundled one takes a third of a second and 100 MB, until its thread ends. */
export async function openPageReader(engine: OcrEngine): Promise<ReadPage> {
  if (engine.kind === 'native') {
    const { nativeReader } = await import('./native-reader.ts');
    return nativeReader(engine);
  }
  const { openBundledReader } = await import('./bundled-reader.ts');
  return await openBundledReader(engine);
}
