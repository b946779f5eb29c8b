import { createServer } from 'node:http';

/** A language model in OpenAI's protocol that answers at once: with the first sentence of the first passage it is shown, word by
 *  word. Prints its address. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: string }[] };
    const sentence = /^\[1\] .*\n([^.]*\.)/m.exec(messages.at(-1)?.content ?? '')?.[1] ?? 'NO_ANSWER.';
    const words = `${sentence.slice(0, -1)} [1].`.match(/\s*\S+/g) ?? [];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      [...words.map((content) => event([{ index: 0, delta: { content } }])), LAST, 'data: [DONE]\n\n'].join(
        '',
      ),
    );
  });
});

const event = (choices: object[], usage?: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stub', choices, usage })}\n\n`;

const LAST = event([{ index: 0, delta: {}, finish_reason: 'stop' }], {
  prompt_tokens: 1_000,
  completion_tokens: 20,
  total_tokens: 1_020,
});

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
