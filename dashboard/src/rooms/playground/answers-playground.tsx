import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bot, History, Plus } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Agent } from '#shared/api/agent.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { Button, IconButton } from '#shared/components/button.tsx';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { TextArea } from '#shared/components/field.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import { Popover } from '#shared/components/popover.tsx';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { readPlaygroundSearch, type Side } from './playground-search.ts';
import { SidePanel } from './side-panel.tsx';
import { type PastTrial, useTrialHistory } from './trial-history.ts';
import { useTrial } from './use-trial.ts';

const words = rooms.trials;
const { agents: agentWords } = rooms;

/** One question to one configuration, or to two side by side. */
export function AnswersPlayground() {
  const agents = useQuery(agentsQuery);
  const search = useSearch({ from: '/inside/playground' });
  // An address that the page did not set itself is that of other trials.
  const address = addressOf(search);
  const [seen, setSeen] = useState<{ address: string; own?: string; generation: number }>({
    address,
    generation: 0,
  });
  if (address !== seen.address)
    setSeen({ address, generation: seen.generation + (address === seen.own ? 0 : 1) });
  if (agents.isPending) return <Loading lines={6} />;
  if (agents.error && !agents.data)
    return <Failure error={agents.error} retry={() => void agents.refetch()} />;
  const [first] = agents.data ?? [];
  if (!first)
    return (
      <div className="rounded-panel border border-line bg-panel shadow-panel">
        <Empty icon={Bot} guide="agents" title={words.noAgent} about={words.noAgentAbout} />
      </div>
    );
  return (
    <Trials
      key={seen.generation}
      agents={agents.data}
      shared={{ ask: search.ask ?? '', a: search.a ?? { agent: first.id }, b: search.b }}
      noteOwn={(own) => setSeen((now) => ({ ...now, own: addressOf(own) }))}
    />
  );
}

const addressOf = (search: object): string => {
  const { ask, a, b } = readPlaygroundSearch(search as Record<string, unknown>);
  return JSON.stringify([ask, a, b]);
};

type Shared = { ask: string; a: Side; b: Side | undefined };

function Trials({
  agents,
  shared,
  noteOwn,
}: {
  agents: readonly Agent[];
  shared: Shared;
  /** Called before the address becomes that of the trials of this page. */
  noteOwn: (search: object) => void;
}) {
  const navigate = useNavigate({ from: '/playground' });
  const { workspace } = useAccount();
  const [ask, setAsk] = useState(shared.ask);
  const [a, setA] = useState(shared.a);
  const [b, setB] = useState(shared.b);
  const [trialA, trialB] = [useTrial(), useTrial()];
  const history = useTrialHistory(workspace.id);
  const isWriter = canWrite(workspace.role);
  const isRunning = trialA.isRunning || trialB.isRunning;
  const isTooLong = Array.from(ask).length > LIMITS.messageCharacters;
  const isReady = isWriter && ask.trim() !== '' && !isTooLong;

  const start = (message: string): void => {
    void trialA.run(message, a);
    if (b) void trialB.run(message, b);
    else trialB.forget();
  };
  const submit = (): void => {
    if (!isReady || isRunning) return;
    const message = ask.trim();
    history.add({ ask: message, a, ...(b && { b }) });
    const search = { ask: message, a, ...(b && { b }) };
    noteOwn(search);
    void navigate({ search: { tab: 'answers', ...search }, replace: true });
    start(message);
  };

  return (
    <div className="grid gap-4">
      <form
        className="grid gap-3 rounded-panel border border-line bg-panel p-4 shadow-panel"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextArea
          label={words.question}
          rows={2}
          value={ask}
          placeholder={words.placeholder}
          error={isTooLong ? agentWords.form.tooLong({ max: LIMITS.messageCharacters }) : undefined}
          onChange={(event) => setAsk(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          {isRunning ? (
            <Button
              onClick={() => {
                trialA.stop();
                trialB.stop();
              }}
            >
              {words.stop}
            </Button>
          ) : (
            <Button
              type="submit"
              look="primary"
              disabled={!isReady}
              about={isWriter ? undefined : text.common.readOnly}
            >
              {b ? words.askBoth : words.ask}
            </Button>
          )}
          <span className="me-auto text-small text-quiet max-sm:hidden">{words.notStored}</span>
          <PastTrials
            past={history.all}
            agents={agents}
            clear={history.clear}
            open={({ ask: message, a: one, b: other }) =>
              void navigate({ search: { tab: 'answers', ask: message, a: one, ...(other && { b: other }) } })
            }
          />
          {shared.ask !== '' && <CopyButton value={location.href} label={words.copyLink} />}
        </div>
      </form>
      <CitationDesk>
        <div className="grid items-start gap-4 lg:not-in-data-[sheet=open]:grid-cols-2">
          <SidePanel
            name="A"
            side={a}
            change={setA}
            agents={agents}
            trial={trialA.last}
            other={trialB.last}
            isWriter={isWriter}
          />
          {b ? (
            <SidePanel
              name="B"
              side={b}
              change={setB}
              agents={agents}
              trial={trialB.last}
              other={trialA.last}
              isWriter={isWriter}
              remove={() => {
                setB(undefined);
                trialB.forget();
              }}
            />
          ) : (
            <button
              type="button"
              onClick={() => setB(structuredClone(a))}
              className="grid min-h-32 place-content-center justify-items-center gap-1 rounded-panel border border-dashed border-strong-line p-4 text-quiet hover:bg-panel hover:text-ink"
            >
              <span className="inline-flex items-center gap-1.5 font-medium">
                <Plus aria-hidden className="size-4" />
                {words.compare}
              </span>
              <span className="text-small">{words.compareAbout}</span>
            </button>
          )}
        </div>
      </CitationDesk>
    </div>
  );
}

/** The last trials of this browser, to ask again. */
function PastTrials({
  past,
  agents,
  open,
  clear,
}: {
  past: readonly PastTrial[];
  agents: readonly Agent[];
  open: (trial: PastTrial) => void;
  clear: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const nameOf = ({ agent }: Side): string => agents.find(({ id }) => id === agent)?.name ?? agent;
  return (
    <Popover
      label={words.history}
      isOpen={isOpen}
      change={setOpen}
      align="end"
      className="grid max-h-96 w-80 gap-1 overflow-y-auto p-1"
      trigger={<IconButton icon={History} label={words.history} />}
    >
      {past.length === 0 && <p className="p-3 text-quiet">{words.noHistory}</p>}
      {past.map((trial) => (
        <button
          key={trial.at}
          type="button"
          onClick={() => {
            setOpen(false);
            open(trial);
          }}
          className="grid gap-0.5 rounded-control px-2 py-1.5 text-start hover:bg-sunken"
        >
          <span dir="auto" className="line-clamp-2 break-words">
            {trial.ask}
          </span>
          <span className="flex gap-2 text-small text-quiet">
            <span dir="auto" className="truncate">
              {[trial.a, ...(trial.b ? [trial.b] : [])].map(nameOf).join(' · ')}
            </span>
            <When at={new Date(trial.at).toISOString()} />
          </span>
        </button>
      ))}
      {past.length > 0 && (
        <Button look="quiet" onClick={clear}>
          {words.clearHistory}
        </Button>
      )}
    </Popover>
  );
}
