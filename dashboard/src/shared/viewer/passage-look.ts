/** The look of a passage, and of the words that rest on it: marked, and lit up while the pointer is on either. */
export const PASSAGE =
  'rounded-[2px] bg-mark text-inherit transition-colors duration-150 data-[lit=true]:bg-[color-mix(in_oklab,var(--mark),var(--warning)_22%)]';
