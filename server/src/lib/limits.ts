/** Every limit of the interface in one place: the schemas, the OpenAPI document and the docs read them here. */
export const LIMITS = {
  /** Bytes of a JSON body: `content` at its longest, every character escaped as `\uXXXX`, and room for the rest. */
  jsonBodyBytes: 32 * 1024 * 1024,
  fileBytes: 50 * 1024 * 1024,
  contentCharacters: 5_000_000,
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  messageCharacters: 16_000,
  queryCharacters: 2_048,
  systemPromptCharacters: 32_000,
  agentMessageCharacters: 2_000,
  urlCharacters: 2_048,
  tags: 32,
  tagCharacters: 64,
  knowledgeBasesOfAnAgent: 100,
  sourceIdsOfAQuery: 1_000,
  sessionIdCharacters: 128,
  pageSize: 100,
  queryResults: 20,
  /** Seconds that `GET …/sources/:id?wait=` may hold a request. */
  waitSeconds: 60,
} as const;

/** Content of more bytes than this is moved by a bulky transaction (see storage/engine.ts). */
const BULKY_BYTES = 1024 * 1024;

export const isBulky = (sizeBytes: number | null | undefined): boolean => (sizeBytes ?? 0) > BULKY_BYTES;
