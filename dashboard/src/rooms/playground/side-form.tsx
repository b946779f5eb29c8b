import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Agent } from '#shared/api/agent.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { Button } from '#shared/components/button.tsx';
import { CheckList } from '#shared/components/check-list.tsx';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { formatList } from '#shared/format.ts';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Side, TrialSettings } from './playground-search.ts';
import { NO_MODEL, trialModelsQuery } from './trial.ts';

const words = rooms.trials;
const { agents: agentWords, noModel } = rooms;

/** Which agent is asked, and what is changed of it without saving it. */
export function SideForm({
  name,
  side,
  change,
  agents,
  isWriter,
}: {
  name: string;
  side: Side;
  change: (side: Side) => void;
  agents: readonly Agent[];
  isWriter: boolean;
}) {
  const [isOpen, setOpen] = useState(side.model !== undefined || side.settings !== undefined);
  const agent = agents.find(({ id }) => id === side.agent);
  const changed = changedNames(side);
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label={words.agent}
          value={side.agent}
          options={agents.map(({ id, name: label }) => ({ value: id, label }))}
          choose={(id) => id !== undefined && change({ ...side, agent: id })}
        />
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideSettings : words.changeSettings}
        </Button>
      </div>
      {changed.length > 0 && (
        <p className="text-small text-quiet">{words.changed({ settings: formatList(changed) })}</p>
      )}
      {isOpen && agent && (
        <fieldset
          disabled={!isWriter}
          aria-label={words.settingsOf({ name })}
          className="grid gap-3 pt-1 pe-1"
        >
          <Settings key={agent.id} agent={agent} side={side} change={change} />
          {changed.length > 0 && (
            <Button look="quiet" className="justify-self-start" onClick={() => change({ agent: side.agent })}>
              {words.asSaved}
            </Button>
          )}
        </fieldset>
      )}
    </div>
  );
}

const changedNames = ({ model, settings = {} }: Side): string[] => [
  ...(model === undefined ? [] : [words.model]),
  ...(settings.system_prompt === undefined ? [] : [words.instructions]),
  ...(settings.temperature === undefined ? [] : [agentWords.form.temperature]),
  ...(settings.min_confidence === undefined ? [] : [agentWords.form.minConfidence]),
  ...(settings.knowledge_base_ids === undefined ? [] : [agentWords.form.bases]),
];

/** A setting that is as saved is left out, so that the trial follows the agent. */
function Settings({ agent, side, change }: { agent: Agent; side: Side; change: (side: Side) => void }) {
  const { has_language_model: hasModel } = useAccount();
  const { settings = {} } = side;
  const put = <Name extends keyof TrialSettings>(name: Name, value: TrialSettings[Name], saved: unknown) => {
    const { [name]: _, ...others } = settings;
    const next = JSON.stringify(value) === JSON.stringify(saved) ? others : { ...others, [name]: value };
    const { settings: __, ...rest } = side;
    change(Object.keys(next).length > 0 ? { ...rest, settings: next } : rest);
  };
  const prompt = settings.system_prompt === undefined ? agent.system_prompt : settings.system_prompt;
  const isQuoting = !hasModel || side.model === NO_MODEL;
  const idle = isQuoting ? noModel.noEffect : undefined;
  return (
    <>
      <ModelChoice side={side} change={change} />
      <TextArea
        label={words.instructions}
        rows={4}
        value={prompt ?? ''}
        disabled={isQuoting}
        hint={idle}
        maxLength={LIMITS.systemPromptCharacters}
        onChange={({ target }) => put('system_prompt', target.value || null, agent.system_prompt)}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <NumberField
          label={agentWords.form.temperature}
          most={2}
          saved={agent.temperature}
          value={settings.temperature}
          idle={idle}
          change={(value) => put('temperature', value, agent.temperature)}
        />
        <NumberField
          label={agentWords.form.minConfidence}
          most={1}
          saved={agent.min_confidence}
          value={settings.min_confidence}
          change={(value) => put('min_confidence', value, agent.min_confidence)}
        />
      </div>
      <Bases
        ids={settings.knowledge_base_ids ?? agent.knowledge_base_ids}
        change={(ids) =>
          put('knowledge_base_ids', ids as TrialSettings['knowledge_base_ids'], agent.knowledge_base_ids)
        }
      />
    </>
  );
}

function ModelChoice({ side, change }: { side: Side; change: (side: Side) => void }) {
  const { data } = useQuery(trialModelsQuery(side.agent));
  const models = data?.models ?? [];
  const named = [...models, ...(side.model && side.model !== NO_MODEL ? [side.model] : [])];
  return (
    <SelectField
      label={words.model}
      hint={models.length < 2 ? words.modelHint : undefined}
      value={side.model ?? ''}
      options={[
        {
          value: '',
          label: models[0] === undefined ? words.noModel : words.usualModel({ model: models[0] }),
        },
        ...[...new Set(named)].map((model) => ({ value: model, label: model })),
        ...(models.length > 0 ? [{ value: NO_MODEL, label: words.noModel }] : []),
      ]}
      onChange={({ target: { value } }) => {
        const { model: _, ...rest } = side;
        change(value === '' ? rest : { ...rest, model: value });
      }}
    />
  );
}

/** What is typed counts once it is a number in its bounds. */
function NumberField({
  label,
  most,
  saved,
  value,
  idle,
  change,
}: {
  label: string;
  most: number;
  saved: number | null;
  value: number | null | undefined;
  idle?: string | undefined;
  change: (value: number | null) => void;
}) {
  const now = value === undefined ? saved : value;
  const [typed, setTyped] = useState(now === null ? '' : String(now));
  const read = readNumber(typed, most);
  // Other settings may have been put back.
  const shown = read === now || read === undefined ? typed : now === null ? '' : String(now);
  return (
    <TextField
      label={label}
      inputMode="decimal"
      placeholder={agentWords.form.automatic}
      disabled={idle !== undefined}
      hint={idle}
      value={shown}
      error={read === undefined && shown === typed ? agentWords.form.noNumber({ max: most }) : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = readNumber(target.value, most);
        if (number !== undefined) change(number);
      }}
    />
  );
}

/** null for nothing, undefined for what is no number from 0 to `most`. */
function readNumber(typed: string, most: number): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  const number = Number(text);
  return /^\d*\.?\d*$/.test(text) && number >= 0 && number <= most ? number : undefined;
}

function Bases({ ids, change }: { ids: readonly string[]; change: (ids: string[]) => void }) {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{agentWords.form.bases}</legend>
      <div className="grid max-h-40 auto-rows-max overflow-y-auto rounded-control border border-field px-2 py-1">
        <CheckList
          options={bases.map(({ id, name }) => ({
            value: id,
            label: (
              <span dir="auto" className="truncate">
                {name}
              </span>
            ),
          }))}
          chosen={ids}
          change={(chosen) => {
            // An agent answers from one at least.
            if (chosen.length > 0) change(chosen);
          }}
        />
      </div>
    </fieldset>
  );
}
