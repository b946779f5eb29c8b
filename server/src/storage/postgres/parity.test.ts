import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModels } from '#boot/open-models.ts';
import { readConfig } from '#config/config.ts';
import { swapIn } from '#ingestion/ingest-source.ts';
import { type PreparedSource, prepareSource } from '#ingestion/prepare-source.ts';
import { newId, type SourceId } from '#lib/ids.ts';
import type { Models } from '#models/model.ts';
import { prepareCandidates } from '#search/find-candidates.ts';
import type { DeepCandidate, Engine } from '#storage/engine.ts';
import { openSqlite } from '#storage/sqlite/open-sqlite.ts';
import { createStore } from '#storage/store.ts';
import { connectPglite, startPglite } from '../../../tests/helpers/pglite-connections.ts';
import { addTenant, newSource, type Tenant } from '../../../tests/storage-contract/tenant.ts';
import { openConnections } from './open-postgres.ts';

const options = { environment: 'live', indexMemoryBytes: 1e9 } as const;
/** Two nodes of one database: each follows what the other writes. */
type NodeName = 'one' | 'other';

const WORDS = {
  en: 'the of and harbour pier ticket refund window garden kettle engine letter printing returns opening E-4711 delivery customers warranty',
  de: 'der und die Kündigung Vertrag Lieferung Häuser öffnen schriftlich Haftung Schäden Mieter Möbel Gebühr E-4711 nicht zahlen',
  zh: '的 我们 商店 星期天 营业 退货 付款 维修 合同 港口 船票 三十天 之内 免费 客户 E-4711 花园',
};
const language = fc.constantFrom<keyof typeof WORDS>('en', 'de', 'zh');
const textOf = (wordCount: { minLength: number; maxLength: number }) =>
  language.chain((code) => {
    const join = code === 'zh' ? '' : ' ';
    return fc.array(fc.constantFrom(...WORDS[code].split(' ')), wordCount).map((words) => words.join(join));
  });

const text = textOf({ minLength: 3, maxLength: 250 });
const node = fc.constantFrom<NodeName>('one', 'other');
/** which: selects one of the existing sources. */
const which = fc.nat();
/** Asked for someone from whom some of the sources are hidden. */
const isForStranger = fc.boolean();
const DEEP_DIMENSIONS = 6;
const deepVector = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: DEEP_DIMENSIONS, maxLength: DEEP_DIMENSIONS })
  .map((numbers) => Float32Array.from(numbers));
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add'), text, node, isHidden: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace'), text, node, which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), node, which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read'), node, which, seed: fc.nat(99) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask by what was read'),
      vector: deepVector,
      word: fc.constantFrom('kettle', 'harbour', 'ticket', '合同'),
      limit: fc.constantFrom(1, 3, 50),
      every: fc.option(fc.integer({ min: 2, max: 5 })),
      isForStranger,
      node,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      query: textOf({ minLength: 1, maxLength: 7 }),
      searchType: fc.constantFrom('keyword', 'semantic', 'hybrid'),
      limit: fc.constantFrom(3, 50),
      /** Limits the search to every n-th source; null searches all of them. */
      every: fc.option(fc.integer({ min: 2, max: 5 })),
      isForStranger,
      node,
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
type Ask = Extract<Action, { query: string }>;
type AskDeep = Extract<Action, { vector: Float32Array }>;
type Write = Exclude<Action, Ask | AskDeep>;

