import type { Agent, ChatAnswer } from '@footnote/sdk';
import type { Call } from '#commands/command.ts';
import type { EnvironmentName } from '#commands/environment-of.ts';
import { jsonForTerminal, linesForTerminal, usageError } from '#commands/with-store.ts';
import { withConnection } from './connect.ts';
import { footnotes, withMarkers } from './footnotes.ts';
import { openService, type Service } from './service.ts';

type AskValues = {
  agent: string | undefined;
  session: string | undefined;
  environment: EnvironmentName | undefined;
  json: boolean;
};

/** `footnote ask`: a reply, as it is written on a terminal, and its footnotes. */
export async function askCommand(call: Call<AskValues>): Promise<void> {
  const { values, args } = call;
  const message = args.join(' ');
  await withConnection(call, 'read_write', async (connection) => {
    const service = openService(connection);
    const { id } = await findAgent(service, values.agent);
    const body = { message, format: 'text', ...(values.session && { session_id: values.session }) } as const;
    const isShownLive = process.stdout.isTTY && !values.json;
    const answer = isShownLive
      ? await streamed(service, id, body)
      : await service.client.agents.chat(id, body, { signal: service.signal });
    if (values.json) return console.log(jsonForTerminal(answer));
    if (!isShownLive) console.log(linesForTerminal(withMarkers(answer)));
    console.log(linesForTerminal(footnotes(answer)));
  });
}

/** Shows the pieces of a reply as they come. */
async function streamed(
  { client, signal }: Service,
  agentId: string,
  body: { message: string; session_id?: string },
): Promise<ChatAnswer> {
  let shown = '';
  let answer: ChatAnswer | undefined;
  for await (const event of client.agents.stream(agentId, body, { signal })) {
    if (event.event === 'delta') {
      shown += event.data.text;
      process.stdout.write(linesForTerminal(event.data.text));
    } else if (event.event === 'done') answer = event.data;
  }
  if (!answer) throw new Error('The stream ended without an answer.');
  // What was withdrawn cannot be taken back from a terminal.
  const isWhole = shown.trim() === answer.reply.trim();
  process.stdout.write(isWhole ? '\n' : `\n\nThe reply in full:\n\n${linesForTerminal(answer.reply)}\n`);
  return answer;
}

async function findAgent({ client, signal }: Service, named: string | undefined): Promise<Agent> {
  const agents: Agent[] = [];
  for await (const agent of client.agents.list({ limit: 100 }, { signal })) agents.push(agent);
  const names = namesOf(agents);
  if (agents.length === 0)
    throw usageError('There is no agent yet. Create one in the dashboard, or with POST /v1/agents.');
  const found =
    named === undefined ? agents : agents.filter(({ id, name }) => id === named || name === named);
  const [agent, other] = found;
  if (!agent) throw usageError(`There is no agent “${named}”. There is: ${names}.`);
  if (other)
    throw usageError(
      named === undefined
        ? `Choose an agent with --agent: ${names}.`
        : `Several agents have the name “${named}”. Give the id of one: ${found.map(({ id }) => id).join(', ')}.`,
    );
  return agent;
}

/** Names for --agent; with the id where two agents share one. */
const namesOf = (agents: Agent[]): string =>
  agents
    .map(({ id, name }) =>
      agents.some((other) => other.name === name && other.id !== id) ? `“${name}” (${id})` : `“${name}”`,
    )
    .join(', ');
