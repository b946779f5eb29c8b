import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { configurationQuery } from '#shared/api/configuration.ts';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { Fact, Facts } from '#shared/components/facts.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';

const { settings } = rooms;

const words = settings.data;

const KINDS = ['conversations', 'sources', 'audit_log'] as const;

/** How long data is kept, and how to take it away. */
export const DataPage = () => (
  <ForAdmins title={words.title}>
    <SettingsPage title={words.title} about={words.about}>
      <Retention />
      <Exports />
    </SettingsPage>
  </ForAdmins>
);

function Retention() {
  const { data, isPending, error, refetch } = useQuery(configurationQuery);
  const days = data?.limits.conversation_retention_days;
  return (
    <Panel title={words.retention}>
      {isPending && <Loading lines={1} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className="grid gap-3">
          <Facts>
            <Fact name={words.conversations}>
              {days === undefined ? words.untilDeleted : words.afterDays({ count: days })}
            </Fact>
          </Facts>
          <p className="max-w-prose text-small text-quiet">{words.retentionAbout}</p>
        </div>
      )}
    </Panel>
  );
}

/** Downloads by the browser itself, whatever their size. */
function Exports() {
  const { environment } = useAccount();
  const tell = useNotices();
  const download = useMutation({
    mutationFn: async (kind: (typeof KINDS)[number]) => {
      // The browser's download cannot ask for a confirmation.
      await request('GET', '/v1/account/confirm');
      location.assign(`/v1/export?what=${kind}`);
    },
    onError: (error) => tell(error.message, 'bad'),
  });
  return (
    <Panel title={words.export}>
      <p className="text-quiet">{words.exportAbout({ name: settings.environments[environment] })}</p>
      <ul className="-mx-4 mt-3 -mb-4">
        {KINDS.map((kind) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3"
          >
            <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
              <h3 className="font-medium">{words.kinds[kind].name}</h3>
              <p className="text-small text-quiet">{words.kinds[kind].about}</p>
            </div>
            <Button
              aria-label={words.downloadOf({ what: words.kinds[kind].name })}
              isBusy={download.isPending && download.variables === kind}
              onClick={() => download.mutate(kind)}
            >
              <Download aria-hidden className="size-4" />
              {words.download}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
