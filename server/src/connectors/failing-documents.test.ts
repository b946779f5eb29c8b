import { describe, expect, it } from 'vitest';
import { aDocument, bytesOf, connectScriptedPlace, pagesOf } from '../../tests/helpers/scripted-place.ts';
import type { FoundDocument } from './connector.ts';
import { ConnectorFault } from './connector-fault.ts';

const codeOf = ({ error }: { error: string | null }): string | undefined =>
  error === null ? undefined : (JSON.parse(error) as { code: string }).code;

const everything = (...documents: FoundDocument[]) => ({ list: () => ({ pages: pagesOf(documents) }) });

describe('a document that fails', () => {
  it('does not stop the run, and is tried again by the next ones, five times', async () => {
    const script = {
      ...everything(aDocument('bad'), aDocument('good')),
      fetch: async ({ id }: FoundDocument) => {
        if (id === 'bad') throw new Error('unexpected token');
        return { bytes: bytesOf('Good.') };
      },
    };
    const { place, sync, tenant, connectorId } = await connectScriptedPlace(script);
    expect((await sync()).run).toMatchObject({ outcome: 'completed', added: 1, failed: 1 });
    for (let run = 0; run < 6; run++) await sync();
    expect(place.fetched.filter((id) => id === 'bad')).toHaveLength(5);
    const [failed] = await tenant.store.connectors.listDocuments(connectorId, { limit: 1, status: 'failed' });
    expect(failed).toMatchObject({ document_id: 'bad', attempts: 5 });
    expect(failed?.reason).not.toContain('unexpected token');
    place.script = everything(aDocument('bad', { version: '2' }), aDocument('good'));
    expect((await sync()).run).toMatchObject({ added: 1, failed: 0 });
  });

  it('is not blamed for a full disk', async () => {
    const { sync, tenant, connectorId } = await connectScriptedPlace({
      ...everything(aDocument('a'), aDocument('b')),
      fetch: async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    });
    const { connector } = await sync();
    expect([connector.state, codeOf(connector)]).toEqual(['waiting', 'internal']);
    const rows = await tenant.store.connectors.listDocuments(connectorId, { limit: 9, status: 'pending' });
    expect(rows.map(({ attempts }) => attempts)).toEqual([0, 0]);
  });

  it('ends the run when the place gives none any more, and the next run takes the rest', async () => {
    const documents = Array.from({ length: 20 }, (_, at) => aDocument(`d${at}`));
    const { place, sync, sources } = await connectScriptedPlace({
      ...everything(...documents),
      fetch: async () => {
        throw new ConnectorFault('unavailable', 'The place is down.');
      },
    });
    expect((await sync()).connector).toMatchObject({ state: 'waiting' });
    expect(place.fetched).toHaveLength(5);
    place.script = everything(...documents);
    expect((await sync()).run).toMatchObject({ outcome: 'completed', added: 20 });
    expect(await sources()).toHaveLength(20);
  });
});