describe('PostgreSQL and the embedded engine', () => {
  let database: PGlite;
  let models: Models;
  let embedded: Engine;
  let nodes: Record<NodeName, Engine>;
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-parity-'));

  beforeAll(async () => {
    database = await startPglite();
    ({ models } = await openModels(readConfig({})));
    embedded = openSqlite({ ...options, dataDir, isOnlyServer: true });
    const open = () => openConnections(connectPglite(database, 'parity'), options);
    nodes = { one: await open(), other: await open() };
  }, 60_000);
  afterAll(async () => {
    for (const engine of [embedded, nodes.one, nodes.other]) await engine.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it('find the same chunks with the same scores on every node, whichever has added, replaced or removed them', async () => {
    let asked = 0;
    let found = 0;
    let read = 0;
    const actions = fc.array(action, { minLength: 60, maxLength: 90, size: 'max' });
    await fc.assert(
      fc.asyncProperty(actions, async (list) => {
        const world = await newWorld(models, { embedded, nodes });
        for (const one of list) {
          if (one.kind !== 'ask' && one.kind !== 'ask by what was read') await world.write(one as Write);
          else {
            const { ours, theirs } = await world.ask(one as Ask | AskDeep);
            asked += 1;
            found += ours.length;
            read += ours.filter(({ deepCosine }) => deepCosine !== undefined).length;
            expect(inOrder(theirs)).toEqual(inOrder(ours));
          }
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(asked).toBeGreaterThan(30);
    expect(found).toBeGreaterThan(asked);
    expect(read).toBeGreaterThan(0);
  }, 300_000);
});

/** What both kinds of questions find. */
type Found = Pick<
  DeepCandidate,
  'sourceId' | 'revision' | 'position' | 'cosine' | 'bm25' | 'share' | 'matchedWords' | 'deepCosine'
>;

/** A knowledge base that exists in both engines. */
async function newWorld(models: Models, engines: { embedded: Engine; nodes: Record<NodeName, Engine> }) {
  const indexVersion = models.embedders.indexVersionFor(null);
  const embedder = models.embedders.ofIndex(indexVersion);
  const ours = await addTenant(createStore(engines.embedded), undefined, indexVersion);
  const theirs = await addTenant(createStore(engines.nodes.one), ours, indexVersion);
  const { knowledgeBaseId } = ours;
  const sources: { id: SourceId; revision: number; chunkCount: number; isHidden: boolean }[] = [];
  const at = (place: number) => sources[place % sources.length];

  const prepare = (content: string): Promise<PreparedSource> =>
    prepareSource(embedder, {
      content: { bytes: Buffer.from(content), mimeType: 'text/plain', fileName: null, origin: 'text' },
      name: '',
    });
  const index = async (
    { store }: Pick<Tenant, 'store'>,
    { id, revision, isHidden }: (typeof sources)[number],
    prepared: PreparedSource,
  ) =>
    await store.transaction(async (tx) => {
      if (revision === 1)
        await tx.sources.insert(
          newSource(knowledgeBaseId, { source_id: id, allowed: isHidden ? '["group:staff"]' : null }),
        );
      const row = await tx.sources.update(id, { revision });
      if (row) await swapIn(tx, [{ source: row, prepared: { ...prepared, indexVersion } }], 1);
    });
  const remove = async ({ store }: Pick<Tenant, 'store'>, source_id: SourceId) =>
    await store.transaction((tx) => tx.sources.remove({ source_id, knowledge_base_id: knowledgeBaseId }));
  const on = (name: NodeName, asUser: string[] | null = null) => ({
    store: createStore(engines.nodes[name]).workspace(theirs.workspaceId, null, asUser),
  });
  const embedded = (asUser: string[] | null) => ({
    store: createStore(engines.embedded).workspace(ours.workspaceId, null, asUser),
  });

  /** What a model reads of a source: of most all, of some a part, and nothing in some chunks. */
  const read = async (
    { store }: Pick<Tenant, 'store'>,
    { id, revision, chunkCount }: (typeof sources)[number],
    seed: number,
  ): Promise<void> => {
    const chunks = Array.from({ length: Math.max(1, chunkCount - (seed % 2)) }, (_, position) => ({
      vector: Float32Array.from({ length: DEEP_DIMENSIONS }, (_, i) =>
        (seed + position) % 7 === 0 ? 0 : Math.sin(seed + 9 * position + i),
      ),
      blocks: [],
    }));
    const reading = {
      sourceId: id,
      revision,
      knowledgeBaseId,
      modelId: 'reader/1',
      firstPosition: 0,
      chunks,
    };
    await store.transaction((tx) => tx.understanding.write(reading));
  };
  const chosen = (every: number | null): SourceId[] | undefined =>
    every === null ? undefined : sources.filter((_, i) => i % every === 0).map(({ id }) => id);
  const askDeep = async (
    { store }: Pick<Tenant, 'store'>,
    { vector, word, limit, every }: AskDeep,
  ): Promise<Found[]> => {
    const sourceIds = chosen(every);
    return await store.search.candidates(
      {
        knowledgeBaseIds: [knowledgeBaseId],
        indexVersion,
        ...(sourceIds && { sourceIds: new Set(sourceIds) }),
      },
      { deep: { modelId: 'reader/1', vector }, terms: [{ term: word, weight: 1 }], limit },
    );
  };

  return {
    write: async (action: Write): Promise<void> => {
      const tenants = [ours, on(action.node)];
      if ('seed' in action) {
        const source = at(action.which);
        for (const tenant of tenants) if (source) await read(tenant, source, action.seed);
      } else if ('text' in action) {
        const replaced = 'which' in action ? at(action.which) : undefined;
        const isHidden = 'isHidden' in action && action.isHidden;
        const source = replaced ?? { id: newId('source'), revision: 0, chunkCount: 0, isHidden };
        source.revision += 1;
        if (!replaced) sources.push(source);
        const prepared = await prepare(action.text);
        source.chunkCount = prepared.chunks.length;
        for (const tenant of tenants) await index(tenant, source, prepared);
      } else if (sources.length > 0) {
        const [removed] = sources.splice(action.which % sources.length, 1);
        for (const tenant of tenants) if (removed) await remove(tenant, removed.id);
      }
    },
    ask: async (action: Ask | AskDeep): Promise<{ ours: Found[]; theirs: Found[] }> => {
      const asUser = action.isForStranger ? ['user:stranger'] : null;
      if ('vector' in action)
        return {
          ours: await askDeep(embedded(asUser), action),
          theirs: await askDeep(on(action.node, asUser), action),
        };
      const { query, searchType, limit, every, node } = action;
      const request = { query, searchType: searchType as 'hybrid', limit, sourceIds: chosen(every) };
      const find = async ({ store }: Pick<Tenant, 'store'>) =>
        await (
          await prepareCandidates(models, store, request, await store.knowledgeBases.indexVersions())
        ).find(limit);
      const found = await find(embedded(asUser));
      if (asUser) {
        const hidden = new Set(sources.filter(({ isHidden }) => isHidden).map(({ id }) => id));
        expect(found.filter(({ sourceId }) => hidden.has(sourceId))).toEqual([]);
      }
      const scope = { knowledgeBaseIds: [knowledgeBaseId], indexVersion };
      expect(await on(node).store.search.vectors(scope, found)).toEqual(
        await ours.store.search.vectors(scope, found),
      );
      return { ours: found, theirs: await find(on(node, asUser)) };
    },
  };
}

const keyOf = ({ sourceId, revision, position }: Found): string => `${sourceId} ${revision} ${position}`;

const inOrder = (found: readonly Found[]): Found[] =>
  found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
