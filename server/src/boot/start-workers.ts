import { availableParallelism } from 'node:os';
import { convertingBy } from '#ingestion/convert/converting-by.ts';
import { createConverter } from '#ingestion/convert/create-converter.ts';
import type { OcrEngine } from '#ingestion/parse/ocr/scans.ts';
import { createWorkerPool } from '#ingestion/workers/worker-pool.ts';
import type { Environment } from '#lib/environment.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import type { StaticModel } from '#models/static/static-embedder.ts';
import type { Monitor } from '#monitoring/monitor.ts';
import type { Services } from '#services.ts';
import { startWorker } from '#worker.ts';
import { openRenderer } from './open-renderer.ts';
import { createOutboundHttp } from './outbound-http.ts';

/** On average over a document; the bundled engine takes 1 to 5 on an idle machine. */
const OCR_SECONDS_PER_PAGE = 10;

/** Starts the workers of both environments, and the document threads and HTTP client they share. These are only opened
 *  for the first job that needs them.
 *  models: the embedding models that compute in the threads. ocrEngine: undefined if OCR is off. */
export function startWorkers(
  { live, sandbox }: Record<Environment, Services>,
  { models, ocrEngine }: { models: readonly StaticModel[]; ocrEngine: OcrEngine | undefined },
  monitor: Monitor,
): { stop(): Promise<void> } {
  const { config, clock } = live;
  const { INGEST_WORKERS, DOCUMENT_SECONDS: seconds, DOCUMENT_MEMORY_MB: memoryMb } = config;
  const { OCR_PAGES: maxPages } = config;
  const leavesACore = INGEST_WORKERS > 1 && INGEST_WORKERS >= availableParallelism();
  const converting = convertingBy(
    createConverter(config.CONVERTER, { seconds, maxBytes: maxFileBytes(config) }),
  );
  const documentWorker = converting(
    createWorkerPool(
      models,
      { threads: INGEST_WORKERS, leavesACore, seconds, memoryMb },
      ocrEngine && { maxPages },
    ),
  );
  const scanWorker =
    ocrEngine &&
    converting(
      createWorkerPool(
        models,
        { threads: 1, seconds: maxPages * OCR_SECONDS_PER_PAGE, pageSeconds: seconds, memoryMb },
        { maxPages, engine: ocrEngine },
      ),
    );
  const outbound = createOutboundHttp(config, clock);
  const renderer = openRenderer(config);
  const tools = {
    documentWorker,
    scanWorker,
    openOutbound: outbound.open,
    openRenderer: renderer.open,
    monitor,
    computing: { count: 0 },
  };
  const workers = [startWorker(live, tools), startWorker(sandbox, tools)];
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([documentWorker.close(), scanWorker?.close(), outbound.close(), renderer.close()]);
    },
  };
}
