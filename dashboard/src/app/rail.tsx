import { NEWS_ID } from 'virtual:news-id';
import { Link, useLocation } from '@tanstack/react-router';
import { BookText, PanelLeftClose, PanelLeftOpen, Search, Sparkles } from 'lucide-react';
import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '#shared/components/button.tsx';
import { Kbd } from '#shared/components/kbd.tsx';
import { tip, tipBeside } from '#shared/components/tooltip.ts';
import { Mark, Wordmark } from '#shared/components/wordmark.tsx';
import { lazyPart } from '#shared/lazy-part.ts';
import { useStored } from '#shared/stored-flag.ts';
import { text } from '#shared/strings/text.ts';
import { AccountTrigger } from './account-trigger.tsx';
import { useBadges } from './badges.ts';
import { PALETTE_KEY } from './keys.ts';
import { GROUPS, type Place, placeOf, SETTINGS } from './places.ts';
import { SwitcherTrigger } from './switcher-trigger.tsx';

const words = text.shell;

/** The news that were seen last, by their id. */
export const SEEN_NEWS = 'footnote-news-seen';

/** A layer that the menu opens over the page. */
export type Overlay = 'palette' | 'keys' | 'news';

const AccountMenu = lazyPart(() => import('./account-menu.tsx'), 'AccountMenu');
const SwitcherMenu = lazyPart(() => import('./switcher-menu.tsx'), 'SwitcherMenu');
const DocsMenu = lazyPart(() => import('./docs-menu.tsx'), 'DocsMenu');

const ENTRY =
  'relative flex items-center rounded-control text-body text-quiet hover:bg-chosen/60 hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:font-medium aria-[current=page]:text-ink';
const SHAPES = {
  wide: 'min-h-8 w-full gap-2.5 px-2.5 pointer-coarse:min-h-10',
  icon: 'size-9 justify-center',
};

/** The menu at the side. `isIcon`: only icons, with tooltips.
 *  toggle: collapses or expands it; absent in a drawer, which closes. */
