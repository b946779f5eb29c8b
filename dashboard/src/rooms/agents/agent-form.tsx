import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery, tokensQuery } from '#shared/api/agent-queries.ts';
import { reasonsOf, request, submit } from '#shared/api/request.ts';
import { ChangedSince } from '#shared/components/changed-since.tsx';
import { conflictOf } from '#shared/components/conflict.ts';
import { Failure } from '#shared/components/page.tsx';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { showAgent } from './agent-actions.ts';
import { type AgentDraft, changesOf, isNumberUpTo, lettersOf, MOST } from './agent-draft.ts';
import { BehaviourFields, InstructionFields, KnowledgeFields } from './agent-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { draftPath, draftQuery, type SavedDraft, versionsQuery } from './version-queries.ts';

const words = rooms.agents;

const FIELDS = Object.keys({
  name: 0,
  knowledge_base_ids: 0,
  system_prompt: 0,
  welcome_message: 0,
  fallback_message: 0,
  response_length: 0,
  handover: 0,
  min_confidence: 0,
  temperature: 0,
} satisfies Record<keyof AgentDraft, 0>);

type Sent = { isForced?: true; isPublished: boolean };

/** The settings of an agent that have versions. They are saved as a draft, or published.
 *  saved: the agent as its saved draft would make it. typed: as the fields show it; the page holds it, to tell whether the test chat
 *  uses older settings. version: of the agent that it is about. startAgain: shows an agent in place of what was typed. */
export function AgentForm({
  agent,
  saved,
  typed,
  version,
  change,
  startAgain,
  isWriter,
}: {
  agent: Agent;
  saved: Agent;
  typed: AgentDraft;
  version: string;
  change: (typed: AgentDraft) => void;
  startAgain: (agent: Agent, saved: Agent) => void;
  isWriter: boolean;
}) {
  const queryClient = useQueryClient();
  const { workspace } = useAccount();
  const mayExplain = isWriter && !canManage(workspace.role);
  const tokens = useQuery({ ...tokensQuery(agent.id), enabled: mayExplain });
  const isPublished = mayExplain && tokens.data?.some(({ enabled }) => enabled) === true;
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const [note, setNote] = useState('');
  const isDirty = Object.keys(changesOf(saved, typed)).length > 0;
  const changes = changesOf(agent, typed);
  const differs = Object.keys(changes).length > 0;
  const show = (now: Agent, draft: SavedDraft | null): void => {
    queryClient.setQueryData(draftQuery(now).queryKey, draft);
    showAgent(queryClient, now);
    startAgain(now, draft ? { ...now, ...draft.configuration } : now);
    setChecked(false);
  };
  const reload = async (): Promise<void> => {
    const now = await queryClient.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 });
    show(now, await queryClient.fetchQuery(draftQuery(now)));
  };
  const save = useSave<{ now: Agent; draft: SavedDraft | null }, Sent>(
    async ({ isForced, isPublished: publishes }, submission) => {
      submission.version = isForced ? undefined : version;
      if (publishes) {
        const body = { changes, ...(note.trim() !== '' && { note: note.trim() }) };
        return {
          now: await submit<Agent>(submission, 'POST', `${AGENTS}/${agent.id}/publish`, body),
          draft: null,
        };
      }
      const draft = await submit<SavedDraft>(submission, 'PUT', draftPath(agent.id), changes);
      return { now: { ...agent, draft_saved_at: draft.saved_at, updated_at: draft.saved_at }, draft };
    },
    {
      said: ({ now }, { isPublished: publishes }) =>
        publishes ? words.published({ number: now.version }) : words.draftSaved,
      done: ({ now, draft }) => {
        show(now, draft);
        setNote('');
      },
      stale: [versionsQuery(agent.id).queryKey],
    },
  );
  const discard = useSave<void>(() => request('DELETE', draftPath(agent.id)), {
    said: words.draftDiscarded,
    done: reload,
    tellsErrors: true,
  });
  const lastSent = useRef<Sent>({ isPublished: false });
  const send = (sent: Sent): void => {
    lastSent.current = sent;
    save.mutate(sent, { onError: () => showFirstError(form.current) });
  };
  const { reasonOf, rest } = reasonsOf(save.error, [...FIELDS, ...FIELDS.map((field) => `changes.${field}`)]);
  const conflict = conflictOf(rest, {
    reload: async () => {
      await reload();
      save.reset();
    },
    overwrite: () => send({ ...lastSent.current, isForced: true }),
  });
  const reasons = ownReasons(typed);
  const errorOf = (field: string): string | undefined =>
    (isChecked ? reasons[field as keyof AgentDraft] : undefined) ??
    (save.isError ? (reasonOf(field) ?? reasonOf(`changes.${field}`)) : undefined);
  const check = (isPublishing: boolean): void => {
    setChecked(true);
    if (Object.keys(reasons).length > 0) showFirstError(form.current);
    else send({ isPublished: isPublishing });
  };
  const put = <Name extends keyof AgentDraft>(name: Name, value: AgentDraft[Name]): void =>
    change({ ...typed, [name]: value });
  const fields = { draft: typed, put, errorOf };
  return (
    <form
      ref={form}
      aria-label={words.form.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty) check(false);
      }}
    >
      <fieldset disabled={!isWriter} className="grid gap-4">
        {isPublished && <p className="text-quiet">{words.form.published}</p>}
        <div id="instructions" className="scroll-mt-16">
          <InstructionFields {...fields} />
        </div>
        <div id="knowledge" className="scroll-mt-16">
          <KnowledgeFields {...fields} />
        </div>
        <div id="behaviour" className="scroll-mt-16">
          <BehaviourFields {...fields} />
        </div>
      </fieldset>
      {rest && (
        <div className="pt-4">
          {conflict ? <ChangedSince conflict={conflict} isBusy={save.isPending} /> : <Failure error={rest} />}
        </div>
      )}
      {isWriter && (
        <SaveBar
          liveVersion={agent.version}
          draftSavedAt={agent.draft_saved_at}
          isDirty={isDirty}
          differs={differs}
          isBusy={save.isPending || discard.isPending}
          note={note}
          changeNote={setNote}
          publish={() => check(true)}
          undo={() => {
            startAgain(agent, saved);
            setChecked(false);
            save.reset();
          }}
          discardDraft={() => discard.mutate()}
        />
      )}
    </form>
  );
}

/** Errors that are found before saving. */
function ownReasons(draft: AgentDraft): Partial<Record<keyof AgentDraft, string>> {
  const tooLong = (['name', 'system_prompt', 'welcome_message', 'fallback_message'] as const)
    .map((name) => [name, MOST[name] - lettersOf(draft[name])] as const)
    .filter(([, left]) => left < 0)
    .map(([name]) => [name, words.form.tooLong({ max: MOST[name] })]);
  const noNumbers = (['min_confidence', 'temperature'] as const)
    .filter((name) => !isNumberUpTo(MOST[name], draft[name]))
    .map((name) => [name, words.form.noNumber({ max: MOST[name] })]);
  return {
    ...Object.fromEntries([...tooLong, ...noNumbers]),
    ...(draft.name.trim() === '' && { name: words.form.nameMissing }),
    ...(draft.knowledge_base_ids.length === 0 && { knowledge_base_ids: words.form.basesMissing }),
  };
}

/** Focuses the first invalid field after it is rendered. */
const showFirstError = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
