import { decodeHTML } from 'entities';
import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import type { DocumentedError } from './errors/documented-errors.js';
import type { Field } from './fields.js';
import type { Guide, PageEntry } from './guides.js';
import { statusMeanings } from './openapi/responses.js';
import type { EndpointView } from './reference.js';

/** Boost of the score of a result by its kind. */
const WEIGHTS = { Page: 1.5, Group: 1.5, Endpoint: 1.5, Section: 1.2, Field: 0.7, Error: 0.6, Status: 1.5 } as const;

/** A document of the index. */
interface Entry {
  id: number;
  kind: keyof typeof WEIGHTS;
  title: string;
  /** Location for people, e.g. the title of the guide. */
  within: string;
  url: string;
  /** Words for what readers want. They count more than the text. */
  keywords?: string;
  /** Other text to search. */
  words: string;
}

type NewEntry = Omit<Entry, 'id'>;

interface Sources {
  references: readonly {
    path: string;
    id: string;
    title: string;
    summary: string;
    endpoints: readonly EndpointView[];
  }[];
  guides: readonly Guide[];
  /** Rendered pages of the guides. */
  guideBodies: readonly string[];
  errors: readonly (PageEntry & { error: DocumentedError })[];
  others: readonly PageEntry[];
}

/** Every word of the query is a prefix of a word of the entry. */
const exact: SearchOptions = { combineWith: 'AND', prefix: true, boost: { title: 4, keywords: 8, within: 1.5 } };
/** Then every word is similar to one, and at last, for messages with values in them, any word is. */
const ways: readonly SearchOptions[] = [
  exact,
  { ...exact, fuzzy: 0.25 },
  { ...exact, fuzzy: 0.2, combineWith: 'OR', prefix: false },
];

/** Creates the index that browsers search, with the options of each search: the next is for when the one before has no results. */
export function searchIndex(sources: Sources): object {
  const options: Options<Entry> = {
    fields: ['title', 'keywords', 'within', 'words'],
    storeFields: ['kind', 'title', 'within', 'url'],
  };
  const index = new MiniSearch(options);
  index.addAll(createEntries(sources).map((entry, id) => ({ ...entry, id })));
  return { options, ways, weights: WEIGHTS, index };
}

function createEntries({ references, guides, guideBodies, errors, others }: Sources): NewEntry[] {
  return [
    ...guides.map(({ title, path, summary, keywords }) => entry('Page', title, 'Guide', path, summary, keywords)),
    ...others.map(({ title, path, summary }) => entry('Page', title, 'Page', path, summary)),
    ...guides.flatMap((guide, at) => sectionEntries(guide, guideBodies[at] ?? '')),
    ...references.flatMap((group) => [
      entry('Group', group.title, 'Endpoints', group.path, `${group.summary} ${group.id}`),
      ...group.endpoints.map((endpoint) => endpointEntry(group, endpoint)),
      ...fieldEntries(group),
    ]),
    ...Object.entries(statusMeanings).map(([status, meaning]) =>
      entry('Status', status, 'Status', `/docs/errors#status-${status}`, meaning),
    ),
    ...errors
      .filter(({ error }) => !error.isForOperators)
      .map(({ path, error: { type, status, message, cause, remedy } }) =>
        entry('Error', message.replace(/\{\w+\}/g, '…'), `Error ${status} · ${type}`, path, `${cause} ${remedy}`),
      ),
  ];
}

const entry = (
  kind: NewEntry['kind'],
  title: string,
  within: string,
  url: string,
  words: string,
  keywords?: string,
): NewEntry => ({
  ...{ kind, title, within, url, words },
  ...(keywords === undefined ? {} : { keywords }),
});

const endpointEntry = (
  group: { title: string; path: string },
  { title, anchor, path, aliases, summary, rules }: EndpointView,
): NewEntry =>
  entry(
    'Endpoint',
    title,
    `${group.title} · ${path}`,
    `${group.path}#${anchor}`,
    [summary, ...aliases, ...rules].join(' '),
  );

/** Returns an entry for each name of a field in a group. It leads to the first endpoint that has the field. */
function fieldEntries(group: Sources['references'][number]): NewEntry[] {
  const entries = new Map<string, NewEntry>();
  for (const { title, anchor, fields, answers } of group.endpoints) {
    const [only] = answers.length === 1 ? answers : [];
    const all = [
      ...allFields(fields, anchor).map((one) => ({ ...one, within: `Field · ${group.title} · ${title}` })),
      ...allFields(only?.fields ?? [], `${anchor}.answer`).map((one) => ({
        ...one,
        within: `Response field · ${group.title} · ${title}`,
      })),
    ];
    for (const { field, id, within } of all) {
      const { name, description, allowed, bounds } = field;
      const known = entries.get(name);
      const words = `${known?.words ?? ''} ${description} ${allowed.join(' ')} ${bounds}`;
      entries.set(name, { ...(known ?? entry('Field', name, within, `${group.path}#${id}`, '')), words });
    }
  }
  return [...entries.values()].map((one) => ({ ...one, words: [...new Set(one.words.split(/\s+/))].join(' ') }));
}

/** Returns fields, and those inside them, with their ids on the page. */
const allFields = (fields: readonly Field[], within: string): { field: Field; id: string }[] =>
  fields.flatMap((field) => {
    const id = `${within}.${field.name}`;
    return [{ field, id }, ...allFields(field.fields, id)];
  });

const SECTION = /<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>(.*?)(?=<h2 id=|<\/main>)/gs;

const sectionEntries = (guide: Guide, html: string): NewEntry[] =>
  [...html.matchAll(SECTION)].map(([, id = '', title = '', content = '']) => {
    const url = `${guide.path}#${id}`;
    return entry('Section', proseIn(title), guide.title, url, proseIn(content), guide.sectionKeywords?.[id]);
  });

/** Returns the text of HTML without code, buttons, and table rows that have an entry of their own. */
const proseIn = (html: string): string =>
  decodeHTML(
    html
      .replace(/<pre.*?<\/pre>|<button.*?<\/button>|<tr id=.*?<\/tr>/gs, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  ).trim();
