import type { Agent } from '#shared/api/agent.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { Panel } from '#shared/components/page.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { optionsOf } from '#shared/options-of.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type AgentDraft, lettersOf, MOST } from './agent-draft.ts';
import { BaseChoice } from './base-choice.tsx';
import { SliderField } from './slider-field.tsx';

const words = rooms.agents;
const { noModel } = rooms;

type TextName = 'system_prompt' | 'welcome_message' | 'fallback_message';
type NumberName = 'min_confidence' | 'temperature';

type FieldsProps = {
  draft: AgentDraft;
  put: <Name extends keyof AgentDraft>(name: Name, value: AgentDraft[Name]) => void;
  errorOf: (field: string) => string | undefined;
};

/** Settings that do nothing without a language model. */
const FOR_MODEL: ReadonlySet<keyof AgentDraft> = new Set(['system_prompt', 'temperature'] as const);

/** Why a field does nothing now. */
function useIdle(): (name: keyof AgentDraft) => string | undefined {
  const { has_language_model: hasModel } = useAccount();
  return (name) => (!hasModel && FOR_MODEL.has(name) ? noModel.noEffect : undefined);
}

/** The name of the agent and what it is told and says. */
export function InstructionFields({ draft, put, errorOf }: FieldsProps) {
  const idle = useIdle();
  const long = (name: TextName, label: string, hint: string, rows: number) => (
    <TextArea
      label={label}
      hint={idle(name) ?? <Hint about={hint} typed={draft[name]} most={MOST[name]} />}
      disabled={idle(name) !== undefined}
      rows={rows}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => put(name, event.target.value)}
    />
  );
  return (
    <Panel title={words.sections.instructions}>
      <div className="grid gap-4">
        <TextField
          label={words.form.name}
          hint={<Hint about={words.form.nameHint} typed={draft.name} most={MOST.name} />}
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => put('name', event.target.value)}
        />
        {long('system_prompt', words.form.systemPrompt, words.form.systemPromptHint, 8)}
        {long('welcome_message', words.form.welcome, words.form.welcomeHint, 2)}
        {long('fallback_message', words.form.fallback, words.form.fallbackHint, 2)}
      </div>
    </Panel>
  );
}

export const KnowledgeFields = ({ draft, put, errorOf }: FieldsProps) => (
  <Panel title={words.sections.knowledge}>
    <BaseChoice
      ids={draft.knowledge_base_ids}
      change={(ids) => put('knowledge_base_ids', ids)}
      error={errorOf('knowledge_base_ids')}
    />
  </Panel>
);

/** How it answers. */
export function BehaviourFields({ draft, put, errorOf }: FieldsProps) {
  const idle = useIdle();
  const number = (
    name: NumberName,
    label: string,
    hint: string,
    { presets, ...ends }: { presets: Record<string, string>; from: string; to: string; between: string },
    values: readonly string[],
    middle: number,
  ) => (
    <SliderField
      label={label}
      hint={idle(name) ?? hint}
      error={errorOf(name)}
      disabled={idle(name) !== undefined}
      placeholder={words.form.automatic}
      presets={Object.values(presets).map((preset, index) => ({ label: preset, value: values[index] ?? '' }))}
      presetsLabel={words.form.presets}
      ends={ends}
      max={MOST[name]}
      middle={middle}
      value={draft[name]}
      change={(value) => put(name, value)}
    />
  );
  return (
    <Panel title={words.sections.behaviour}>
      <div className="grid gap-5">
        <SelectField
          label={words.form.length}
          options={optionsOf(words.form.lengths)}
          value={draft.response_length}
          error={errorOf('response_length')}
          onChange={(event) => put('response_length', event.target.value as Agent['response_length'])}
        />
        {number(
          'min_confidence',
          words.form.minConfidence,
          words.form.minConfidenceHint,
          words.form.confidence,
          ['', '0.3', '0.5', '0.75'],
          0.5,
        )}
        {number(
          'temperature',
          words.form.temperature,
          words.form.temperatureHint,
          words.form.heat,
          ['', '0', '0.4', '0.9'],
          0.5,
        )}
        <SelectField
          label={words.form.handover}
          hint={words.form.handoverHint}
          options={optionsOf(words.form.handovers)}
          value={draft.handover}
          error={errorOf('handover')}
          onChange={(event) => put('handover', event.target.value as Agent['handover'])}
        />
      </div>
    </Panel>
  );
}

/** From this share of the most characters on, a field counts them. */
const COUNTED_FROM = 0.8;

/** The hint of a field, and how many characters are left once they become few. */
function Hint({ about, typed, most }: { about: string; typed: string; most: number }) {
  const letters = lettersOf(typed);
  const left = most - letters;
  return (
    <span className="flex flex-wrap justify-between gap-x-4 sm:flex-nowrap">
      <span>{about}</span>
      {letters >= COUNTED_FROM * most && (
        <span className={`shrink-0 text-end ${left < 0 ? 'text-bad' : ''}`}>
          {left < 0 ? words.tooMany({ count: -left }) : words.left({ count: left })}
        </span>
      )}
    </span>
  );
}
