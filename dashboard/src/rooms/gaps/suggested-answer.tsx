import { useQuery } from '@tanstack/react-query';
import { Pin, Plus, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { PlaceLink } from '#shared/chat/place-link.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import {
  type Gap,
  type GapSuggestion,
  type SuggestedAnswer as Suggested,
  suggestedAnswerQuery,
} from './gap-queries.ts';

const words = rooms.gaps;

/** What becomes of a suggestion: the text without its numbers, and the sources that it cites. */
export type Draft = { text: string; sources: readonly { id: string; name: string }[] };

/** An answer that the language model drafted from the nearest passages, or those passages: someone has to read it. */
export function SuggestedAnswer({
  gap,
  pin,
  add,
}: {
  gap: Gap;
  pin: (draft: Draft) => void;
  add: (draft: Draft) => void;
}) {
  const { data, error, refetch } = useQuery(suggestedAnswerQuery(gap));
  const draft = data && draftOf(data);
  return (
    <section
      aria-label={words.suggestion}
      className="grid basis-full gap-2 rounded-control border border-line bg-ground px-3 py-2.5"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{words.suggestion}</Badge>
        {data && <span className="text-small text-quiet">{aboutOf(data)}</span>}
      </p>
      {!data && !error && <Loading lines={3} />}
      {!data && error && <Failure error={error} retry={() => void refetch()} />}
      {data && <Text suggested={data} />}
      {draft && (
        <p className="flex flex-wrap gap-2">
          <Button onClick={() => pin(draft)}>
            <Pin aria-hidden className="size-4" />
            {words.pinIt}
          </Button>
          <Button look="quiet" onClick={() => add(draft)}>
            <Plus aria-hidden className="size-4" />
            {words.addIt}
          </Button>
        </p>
      )}
    </section>
  );
}

export const SuggestIcon = () => <Sparkles aria-hidden className="size-4" />;

const aboutOf = ({ text, model = '', passages }: Suggested): string =>
  passages.length === 0
    ? words.noPassages
    : text === undefined
      ? words.onlyPassages
      : words.draftedBy({ model });

/** The draft with its footnotes, or the passages. */
function Text({ suggested: { text, passages } }: { suggested: Suggested }) {
  const places = useMemo(() => passages.map(placeOf), [passages]);
  if (text === undefined)
    return (
      <ol className="grid gap-2">
        {passages.map(({ chunk_id, source_name, text: passage }, index) => (
          <li key={chunk_id} className="grid gap-0.5 text-small">
            <PlaceLink
              places={places}
              index={index}
              dir="auto"
              className="inline-flex min-h-6 w-fit items-center underline [overflow-wrap:anywhere]"
            >
              {source_name}
            </PlaceLink>
            <span dir="auto" className="line-clamp-3 break-words text-quiet">
              {passage}
            </span>
          </li>
        ))}
      </ol>
    );
  return (
    <p dir="auto" className="whitespace-pre-line break-words">
      {text.split(MARK).map((piece, at) => {
        const number = at % 2 === 1 ? Number(piece) : 0;
        const passage = passages[number - 1];
        return passage ? (
          <PlaceLink
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
            key={at}
            places={places}
            index={number - 1}
            aria-label={words.footnote({ number, source: passage.source_name })}
            className="inline-flex min-h-6 min-w-6 items-center justify-center align-super text-small text-accent-ink hover:underline"
          >
            {String(number)}
          </PlaceLink>
        ) : number > 0 ? null : (
          piece
        );
      })}
    </p>
  );
}

/** The number of a passage in a draft, such as [1]. */
const MARK = / ?\[(\d+)\]/;

const placeOf = ({ source_id, source_name, text }: GapSuggestion) => ({
  sourceId: source_id,
  sourceName: source_name,
  snippet: text,
});

/** Undefined if there is nothing to use. */
function draftOf({ text, passages }: Suggested): Draft | undefined {
  const pieces = text?.split(MARK) ?? [];
  const cited =
    text === undefined
      ? passages.slice(0, 1)
      : [...new Set(pieces.filter((_, at) => at % 2 === 1))].flatMap(
          (number) => passages[Number(number) - 1] ?? [],
        );
  const said = text === undefined ? cited[0]?.text : pieces.filter((_, at) => at % 2 === 0).join('');
  if (!said) return undefined;
  const sources = new Map(cited.map(({ source_id, source_name }) => [source_id, source_name]));
  return { text: said.trim(), sources: [...sources].map(([id, name]) => ({ id, name })) };
}
