import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { settings } from '#shared/strings/settings.ts';

const words = settings.export;

const KINDS = ['conversations', 'sources', 'audit_log'] as const;

/** Downloads by the browser itself, whatever their size. */
export function ExportPage() {
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
    <ForAdmins title={words.title}>
      <SettingsPage title={words.title} about={words.about}>
        <p>{words.environment(settings.environments[environment])}</p>
        <ul className="rounded-panel border border-line bg-panel shadow-panel">
          {KINDS.map((kind) => (
            <li
              key={kind}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0"
            >
              <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
                <h2 className="font-semibold">{words.kinds[kind].name}</h2>
                <p className="text-quiet">{words.kinds[kind].about}</p>
              </div>
              <Button
                aria-label={words.downloadOf(words.kinds[kind].name)}
                isBusy={download.isPending && download.variables === kind}
                onClick={() => download.mutate(kind)}
              >
                <Download aria-hidden className="size-4" />
                {words.download}
              </Button>
            </li>
          ))}
        </ul>
      </SettingsPage>
    </ForAdmins>
  );
}
