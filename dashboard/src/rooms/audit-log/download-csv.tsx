import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { requestPage } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { AUDIT_LOG, type AuditEntry, queryOf } from './audit-log-queries.ts';
import type { AuditLogSearch } from './audit-log-search.ts';
import { sentenceAsText } from './sentence.tsx';
import { subjectOf } from './subjects.ts';

const words = rooms.auditLog;

/** A file that a spreadsheet opens at once. The whole log is in the export of the workspace. */
const MOST = 10_000;

/** Spreadsheets take a cell that begins with one of these as a formula. */
const cellOf = (value: string): string =>
  `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

const HEAD = ['time', 'actor_type', 'actor_id', 'actor', 'action', 'subject_id', 'sentence', 'details'];

const rowOf = (entry: AuditEntry, names: ReadonlyMap<string, string>): string[] => {
  const { created_at, actor, action, subject_id, details } = entry;
  const { name = subject_id } = subjectOf(entry, names);
  const who = actor.type === 'service' ? words.actorTypes.service : actor.name;
  const sentence = sentenceAsText(action, who, name);
  return [
    created_at,
    actor.type,
    actor.id ?? '',
    actor.name,
    action,
    subject_id,
    sentence,
    JSON.stringify(details),
  ];
};

async function readAll(search: AuditLogSearch): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await requestPage<AuditEntry>(AUDIT_LOG, { limit: 100, ...queryOf(search), cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && all.length < MOST);
  return all;
}

function save(name: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves the entries that the filters choose. */
export function DownloadCsv({
  search,
  names,
}: {
  search: AuditLogSearch;
  names: ReadonlyMap<string, string>;
}) {
  const tell = useNotices();
  const download = useMutation({
    mutationFn: async () => {
      const rows = (await readAll(search)).map((entry) => rowOf(entry, names));
      // With a byte order mark, spreadsheets read the letters of all languages.
      const content = `\uFEFF${[HEAD, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
      save(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, content);
      if (rows.length >= MOST) tell(words.csvCut({ count: MOST }));
    },
    onError: (error) => tell(error.message, 'bad'),
  });
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden className="size-4" />
      {words.csv}
    </Button>
  );
}
