import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, tokensQuery } from '#shared/api/agent-queries.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { SelectField, TextArea, TextField } from '#shared/components/field.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure, Panel } from '#shared/components/page.tsx';
import { BUDGET_FIELDS, TokenBudgetFields } from '#shared/components/token-budget-fields.tsx';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { optionsOf } from '#shared/options-of.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { showAgent } from './agent-actions.ts';
import { type AgentDraft, changesOf, draftOf, isNumberUpTo, lettersOf, MOST } from './agent-draft.ts';
import { BaseChoice } from './base-choice.tsx';

const words = rooms.agents;
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

/** All settings of an agent. The page holds `draft`, to tell whether the test chat uses older settings. */
export function AgentForm({
  agent,
  draft,
  change,
  isWriter,
}: {
  agent: Agent;
  draft: AgentDraft;
  change: (draft: AgentDraft) => void;
  isWriter: boolean;
}) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const { workspace } = useAccount();
  const mayExplain = isWriter && !canManage(workspace.role);
  const tokens = useQuery({ ...tokensQuery(agent.id), enabled: mayExplain });
  const isPublished = mayExplain && tokens.data?.some(({ enabled }) => enabled) === true;
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const changes = changesOf(agent, draft);
  const isDirty = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: () => request<Agent>('PATCH', `${AGENTS}/${agent.id}`, changes),
    onSuccess: (saved) => {
      showAgent(queryClient, saved);
      change(draftOf(saved));
      setChecked(false);
      tell(words.saved);
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, FIELDS);
  const reasons = ownReasons(draft);
  const errorOf = (field: string): string | undefined =>
    (isChecked ? reasons[field as keyof AgentDraft] : undefined) ??
    (save.isError ? reasonOf(field) : undefined);
  const put = <Name extends keyof AgentDraft>(name: Name, value: AgentDraft[Name]): void =>
    change({ ...draft, [name]: value });
  const long = (name: TextName, label: string, hint: string, rows: number) => (
    <TextArea
      label={label}
      hint={<Hint about={hint} left={MOST[name] - lettersOf(draft[name])} />}
      rows={rows}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => put(name, event.target.value)}
    />
  );
  const number = (name: NumberName, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
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
        else if (isDirty) save.mutate(undefined, { onError: () => showFirstError(form.current) });
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
          <Failure error={rest} />
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
                  change(draftOf(agent));
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
