import { toCredits } from '../../shared/contract/amounts.js';
import { type AnyErrorKind, docUrl } from '../../shared/contract/api-error.js';
import { type Endpoint, type Group, groupSlug, shortName } from '../../shared/contract/endpoint.js';
import { buildTarget, formatHeaderName, listPathFields, type Route } from '../../shared/contract/route.js';
import { listScopes } from '../../shared/contract/service-scopes.js';
import { accountGroup } from '../account-api/index.js';
import { type AccountPage, listRoutes } from './account-pages.js';
import { methodOfEndpoint, methodOfRoute } from './client-methods.js';
import { messageHtml } from './errors/documented-errors.js';
import { responseExample, snippets } from './examples.js';
import { describeFields, describeShapes, type Field, formControls, type Shape } from './fields.js';
import type { RecordedResponse, RecordedResponses } from './openapi/recorded-responses.js';
import { publicRequest, publicSchema } from './openapi/schemas.js';

/** File extensions of binary responses, which snippets save. */
const BINARY: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/*': 'png' };

/** An endpoint or an account route, as its section of a page shows it. */
export interface EndpointView {
  anchor: string;
  title: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  aliases: readonly string[];
  summary: string;
  /** Scopes of an account route, any of which is enough; none if every key may use it. Undefined for an endpoint. */
  scopes: readonly string[] | undefined;
  /** 0 is free. */
  credits: number;
  /** Unit of the price, e.g. `call`. */
  unit: string;
  rules: readonly string[];
  /** True if the items of a batch may be requests to it. */
  runsInBatches: boolean;
  fields: readonly Field[];
  answers: readonly Shape[];
  /** Messages are HTML. */
  errors: readonly { path: string; status: number; message: string }[];
  answersFiles: boolean;
  /** Requests per second for each key, if it is not that of the whole page. */
  ratePerSecond: number | undefined;
  /** Title and path of an endpoint that must be called before it. */
  first: { title: string; url: string } | undefined;
  /** Computed on access, like `answer`: only the page reads them. */
  readonly snippets: ReturnType<typeof snippets>;
  readonly answer: ReturnType<typeof responseExample>;
  /** Snippets of the other actions of an endpoint. Computed on access too. */
  readonly otherActions: readonly { action: string; snippets: ReturnType<typeof snippets> }[];
  form: ReturnType<typeof formControls>;
}

/** Returns every group with the data of its page, in the order of the documentation. */
export const groupsOfEndpoints = (offered: readonly Endpoint[], baseUrl: string, recorded: RecordedResponses) =>
  [...new Set(offered.map(({ group }) => group))].map((group) => groupView(group, offered, baseUrl, recorded));

/** Returns the data of the page of a group. Its endpoints are computed on first access. */
function groupView(group: Group, offered: readonly Endpoint[], baseUrl: string, recorded: RecordedResponses) {
  const endpoints = offered.filter((endpoint) => endpoint.group === group);
  let views: EndpointView[] | undefined;
  const prices = endpoints.map(({ cost }) => toCredits(cost));
  return {
    path: `/docs/${groupSlug(group)}`,
    id: group.id,
    title: group.title,
    summary: group.summary,
    ratePerSecond: group.ratePerSecond,
    inputStatus: group.inputStatus,
    bodyLimitMiB: group.bodyLimit / 1024 / 1024,
    readsQuery: group.readsQuery,
    isFree: false,
    isWritten: group.isWritten,
    cheapest: Math.min(...prices),
    dearest: Math.max(...prices),
    get endpoints() {
      views ??= endpoints.map((endpoint) => endpointView(endpoint, baseUrl, recorded));
      return views;
    },
  };
}

