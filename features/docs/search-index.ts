import { decodeHTML } from 'entities';
import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import type { DocumentedError } from './errors/documented-errors.js';
import type { Field } from './fields.js';
import { statusMeanings } from './openapi/responses.js';
import type { EndpointView } from './reference.js';
import type { PageEntry } from './site.js';

/** What can be found, by what it is: results of one kind count for so much more than those of another. */
const WEIGHTS = { Page: 1.5, Group: 1.5, Endpoint: 1.5, Section: 1.2, Field: 0.8, Error: 0.7, Status: 1.5 } as const;

/** One thing that can be found. */
interface Entry {
  id: number;
  kind: keyof typeof WEIGHTS;
  title: string;
  /** Where it stands, for people. */
  within: string;
  url: string;
  /** What else is said of it. */
  words: string;
}

type Found = Omit<Entry, 'id'>;

interface Sources {
  references: readonly {
    path: string;
    id: string;
    title: string;
    summary: string;
    endpoints: readonly EndpointView[];
  }[];
  guides: readonly PageEntry[];
  /** The pages of the guides. */
  guideBodies: readonly string[];
  errors: readonly (PageEntry & { error: DocumentedError })[];
  others: readonly PageEntry[];
}

/** Every word that is typed begins one of the entry's. */
const exact: SearchOptions = { combineWith: 'AND', prefix: true, boost: { title: 4, within: 1.5 } };
/** Every word is like one of the entry's, and at last, for messages with values in them, any of them is. */
const ways: readonly SearchOptions[] = [
  exact,
  { ...exact, fuzzy: 0.25 },
  { ...exact, fuzzy: 0.2, combineWith: 'OR', prefix: false },
];

/**
 * What browsers search: the index of everything that can be found, and the ways in which it is asked, each when the one
 * before has found nothing.
 */
export function searchIndex(sources: Sources): object {
  const options: Options<Entry> = {
    fields: ['title', 'within', 'words'],
    storeFields: ['kind', 'title', 'within', 'url'],
  };
  const index = new MiniSearch(options);
  index.addAll(entriesOf(sources).map((entry, id) => ({ ...entry, id })));
  return { options, ways, weights: WEIGHTS, index };
}

function entriesOf({ references, guides, guideBodies, errors, others }: Sources): Found[] {
  return [
    ...guides.map(({ title, path, summary }) => entry('Page', title, 'Guide', path, summary)),
    ...others.map(({ title, path, summary }) => entry('Page', title, 'Page', path, summary)),
    ...guides.flatMap((guide, at) => sectionsOf(guide, guideBodies[at] ?? '')),
    ...references.flatMap((group) => [
      entry('Group', group.title, 'Endpoints', group.path, `${group.summary} ${group.id}`),
      ...group.endpoints.map((endpoint) => endpointEntry(group, endpoint)),
      ...fieldEntries(group),
    ]),
    ...Object.entries(statusMeanings).map(([status, meaning]) =>
      entry('Status', status, 'Status', `/docs/errors#status-${status}`, meaning),
    ),
    ...errors.map(({ path, error: { type, status, message, cause, remedy } }) =>
      entry('Error', message.replace(/\{\w+\}/g, '…'), `Error ${status} · ${type}`, path, `${cause} ${remedy}`),
    ),
  ];
}

const entry = (kind: Found['kind'], title: string, within: string, url: string, words: string): Found => ({
  ...{ kind, title, within, url, words },
});

const endpointEntry = (
  group: { title: string; path: string },
  { title, anchor, path, aliases, summary, rules }: EndpointView,
): Found =>
  entry(
    'Endpoint',
    title,
    `${group.title} · ${path}`,
    `${group.path}#${anchor}`,
    [summary, ...aliases, ...rules].join(' '),
  );

/** The fields of a group by their names, each once: where several endpoints have it, the first is where it leads. */
function fieldEntries(group: Sources['references'][number]): Found[] {
  const found = new Map<string, Found>();
  for (const { title, anchor, fields, answers } of group.endpoints) {
    const [only] = answers.length === 1 ? answers : [];
    const all = [
      ...allFields(fields, anchor).map((one) => ({ ...one, within: `Field · ${group.title} · ${title}` })),
      ...allFields(only?.fields ?? [], `${anchor}.answer`).map((one) => ({
        ...one,
        within: `Field of the answer · ${group.title} · ${title}`,
      })),
    ];
    for (const { field, at, within } of all) {
      const { name, description, allowed, bounds } = field;
      const known = found.get(name);
      const words = `${known?.words ?? ''} ${description} ${allowed.join(' ')} ${bounds}`;
      found.set(name, { ...(known ?? entry('Field', name, within, `${group.path}#${at}`, '')), words });
    }
  }
  return [...found.values()].map((one) => ({ ...one, words: [...new Set(one.words.split(/\s+/))].join(' ') }));
}

/** Fields, and those inside them, with their anchors. */
const allFields = (fields: readonly Field[], within: string): { field: Field; at: string }[] =>
  fields.flatMap((field) => {
    const at = `${within}.${field.name}`;
    return [{ field, at }, ...allFields(field.fields, at)];
  });

const SECTION = /<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>(.*?)(?=<h2 id=|<\/main>)/gs;

/** The sections of a guide, with their words. */
const sectionsOf = (guide: PageEntry, html: string): Found[] =>
  [...html.matchAll(SECTION)].map(([, id = '', title = '', content = '']) =>
    entry('Section', textOf(title), guide.title, `${guide.path}#${id}`, textOf(content)),
  );

/** Code is no prose, snippets say the same in several languages, and rows that have an address are entries of their own. */
const textOf = (html: string): string =>
  decodeHTML(
    html
      .replace(/<pre.*?<\/pre>|<button.*?<\/button>|<tr id=.*?<\/tr>/gs, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  ).trim();
