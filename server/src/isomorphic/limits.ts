/** Every limit of the interface in one place: the schemas, the OpenAPI document and the docs read them here. */
export const LIMITS = {
  /** Bytes of a JSON body: `content` at its longest, every character escaped as `\uXXXX`, and room for the rest. */
  jsonBodyBytes: 32 * 1024 * 1024,
  /** Bytes of a body that brings no content. */
  smallBodyBytes: 1024 * 1024,
  /** Commas, colons and opening brackets of a JSON body outside of strings: the longest evaluation has 112,000 of them.
   *  `smallJsonTokens` is for bodies of at most `smallBodyBytes`, but not for chats in OpenAI's protocol: their longest body
   *  has 145,000. */
  jsonTokens: 150_000,
  smallJsonTokens: 20_000,
  jsonDepth: 64,
  /** Of a file, unless MAX_FILE_MB says otherwise, and of a sitemap once it is unpacked. */
  fileBytes: 50 * 1024 * 1024,
  /** Chunks of a workspace, unless CHUNKS_MAX says otherwise. */
  workspaceChunks: 5_000_000,
  /** Files that a workspace uploads in parts and has not finished, and the bytes that they announced together. */
  unfinishedUploads: 20,
  unfinishedUploadBytes: 2 * 1024 * 1024 * 1024,
  /** Archives that a workspace is unpacking, the bytes that one may unpack to, and the records of archives that are kept. */
  unfinishedArchives: 20,
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  keptArchives: 100,
  contentCharacters: 5_000_000,
  /** Of a part of a text that is read in parts. */
  contentPartCharacters: 1_000_000,
  /** Characters of the text that a document may yield: as much as the largest text file holds. */
  extractedCharacters: 52_428_800,
  /** Pages or slides of a document. */
  pages: 2_000,
  /** How many times its own size an archive (DOCX, XLSX, EPUB …) may expand to. */
  archiveExpansion: 100,
  /** Entries of an archive, and the bytes that may be read out of it. */
  archiveEntries: 10_000,
  /** Bytes of a part of a PDF once it is unpacked; more for a part that is large as it stands. A white page of A4 as an
   *  image of 600 dpi has 104 MB. */
  streamBytes: 128 * 1024 * 1024,
  archiveBytes: 512 * 1024 * 1024,
  /** Pixels of a picture of text: A4 with 600 pixels an inch has 35 million. */
  imagePixels: 50_000_000,
  /** Bytes of a fetched page, and the redirects on the way to it. */
  pageBytes: 20 * 1024 * 1024,
  redirects: 5,
  crawlPages: 5_000,
  crawlDepth: 10,
  /** Addresses that a crawl remembers, for each page that it may add. */
  crawlAddressesForPage: 10,
  connectors: 50,
  /** Documents of a connector, and the changes in one page of a listing. */
  connectorDocuments: 100_000,
  connectorPageChanges: 10_000,
  /** Characters of a document's id in its place, and of its version. */
  connectorDocumentIdCharacters: 400,
  connectorVersionCharacters: 200,
  /** Of a cursor, and of the place where a listing goes on. */
  connectorCursorBytes: 64 * 1024,
  connectorRuns: 100,
  /** Minutes between two runs: at most 30 days. */
  connectorMinMinutes: 5,
  connectorMaxMinutes: 43_200,
  /** Bytes of the settings, and of the credentials, as JSON. */
  connectorSettingsBytes: 32 * 1024,
  nameCharacters: 200,
  externalIdCharacters: 512,
  passkeysOfAnAccount: 20,
  /** Bytes of a body with a passkey in it: an attestation with certificates is a few thousand. */
  passkeyBodyBytes: 32 * 1024,
  /** Bytes of a body with the token of an invitation: the longest of its fields together are 8,000. */
  invitationBodyBytes: 32 * 1024,
  descriptionCharacters: 2_000,
  messageCharacters: 16_000,
  /** Messages before that of a trial. */
  trialHistoryMessages: 16,
  /** Messages of a chat in OpenAI's protocol, the parts of one, and those of all together. */
  completionMessages: 1_000,
  messageParts: 100,
  completionParts: 20_000,
  /** Texts of `POST /v1/embeddings`, characters of one and of all, and bytes of the body, which holds them with every
   *  character escaped. */
  embeddedTexts: 256,
  embeddedCharacters: 16_000,
  embeddedCharactersTogether: 1_000_000,
  embeddingBodyBytes: 8 * 1024 * 1024,
  /** Of a text in a call of `/mcp`: a body of `smallBodyBytes` holds it with every character escaped. */
  mcpTextCharacters: 160_000,
  /** Tokens of a language model in a day or month. */
  tokenBudget: 1_000_000_000_000,
  queryCharacters: 2_048,
  systemPromptCharacters: 32_000,
  agentMessageCharacters: 2_000,
  /** Versions that are kept of an agent; the oldest go first. */
  versionsOfAnAgent: 100,
  versionNoteCharacters: 500,
  widgetLogoBytes: 65_536,
  starterQuestions: 4,
  starterQuestionCharacters: 120,
  urlCharacters: 2_048,
  /** A year. */
  refreshIntervalHours: 8_760,
  tags: 32,
  tagCharacters: 64,
  knowledgeBasesOfAnAgent: 100,
  knowledgeBasesOfAKey: 100,
  sourceIdsOfAQuery: 1_000,
  /** Sources that a list of similar ones may have. */
  similarSources: 50,
  /** Entries of the history of a source, beside its first. */
  sourceHistory: 200,
  sourcesOfABulkChange: 1_000,
  sourcesOfABatch: 100,
  tagCounts: 100,
  sourceFolders: 500,
  /** Days that the overview and the gaps look back. */
  insightDays: 365,
  gaps: 100,
  originsOfAToken: 50,
  widgetMessagesPerMinute: 10_000,
  widgetMessageCharacters: 4_000,
  topSources: 10,
  sessionIdCharacters: 128,
  passwordMinCharacters: 12,
  passwordCharacters: 200,
  metadataKeys: 16,
  metadataKeyCharacters: 64,
  metadataValueCharacters: 512,
  /** Of a source; its strings are as long as metadataValueCharacters. */
  sourceMetadataKeys: 64,
  sourceMetadataKeyCharacters: 64,
  sourceMetadataListItems: 100,
  sourceMetadataBytes: 8 * 1024,
  /** Who may see a source, and for whom a request is made. */
  principalCharacters: 200,
  principalsOfASource: 500,
  principalsOfAUser: 200,
  /** A filter on metadata: how deep it is nested, its conditions, and the values of one. */
  filterDepth: 5,
  filterConditions: 50,
  filterValues: 100,
  feedbackCommentCharacters: 2_000,
  /** Of a search in conversations. */
  conversationSearchCharacters: 200,
  conversationsOfABulkChange: 500,
  /** Saved views of one owner, those that a workspace shares, and the filters of one. */
  savedViewsOfAnOwner: 50,
  sharedViews: 100,
  filtersOfAView: 30,
  filterOfAViewCharacters: 500,
  valuesOfAViewFilter: 32,
  /** What a visitor may write for the person who takes over. */
  handoverMessageCharacters: 4_000,
  webhooks: 50,
  /** Bytes of the body that is sent to a webhook. */
  eventBytes: 20 * 1024,
  pageSize: 100,
  queryResults: 20,
  /** Pinned answers of a knowledge base. */
  pinnedAnswers: 2_000,
  pinnedAnswerCharacters: 16_000,
  variantsOfAnAnswer: 20,
  /** Answers of an import, and bytes of its body. */
  importedAnswers: 1_000,
  importBytes: 8 * 1024 * 1024,
  sourcesOfAnAnswer: 10,
  /** Earlier versions that are kept of a pinned answer. */
  answerVersions: 100,
  /** Of an evaluation, and of a question set. */
  evaluationQuestions: 1_000,
  questionSets: 200,
  /** Conversations whose questions are added to a set at once. */
  conversationsOfAnAddition: 100,
  /** Sources that a question of an evaluation names as relevant, and entries of `must`. */
  relevantOfAQuestion: 20,
  mustOfAQuestion: 20,
  /** Seconds that `GET …/sources/:id?wait=` may hold a request, and that of an evaluation. */
  waitSeconds: 60,
  /** Days that `GET /v1/usage` adds up. */
  usageDays: 366,
} as const;

/** Content of more bytes than this is moved by a large transaction (see storage/engine.ts). */
const BULKY_BYTES = 1024 * 1024;

export const isLarge = (sizeBytes: number | null | undefined): boolean => (sizeBytes ?? 0) > BULKY_BYTES;
