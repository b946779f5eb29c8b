/** A question that someone new asks about Footnote. says: all of what a right reply says. from: a document that says so, one of
 *  which a right reply cites. */
export type DocsQuestion = { question: string; says: readonly RegExp[]; from: readonly string[] };

/** The questions were written before any reply was seen. What a right reply says was corrected once, after the first run, in
 *  both directions: three replies held the words by chance, and one said the same in others. A question goes only if the docs no
 *  longer answer it. */
export const QUESTIONS: readonly DocsQuestion[] = [
  { question: 'How do I start it?', says: [/npm start/], from: ['README.md', 'docs/deploy.md'] },
  {
    question: 'Which Node version do I need?',
    says: [/Node 2[04]/],
    from: ['README.md', 'docs/deploy.md'],
  },
  {
    question: 'Which port does the sandbox listen on?',
    says: [/8081/],
    from: ['README.md', 'docs/deploy.md'],
  },
  {
    question: 'Does it work offline, without a model provider?',
    says: [/offline|without (?:any |a )?(?:language )?model/i],
    from: ['README.md', 'docs/deploy.md', 'docs/design.md'],
  },
  {
    question: 'How do I rotate the secret of a webhook?',
    says: [/rotate-secret/],
    from: ['docs/guides/webhooks.md'],
  },
  {
    question: 'What does a confidence below 0.5 mean?',
    says: [/may lack/],
    from: ['docs/concepts.md', 'docs/guides/chat.md'],
  },
  {
    question: 'How do I move my data from SQLite to PostgreSQL?',
    says: [/migrate .*--to postgres/],
    from: ['docs/guides/moving.md', 'docs/deploy.md'],
  },
  {
    question: 'What happens to indexing jobs if the process is killed with kill -9?',
    says: [/lease|interruption|isn't held against|nothing acknowledged is lost/i],
    from: ['docs/concepts.md', 'docs/design.md', 'docs/deploy.md'],
  },
  {
    question: 'Wie mache ich ein Backup, während der Dienst läuft?',
    says: [/footnote -- backup|one command|while the service runs/i],
    from: ['docs/guides/backup.md', 'docs/deploy.md'],
  },
  {
    question: 'Was muss ich tun, wenn ein API-Schlüssel bekannt geworden ist?',
    says: [/revoke/i],
    from: ['docs/guides/keys.md'],
  },
  {
    question: 'Show me the curl command that adds a text as a source',
    says: [/curl/, /"type": "text"/],
    from: ['README.md', 'docs/guides/sources.md'],
  },
  {
    question: 'Which code does an error with status 429 have?',
    says: [/rate_limited/],
    from: ['docs/errors.md', 'docs/guides/limits.md'],
  },
  {
    question: 'How large can a file be that I upload?',
    says: [/50 MB/],
    from: ['docs/guides/limits.md', 'docs/guides/sources.md'],
  },
  {
    question: 'For how long are failed webhook deliveries retried?',
    says: [/retr(?:y|ies|ied)\b[^.]*three days|ten attempts in three days/i],
    from: ['docs/guides/webhooks.md'],
  },
  {
    question: 'How many chat requests per minute may a key send by default?',
    says: [/60/],
    from: ['docs/guides/limits.md'],
  },
  {
    question: 'How do I check the signature of a webhook in Node?',
    says: [/standardwebhooks|webhook\.verify|raw body/],
    from: ['docs/guides/webhooks.md'],
  },
  {
    question: 'How do I put the chat on my own website?',
    says: [/widget/i, /<script|token/],
    from: ['docs/guides/chat.md'],
  },
  {
    question: 'how can the agent remember what was said before in a conversation',
    says: [/session_id/, /share their context|same/],
    from: ['docs/guides/chat.md'],
  },
  {
    question: 'What may a viewer do that a member may not, and the other way round?',
    says: [/viewer/, /member/],
    from: ['docs/guides/accounts.md'],
  },
  {
    question: 'Can I use my own Ollama model for the answers?',
    says: [/LLM_BASE_URL=http:\/\/127/],
    from: ['docs/deploy.md', 'README.md'],
  },
];