export function Rail({
  isIcon,
  toggle,
  open,
}: {
  isIcon: boolean;
  toggle?: () => void;
  open: (overlay: Overlay) => void;
}) {
  const current = placeOf(useLocation({ select: ({ pathname }) => pathname }));
  const badges = useBadges();
  const hasNews = useStored(SEEN_NEWS) !== NEWS_ID;
  const shape = isIcon ? SHAPES.icon : SHAPES.wide;
  return (
    <div className={`flex h-full flex-col gap-3 py-3 ${isIcon ? 'items-center px-2' : 'px-3'}`}>
      <div className={`flex items-center gap-1 ${isIcon ? 'flex-col' : 'min-h-8 justify-between ps-1'}`}>
        <Link to="/" className="rounded-control">
          {isIcon ? (
            <>
              <Mark className="size-7" />
              <span className="sr-only">{text.common.product}</span>
            </>
          ) : (
            <Wordmark />
          )}
        </Link>
        {toggle && (
          <IconButton
            icon={isIcon ? PanelLeftOpen : PanelLeftClose}
            label={isIcon ? words.expand : words.collapse}
            onClick={toggle}
            className="rtl:-scale-x-100"
          />
        )}
      </div>
      <Switcher isIcon={isIcon} />
      <button
        type="button"
        onClick={() => open('palette')}
        aria-keyshortcuts="Control+K Meta+K"
        {...(isIcon && tipBeside(words.jump))}
        className={`${ENTRY} ${shape}`}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className={isIcon ? 'sr-only' : 'flex-1 text-start'}>{words.jump}</span>
        {!isIcon && (
          <span aria-hidden className="pointer-coarse:hidden">
            <Kbd>{PALETTE_KEY}</Kbd>
          </span>
        )}
      </button>
      <nav
        aria-label={text.common.nav.label}
        className="-mx-3 grid flex-1 content-start gap-3 overflow-y-auto px-3"
      >
        {GROUPS.map(({ label, places }) => (
          <div key={label} className="grid gap-0.5">
            {isIcon ? (
              <span aria-hidden className="mx-2 mb-1 border-t border-line" />
            ) : (
              <p className="px-2.5 pb-0.5 text-small font-medium text-quiet">{label}</p>
            )}
            <ul aria-label={label} className="grid gap-0.5">
              {places.map((place) => (
                <li key={place.to}>
                  <Entry
                    place={place}
                    isCurrent={place === current}
                    isIcon={isIcon}
                    badge={place.badge && badges[place.badge]}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={`grid gap-0.5 ${isIcon ? 'justify-items-center' : ''}`}>
        <Entry place={SETTINGS} isCurrent={SETTINGS === current} isIcon={isIcon} />
        <Docs isIcon={isIcon} showKeys={() => open('keys')} />
        <button
          type="button"
          onClick={() => open('news')}
          {...(hasNews && { 'aria-description': words.news.unseen })}
          {...(isIcon && tipBeside(words.news.label))}
          className={`${ENTRY} ${shape}`}
        >
          <Sparkles aria-hidden className="size-4 shrink-0" />
          <span className={isIcon ? 'sr-only' : ''}>{words.news.label}</span>
          {hasNews && (
            <span
              aria-hidden
              data-unseen
              className={`size-1.5 rounded-full bg-accent ${isIcon ? 'absolute end-1.5 top-1.5' : ''}`}
            />
          )}
        </button>
        <span aria-hidden className="my-1 w-full border-t border-line" />
        <Account isIcon={isIcon} />
      </div>
    </div>
  );
}

const TONES = {
  bad: 'bg-bad-ground text-bad',
  warning: 'bg-warning-ground text-warning',
  plain: 'bg-sunken text-quiet',
};
const DOTS = { bad: 'bg-bad', warning: 'bg-warning', plain: 'bg-quiet' };

function Entry({
  place: { to, label, icon: Icon },
  isCurrent,
  isIcon,
  badge,
}: {
  place: Place;
  isCurrent: boolean;
  isIcon: boolean;
  badge?: { shown: string; about: string; tone: keyof typeof TONES } | undefined;
}) {
  return (
    <Link
      to={to}
      // The router would call all pages below it current too, such as the crawls below the sources.
      activeOptions={{ exact: true }}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      {...(badge && { 'aria-description': badge.about })}
      {...(isIcon ? tipBeside(label) : tip(badge?.about))}
      className={`${ENTRY} ${isIcon ? SHAPES.icon : SHAPES.wide}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={isIcon ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{label}</span>
      {badge &&
        (isIcon ? (
          <span
            aria-hidden
            className={`absolute end-1.5 top-1.5 size-1.5 rounded-full ${DOTS[badge.tone]}`}
          />
        ) : (
          <span
            aria-hidden
            className={`grid min-h-4.5 min-w-4.5 place-items-center rounded-full px-1.5 text-small font-medium ${TONES[badge.tone]}`}
          >
            {badge.shown}
          </span>
        ))}
    </Link>
  );
}

/** Loads a menu when its button is pressed, to keep the first page small. */
function Lazily({
  load,
  button,
  menu,
}: {
  load: () => Promise<unknown>;
  button: (more: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
  menu: ReactNode;
}) {
  const [isWanted, setWanted] = useState(false);
  const closed = button({
    'aria-haspopup': 'menu',
    onPointerEnter: () => void load(),
    onClick: () => setWanted(true),
  });
  return isWanted ? <Suspense fallback={closed}>{menu}</Suspense> : closed;
}

const Switcher = ({ isIcon }: { isIcon: boolean }) => (
  <Lazily
    load={() => import('./switcher-menu.tsx')}
    button={(more) => <SwitcherTrigger isIcon={isIcon} {...more} />}
    menu={<SwitcherMenu isIcon={isIcon} />}
  />
);

const Account = ({ isIcon }: { isIcon: boolean }) => (
  <Lazily
    load={() => import('./account-menu.tsx')}
    button={(more) => <AccountTrigger isIcon={isIcon} {...more} />}
    menu={<AccountMenu isIcon={isIcon} />}
  />
);

const Docs = ({ isIcon, showKeys }: { isIcon: boolean; showKeys: () => void }) => (
  <Lazily
    load={() => import('./docs-menu.tsx')}
    button={(more) => <DocsTrigger isIcon={isIcon} {...more} />}
    menu={<DocsMenu trigger={<DocsTrigger isIcon={isIcon} />} showKeys={showKeys} />}
  />
);

const DocsTrigger = ({
  isIcon,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { isIcon: boolean }) => (
  <button
    type="button"
    {...(isIcon && tipBeside(words.docs.label))}
    {...button}
    className={`${ENTRY} ${isIcon ? SHAPES.icon : SHAPES.wide}`}
  >
    <BookText aria-hidden className="size-4 shrink-0" />
    <span className={isIcon ? 'sr-only' : ''}>{words.docs.label}</span>
  </button>
);
