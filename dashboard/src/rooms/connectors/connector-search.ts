import { choiceParam, textParam } from '#shared/search-params.ts';

export const TABS = ['runs', 'documents', 'settings'] as const;

/** add: the kind that is being added, or `any` until one is chosen. */
export const readConnectorsSearch = (raw: Record<string, unknown>): { add?: string } => textParam(raw, 'add');

export const readConnectorSearch = (raw: Record<string, unknown>): { view?: (typeof TABS)[number] } =>
  choiceParam(raw, 'view', TABS);
