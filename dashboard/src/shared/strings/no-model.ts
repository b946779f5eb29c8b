/** Words for an installation without a language model. */
export const noModel = {
  title: 'No language model is connected',
  about:
    "Agents quote sentences from your sources, word for word. With a language model they write replies of their own, with the same citations. Your sources and agents don't change.",
  how: 'To connect one, start Footnote with LLM_PROVIDER, LLM_MODEL and LLM_API_KEY.',
  guide: 'How to connect one',
  ask: 'Ask the person who runs this service to connect one.',
  noEffect: 'Has no effect until a language model is connected.',
  quoted: 'This reply quotes your sources, because no language model is connected.',
};
