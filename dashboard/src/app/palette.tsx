import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Command, defaultFilter } from 'cmdk';
import {
  ArrowRightLeft,
  BookOpen,
  Bot,
  CornerDownLeft,
  FileText,
  History,
  type LucideIcon,
  MessagesSquare,
  MonitorCog,
  Plus,
} from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { ConversationOfAgent } from '#server/chat/conversations/schema.ts';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { requestPage } from '#shared/api/request.ts';
import { createOnArrival, pressCreate } from '#shared/components/create-on-arrival.ts';
import { Kbd } from '#shared/components/kbd.tsx';
import { POPUP_ITEM } from '#shared/components/popup.ts';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useSwitchWorkspace } from '#shared/hooks/use-switch-workspace.ts';
import type { Source } from '#shared/sources/source.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { chooseTheme, THEMES } from '#shared/theme.ts';
import { PLACES } from './places.ts';
import { readRecent } from './recent.ts';

const { overlays } = rooms;

const words = overlays.palette;

const SOURCES_SHOWN = 8;
const CONVERSATIONS_READ = 50;
const CONVERSATIONS_SHOWN = 5;
/** How long typing rests before sources are searched, in milliseconds. */
const PAUSE_MS = 150;

type Conversation = z.infer<typeof ConversationOfAgent>;