function endpointView(endpoint: Endpoint, baseUrl: string, recorded: RecordedResponses): EndpointView {
  const { path, aliases, summary, example, answersFiles } = endpoint;
  const request = publicRequest(endpoint);
  const body = recorded[endpoint.id]?.request ?? example.request;
  const first = example.first?.endpoint;
  const method = methodOfEndpoint(endpoint);
  const writeSnippets = (fields: Readonly<Record<string, unknown>>) =>
    snippets({ method: 'POST', url: baseUrl + path, body: fields, client: { baseUrl, method, fields } });
  return {
    anchor: shortName(endpoint),
    title: endpoint.title,
    method: 'POST',
    path,
    aliases,
    summary,
    scopes: undefined,
    credits: toCredits(endpoint.cost),
    unit: priceUnit(endpoint),
    rules: endpoint.rules.map((rule) => rule.describe),
    runsInBatches: endpoint.batch !== undefined,
    fields: describeFields(request),
    answers: describeShapes(publicSchema(endpoint.response)),
    errors: errorRows(endpoint.errors),
    answersFiles,
    ratePerSecond: undefined,
    first: first && { title: first.title, url: `/docs/${groupSlug(first.group)}#${shortName(first)}` },
    get snippets() {
      return writeSnippets(body);
    },
    get answer() {
      return responseExample(recorded[endpoint.id]);
    },
    get otherActions() {
      return (example.otherActions ?? []).map((fields) => ({ action: fields.action, snippets: writeSnippets(fields) }));
    },
    form: formControls(request, body),
  };
}

/** Returns the data of a page of the account API. */
export function accountView(page: AccountPage, baseUrl: string, recorded: RecordedResponses) {
  const routes = listRoutes(page);
  const rates = routes.map(findRate);
  return {
    path: `/docs/${page.slug}`,
    id: page.slug,
    title: page.title,
    summary: page.summary,
    /** Requests per second for each key; undefined if it differs between its routes. */
    ratePerSecond: rates.every((rate) => rate === rates[0]) ? rates[0] : undefined,
    readsQuery: false,
    isFree: true,
    endpoints: routes.map((route) => routeView(route, baseUrl, recorded[route.id])),
  };
}

const findRate = ({ ratePerSecond = accountGroup.ratePerSecond }: Route): number => ratePerSecond;

function routeView(route: Route, baseUrl: string, recorded: RecordedResponse | undefined): EndpointView {
  const request = publicSchema(route.request);
  const fields = recorded?.request ?? route.example.request;
  const { method, path, summary, name, title } = route;
  return {
    anchor: name,
    title,
    method,
    path,
    aliases: [],
    summary,
    scopes: listScopes(route),
    credits: 0,
    unit: 'call',
    rules: [],
    runsInBatches: false,
    fields: describeFields(request),
    answers: describeShapes(publicSchema(route.response)),
    errors: errorRows(route.errors),
    answersFiles: false,
    ratePerSecond: findRate(route),
    first: undefined,
    get snippets() {
      const url = baseUrl + buildTarget(route, fields);
      const inPath = listPathFields(route);
      const inHeaders = Object.entries(route.fromHeaders ?? {});
      const headers = inHeaders.map(([field, header]) => [formatHeaderName(header), String(fields[field])]);
      const outsideBody = [...inPath, ...inHeaders.map(([field]) => field)];
      const sent = Object.entries(fields).filter(([name]) => !outsideBody.includes(name));
      const isFile = route.file !== undefined;
      const extension = BINARY[route.file ?? ''];
      const saveAs = extension && `${route.name}.${extension}`;
      const body = Object.fromEntries(sent);
      const clientMethod = methodOfRoute(route);
      const client = clientMethod && { baseUrl, method: clientMethod, fields };
      return snippets({ method, url, headers: Object.fromEntries(headers), body, isFile, saveAs, client });
    },
    get answer() {
      return responseExample(recorded);
    },
    otherActions: [],
    form: formControls(request, fields),
  };
}

const errorRows = (kinds: readonly AnyErrorKind[]) =>
  kinds.map(({ type, status, message }) => ({ path: docUrl(type, ''), status, message: messageHtml(message) }));

/** Returns the price and the rate limit of each endpoint. */
export const priceList = (offered: readonly Endpoint[]) =>
  offered.map((endpoint) => ({
    endpoint: endpoint.id,
    path: endpoint.path,
    group: endpoint.group.id,
    credits: toCredits(endpoint.cost),
    unit: priceUnit(endpoint),
    calls_per_second: endpoint.group.ratePerSecond,
  }));

const priceUnit = ({ per }: Endpoint): string => per?.unit ?? 'call';
