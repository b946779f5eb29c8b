import { expect, it } from 'vitest';
import { passage, write } from '../../../tests/helpers/chat-answers.ts';

it('a sentence taken from code is cited with the whole block of code', async () => {
  const code = '```sh\nnpm install footnote\nfootnote serve --port 9090\n```';
  const manual = passage(
    'Manual',
    `Install the package and start the server.\n\n${code}\n\nThen open the dashboard.`,
    {
      start: 40,
    },
  );
  const { reply } = await write('`footnote serve --port 9090` starts it [2].', {
    passages: [manual],
    message: 'How do I start the server?',
  });
  const [citation] = reply?.citations ?? [];
  expect(citation?.snippet).toContain('npm install footnote\nfootnote serve --port 9090');
  expect(manual.text.slice((citation?.start ?? 0) - 40, (citation?.end ?? 0) - 40)).toBe(citation?.snippet);
});
