/** Answers every mention of the bot in its thread. A thread is one conversation, so follow-up questions work. */
export function answerMentions(app, footnote, agent) {
  app.event('app_mention', async ({ event, say }) => {
    const thread = event.thread_ts ?? event.ts;
    const message = event.text.replaceAll(/<@[^<>]*>/g, '').trim();
    if (message === '') return;
    const { reply, sources } = await footnote.agents.chat(agent, {
      message,
      session_id: `slack-${event.channel}-${thread}`,
      format: 'text',
    });
    await say({ thread_ts: thread, text: [reply, ...sources.map(footnoteOf)].join('\n') });
  });
}

/** One line for each source, in Slack's own markup: <URL|name>. */
const footnoteOf = ({ name, url }, index) => {
  const label = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `[${index + 1}] ${url ? `<${url}|${label.replaceAll('|', '/')}>` : label}`;
};
