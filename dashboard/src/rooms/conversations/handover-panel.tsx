import { type ReactNode, useState } from 'react';
import { request, submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextArea } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { Panel } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { handover as words } from '#shared/strings/handover.ts';
import { type Conversation, sessionPath } from './conversation-queries.ts';
import { HandoverStatus } from './handover-status.tsx';

type Handover = NonNullable<Conversation['handover']>;
type Place = { agentId: string; sessionId: string };

const STALE = [['conversations']];

/** What the visitor asked a person for, who has it, and what that person can do. */
export function HandoverPanel({
  handover,
  isWriter,
  ...place
}: Place & { handover: Handover; isWriter: boolean }) {
  const { id } = useAccount();
  const isMine = handover.assignee?.id === id;
  const { status } = handover;
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet">
          <HandoverStatus status={status} />
          <span>
            {words.asked} <When at={handover.created_at} />
          </span>
        </p>
        <Asked handover={handover} />
        <p role="status">{sayWhose(handover, isMine)}</p>
        {isWriter && status !== 'resolved' && (
          <>
            <Actions {...place} status={status} isMine={isMine} />
            {(status === 'open' || isMine) && <Reply {...place} isMine={isMine} />}
          </>
        )}
      </div>
    </Panel>
  );
}

const sayWhose = ({ status, assignee }: Handover, isMine: boolean): string =>
  status === 'open'
    ? words.waiting
    : status === 'resolved'
      ? words.resolvedBy(assignee?.name ?? words.person)
      : isMine
        ? words.yours
        : words.theirs(assignee?.name ?? words.person);

const Asked = ({ handover: { contact, message } }: { handover: Handover }) => (
  <dl className="grid gap-3 sm:grid-cols-2">
    <Fact name={words.contact}>
      {contact.name === undefined && contact.email === undefined ? (
        <span className="text-quiet">{words.noContact}</span>
      ) : (
        <>
          {contact.name && <span className="block">{contact.name}</span>}
          {contact.email && (
            <a href={`mailto:${encodeURIComponent(contact.email)}`} className="text-accent-ink underline">
              {contact.email}
            </a>
          )}
        </>
      )}
    </Fact>
    <Fact name={words.message}>{message ?? <span className="text-quiet">{words.noMessage}</span>}</Fact>
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-small text-quiet">{name}</dt>
    <dd dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </dd>
  </div>
);

function Actions({ status, isMine, ...place }: Place & { status: Handover['status']; isMine: boolean }) {
  const update = useUpdate(place);
  const send = (body: Update) => () => update.mutate(body);
  const isFree = status === 'open';
  return (
    <div className="flex flex-wrap gap-2">
      {isFree && (
        <Button onClick={send({ status: 'assigned' })} isBusy={update.isPending}>
          {words.assign}
        </Button>
      )}
      {!isFree && !isMine && (
        <Button onClick={send({ status: 'assigned', take_over: true })} isBusy={update.isPending}>
          {words.takeOver}
        </Button>
      )}
      {isMine && (
        <Button onClick={send({ status: 'open' })} isBusy={update.isPending}>
          {words.giveBack}
        </Button>
      )}
      {(isFree || isMine) && (
        <Button onClick={send({ status: 'resolved' })} isBusy={update.isPending}>
          {words.resolve}
        </Button>
      )}
    </div>
  );
}

type Update = { status: Handover['status']; take_over?: true };

const SAID = { assigned: words.assigned, open: words.givenBack, resolved: words.resolved };

const useUpdate = ({ agentId, sessionId }: Place) =>
  useSave((body: Update) => request('PATCH', `${sessionPath(agentId, sessionId)}/handover`, body), {
    said: (_, { status }) => SAID[status],
    stale: STALE,
    tellsErrors: true,
  });

function Reply({ agentId, sessionId, isMine }: Place & { isMine: boolean }) {
  const [text, setText] = useState('');
  const save = useSave<unknown>(
    (_, submission) => submit(submission, 'POST', `${sessionPath(agentId, sessionId)}/messages`, { text }),
    {
      stale: STALE,
      done: () => setText(''),
    },
  );
  return (
    <Form
      submit={() => text.trim() !== '' && !save.isPending && save.mutate()}
      error={save.error}
      action={words.send}
      isBusy={save.isPending}
      disabled={text.trim() === ''}
    >
      <TextArea
        label={words.reply}
        hint={isMine ? words.replyHint : words.replyTakes}
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Form>
  );
}
