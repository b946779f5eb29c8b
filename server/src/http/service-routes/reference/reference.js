/** The reference at /docs: reads /openapi.json, shows every operation, and sends requests to try them. Runs in browsers,
 *  as it is; all text goes into the page as text, never as HTML. */

const make = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children.filter((child) => child !== undefined));
  return element;
};

/** Text with its `code`. */
const prose = (text = '') =>
  text.split('`').map((part, index) => (index % 2 === 1 ? make('code', { textContent: part }) : part));

const api = await (await fetch('/openapi.json')).json();
const resolve = (thing) =>
  thing?.$ref
    ? resolve(
        thing.$ref
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key], api),
      )
    : (thing ?? {});
const nameOf = (schema) => schema?.$ref?.split('/').at(-1);

/** The type of a value in a few words. */
function typeOf(schema = {}) {
  const name = nameOf(schema);
  if (name) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return [...new Set(branches.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

/** The fields of an object, each with what is inside it, once it is opened. */
function fields(given, isRequest) {
  const schema = resolve(given);
  const branches = schema.oneOf ?? schema.anyOf?.filter((each) => resolve(each).properties);
  if (branches?.length)
    return make(
      'div',
      {},
      ...branches.map((each) => expandable(typeOf(each), () => fields(each, isRequest))),
    );
  if (schema.type === 'array') return fields(schema.items, isRequest);
  const list = make('dl');
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = isRequest && schema.required?.includes(name);
    const head = make('dt', {}, make('code', { textContent: name }), ` ${typeOf(property)}`);
    if (isRequired) head.append(make('strong', { textContent: ' required' }));
    list.append(
      head,
      make(
        'dd',
        {},
        ...prose(property.description ?? resolve(property).description),
        inner(property, isRequest) ?? '',
      ),
    );
  }
  return list;
}

function inner(property, isRequest) {
  const target = property.type === 'array' ? property.items : property;
  const schema = resolve(target);
  const hasFields = [schema, ...(schema.oneOf ?? schema.anyOf ?? [])].some(
    (each) => resolve(each).properties,
  );
  return hasFields ? expandable('Fields', () => fields(target, isRequest)) : undefined;
}

/** Filled when it is first opened: schemas may contain themselves. */
function expandable(title, fill) {
  const details = make('details', {}, make('summary', { textContent: title }));
  details.addEventListener('toggle', () => details.append(fill()), { once: true });
  return details;
}

/** The language that was chosen at one operation is shown at all that have it. */
const showLanguage = [];

function samples(list) {
  const shown = make('pre', { tabIndex: 0 }, make('code'));
  const choose = make('select', { ariaLabel: 'Language' });
  for (const { label } of list) choose.append(make('option', { value: label, textContent: label }));
  const show = (label) => {
    const sample = list.find((each) => each.label === label) ?? list[0];
    choose.value = sample.label;
    shown.firstChild.textContent = sample.source;
  };
  choose.addEventListener('change', () => {
    const before = choose.getBoundingClientRect().top;
    for (const each of showLanguage) each(choose.value);
    // Samples above have other heights now: what was chosen stays where it was.
    window.scrollBy(0, choose.getBoundingClientRect().top - before);
  });
  showLanguage.push(show);
  show();
  return make('form', {}, choose, shown);
}

/** What every sample below takes for granted. */
const START = [
  {
    label: 'curl',
    source: `export FOOTNOTE_URL=${location.origin} FOOTNOTE_API_KEY=svc_…`,
  },
  {
    label: 'TypeScript',
    source: `import { Footnote } from '@footnote/sdk';\n\nconst footnote = new Footnote({ baseUrl: '${location.origin}', apiKey: 'svc_…' });`,
  },
  {
    label: 'Python',
    source: `from footnote import Footnote\n\nfootnote = Footnote(base_url="${location.origin}", api_key="svc_…")`,
  },
];

/** What people enter once and need in every form; kept while the page is open, and no longer. */
let key = '';

function tryIt(method, path, operation) {
  const server = make('select', { name: 'server' });
  for (const { url, description } of api.servers)
    server.append(
      make('option', {
        value: url,
        textContent: `${description}: ${url}`,
        selected: new URL(url).origin === location.origin,
      }),
    );
  const token = make('input', {
    name: 'key',
    type: 'password',
    value: key,
    autocomplete: 'off',
    placeholder: 'svc_test_…',
  });
  const inputs = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => [
      parameter,
      make('input', { name: parameter.name, required: parameter.required === true }),
    ]);
  const media = operation.requestBody?.content['application/json'];
  const body =
    media &&
    make('textarea', { name: 'body', rows: 6, value: JSON.stringify(media.example ?? {}, undefined, 2) });
  const answer = make('pre', { tabIndex: 0, hidden: true });
  answer.setAttribute('aria-live', 'polite');
  const form = make(
    'form',
    {},
    make('label', {}, 'Server', server),
    make('label', {}, 'API key', token),
    ...inputs.map(([{ name }, input]) => make('label', {}, name, input)),
    body ? make('label', {}, 'Body', body) : undefined,
    make('button', { textContent: 'Send' }),
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    key = token.value;
    answer.hidden = false;
    answer.textContent = 'Sending…';
    const url = new URL(server.value + path);
    for (const [parameter, { value }] of inputs)
      if (parameter.in === 'path')
        url.pathname = url.pathname.replace(`%7B${parameter.name}%7D`, encodeURIComponent(value));
      else if (value !== '') url.searchParams.append(parameter.name, value);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body.value }),
      });
      answer.textContent = `${response.status}\n${pretty(await response.text())}`;
    } catch {
      answer.textContent = 'No answer. If the server has another origin, open the reference there.';
    }
  });
  return form;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

