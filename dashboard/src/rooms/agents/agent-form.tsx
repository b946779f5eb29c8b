import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery, tokensQuery } from '#shared/api/agent-queries.ts';
import { reasonsOf, submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { ChangedSince } from '#shared/components/changed-since.tsx';
import { conflictOf } from '#shared/components/conflict.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { Failure, Panel } from '#shared/components/page.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { BUDGET_FIELDS, TokenBudgetFields } from '#shared/components/token-budget-fields.tsx';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { optionsOf } from '#shared/options-of.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { showAgent } from './agent-actions.ts';
import { type AgentDraft, changesOf, isNumberUpTo, lettersOf, MOST } from './agent-draft.ts';
import { BaseChoice } from './base-choice.tsx';

const words = rooms.agents;
const { noModel } = rooms;
const { tokenBudgets } = rooms;

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
  token_budget: 0,
} satisfies Record<keyof AgentDraft, 0>).concat(BUDGET_FIELDS);

type TextName = 'system_prompt' | 'welcome_message' | 'fallback_message';
type NumberName = 'min_confidence' | 'temperature';

/** Settings that do nothing without a language model. */
const FOR_MODEL: ReadonlySet<keyof AgentDraft> = new Set(['system_prompt', 'temperature'] as const);

/** All settings of an agent. The page holds `draft`, to tell whether the test chat uses older settings.
 *  version: of the agent that the draft is about. startAgain: shows an agent in place of what was typed. */
export function AgentForm({
  agent,
  draft,
  version,
  change,
  startAgain,
  isWriter,
}: {
  agent: Agent;
  draft: AgentDraft;
  version: string;
  change: (draft: AgentDraft) => void;
  startAgain: (agent: Agent) => void;
  isWriter: boolean;
}) {
  const queryClient = useQueryClient();
  const { workspace, has_language_model: hasModel } = useAccount();
  const mayExplain = isWriter && !canManage(workspace.role);
  const tokens = useQuery({ ...tokensQuery(agent.id), enabled: mayExplain });
  const isPublished = mayExplain && tokens.data?.some(({ enabled }) => enabled) === true;
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const changes = changesOf(agent, draft);
  const isDirty = Object.keys(changes).length > 0;
  const save = useSave<Agent, { isForced?: true }>(
    ({ isForced }, submission) => {
      submission.version = isForced ? undefined : version;
      return submit<Agent>(submission, 'PATCH', `${AGENTS}/${agent.id}`, changes);
    },
    {
      said: words.saved,
      done: (saved): void => {
        showAgent(queryClient, saved);
        startAgain(saved);
        setChecked(false);
      },
    },
  );
  const { reasonOf, rest } = reasonsOf(save.error, FIELDS);
  const conflict = conflictOf(rest, {
    reload: async () => {
      startAgain(await queryClient.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 }));
      save.reset();
    },
    overwrite: () => save.mutate({ isForced: true }),
  });
  const reasons = ownReasons(draft);
  const errorOf = (field: string): string | undefined =>
    (isChecked ? reasons[field as keyof AgentDraft] : undefined) ??
    (save.isError ? reasonOf(field) : undefined);
  const put = <Name extends keyof AgentDraft>(name: Name, value: AgentDraft[Name]): void =>
    change({ ...draft, [name]: value });
  /** Why a field does nothing now. */
  const idle = (name: TextName | NumberName): string | undefined =>
    !hasModel && FOR_MODEL.has(name) ? noModel.noEffect : undefined;
  const long = (name: TextName, label: string, hint: string, rows: number) => (
    <TextArea
      label={label}
      hint={idle(name) ?? <Hint about={hint} left={MOST[name] - lettersOf(draft[name])} />}
      disabled={idle(name) !== undefined}
      rows={rows}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => put(name, event.target.value)}
    />
  );
  const number = (name: NumberName, label: string, hint: string) => (
    <TextField
      label={label}
      hint={idle(name) ?? hint}
      disabled={idle(name) !== undefined}
      inputMode="decimal"
      placeholder={words.form.automatic}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => put(name, event.target.value)}
    />
  );
  return (
    <form
      ref={form}
      aria-label={words.form.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.keys(reasons).length > 0) showFirstError(form.current);
        else if (isDirty) save.mutate({}, { onError: () => showFirstError(form.current) });
      }}
    >
      <fieldset disabled={!isWriter} className="grid gap-5">
        <Panel>
          <div className="grid gap-4">
            {isPublished && <p className="text-quiet">{words.form.published}</p>}
            <TextField
              label={words.form.name}
              hint={<Hint about={words.form.nameHint} left={MOST.name - lettersOf(draft.name)} />}
              value={draft.name}
              error={errorOf('name')}
              onChange={(event) => put('name', event.target.value)}
            />
            <BaseChoice
              ids={draft.knowledge_base_ids}
              change={(ids) => put('knowledge_base_ids', ids)}
              error={errorOf('knowledge_base_ids')}
            />
          </div>
        </Panel>
        <Panel title={words.form.messages}>
          <div className="grid gap-4">
            {long('system_prompt', words.form.systemPrompt, words.form.systemPromptHint, 5)}
            {long('welcome_message', words.form.welcome, words.form.welcomeHint, 2)}
            {long('fallback_message', words.form.fallback, words.form.fallbackHint, 2)}
          </div>
        </Panel>
        <Panel title={words.form.behaviour}>
          <div className="grid gap-4">
            <SelectField
              label={words.form.length}
              options={optionsOf(words.form.lengths)}
              value={draft.response_length}
              error={errorOf('response_length')}
              onChange={(event) => put('response_length', event.target.value as Agent['response_length'])}
            />
            <SelectField
              label={words.form.handover}
              hint={words.form.handoverHint}
              options={optionsOf(words.form.handovers)}
              value={draft.handover}
              error={errorOf('handover')}
              onChange={(event) => put('handover', event.target.value as Agent['handover'])}
            />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {number('min_confidence', words.form.minConfidence, words.form.minConfidenceHint)}
              {number('temperature', words.form.temperature, words.form.temperatureHint)}
            </div>
          </div>
        </Panel>
        {canManage(workspace.role) && (
          <Panel title={tokenBudgets.title}>
            <TokenBudgetFields
              id={agent.id}
              typed={draft.token_budget}
              change={(typed) => put('token_budget', typed)}
              errorOf={errorOf}
            />
          </Panel>
        )}
      </fieldset>
      {rest && (
        <div className="pt-4">
          {conflict ? <ChangedSince conflict={conflict} isBusy={save.isPending} /> : <Failure error={rest} />}
        </div>
      )}
      {isWriter && (
        <div className="sticky bottom-0 mt-5 flex flex-wrap items-center gap-2 border-t border-line bg-ground py-3">
          <Button type="submit" look="primary" disabled={!isDirty} isBusy={save.isPending}>
            {words.save}
          </Button>
          {isDirty && (
            <>
              <Button
                look="quiet"
                onClick={() => {
                  startAgain(agent);
                  setChecked(false);
                  save.reset();
                }}
              >
                {words.discard}
              </Button>
              <span className="text-small text-quiet max-sm:sr-only">{words.unsaved}</span>
            </>
          )}
        </div>
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

/** The hint of a field, and how many characters are left. */
const Hint = ({ about, left }: { about: string; left: number }) => (
  <span className="flex flex-wrap justify-between gap-x-4 sm:flex-nowrap">
    <span>{about}</span>
    <span className={`shrink-0 text-end ${left < 0 ? 'text-bad' : ''}`}>
      {left < 0 ? words.tooMany({ count: -left }) : words.left({ count: left })}
    </span>
  </span>
);
