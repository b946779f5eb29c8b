import { stripInvisible } from '#text/strip-invisible.ts';

/** Whether a sentence of a source addresses a language model instead of a reader. Such sentences are no evidence, so
 *  what a reply takes from them is unsupported. Knows English, and the words that attacks in other languages share. */
export const isPromptInjection = (text: string): boolean =>
  order.test(stripInvisible(text).normalize('NFKC'));

const order = new RegExp(
  [
    // Ignore all previous instructions.
    String.raw`(?:ignor\p{L}*|disregard\p{L}*|forget|overrid\p{L}*|bypass\p{L}*|vergiss|vergessen|missachte\p{L}*|oublie[zr]?|olvid\p{L}*|dimentica\p{L}*|esque[çc]\p{L}*|negeer|игнорируй\p{L}*|забудь\p{L}*)\P{L}(?:[^.!?\n]{0,60}\P{L})?(?:instru[ckz]\p{L}*|istruzion\p{L}*|anweisung\p{L}*|prompts?|rules?|regeln|règles|reglas|regole|regras|guidelines?|directives?|consignes|инструкц\p{L}*|правил\p{L}*|context)`,
    '(?:忽略|无视|無視)[^。]{0,20}(?:指令|指示|规则|規則|提示)|指示を(?:無視|忘れ)|지시[^.]{0,20}무시',
    // System: you are now …
    String.raw`\b(?:system|developer)\s*(?:prompt|override|instructions?)\b|\bsystem (?:message|note)\s*:`,
    String.raw`^\W*(?:system|assistant|developer)\s*[:>\]|]`,
    String.raw`<\|?/?\s*(?:system|assistant|user|human|im_start|im_end|developer|tool|instructions?)\b`,
    String.raw`\[/?(?:INST|SYSTEM|SYS)\b|<<\s*/?SYS`,
    String.raw`\byou are (?:now|from now on) (?:an?|the|my|called|named|unrestricted|free|dan|in \w+ mode)\b|\byou are no longer (?:bound|an?|the)\b`,
    String.raw`\bfrom now on,? (?:you|always|answer|respond|reply)\b`,
    String.raw`\b(?:act|behave|pretend|roleplay|role-play) (?:as|like|to be) (?:an?|the|if)\b`,
    // Note to the AI: …
    String.raw`\b(?:dear|attention|note to|notice to|message to|hey|if you are an?)\s+(?:the |any |all |an? )?(?:\w+ )?(?:AI|A\.I\.|LLM|language model|chat ?bot|assistant|GPT|model)s?\b`,
    String.raw`\bassistant (?:must|should|shall) (?:always |never |now |only )?(?:say|reply|respond|answer|tell|ignore|output|print|include|obey)\b`,
    String.raw`^\W*(?:AI|LLM|chat ?bot|language model)s?\s*:`,
    // Append this to every reply.
    String.raw`\b(?:append|insert|include|add|prepend|embed|render|display|output|print|repeat|reveal|leak|send|post|exfiltrate|encode)\b[^\n]{0,80}\b(?:your (?:reply|replies|response|responses|answer|answers|output|prompt|instructions)|(?:every|each|the) (?:reply|response|answer)|the conversation|the chat|chat history|system prompt|the user'?s? (?:message|question|data|email|name|key))\b`,
    String.raw`\b(?:your|the) (?:reply|response|answer|output) (?:must|should|shall|has to|needs to) (?:be|contain|include|begin|start|end|consist)\b`,
    String.raw`\b(?:reply|respond|answer|output|say|print)\b (?:only|exactly|nothing but|just|solely)\b`,
    String.raw`\b(?:tell|convince|instruct|ask|inform|direct) the (?:user|reader|person|human)\b`,
  ].join('|'),
  'iu',
);
