import type { DeepModel, Embedders } from '#models/model.ts';

/** An evaluation measures what a search finds, not how busy the machine is. */
const PATIENCE_MS = 600_000;

/** The same models; the deep one has as much time for a query as it needs. */
export const patientEmbedders = (embedders: Embedders): Embedders => ({
  ...embedders,
  deepOf: (indexVersion, choice) => {
    const model = embedders.deepOf(indexVersion, choice);
    return model && patient(model);
  },
});

const patient = (model: DeepModel): DeepModel => ({
  ...model,
  embedQuery: (text, options) => model.embedQuery(text, { ...options, patienceMs: PATIENCE_MS }),
});
