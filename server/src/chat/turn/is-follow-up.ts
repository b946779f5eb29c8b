import { splitWords } from '#chat/passages/split-words.ts';

/** Whether a message can't be understood without the conversation: it begins like a continuation, points back with a
 *  pronoun, or says almost nothing itself.
 *  content: its words without function words. */
export function isFollowUp(message: string, content: readonly string[]): boolean {
  const text = message.trim();
  if (wide.test(text)) return leansInWideScript(text);
  if (asksForMore.test(text)) return true;
  if (continues.test(text)) return content.length <= 4;
  if (pointsBack(text, content)) return true;
  const subjects = content.filter((word) => !degrees.test(word));
  return subjects.length === 0 || (subjects.length === 1 && isFragment(text));
}

/** A pronoun may refer to something in the message itself if enough precedes it. */
function pointsBack(text: string, content: readonly string[]): boolean {
  if (dummyIt.test(text)) return false;
  const at = pronouns.exec(text)?.index;
  if (at !== undefined) return content.filter((word) => text.indexOf(word) < at).length < 3;
  return content.length <= 3 && demonstratives.test(text);
}

/** A question such as `Price?` or `What is the price?`, but not `What is photosynthesis?`, which names something new. */
const isFragment = (text: string): boolean => splitWords(text).length < 3 || definite.test(text);

/** Whether a question in Chinese, Japanese or Korean needs its context. These languages omit what is known; a few
 *  characters cannot be a whole question. */
function leansInWideScript(text: string): boolean {
  const length = splitWords(text).join('').length;
  return length <= 5 || (length <= 20 && (wideLeaning.test(text) || /(?:呢|는요|은요)[?？]?$/.test(text)));
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const wideLeaning =
  /^(?:那|这|這|它|他|她|其|还有|還有|为什么|為什麼|その|それ|これ|この|あれ|彼|では|じゃあ|もっと|なぜ|그럼|그것|그건|이것|그는|그녀|그리고|왜|더)|它|他们|她们|それ|彼女/u;

/** One of these words or phrases, as whole words. */
const anyOf = (phrases: string, where: 'first' | 'anywhere'): RegExp => {
  const whole = `(?:${phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .join('|')})(?![\\p{L}\\p{N}])`;
  return new RegExp(where === 'first' ? `^[^\\p{L}\\p{N}]*${whole}` : `(?<![\\p{L}\\p{N}])${whole}`, 'iu');
};

const continues = anyOf(
  `and|but|so|or|also|then|what about|how about|und|aber|oder|also|dann|et|mais|alors|y|pero|entonces|e|ed|ma|però|allora|
   mas|então|en (?:hoe|hoeveel|wat|wie|waar|wanneer|waarom|welke?|als|voor)|maar|dus|wat dacht je van|и|а|но|тогда|wie sieht es mit|was ist mit|qu'en est-il|qué hay de|qué pasa con|
   che ne dici di|que tal`,
  'first',
);

const asksForMore = anyOf(
  `tell me more|more details?|more information|more about (?:it|that|this)|go on|continue|explain (?:more|further)|elaborate|
   why|why not|how so|erzähl(?:e|en sie)? mir mehr|mehr details|mehr dazu|weiter|warum(?: nicht)?|wieso|dis-m'en plus|
   dites-m'en plus|plus de détails|continuez?|pourquoi(?: pas)?|cuéntame más|dime más|más detalles|continúa|por qué|
   dimmi di più|più dettagli|continua|perché|conte-me mais|mais detalhes|por quê|porquê|vertel me meer|meer details|
   ga door|waarom|расскажи(?:те)? (?:ещё|еще|подробнее)|подробнее|почему`,
  'first',
);

/** Pronouns, in languages where the word is nothing else. */
const pronouns = anyOf(
  `it|its|they|them|their|theirs|he|him|his|she|her|hers|er|ihn|ihm|dessen|deren|davon|dafür|damit|dazu|darüber|daran|
   seine[mnrs]?|ihre[mnrs]?|elle|elles|ils|lui|leurs?|celui-ci|celle-ci|cela|él|ella|ellos|ellas|suyo|suya|ello|
   lei|esso|essa|essi|loro|suo|sua|suoi|sue|ciò|ele|eles|elas|seu|seus|suas|dele|dela|deles|isso|disso|hij|zij|haar|
   hem|ervan|hiervan|daarvan|он|она|оно|они|его|её|ее|их|ему|ей`,
  'anywhere',
);

/** Words that point back, or only go before a noun: `this one`, `this year`. */
const demonstratives = anyOf(
  `this|these|those|(?:is|was|does|did|about|of|for|like) that|that one|there(?=[\\s?!.]*$)|the same|dies|diese[mnrs]?|
   ce|ceci|ça|eso|esto|esos|esas|allí|questo|questa|questi|queste|quello|quella|isto|aquilo|esse|essa|esses|dit|deze|
   это|этот|эта|эти`,
  'anywhere',
);

/** `Is it possible to cancel?` */
const dummyIt =
  /(?<!\p{L})(?:is|was|will|can|be) it (?:be )?(?:possible|true|necessary|allowed|legal|okay|ok|safe|normal|mandatory) /iu;

/** Adjectives after `how`, which do not name a subject: `For how long?` */
const degrees =
  /^(?:long|far|often|old|big|tall|high|fast|soon|late|lang|lange|weit|oft|hoch|alt|groß|longtemps|souvent|loin|tiempo|largo|lejos|tempo|lontano|longe|vaak|ver|oud|долго|часто|далеко)$/iu;

/** Articles and similar words: `What is the price?` means the price of something known. */
const definite = anyOf(
  `the|der|die|das|den|dem|(?<!(?:qué|que|cuál|quién|dónde|cómo) )es|le|la|les|el|los|las|il|lo|gli|o|os|as|de|het|dat`,
  'anywhere',
);
