const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in XML or HTML, also between quotation marks of an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);
