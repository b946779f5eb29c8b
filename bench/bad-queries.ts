import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LIMITS } from '../server/src/isomorphic/limits.ts';
import { LANGUAGE_CASES } from '../server/tests/helpers/language-cases.ts';
import { ODD_QUERIES } from '../server/tests/helpers/odd-queries.ts';
import { type Client, startTestService } from '../server/tests/helpers/start-test-service.ts';
import { fill } from './fill.ts';
import type { Figure } from './service.ts';
import { createQueryMaker, createTextMaker } from './texts.ts';

/** A query is stemmed in every language of the passages, hence many languages: the first article of the Universal
 *  Declaration of Human Rights. */
const ARTICLES = [
  'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.',
  'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
  'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap.',
  'Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.',
  'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.',
  'Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.',
  'Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele în spiritul fraternității.',
  'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.',
  'Tots els éssers humans neixen lliures i iguals en dignitat i en drets. Són dotats de raó i de consciència, i han de comportar-se fraternalment els uns amb els altres.',
];
const MODES = [
  { search_type: 'semantic' },
  { search_type: 'keyword' },
  { search_type: 'hybrid', max_per_source: 1 },
];
/** The fastest of several runs counts, because other programs share the cores. */
const RUNS = 3;
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';

/** How long can one expensive query delay all others? The service runs in this process, so that its event loop delay can
 *  be read. */
export async function benchBadQueries(): Promise<Figure[]> {
  const service = await startTestService();
  const { live } = service;
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await live.call(method, path, body);
    return { status, data: answer?.data as never, text: JSON.stringify(answer) };
  };
  for (const { sources } of LANGUAGE_CASES) await live.addText('Languages', Object.values(sources).join(' '));
  for (const article of ARTICLES) await live.addText('Languages', article);
  const { chunks } = await fill({ call }, { count: 220, words: 15_000, clients: 2 });
  const makeQuery = createQueryMaker(5);
  const usual = Array.from({ length: 50 }, () => makeQuery);
  const makeText = createTextMaker(11);
  const unkind = [
    ...ODD_QUERIES.map((query) => () => query),
    // Words that no cache has seen, as a client would send them.
    () => newWords('abcdefghijklmnopqrstuvwxyz', 4),
    () => newWords('abcdefghijklmnopqrstuvwxyz', 12),
    () => newWords(CYRILLIC, 6),
    () => makeText(400).slice(0, LIMITS.queryCharacters),
    () => makeQuery().replaceAll(/(\w)(\w)(\w{3})/g, '$1$3$2'),
    () => '"of the"',
    () => '"the museum of" "and the" of in a',
  ];
  await worstDelay(live, usual);
  const kind = await worstDelay(live, usual);
  const worst = await worstDelay(live, unkind);
  await service.stop();
  console.error(`  the worst: ${worst.query}`);
  const at = `at ${chunks.toLocaleString('en')} chunks`;
  return [
    {
      what: `the longest delay of others by a usual query ${at}`,
      value: kind.ms,
      unit: 'ms',
      goal: '',
    },
    {
      what: `the longest delay by any of ${unkind.length} expensive queries`,
      value: worst.ms,
      unit: 'ms',
      goal: '<= 50',
    },
  ];
}

/** As many different words as fit into a query, new at each call. */
function newWords(letters: string, length: number): string {
  const letter = (): string => letters[Math.floor(Math.random() * letters.length)] ?? '';
  const word = (): string => Array.from({ length }, letter).join('');
  const count = Math.floor(LIMITS.queryCharacters / (length + 1));
  return Array.from({ length: count }, word).join(' ');
}

/** The longest delay of the event loop that any of the queries causes, in any mode. */
async function worstDelay(
  live: Client,
  queries: readonly (() => string)[],
): Promise<{ ms: number; query: string }> {
  let worst = { ms: 0, query: '' };
  for (const makeQuery of queries) {
    for (const mode of MODES) {
      const query = makeQuery();
      let ms = await delayOf(live, { query, limit: 20, ...mode });
      for (let run = 1; run < RUNS; run++)
        ms = Math.min(ms, await delayOf(live, { query: makeQuery(), limit: 20, ...mode }));
      if (ms > worst.ms) worst = { ms, query: `${mode.search_type} ${JSON.stringify(query.slice(0, 60))}` };
      if (process.env['VERBOSE'] && ms > 10)
        console.error(`  ${ms.toFixed(1)} ms ${mode.search_type} ${query.slice(0, 40)}`);
    }
  }
  return worst;
}

async function delayOf(live: Client, body: object): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  // The first tick only starts the measurement.
  await new Promise((resolve) => setTimeout(resolve, 3));
  histogram.reset();
  const { status } = await live.post('/v1/query', body);
  if (status !== 200) throw new Error(`a query answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
  await new Promise((resolve) => setTimeout(resolve, 3));
  histogram.disable();
  return histogram.max / 1e6;
}

if (import.meta.main) console.table(await benchBadQueries());
