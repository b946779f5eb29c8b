import { CURVES } from '../../server/src/search/score.ts';
import { readSet } from './judged-sets.ts';
import { MODES, resultsOf, rounded, type Understood } from './measure.ts';
import { collect, find, type Indexed, indexDocuments, type Models } from './search-documents.ts';
import { QUERY_CHARACTERS } from './trials.ts';

const MUSEUM =
  'The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under six enter free.';

/** Cases in which a new user has expectations of scores: one text and a question, a text as its own query, unrelated sources. */
export async function checkCases(models: Models, understood: Understood): Promise<Record<string, number>> {
  const listed = readSet('squad2-dev-half').documents;
  const documents = await indexDocuments(
    models,
    listed.map(({ id, name, text }) => ({ id, name, language: 'en', chunks: [{ text }] })),
  );
  const museum = await indexDocuments(models, [
    { id: 'museum', name: 'Opening hours', language: 'en', chunks: [{ text: MUSEUM }] },
  ]);
  const scoresIn = async (others: readonly Indexed[], query: string, id = 'museum') => {
    const candidates = (await find(models, collect([...museum, ...others]), query)).map((candidate) => ({
      ...candidate,
      grade: 0,
      isInHalf: true,
    }));
    const only = candidates.findIndex((candidate) => candidate.id === id);
    const trial = { candidates, only, isForeign: false };
    return MODES.map((mode) => resultsOf(mode, trial, CURVES, understood)[0]?.score ?? 0);
  };
  const figures: Record<string, number> = {};
  const report = (what: string, scores: readonly number[]): void => {
    for (const [at, mode] of MODES.entries()) figures[`${mode} ${what}`] = rounded(scores[at] ?? 0);
  };
  const changes = (later: readonly number[]) => later.map((score, at) => Math.abs(score - (alone[at] ?? 0)));

  const alone = await scoresIn([], 'How much is a ticket?');
  report('score of the museum for its ticket', alone);
  for (const count of [30, 300, documents.length]) {
    const later = await scoresIn(documents.slice(0, count), 'How much is a ticket?');
    report(`its change by ${count} unrelated sources`, changes(later));
  }
  const copies = museum.map((copy) => ({ ...copy, id: 'copy' }));
  report('its change by a copy', changes(await scoresIn(copies, 'How much is a ticket?')));
  report('score of the museum for another city', await scoresIn([], 'Which river flows through Budapest?'));
  const verbatim: number[][] = [];
  for (const { id, texts } of documents) {
    const [text = ''] = texts;
    if (text.length <= QUERY_CHARACTERS && verbatim.length < VERBATIM)
      verbatim.push(await scoresIn(documents, text, id));
  }
  report(
    `lowest of ${VERBATIM} paragraphs as their own query`,
    MODES.map((_, at) => Math.min(...verbatim.map((scores) => scores[at] ?? 0))),
  );
  return figures;
}

const VERBATIM = 100;
