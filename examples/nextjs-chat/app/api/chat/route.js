import { createOpenAI } from '@ai-sdk/openai';
import { convertToModelMessages, createUIMessageStreamResponse, streamText, toUIMessageStream } from 'ai';

/** Asks the agent, and streams its reply and sources to the page. The key stays on the server. */
export async function POST(request) {
  const { id, messages } = await request.json();
  const { FOOTNOTE_URL, FOOTNOTE_API_KEY, FOOTNOTE_AGENT } = process.env;
  const footnote = createOpenAI({ baseURL: `${FOOTNOTE_URL}/v1`, apiKey: FOOTNOTE_API_KEY });
  const { stream } = streamText({
    model: footnote.chat(FOOTNOTE_AGENT),
    messages: await convertToModelMessages(messages),
    // One conversation per chat: follow-up questions keep their context, and the dashboard shows one transcript.
    headers: { 'X-Session-Id': id },
    abortSignal: request.signal,
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream, sendSources: true }) });
}
