import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextArea } from '#shared/components/field.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { chat as words } from '#shared/strings/chat.ts';
import type { Feedback, Message } from './reply.ts';

const RATINGS: [Feedback['rating'], ComponentType<{ className?: string }>][] = [
  ['up', ThumbsUp],
  ['down', ThumbsDown],
];

/** The form at the end of a conversation would be hidden below its edge. */
const bringIntoView = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: 'nearest' });

/** Thumbs for a reply, stored at once, and a comment field after that, on a line that wraps. `given`: earlier feedback. */
export function ReplyFeedback({
  agentId,
  sessionId,
  messageId,
  given,
}: {
  agentId: string;
  sessionId: string;
  messageId: string;
  given?: Feedback | undefined;
}) {
  const [rating, setRating] = useState(given?.rating);
  const [comment, setComment] = useState(given?.comment ?? '');
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const path = `/v1/agents/${agentId}/conversations/${encodeURIComponent(sessionId)}/messages/${messageId}/feedback`;
  const rate = useMutation({
    mutationFn: (feedback: Feedback) => request<Message>('POST', path, feedback),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['conversations'] }),
    onError: () => setRating(given?.rating),
  });
  const bodyOf = (chosen: Feedback['rating']): Feedback => ({
    rating: chosen,
    ...(comment.trim() !== '' && { comment }),
  });
  return (
    <>
      <fieldset className="flex items-center gap-1">
        <legend className="sr-only">{words.feedback.label}</legend>
        {RATINGS.map(([each, Icon]) => (
          <button
            key={each}
            type="button"
            aria-pressed={rating === each}
            aria-label={words.feedback[each]}
            {...tip(words.feedback[each])}
            onClick={() => {
              setRating(each);
              setAsking(true);
              rate.mutate(bodyOf(each));
            }}
            className="grid size-8 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink aria-pressed:bg-accent-ground aria-pressed:text-accent-ink"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        ))}
        <span role="status" className="text-small text-quiet">
          {rate.isSuccess && !isAsking && words.feedback.stored}
        </span>
      </fieldset>
      {rate.error && (
        <p role="alert" className="basis-full text-small text-bad">
          {rate.error.message}
        </p>
      )}
      {isAsking && rating && (
        <form
          ref={bringIntoView}
          className="grid basis-full scroll-m-4 justify-items-start gap-2 text-ink"
          onSubmit={(event) => {
            event.preventDefault();
            rate.mutate(bodyOf(rating), { onSuccess: () => setAsking(false) });
          }}
        >
          <div className="w-full">
            <TextArea
              label={words.feedback.comment}
              rows={2}
              maxLength={LIMITS.feedbackCommentCharacters}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          </div>
          <Button type="submit" disabled={comment.trim() === ''} isBusy={rate.isPending && comment !== ''}>
            {words.feedback.send}
          </Button>
        </form>
      )}
    </>
  );
}
