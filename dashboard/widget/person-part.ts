import { askPersonView } from './ask-person.ts';
import { type createLog, personView, quietView } from './log.ts';
import type { createMemory, Turn } from './memory.ts';
import { createPoll } from './poll.ts';
import { canBeRepeated, type PersonMessage, type WidgetService } from './service.ts';
import { words } from './words.ts';

type Conversation = {
  turns(): Turn[];
  keep(turns: Turn[]): void;
  log: ReturnType<typeof createLog>;
  /** Announces a text to screen readers. */
  say(text: string): void;
  focus(): void;
};

/** The part of people in a conversation: their offer, the request for one, and what they say. */
export function createPersonPart(
  service: Pick<WidgetService, 'askForPerson' | 'news'>,
  memory: ReturnType<typeof createMemory>,
  { turns, keep, log, say, focus }: Conversation,
) {
  let offered: HTMLElement | undefined;
  const sessionOf = (): string | undefined => turns().at(-1)?.answer.session_id;
  const setRequest = (hasRequest: boolean): void => memory.write({ ...memory.read(), hasRequest });

  const hear = (messages: PersonMessage[]): void => {
    const last = turns().at(-1);
    if (!last || messages.length === 0) return;
    keep([...turns().slice(0, -1), { ...last, heard: [...(last.heard ?? []), ...messages] }]);
    log.add(...messages.map(personView));
    say(messages.map(({ author = words.person, text }) => words.said({ person: author, text })).join(' '));
  };
  const look = async (): Promise<boolean> => {
    const session = sessionOf();
    if (session === undefined) return false;
    const after = turns()
      .flatMap(({ heard = [] }) => heard)
      .at(-1)?.id;
    try {
      const { status, messages } = await service.news(session, after);
      // A new conversation may have started meanwhile.
      if (session !== sessionOf()) return false;
      hear(messages);
      if (status === 'open' || status === 'assigned') return messages.length > 0;
      setRequest(false);
      if (status === 'resolved') log.add(quietView(words.resolved));
    } catch (error) {
      if (!canBeRepeated(error)) setRequest(false);
    }
    return false;
  };
  const poll = createPoll(look, () => {
    const { isOpen, hasRequest } = memory.read();
    return isOpen && hasRequest === true;
  });
  /** Offers a person if the last answer does. */
  const offer = (): void => {
    offered?.remove();
    const answer = turns().at(-1)?.answer;
    if (!answer?.handover?.reason || memory.read().hasRequest) return;
    offered = askPersonView(async (request) => {
      await service.askForPerson(answer.session_id, request);
      setRequest(true);
      offered?.replaceWith(quietView(words.asked));
      say(words.asked);
      focus();
      poll.now();
    });
    log.add(offered);
  };
  return {
    /** After the conversation was shown as a whole. */
    shown: (): void => {
      const isUnanswered = turns().every(({ heard }) => heard === undefined);
      if (memory.read().hasRequest && isUnanswered) log.add(quietView(words.asked));
      offer();
    },
    /** After an answer of the agent. */
    answered: (): void => {
      offer();
      if (turns().at(-1)?.answer.handover?.status) setRequest(true);
      poll.now();
    },
    refresh: poll.now,
    /** A new conversation has no request. */
    forget: () => setRequest(false),
  };
}
