import { idOf, sha256 } from '#connectors/kinds/web-tools.ts';
import type { Message } from './message.ts';

/** Messages that answer each other, oldest first, each once even if it lies in several folders. */
export type Thread = { id: string; version: string; messages: Message[] };

/** Puts messages into threads, by the ids of the server's threads if it has any, else by the Message-IDs that they
 *  answer. The id of a thread stays the same while messages join and leave; its version does not. */
export function threadsOf(messages: readonly Message[]): Map<string, Thread> {
  const groups = createGroups();
  const known = new Set(messages.map(keyOf));
  for (const message of messages) {
    const own = keyOf(message);
    const parents = message.references.map((id) => `id ${id}`);
    // One parent each: a mail that claims to answer several threads must not make one of them.
    const parent = parents.findLast((id) => id !== own && known.has(id)) ?? parents[0];
    if (message.threadId !== undefined) groups.join(own, `thread ${message.threadId}`);
    else if (parent !== undefined) groups.join(own, parent);
  }
  const byGroup = Map.groupBy(messages, (message) => groups.of(keyOf(message)));
  const threads = new Map<string, Thread>();
  for (const members of byGroup.values()) {
    const once = [...new Map(members.map((message) => [keyOf(message), message])).values()].sort(inOrder);
    const id = idOfThread(once);
    // Two groups have one id if a message between them is missing.
    const all = [...(threads.get(id)?.messages ?? []), ...once].sort(inOrder);
    threads.set(id, { id, version: versionOf(all), messages: all });
  }
  return threads;
}

/** The same for a message wherever it lies. */
const keyOf = ({ messageId, folder, validity, uid }: Message): string =>
  messageId === undefined ? `uid ${validity} ${uid} ${folder}` : `id ${messageId}`;

const inOrder = (a: Message, b: Message): number => a.time - b.time || (keyOf(a) < keyOf(b) ? -1 : 1);

/** The first message of the thread names it, even if only the answers to it are left. */
function idOfThread([oldest]: readonly Message[]): string {
  if (!oldest) throw new Error('A thread has a message.');
  const { threadId, references } = oldest;
  if (threadId !== undefined) return idOf(`thread ${threadId}`);
  return idOf(references[0] === undefined ? keyOf(oldest) : `id ${references[0]}`);
}

/** A message never changes: the same ids are the same content. */
const versionOf = (messages: readonly Message[]): string =>
  sha256(...messages.map((message) => `${keyOf(message)} ${message.size}`));

/** Sets that are joined (union-find). Runs in nearly linear time. */
function createGroups() {
  const parents = new Map<string, string>();
  const of = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next;
    for (let at = key; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const join = (a: string, b: string): void => {
    parents.set(of(a), of(b));
  };
  return { of, join };
}
