export type Attributes = Readonly<Record<string, string>>;

/** Namespace -> the prefix that parsers use. The second namespace of a pair is the strict variant of Office Open XML
 *  (ISO/IEC 29500-1, annex A). */
const PREFIXES = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/presentationml/2006/main', 'p'],
  ['http://purl.oclc.org/ooxml/presentationml/main', 'p'],
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'x'],
  ['http://purl.oclc.org/ooxml/spreadsheetml/main', 'x'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing', 'xdr'],
  ['http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing', 'xdr'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.openxmlformats.org/package/2006/content-types', 'ct'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'office'],
  ['urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'text'],
  ['urn:oasis:names:tc:opendocument:xmlns:table:1.0', 'table'],
  ['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw'],
  ['urn:oasis:names:tc:opendocument:xmlns:style:1.0', 'style'],
  ['urn:oasis:names:tc:opendocument:xmlns:presentation:1.0', 'presentation'],
  ['urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0', 'svg'],
  ['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo'],
  ['urn:oasis:names:tc:opendocument:xmlns:manifest:1.0', 'manifest'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  // OpenOffice 1 had the same elements in namespaces of its own.
  ...['office', 'text', 'table', 'style', 'presentation'].map((name): [string, string] => [
    `http://openoffice.org/2000/${name}`,
    name,
  ]),
  ['http://openoffice.org/2000/drawing', 'draw'],
  ['http://openoffice.org/2001/manifest', 'manifest'],
  ['http://schemas.microsoft.com/office/visio/2012/main', 'vsd'],
  ['http://www.idpf.org/2007/opf', 'opf'],
  ['urn:oasis:names:tc:opendocument:xmlns:container', 'ocf'],
  ['http://www.w3.org/2001/04/xmlenc#', 'enc'],
]);

type Scope = {
  /** The prefix in the document ('' for none) -> the prefix that parsers use; undefined for other namespaces. */
  prefixes: Map<string, string | undefined>;
  /** Name in the document -> name that parsers use. */
  elements: Map<string, string>;
  /** True if attributes can be passed on unchanged. */
  isPlain: boolean;
};

/** Gives elements and attributes the prefixes that parsers use, whatever prefixes the document binds. Names in other
 *  namespaces keep their prefix or stay without one. */
export function createXmlNames() {
  let scope: Scope = { prefixes: new Map(), elements: new Map(), isPlain: true };
  const outer: (Scope | undefined)[] = [];
  return {
    /** Call at the start of an element, before resolving its names. */
    enter: (attributes: Attributes): void => {
      const next = withBindings(scope, attributes);
      outer.push(next && scope);
      scope = next ?? scope;
    },
    /** Call at the end of an element. */
    leave: (): void => {
      scope = outer.pop() ?? scope;
    },
    element: (name: string): string => {
      const known = scope.elements.get(name);
      if (known !== undefined) return known;
      const renamed = rename(scope, name, '');
      scope.elements.set(name, renamed);
      return renamed;
    },
    attributes: (attributes: Attributes): Attributes => {
      if (scope.isPlain) return attributes;
      const renamed: Record<string, string> = Object.create(null);
      for (const [name, value] of Object.entries(attributes)) renamed[attributeName(scope, name)] = value;
      return renamed;
    },
  };
}

function withBindings(scope: Scope, attributes: Attributes): Scope | undefined {
  let prefixes: Scope['prefixes'] | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    prefixes ??= new Map(scope.prefixes);
    if (prefixes.size < MAX_BINDINGS)
      prefixes.set(name.slice('xmlns:'.length), PREFIXES.get(attributes[name] ?? ''));
  }
  if (!prefixes) return undefined;
  const isPlain = [...prefixes].every(([own, known]) => own === '' || known === undefined || own === known);
  return { prefixes, elements: new Map(), isPlain };
}

/** The most bindings in one scope. Real documents have about forty, and each scope is a copy of the outer one. */
const MAX_BINDINGS = 100;

function rename(scope: Scope, name: string, noPrefix: string): string {
  const colon = name.indexOf(':');
  const known = scope.prefixes.get(colon < 0 ? noPrefix : name.slice(0, colon));
  return known === undefined ? name : `${known}:${name.slice(colon + 1)}`;
}

/** An attribute without a prefix is in no namespace, even where a default namespace applies to elements. */
const attributeName = (scope: Scope, name: string): string =>
  name.includes(':') ? rename(scope, name, '') : name;