/** Finds pages, things and actions by a few letters. It is open as long as it is rendered. */
export function Palette({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('');
  const { sources, isSearching } = useSources(typed.trim());
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-shade" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[12vh] z-50 mx-auto w-[min(40rem,calc(100vw-2rem))] animate-pop-in overflow-hidden rounded-sheet border border-line bg-raised shadow-dialog outline-none"
        >
          <Radix.Title className="sr-only">{words.label}</Radix.Title>
          <Command
            label={words.label}
            loop
            // Compares names: the value of an entry is its id.
            filter={(_value, search, keywords) => defaultFilter(keywords?.join(' ') ?? '', search)}
          >
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              maxLength={LIMITS.nameCharacters}
              placeholder={words.placeholder}
              className="w-full border-b border-line bg-transparent px-4 py-3 text-prose outline-none pointer-coarse:text-heading"
            />
            <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-6 text-center text-body text-quiet">
                {words.nothing}
              </Command.Empty>
              <Entries typed={typed.trim()} sources={sources} close={close} />
            </Command.List>
            {isSearching && (
              <p role="status" className="px-4 pb-2 text-small text-quiet">
                {words.searching}
              </p>
            )}
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entries({
  typed,
  sources,
  close,
}: {
  typed: string;
  sources: readonly Source[];
  close: () => void;
}) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const go = (href: string): void => {
    close();
    history.push(href);
  };
  const here = location.pathname + location.search;
  const recent = readRecent().filter(({ href }) => href !== here);
  const { data: agents = [] } = useQuery(agentsQuery);
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const conversations = useConversations();
  const isTyping = typed !== '';
  return (
    <>
      {!isTyping && recent.length > 0 && (
        <Group heading={words.groups.recent}>
          {recent.slice(0, 5).map(({ href, title }) => (
            <Item key={href} id={`recent ${href}`} icon={History} label={title} run={() => go(href)} />
          ))}
        </Group>
      )}
      <Group heading={words.groups.pages}>
        {PLACES.map(({ to, label, icon, key }) => (
          <Item
            key={to}
            id={to}
            icon={icon}
            label={label}
            keys={['G', key.toUpperCase()]}
            run={() => go(to)}
          />
        ))}
      </Group>
      <Actions close={close} />
      {isTyping && (
        <>
          <Group heading={words.groups.sources}>
            {sources.map(({ id, name }) => (
              <Item
                key={id}
                id={id}
                icon={FileText}
                label={name}
                run={() => {
                  close();
                  void navigate({ to: '/sources/$id', params: { id } });
                }}
              />
            ))}
          </Group>
          <Group heading={words.groups.agents}>
            {agents.map(({ id, name }) => (
              <Item key={id} id={id} icon={Bot} label={name} run={() => go(`/agents/${id}`)} />
            ))}
          </Group>
          <Group heading={words.groups.knowledgeBases}>
            {bases.map(({ id, name }) => (
              <Item
                key={id}
                id={id}
                icon={BookOpen}
                label={name}
                run={() => {
                  close();
                  void navigate({ to: '/knowledge-bases/$id', params: { id } });
                }}
              />
            ))}
          </Group>
          <Group heading={words.groups.conversations}>
            {conversations
              .filter(({ label }) => defaultFilter(label, typed) > 0)
              .slice(0, CONVERSATIONS_SHOWN)
              .map(({ label, path }) => (
                <Item key={path} id={path} icon={MessagesSquare} label={label} run={() => go(path)} />
              ))}
          </Group>
        </>
      )}
    </>
  );
}

function Actions({ close }: { close: () => void }) {
  const { workspace, workspaces, environment, base_urls } = useAccount();
  const navigate = useNavigate();
  const move = useSwitchWorkspace();
  const isWriter = canWrite(workspace.role);
  const isManager = canManage(workspace.role);
  const does = words.actions;
  const other = environment === 'live' ? 'sandbox' : 'live';
  /** Opens the page that creates such a thing, and presses its button. */
  const createOn = (to: string) => (): void => {
    close();
    if (location.pathname === to) {
      // The dialog of the page opens when this one has returned the focus.
      setTimeout(pressCreate);
      return;
    }
    createOnArrival();
    void navigate({ to });
  };
  const add = (way: 'file' | 'crawl') => (): void => {
    close();
    void navigate({ to: '/sources', search: { add: way } });
  };
  return (
    <Group heading={words.groups.actions}>
      {isWriter && (
        <>
          <Item id="add" icon={Plus} label={does.addSource} run={add('file')} />
          <Item id="crawl" icon={Plus} label={does.crawl} run={add('crawl')} />
          <Item id="agent" icon={Plus} label={does.createAgent} run={createOn('/agents')} />
          <Item id="base" icon={Plus} label={does.createBase} run={createOn('/knowledge-bases')} />
        </>
      )}
      {isManager && (
        <>
          <Item
            id="connector"
            icon={Plus}
            label={rooms.connectors.add}
            run={createOn('/sources/connectors')}
          />
          <Item id="key" icon={Plus} label={does.createKey} run={createOn('/settings/api-keys')} />
          <Item id="webhook" icon={Plus} label={does.createWebhook} run={createOn('/settings/webhooks')} />
          <Item id="invite" icon={Plus} label={does.invite} run={createOn('/settings/members')} />
        </>
      )}
      {THEMES.map((theme) => (
        <Item
          key={theme}
          id={`theme ${theme}`}
          icon={MonitorCog}
          label={does.themes[theme]}
          run={() => {
            close();
            chooseTheme(theme);
          }}
        />
      ))}
      <Item
        id="environment"
        icon={ArrowRightLeft}
        label={other === 'live' ? does.toLive : does.toSandbox}
        run={() => location.assign(base_urls[other])}
      />
      {workspaces
        .filter(({ id }) => id !== workspace.id)
        .map(({ id, name }) => (
          <Item
            key={id}
            id={id}
            icon={ArrowRightLeft}
            label={does.toWorkspace({ name })}
            run={() => {
              close();
              move.mutate(id);
            }}
          />
        ))}
    </Group>
  );
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="pb-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-quiet"
  >
    {children}
  </Command.Group>
);

const Item = ({
  id,
  icon: Icon,
  label,
  keys = [],
  run,
}: {
  id: string;
  icon: LucideIcon;
  label: string;
  keys?: readonly string[];
  run: () => void;
}) => (
  <Command.Item
    value={id}
    keywords={[label]}
    onSelect={run}
    className={`${POPUP_ITEM} group min-h-9 px-2.5 data-[selected=true]:bg-sunken`}
  >
    <Icon aria-hidden className="size-4 shrink-0 text-quiet" />
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {label}
    </span>
    <span aria-hidden className="flex gap-1 group-data-[selected=true]:hidden pointer-coarse:hidden">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
    <CornerDownLeft aria-hidden className="hidden size-3.5 text-quiet group-data-[selected=true]:block" />
  </Command.Item>
);

/** The latest conversations, by their first question. */
function useConversations(): { label: string; path: string }[] {
  const { data } = useQuery({
    queryKey: ['conversations', 'palette'],
    queryFn: ({ signal }) =>
      requestPage<Conversation>('/v1/conversations', { limit: CONVERSATIONS_READ }, signal),
    staleTime: 60_000,
  });
  return (data?.items ?? []).flatMap(({ first_question, agent, session_id }) =>
    first_question === undefined
      ? []
      : [
          {
            label: first_question,
            path: `/conversations/${encodeURIComponent(agent.id)}/${encodeURIComponent(session_id)}`,
          },
        ],
  );
}

/** The sources whose names have what was typed, once typing rests. */
function useSources(typed: string): { sources: readonly Source[]; isSearching: boolean } {
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery({
    queryKey: ['sources', 'palette', searched],
    queryFn: ({ signal }) =>
      requestPage<Source>('/v1/knowledge-base/sources', { q: searched, limit: SOURCES_SHOWN }, signal),
    enabled: searched !== '',
    staleTime: 10_000,
  });
  return {
    sources: searched === '' ? [] : (data?.items ?? []),
    isSearching: typed !== '' && (isFetching || typed !== searched),
  };
}
