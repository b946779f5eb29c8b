import { makePdf } from '../../server/tests/helpers/make-pdf.ts';
import { type Client, defaultKnowledgeBase } from '../../server/tests/helpers/start-test-service.ts';
import { uploadDocument } from '../../server/tests/helpers/upload-document.ts';

/** A small harbour that people ask about: what the pictures of the main states and of the documentation show. */
export type Harbour = { agentId: string; guideId: string };

const TEXTS = {
  'Opening hours':
    'The harbour office is open from eight to four. On Sundays it opens at ten and closes at noon.',
  'Harbour rules':
    'Visiting boats moor at the north pier and pay twelve crowns a night. Dogs stay on the lead.',
  'Ferry timetable':
    'The ferry to the island leaves at nine, at noon and at five. It takes forty minutes. Bicycles travel free of charge.',
  'Berth prices.csv': 'length,price\nup to 8 m,12 crowns\nup to 12 m,18 crowns\nlonger,25 crowns\n',
};

/** The lines of each page of the guide. */
const GUIDE = [
  [
    'Lighthouse guide',
    'The lighthouse stands on the north pier of the old harbour.',
    'It was built in 1874 by Ida Lund, of granite from the island.',
    'Its light reaches eighteen nautical miles.',
  ],
  [
    'Visits',
    'The lighthouse is open to visitors on Sundays from ten to four.',
    'A ticket is five crowns, and free for children under twelve.',
    'There are 134 steps to the gallery, and no lift.',
  ],
];

const QUESTIONS = [
  'Who built the lighthouse?',
  'When is the lighthouse open?',
  'What does a ticket for the lighthouse cost?',
  'When does the ferry leave?',
  'How long does the ferry take?',
  'Where do visiting boats moor?',
  'When is the harbour office open on Sundays?',
  'Which tram goes to the airport?',
  'Is there a sauna?',
];

/** Fills a workspace with sources, an agent and conversations. */
export async function fillHarbour(client: Client): Promise<Harbour> {
  for (const [name, content] of Object.entries(TEXTS))
    await client.addText(name, content, { tags: ['harbour'] });
  const guideId = await uploadDocument(client, guide(), 'Lighthouse guide.pdf');
  const agent = await client.post('/v1/agents', {
    name: 'Harbour desk',
    knowledge_base_ids: [await defaultKnowledgeBase(client)],
    welcome_message: 'Welcome to the harbour. What would you like to know?',
  });
  const agentId = agent.body.data.id;
  // The last step of the first run, which stays on the overview as long as it is open.
  await client.post('/v1/api-keys', { name: 'Website', scope: 'read_only' });
  for (const [index, message] of QUESTIONS.entries())
    await client.post(`/v1/agents/${agentId}/chat`, { message, session_id: sessionOf(index) });
  return { agentId, guideId };
}

/** The conversation of a question. */
export const sessionOf = (question: number): string => `visitor-${question + 1}`;

const guide = (): Uint8Array =>
  makePdf(
    GUIDE.map(([title = '', ...lines]) => ({
      texts: [
        { text: title, x: 72, y: 740, size: 24, font: 'bold' as const },
        ...lines.map((text, index) => ({ text, x: 72, y: 690 - index * 24, size: 13 })),
      ],
    })),
  );