const exampleText = (example) =>
  typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);

function answers(responses) {
  const list = make('dl');
  for (const [status, given] of Object.entries(responses)) {
    const response = resolve(given);
    const head = make('dt', {}, make('code', { textContent: status }), ' ', ...prose(response.description));
    const more = make('dd');
    if (status.startsWith('2'))
      for (const [type, { schema, example }] of Object.entries(response.content ?? {})) {
        more.append(expandable(`${type}: ${typeOf(schema)}`, () => fields(schema, false)));
        if (example !== undefined)
          more.append(
            expandable('Example', () => make('pre', { tabIndex: 0, textContent: exampleText(example) })),
          );
      }
    list.append(head, more);
  }
  return list;
}

function show(method, path, operation) {
  const section = make('section', { id: operation.operationId });
  section.append(
    make('h3', {}, make('a', { href: `#${operation.operationId}`, textContent: operation.summary })),
    make(
      'p',
      { className: 'path' },
      make('code', { className: 'method', textContent: method }),
      ' ',
      make('code', { textContent: path }),
    ),
    make('p', {}, ...prose(operation.description)),
    samples(operation['x-codeSamples']),
  );
  if (operation.parameters?.length) {
    const list = make('dl');
    for (const { name, in: place, required, schema, description } of operation.parameters)
      list.append(
        make(
          'dt',
          {},
          make('code', { textContent: name }),
          ` ${typeOf(schema)}, in ${place}`,
          required ? make('strong', { textContent: ' required' }) : '',
        ),
        make('dd', {}, ...prose(description)),
      );
    section.append(make('h4', { textContent: 'Parameters' }), list);
  }
  for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
    section.append(make('h4', {}, 'Body ', make('code', { textContent: type })), fields(schema, true));
  section.append(make('h4', { textContent: 'Answers' }), answers(operation.responses));
  section.append(expandable('Try it', () => tryIt(method, path, operation)));
  return section;
}

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const main = document.querySelector('main');
const nav = document.querySelector('nav');
const filter = make('input', { type: 'search', placeholder: 'Filter', ariaLabel: 'Filter operations' });
const links = [];
main.replaceChildren(
  make('h1', { textContent: `${api.info.title} API` }),
  make('p', {}, ...prose(api.info.description)),
  make('p', {}, 'Every sample below begins with these lines:'),
  samples(START),
  make(
    'p',
    {},
    'The guides, in Markdown, and an index for coding assistants: ',
    make('a', { href: '/llms.txt', textContent: '/llms.txt' }),
  ),
);
const nothing = make('p', { className: 'soft', textContent: 'No operation matches.', hidden: true });
nav.append(make('a', { href: '/', textContent: '← Dashboard' }), filter);
for (const { name, description } of api.tags) {
  const own = operations.filter(({ operation }) => operation.tags.includes(name));
  if (own.length === 0) continue;
  const group = make('div', {}, make('h2', { textContent: name }));
  main.append(make('h2', { textContent: name }), make('p', { className: 'soft' }, ...prose(description)));
  for (const { method, path, operation } of own) {
    const link = make('a', { href: `#${operation.operationId}`, textContent: operation.summary });
    links.push([link, `${operation.operationId} ${path} ${operation.summary}`.toLowerCase()]);
    group.append(link);
    main.append(show(method, path, operation));
  }
  nav.append(group);
}
nav.append(nothing);
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const [link, text] of links) link.hidden = !words.every((word) => text.includes(word));
  for (const group of nav.querySelectorAll('div')) group.hidden = !group.querySelector('a:not([hidden])');
  nothing.hidden = links.some(([link]) => !link.hidden);
});
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
