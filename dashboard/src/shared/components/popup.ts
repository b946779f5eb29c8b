/** The look of whatever opens beside its button: menus, popovers, cards and lists of options. */

/** The box. Below dialogs' notices, above the page. */
export const POPUP =
  'z-40 rounded-panel border border-line bg-raised shadow-raised outline-none data-[state=closed]:animate-pop-out data-[state=delayed-open]:animate-pop-in data-[state=open]:animate-pop-in';

/** One entry of a menu or a list of options. */
export const POPUP_ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 text-body outline-none select-none [&[data-disabled]:not([data-disabled=false])]:opacity-50 data-[highlighted]:bg-sunken';

/** The heading of a group of entries. */
export const POPUP_LABEL = 'px-2 pt-1.5 pb-1 text-small font-medium text-quiet';

export const POPUP_LINE = 'my-1 border-t border-line';
