import type { Embedder } from '../../server/src/models/model.ts';
import { CURVES, scoreWithCurve } from '../../server/src/search/score.ts';
import { readSet } from './judged-sets.ts';
import { MODES, rounded } from './measure.ts';
import { find, type Indexed, indexDocuments, indexOf } from './search-documents.ts';
import { QUERY_CHARACTERS } from './trials.ts';

const MUSEUM =
  'The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under six enter free.';

/** Cases in which a new user has expectations of scores: one text and a question, a text as its own query, unrelated sources. */
export async function checkCases(embedder: Embedder): Promise<Record<string, number>> {
  const documents = await indexDocuments(embedder, readSet('squad2-dev-half').documents, 'en');
  const museum = await indexDocuments(
    embedder,
    [{ id: 'museum', name: 'Opening hours', text: MUSEUM }],
    'en',
  );
  const figures: Record<string, number> = {};
  for (const mode of MODES) {
    const scoreIn = async (others: readonly Indexed[], query: string, id = 'museum') => {
      const found = await find(embedder, indexOf([...museum, ...others]), query);
      const own = found.find(({ sourceId }) => sourceId === id);
      return own ? scoreWithCurve(CURVES[mode], own.evidence) : 0;
    };
    const alone = await scoreIn([], 'How much is a ticket?');
    figures[`${mode} score of the museum for its ticket`] = alone;
    for (const count of [30, 300, documents.length]) {
      const later = await scoreIn(documents.slice(0, count), 'How much is a ticket?');
      figures[`${mode} its change by ${count} unrelated sources`] = Math.abs(later - alone);
    }
    const [copy] = museum;
    const doubled = copy ? await scoreIn([{ ...copy, id: 'copy' }], 'How much is a ticket?') : 0;
    figures[`${mode} its change by a copy`] = Math.abs(doubled - alone);
    figures[`${mode} score of the museum for another city`] = await scoreIn(
      [],
      'Which river flows through Budapest?',
    );
    const short = documents.filter(({ text }) => text.length <= QUERY_CHARACTERS).slice(0, 100);
    const verbatim = await Promise.all(short.map(({ id, text }) => scoreIn(documents, text, id)));
    figures[`${mode} lowest of 100 paragraphs as their own query`] = Math.min(...verbatim);
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
}
