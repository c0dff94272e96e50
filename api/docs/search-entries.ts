import type { Guide } from './guides.js';
import type { EndpointView } from './reference.js';

/** A page with endpoints. */
interface GroupPage {
  path: string;
  id: string;
  title: string;
  summary: string;
  endpoints: readonly EndpointView[];
}

/** One thing that can be found: its title, where it stands, where it is, and more words it is known by. */
interface SearchEntry {
  title: string;
  within: string;
  url: string;
  words: string;
}

const HEADING = /<h2 id="([^"]+)">([^<]+)/g;

/** What the search box looks through: endpoints, their fields and messages, groups, guides and their sections. */
export function searchEntries(
  groups: readonly GroupPage[],
  guides: readonly Guide[],
  pages: readonly { path: string; body: string }[],
): SearchEntry[] {
  const endpoints = groups.flatMap((group) =>
    group.endpoints.map(({ title, anchor, path, aliases, summary, fields, errors }) => ({
      title,
      within: `${group.title} · ${path}`,
      url: `${group.path}#${anchor}`,
      words: [
        summary,
        ...aliases,
        ...fields.map(({ name }) => name),
        ...errors.map(({ message }) => message.replace(/<[^>]+>|&\w+;/g, ' ')),
      ].join(' '),
    })),
  );
  const sections = guides.flatMap((guide) => {
    const html = pages.find(({ path }) => path === guide.path)?.body ?? '';
    return [...html.matchAll(HEADING)].map(([, id = '', title = '']) => ({
      title: title.trim(),
      within: guide.title,
      url: `${guide.path}#${id}`,
      words: '',
    }));
  });
  return [
    ...guides.map(({ title, path, summary }) => ({ title, within: 'Guide', url: path, words: summary })),
    ...groups.map(({ title, path, summary, id }) => ({ title, within: 'Group', url: path, words: `${summary} ${id}` })),
    ...endpoints,
    ...sections,
  ];
}
