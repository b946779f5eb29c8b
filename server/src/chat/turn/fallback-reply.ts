import { confidenceOfFallback } from '#chat/extractive/confidence.ts';
import type { Passage } from '#chat/passages/passage.ts';
import type { Reply } from '#chat/reply.ts';
import type { AgentRow } from '#storage/tables.ts';
import { detectLanguage, type Language } from '#text/language.ts';

const ENGLISH = "I don't know: I found nothing about this in my knowledge base.";

const GENERIC: Partial<Record<Language, string>> = {
  de: 'Das weiß ich nicht: In meiner Wissensbasis habe ich nichts dazu gefunden.',
  fr: "Je ne sais pas : je n'ai rien trouvé à ce sujet dans ma base de connaissances.",
  es: 'No lo sé: no he encontrado nada sobre esto en mi base de conocimiento.',
  it: 'Non lo so: non ho trovato nulla al riguardo nella mia base di conoscenza.',
  pt: 'Não sei: não encontrei nada sobre isso na minha base de conhecimento.',
  nl: 'Dat weet ik niet: ik heb hierover niets gevonden in mijn kennisbank.',
  pl: 'Nie wiem: nie znalazłem nic na ten temat w mojej bazie wiedzy.',
  ru: 'Я не знаю: в моей базе знаний ничего об этом не нашлось.',
  zh: '我不知道：在我的知识库中没有找到相关内容。',
  ja: 'わかりません。ナレッジベースに該当する情報が見つかりませんでした。',
  ko: '잘 모르겠습니다. 지식 베이스에서 관련 내용을 찾지 못했습니다.',
};

const NOTHING_FOUND = 'Nothing was found in the knowledge bases.';
const NOTHING_SAID = 'What was found in the knowledge bases does not answer the question.';

/** The reply if nothing relevant was found: the agent's own message, or a generic one in the language of the question;
 *  never with sources.
 *  reason: why there is no other reply. */
export const fallbackReply = (
  message: string | null,
  question: string,
  passages: readonly Passage[],
  reason = passages.length === 0 ? NOTHING_FOUND : NOTHING_SAID,
): Reply => ({
  kind: 'fallback',
  text: message ?? GENERIC[detectLanguage(question)] ?? ENGLISH,
  sources: [],
  citations: [],
  confidence: confidenceOfFallback(passages),
  confidenceReason: reason,
  isDegraded: false,
  usage: undefined,
});

/** The reply to give: that of an answerer, unless there is none or it has less confidence than the agent asks for.
 *  refusal: why there is none. */
export function replyOrFallback(
  { reply, refusal }: { reply: Reply | undefined; refusal?: string },
  { min_confidence: least, fallback_message: message }: Pick<AgentRow, 'min_confidence' | 'fallback_message'>,
  question: string,
  passages: readonly Passage[],
): Reply {
  if (!reply) return fallbackReply(message, question, passages, refusal);
  if (least === null || reply.confidence >= least) return reply;
  const reason = `The best reply has a confidence of ${reply.confidence.toFixed(2)}, and the agent wants ${least} at least.`;
  return { ...fallbackReply(message, question, passages, reason), isDegraded: reply.isDegraded };
}
