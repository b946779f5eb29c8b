import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';

/** Loads the next page of a list, if there is one. */
export const LoadMore = ({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) =>
  hasNextPage && (
    <Button className="justify-self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {text.common.more}
    </Button>
  );
