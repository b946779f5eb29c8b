'use client';

import { useChat } from '@ai-sdk/react';

export default function Page() {
  const { messages, sendMessage, status, error } = useChat();
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <article key={id} data-role={role}>
          <p>{parts.map((part) => (part.type === 'text' ? part.text : ''))}</p>
          <Sources parts={parts} />
        </article>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form action={(form) => sendMessage({ text: String(form.get('question')) })}>
        <input name="question" aria-label="Question" required disabled={status !== 'ready'} />
        <button type="submit" disabled={status !== 'ready'}>
          Ask
        </button>
      </form>
    </main>
  );
}

/** The pages that the reply cites, once each. */
function Sources({ parts }) {
  const cited = new Map(
    parts.filter((part) => part.type === 'source-url').map((part) => [part.url, part.title]),
  );
  if (cited.size === 0) return null;
  return (
    <ol>
      {[...cited].map(([url, title]) => (
        <li key={url}>
          <a href={url}>{title ?? url}</a>
        </li>
      ))}
    </ol>
  );
}
