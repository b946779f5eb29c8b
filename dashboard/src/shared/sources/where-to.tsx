import { useQuery } from '@tanstack/react-query';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { SelectField } from '#shared/components/select-field.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import { text } from '#shared/strings/text.ts';
import { sourceCountsQuery } from './source-queries.ts';

const words = text.addSources;

/** Where a new source goes. */
export type Place = { knowledgeBaseId: string | undefined; tags: string[] };

export function WhereTo({
  place,
  change,
  reasonOf,
  isFixed = false,
}: {
  place: Place;
  change: (place: Place) => void;
  reasonOf?: (field: string) => string | undefined;
  /** The knowledge base can't be changed any more. */
  isFixed?: boolean;
}) {
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const { data: counts } = useQuery(sourceCountsQuery);
  return (
    <>
      {knowledgeBases.length > 1 && !isFixed && (
        <SelectField
          label={words.adding.knowledgeBase}
          value={place.knowledgeBaseId ?? knowledgeBases[0]?.id ?? ''}
          error={reasonOf?.('knowledge_base_id')}
          options={knowledgeBases.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => change({ ...place, knowledgeBaseId: event.target.value })}
        />
      )}
      <TagsField
        label={words.adding.tags}
        tags={place.tags}
        known={counts?.tags.map(({ tag }) => tag) ?? []}
        hint={words.adding.tagsHint}
        error={reasonOf?.('tags')}
        change={(tags) => change({ ...place, tags })}
      />
    </>
  );
}
