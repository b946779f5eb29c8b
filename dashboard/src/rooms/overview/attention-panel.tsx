import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  FileX2,
  Gauge,
  Headset,
  type LucideIcon,
  Plug,
  ThumbsDown,
  Unplug,
  Webhook,
} from 'lucide-react';
import { Failure, Panel } from '#shared/components/page.tsx';
import { text } from '#shared/strings/text.ts';
import { type AttentionItem, attentionQuery } from './overview-query.ts';
import { words } from './overview-words.ts';

const { attention } = words;

/** What needs someone, each with a link to exactly that. */
export function AttentionPanel() {
  const { data, error, refetch } = useQuery(attentionQuery);
  return (
    <Panel title={attention.title}>
      {!data && error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label={text.common.loading} className="grid animate-pulse gap-2">
          <div className="h-9 rounded-control bg-sunken" />
          <div className="h-9 rounded-control bg-sunken" />
        </div>
      )}
      {data?.items.length === 0 && (
        <p className="flex items-center gap-2.5">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
          <span className="grid">
            <span className="font-medium">{attention.good}</span>
            <span className="text-small text-quiet">{attention.goodAbout}</span>
          </span>
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="-mx-2 grid max-h-72 overflow-y-auto">
          {data.items.map((item) => (
            <li key={`${item.kind} ${item.id ?? item.name ?? ''}`}>
              <Row {...shown(item)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Shown = {
  icon: LucideIcon;
  tone: 'bad' | 'warning' | 'plain';
  about: string;
  to?: Pick<LinkProps, 'to' | 'search' | 'params'>;
};

const TONES = { bad: 'text-bad', warning: 'text-warning', plain: 'text-quiet' };

const Row = ({ icon: Icon, tone, about, to }: Shown) => {
  const content = (
    <>
      <Icon aria-hidden className={`size-4 shrink-0 ${TONES[tone]}`} />
      <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {about}
      </span>
    </>
  );
  const look = 'flex min-h-9 items-center gap-2.5 rounded-control px-2 py-1.5';
  return to ? (
    <Link {...to} preload={false} className={`${look} hover:bg-sunken`}>
      {content}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-quiet rtl:-scale-x-100" />
    </Link>
  ) : (
    <span className={look}>{content}</span>
  );
};

const DAY_MS = 86_400_000;
/** The last 7 days and the rest of the day before them, as the service counts. */
const recently = (): string => {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return `${dayOf(Date.now() - 7 * DAY_MS)}..${dayOf(Date.now())}`;
};

function shown({ kind, count = 0, id = '', name = '', share = 0 }: AttentionItem): Shown {
  switch (kind) {
    case 'model_unreachable':
      return {
        icon: Unplug,
        tone: 'bad',
        about: (attention.models as Readonly<Record<string, string>>)[name] ?? name,
        to: { to: '/settings/models' },
      };
    case 'handovers_waiting':
      return {
        icon: Headset,
        tone: 'warning',
        about: attention.handovers_waiting({ count }),
        to: { to: '/conversations', search: { handover: 'open' } },
      };
    case 'failed_sources':
      return {
        icon: FileX2,
        tone: 'bad',
        about: attention.failed_sources({ count }),
        to: { to: '/sources', search: { status: 'failed' } },
      };
    case 'failing_webhook':
      return {
        icon: Webhook,
        tone: 'bad',
        about: attention.failing_webhook({ name }),
        to: { to: '/settings/webhooks/$id', params: { id } },
      };
    case 'failing_connector':
      return { icon: Plug, tone: 'bad', about: attention.failing_connector({ name }) };
    case 'budget_nearly_used':
      return {
        icon: Gauge,
        tone: 'warning',
        about: attention.budget_nearly_used({ name, share }),
        to: { to: '/settings/usage' },
      };
    case 'bad_ratings':
      return {
        icon: ThumbsDown,
        tone: 'warning',
        about: attention.bad_ratings({ count }),
        to: {
          to: '/conversations',
          search: { rating: 'down', state: 'open', replied: recently(), tests: 'none' },
        },
      };
    default:
      return {
        icon: CircleHelp,
        tone: 'plain',
        about: attention.new_gaps({ count }),
        to: { to: '/gaps' },
      };
  }
}
