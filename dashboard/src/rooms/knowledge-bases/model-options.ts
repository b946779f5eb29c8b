import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import type { Option } from '#shared/components/option.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.knowledgeBases;

/** Choices that are not the name of a model. */
export const KEPT = '';
export const OF_INSTALLATION = '(installation)';

/** What to choose for a knowledge base, or for a new one. */
export const modelOptions = (base: KnowledgeBase | undefined, models: readonly string[]): Option[] => [
  ...(base ? [{ value: KEPT, label: words.modelKept({ name: base.embedding_model }) }] : []),
  { value: OF_INSTALLATION, label: words.modelOfInstallation },
  ...[...new Set(models)].map((each) => ({ value: each, label: each })),
];
