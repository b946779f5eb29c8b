import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { WIDGET_LANGUAGES } from '#server/isomorphic/widget-languages.ts';
import type { Agent } from '#shared/api/agent.ts';
import { agentQuery } from '#shared/api/agent-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextArea } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { optionsOf } from '#shared/options-of.ts';
import { LANGUAGES } from '#shared/strings/languages.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ColorField, isColor } from './color-field.tsx';
import { LogoField } from './logo-field.tsx';
import {
  type Appearance,
  designPath,
  designQuery,
  urlOfLogo,
  type WidgetLogo,
} from './widget-design-queries.ts';
import { WidgetPreview } from './widget-preview.tsx';

const words = rooms.widgetDesign;

type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number];
type Texts = { greeting: string; starters: string };
/** Of the texts for visitors whose language has none of its own. */
const OTHERS = 'others';

/** How the widgets of an agent look, beside the widget itself. */
export function WidgetDesigner({ agent, mayChange }: { agent: Agent; mayChange: boolean }) {
  const { data, error, isPending, refetch } = useQuery(designQuery(agent.id));
  return (
    <Panel title={words.title}>
      <p className="max-w-prose pb-3 text-quiet">{words.about}</p>
      {isPending && <Loading lines={6} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && <DesignForm agent={agent} {...data} mayChange={mayChange} />}
    </Panel>
  );
}

function DesignForm({
  agent,
  appearance,
  logo,
  mayChange,
}: {
  agent: Agent;
  appearance: Appearance;
  logo: WidgetLogo | null;
  mayChange: boolean;
}) {
  const [edited, edit] = useState<string>(OTHERS);
  const { values, put, reasonOf, form, isUnsaved } = useForm({
    initial: typedOf(appearance),
    version: JSON.stringify(appearance),
    send: (typed, submission) => {
      // The version of the design is not that of the agent: only what is typed here is compared.
      submission.version = undefined;
      return submit<Appearance>(submission, 'PUT', designPath(agent.id), sentOf(typed));
    },
    said: words.saved,
    stale: [designQuery(agent.id).queryKey, agentQuery(agent.id).queryKey],
  });
  const texts = values.texts[edited] ?? { greeting: '', starters: '' };
  const putTexts = (changes: Partial<Texts>): void =>
    put({ texts: { ...values.texts, [edited]: { ...texts, ...changes } } });
  const languages = WIDGET_LANGUAGES.map((tag) => ({ value: tag, label: LANGUAGES[tag] }));
  return (
    <div className="grid gap-5 2xl:grid-cols-2">
      <Form {...form} action={words.save} disabled={!mayChange} aria-label={words.title}>
        <fieldset disabled={!mayChange} className="grid gap-4">
          <RadioGroup
            label={words.mode}
            value={values.mode}
            choose={(mode) => put({ mode })}
            options={(['bubble', 'inline', 'search'] as const).map((value) => ({
              value,
              label: words.modes[value],
              about: words.modesAbout[value],
            }))}
          />
          <ColorField value={values.color} error={reasonOf('color')} change={(color) => put({ color })} />
          <LogoField agentId={agent.id} logo={logo} />
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <SelectField
              label={words.position}
              options={optionsOf(words.positions)}
              value={values.position}
              disabled={values.mode !== 'bubble'}
              onChange={(event) => put({ position: event.target.value as Appearance['position'] })}
            />
            <SelectField
              label={words.theme}
              options={optionsOf(words.themes)}
              value={values.theme}
              onChange={(event) => put({ theme: event.target.value as Appearance['theme'] })}
            />
            <SelectField
              label={words.language}
              options={[{ value: '', label: words.ofPage }, ...languages]}
              value={values.language}
              onChange={(event) => put({ language: event.target.value })}
            />
          </div>
          <SelectField
            label={words.textsFor}
            hint={words.textsHint}
            options={[{ value: OTHERS, label: words.allLanguages }, ...languages]}
            value={edited}
            onChange={(event) => edit(event.target.value)}
          />
          <TextArea
            label={words.greeting}
            hint={words.greetingHint}
            rows={2}
            maxLength={LIMITS.agentMessageCharacters}
            value={texts.greeting}
            onChange={(event) => putTexts({ greeting: event.target.value })}
          />
          <TextArea
            label={words.starters}
            hint={words.startersHint({
              most: LIMITS.starterQuestions,
              letters: LIMITS.starterQuestionCharacters,
            })}
            rows={4}
            value={texts.starters}
            error={reasonOf('starter_questions') ?? reasonOf('translations')}
            onChange={(event) => putTexts({ starters: event.target.value })}
          />
        </fieldset>
      </Form>
      <WidgetPreview
        agent={agent}
        appearance={previewOf(values, edited)}
        logoUrl={logo ? urlOfLogo(logo) : undefined}
      />
      <UnsavedGuard isDirty={isUnsaved} />
    </div>
  );
}

type Typed = ReturnType<typeof typedOf>;

const textsOf = ({
  greeting,
  starter_questions,
}: Pick<Appearance, 'greeting' | 'starter_questions'>): Texts => ({
  greeting: greeting ?? '',
  starters: starter_questions.join('\n'),
});

const typedOf = (appearance: Appearance) => ({
  color: appearance.color ?? '',
  mode: appearance.mode,
  position: appearance.position,
  theme: appearance.theme,
  language: (appearance.language ?? '') as string,
  texts: {
    [OTHERS]: textsOf(appearance),
    ...Object.fromEntries(
      Object.entries(appearance.translations).map(([tag, texts]) => [tag, textsOf(texts)]),
    ),
  } as Record<string, Texts>,
});

const sentTexts = ({ greeting, starters }: Texts) => ({
  greeting: greeting.trim() === '' ? null : greeting,
  starter_questions: starters
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
});

const sentOf = ({ color, language, texts: { [OTHERS]: others, ...translations }, ...choices }: Typed) => ({
  ...choices,
  color: color.trim() === '' ? null : color.trim(),
  language: language === '' ? null : language,
  ...sentTexts(others ?? { greeting: '', starters: '' }),
  translations: Object.fromEntries(
    Object.entries(translations)
      .filter(([, { greeting, starters }]) => greeting + starters !== '')
      .map(([tag, texts]) => [tag, sentTexts(texts)]),
  ),
});

/** What the preview shows: a colour that is half typed is left out, and the language whose texts are edited is spoken. */
function previewOf(typed: Typed, edited: string): Appearance {
  const sent = sentOf(typed) as Appearance;
  return {
    ...sent,
    color: isColor(typed.color) ? typed.color : null,
    language: edited === OTHERS ? sent.language : (edited as WidgetLanguage),
    starter_questions: sent.starter_questions.slice(0, LIMITS.starterQuestions),
  };
}
