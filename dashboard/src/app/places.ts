import {
  BookOpen,
  Bot,
  ChartLine,
  CircleHelp,
  FileText,
  FlaskConical,
  Globe,
  type LucideIcon,
  MessagesSquare,
  Pin,
  Plug,
  Search,
  Settings,
} from 'lucide-react';
import { text } from '#shared/strings/text.ts';

const { nav } = text.common;
const words = text.shell;

export type BadgeName = 'failed' | 'waiting' | 'gaps';

/** A page of the menu. */
export type Place = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Pressed after G. */
  key: string;
  badge?: BadgeName;
};

/** The menu, in groups. */
export const GROUPS: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: words.groups.knowledge,
    places: [
      { to: '/sources', label: nav.sources, icon: FileText, key: 's', badge: 'failed' },
      { to: '/knowledge-bases', label: nav.knowledgeBases, icon: BookOpen, key: 'k' },
      { to: '/sources/connectors', label: words.connectors, icon: Plug, key: 'n' },
      { to: '/sources/crawls', label: words.crawls, icon: Globe, key: 'w' },
    ],
  },
  {
    label: words.groups.agents,
    places: [
      { to: '/agents', label: nav.agents, icon: Bot, key: 'a' },
      { to: '/playground', label: nav.playground, icon: Search, key: 'p' },
      { to: '/pinned-answers', label: words.pinnedAnswers, icon: Pin, key: 'n' },
      { to: '/evaluations', label: words.evaluations, icon: FlaskConical, key: 'e' },
    ],
  },
  {
    label: words.groups.insights,
    places: [
      { to: '/', label: nav.overview, icon: ChartLine, key: 'o' },
      { to: '/conversations', label: nav.conversations, icon: MessagesSquare, key: 'c', badge: 'waiting' },
      { to: '/gaps', label: nav.gaps, icon: CircleHelp, key: 'g', badge: 'gaps' },
    ],
  },
];

export const SETTINGS: Place = { to: '/settings', label: nav.settings, icon: Settings, key: 't' };

export const PLACES: readonly Place[] = [...GROUPS.flatMap(({ places }) => places), SETTINGS];

/** The entry of the menu that a path belongs to: the longest one that it begins with. */
export const placeOf = (pathname: string): Place | undefined =>
  PLACES.filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))).sort(
    (one, other) => other.to.length - one.to.length,
  )[0];
