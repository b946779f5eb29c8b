import type { Attributes, XmlHandlers } from './read-xml.ts';

/** Handlers that skip some elements with their content and pass on the rest. Of alternatives (markup compatibility of
 *  Office Open XML, ISO/IEC 29500-3), the fallback is skipped when there is a choice, which has the same content. */
export function skipElements(
  isUnread: (name: string, attributes: Attributes) => boolean,
  handlers: XmlHandlers,
): Required<XmlHandlers> {
  let unread = 0;
  const chosen: boolean[] = [];
  return {
    open: (name, attributes) => {
      const isNeedless = name === 'mc:Fallback' && chosen.at(-1) === true;
      if (unread > 0 || isNeedless || isUnread(name, attributes)) unread += 1;
      else if (name === 'mc:AlternateContent') chosen.push(false);
      else if (name === 'mc:Choice') chosen[chosen.length - 1] = true;
      else handlers.open?.(name, attributes);
    },
    close: (name) => {
      if (unread > 0) unread -= 1;
      else if (name === 'mc:AlternateContent') chosen.pop();
      else handlers.close?.(name);
    },
    text: (text) => {
      if (unread === 0) handlers.text?.(text);
    },
  };
}
