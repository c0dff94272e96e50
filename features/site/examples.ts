import { toCredits } from '../../shared/contract/amounts.js';
import { findEndpoint } from '../../shared/contract/catalogue/index.js';
import { groupSlug, shortName } from '../../shared/contract/endpoint.js';
import { type readRecordedResponses, responseExample, snippets } from '../docs/index.js';

/** The examples of the front page, and what each shows. */
const EXAMPLES = [
  {
    id: 'vat',
    title: 'Calculate VAT',
    summary: "Net, gross and tax at a country's rates, formatted for an invoice.",
  },
  {
    id: 'mailchecker',
    title: 'Check an email address',
    summary: 'Catch typos, disposable addresses and dead domains.',
  },
  { id: 'qr-code/generate', title: 'Create a QR code', summary: 'As PNG, SVG or PDF, with logos, colours and frames.' },
] as const;

/** Ids of the groups of the examples. */
export const exampleGroups: ReadonlySet<string | undefined> = new Set(
  EXAMPLES.map(({ id }) => findEndpoint(id)?.group.id),
);

/** Returns the examples that have a recorded response, so that what the page shows is what a platform has sent. */
export const exampleViews = (baseUrl: string, recorded: ReturnType<typeof readRecordedResponses>) =>
  EXAMPLES.flatMap(({ id, title, summary }) => {
    const endpoint = findEndpoint(id);
    const response = responseExample(recorded[id]);
    if (!endpoint || !response) return [];
    return [
      {
        title,
        summary,
        credits: toCredits(endpoint.cost),
        docs: `/docs/${groupSlug(endpoint.group)}#${shortName(endpoint)}`,
        snippets: snippets({ method: 'POST', url: baseUrl + endpoint.path, body: recorded[id]?.request }).filter(
          ({ isPlain }) => !isPlain,
        ),
        response,
      },
    ];
  });
