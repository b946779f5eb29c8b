import { useQuery } from '@tanstack/react-query';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { Failure, Loading } from '#shared/components/page.tsx';
import { formatList } from '#shared/format.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { diffTexts } from './diff-texts.ts';
import { type Configuration, versionQuery } from './version-queries.ts';

const words = rooms.agents;

const FIELDS = [
  'name',
  'system_prompt',
  'welcome_message',
  'fallback_message',
  'knowledge_base_ids',
  'response_length',
  'handover',
  'min_confidence',
  'temperature',
] as const satisfies readonly (keyof Configuration)[];

type FieldName = (typeof FIELDS)[number];

const TEXTS: ReadonlySet<FieldName> = new Set(['system_prompt', 'welcome_message', 'fallback_message']);

/** What a setting is called. */
export const fieldLabel = (field: FieldName): string => LABELS[field];

const LABELS: Record<FieldName, string> = {
  name: words.form.name,
  system_prompt: words.form.systemPrompt,
  welcome_message: words.form.welcome,
  fallback_message: words.form.fallback,
  knowledge_base_ids: words.form.bases,
  response_length: words.form.length,
  handover: words.form.handover,
  min_confidence: words.form.minConfidence,
  temperature: words.form.temperature,
};

/** What differs between two versions of an agent: texts word by word, the other settings in words. */
export function VersionDiff({ agentId, older, newer }: { agentId: string; older: number; newer: number }) {
  const [one, other] = [useQuery(versionQuery(agentId, older)), useQuery(versionQuery(agentId, newer))];
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const error = one.error ?? other.error;
  if (error) return <Failure error={error} />;
  if (!one.data || !other.data) return <Loading lines={3} />;
  const [before, after] = [one.data.configuration, other.data.configuration];
  const changed = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return <p className="text-quiet">{words.versions.same}</p>;
  const nameOf = (id: string): string =>
    bases.find((base) => base.id === id)?.name ?? words.versions.goneBase;
  return (
    <dl className="grid gap-3" aria-label={words.versions.diff({ older, newer })}>
      {changed.map((field) => (
        <div key={field} className="grid gap-1">
          <dt className="text-small font-medium text-quiet">{fieldLabel(field)}</dt>
          <dd>
            {TEXTS.has(field) ? (
              <TextDiff older={String(before[field] ?? '')} newer={String(after[field] ?? '')} />
            ) : (
              <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
                <del className={GONE}>{spoken(before, field, nameOf)}</del>
                <span aria-hidden className="text-quiet rtl:-scale-x-100">
                  →
                </span>
                <ins className={NEW}>{spoken(after, field, nameOf)}</ins>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const GONE = 'rounded-sm bg-bad-ground px-0.5 text-bad';
const NEW = 'rounded-sm bg-good-ground px-0.5 text-good no-underline';

const TextDiff = ({ older, newer }: { older: string; newer: string }) => (
  <p
    dir="auto"
    className="max-h-96 overflow-y-auto rounded-control border border-line bg-ground px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
  >
    {diffTexts(older, newer).map(({ kind, text }, index) =>
      kind === 'same' ? (
        text
      ) : kind === 'gone' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made anew with each pair of texts.
        <del key={index} className={GONE}>
          {text}
        </del>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <ins key={index} className={NEW}>
          {text}
        </ins>
      ),
    )}
  </p>
);

const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

/** A setting in words. */
function spoken(configuration: Configuration, field: FieldName, nameOf: (id: string) => string): string {
  const value = configuration[field];
  if (value === null || value === '') return words.form.automatic;
  if (field === 'knowledge_base_ids') return formatList(configuration.knowledge_base_ids.map(nameOf));
  if (field === 'response_length') return words.form.lengths[configuration.response_length];
  if (field === 'handover') return words.form.handovers[configuration.handover];
  return typeof value === 'number' ? decimal.format(value) : String(value);
}
