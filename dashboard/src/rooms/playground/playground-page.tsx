import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { AnswersPlayground } from './answers-playground.tsx';
import { tabOf } from './playground-search.ts';
import { SearchPlayground } from './search-playground.tsx';

const words = rooms.playground;
const { trials } = rooms;

export function PlaygroundPage() {
  const search = useSearch({ from: '/inside/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const tab = tabOf(search);
  return (
    <Page title={words.title} about={tab === 'search' ? words.about : trials.about}>
      <Tabs
        label={words.title}
        value={tab}
        choose={(chosen) =>
          void navigate({ search: (before) => ({ ...before, tab: chosen }), replace: true })
        }
        tabs={[
          { value: 'answers', label: trials.tab },
          { value: 'search', label: words.search },
        ]}
      >
        {tab === 'search' ? <SearchPlayground /> : <AnswersPlayground />}
      </Tabs>
    </Page>
  );
}
