import { text } from '#shared/strings/text.ts';

/** The raised 1 of a footnote. */
export const Mark = ({ className = 'size-6' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
    <rect width="24" height="24" rx="6" className="fill-accent" />
    <path d="M9.2 8.3 12.6 5.5h1.7v9.2h-2.2V8.3l-2.9 2z" className="fill-on-accent" />
    <path d="M6.5 18.5h11" strokeWidth="1.6" strokeLinecap="round" className="stroke-on-accent/60" />
  </svg>
);

/** The mark with the name of the product. */
export const Wordmark = () => (
  <span className="inline-flex items-center gap-2">
    <Mark />
    <span className="text-heading font-semibold tracking-tight">{text.common.product}</span>
  </span>
);
