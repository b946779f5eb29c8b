import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';

/** Under a list that is read in pages: the next one, when there is one. */
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
