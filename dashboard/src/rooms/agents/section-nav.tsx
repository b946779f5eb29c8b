import { Link } from '@tanstack/react-router';
import type { AgentView } from './agent-search.ts';

type Section = {
  /** Its part of the page, and the place in it. */
  part: NonNullable<AgentView['part']>;
  place?: string;
  label: string;
  /** Only where the test chat has no room of its own. */
  isNarrow?: true;
};

/** The sections of an agent: beside them on wide windows, above them otherwise. */
export const SectionNav = ({
  label,
  sections,
  part,
  place,
  choose,
}: {
  label: string;
  sections: readonly Section[];
  part: Section['part'];
  place: string | undefined;
  choose: (place: string | undefined) => void;
}) => (
  <nav
    aria-label={label}
    className="flex gap-1 overflow-x-auto border-b border-line pb-1 xl:sticky xl:top-4 xl:w-36 xl:shrink-0 xl:flex-col xl:overflow-visible xl:border-0 xl:pb-0"
  >
    {sections.map((section) => {
      const isChosen =
        section.part === part &&
        (section.place === undefined || section.place === (place ?? sections[0]?.place));
      return (
        <Link
          key={section.place ?? section.part}
          to="."
          search={section.part === 'settings' ? {} : { part: section.part }}
          replace
          ignoreBlocker
          resetScroll={false}
          onClick={() => choose(section.place)}
          aria-current={isChosen ? 'true' : undefined}
          className={`min-h-8 shrink-0 rounded-control px-2.5 py-1.5 font-medium whitespace-nowrap text-quiet hover:bg-sunken hover:text-ink aria-[current=true]:bg-sunken aria-[current=true]:text-ink ${section.isNarrow ? 'lg:hidden' : ''}`}
        >
          {section.label}
        </Link>
      );
    })}
  </nav>
);
