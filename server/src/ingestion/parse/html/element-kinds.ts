const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that never have content. */
export const VOID_ELEMENTS = set(
  'area base basefont bgsound br col command embed frame hr img input keygen link meta param source track wbr',
);

export const HEADINGS = set('h1 h2 h3 h4 h5 h6');

/** Elements whose start ends an open paragraph. */
export const CLOSES_PARAGRAPH = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section summary table ul xmp',
);

/** Elements that start on a new line. */
export const BLOCK_ELEMENTS = set(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav noframes ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp',
);

/** Elements that can be in the head of a page. Any other element starts the body. */
export const HEAD_ELEMENTS = set(
  'base basefont bgsound html head link meta noframes noscript script style template title',
);

/** Elements whose content is not page text, or cannot be read as text. */
export const UNREAD_ELEMENTS = set(
  'annotation annotation-xml applet audio canvas datalist embed frameset iframe meter noembed noframes noscript object optgroup option progress rp rt script select style svg template textarea video',
);
