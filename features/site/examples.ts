import { toCredits } from '../../shared/contract/amounts.js';
import { type Endpoint, groupSlug, shortName } from '../../shared/contract/endpoint.js';
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

/** Returns the ids of the groups of the examples. */
export const findExampleGroups = (offered: readonly Endpoint[]): ReadonlySet<string> =>
  new Set(offered.filter((endpoint) => EXAMPLES.some(({ id }) => id === endpoint.id)).map(({ group }) => group.id));

/** Returns the examples that have a recorded response, so that what the page shows is what a platform has sent. */
export const exampleViews = (
  offered: readonly Endpoint[],
  baseUrl: string,
  recorded: ReturnType<typeof readRecordedResponses>,
) =>
  EXAMPLES.flatMap(({ id, title, summary }) => {
    const endpoint = offered.find((one) => one.id === id);
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
