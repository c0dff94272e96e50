import { toCredits } from '../../shared/contract/amounts.js';
import { type AnyErrorKind, docUrl } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { type Endpoint, type Group, groupSlug, shortName } from '../../shared/contract/endpoint.js';
import { buildTarget, headerName, pathFields, type Route } from '../../shared/contract/route.js';
import { scopesOf } from '../../shared/contract/service-scopes.js';
import { accountGroup, accountRoutes } from '../account-api/index.js';
import { messageHtml } from './errors/documented-errors.js';
import { responseExample, snippets } from './examples.js';
import { describeFields, describeShapes, type Field, formControls, type Shape } from './fields.js';
import type { RecordedResponse, RecordedResponses } from './openapi/recorded-responses.js';
import { publicRequest, publicSchema } from './openapi/schemas.js';

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
  fields: readonly Field[];
  answers: readonly Shape[];
  /** Messages are HTML. */
  errors: readonly { path: string; status: number; message: string }[];
  answersFiles: boolean;
  /** Title and path of an endpoint that must be called before it. */
  first: { title: string; url: string } | undefined;
  /** Computed on access, like `answer`: only the page reads them. */
  readonly snippets: ReturnType<typeof snippets>;
  readonly answer: ReturnType<typeof responseExample>;
  form: ReturnType<typeof formControls>;
}

/** Returns the data of the page of a group. Its endpoints are computed on first access. */
export function groupView(group: Group, baseUrl: string, recorded: RecordedResponses) {
  const endpoints = catalogue.filter((endpoint) => endpoint.group === group);
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
    fields: describeFields(request),
    answers: describeShapes(publicSchema(endpoint.response)),
    errors: errorRows(endpoint.errors),
    answersFiles,
    first: first && { title: first.title, url: `/docs/${groupSlug(first.group)}#${shortName(first)}` },
    get snippets() {
      return snippets({ method: 'POST', url: baseUrl + path, body });
    },
    get answer() {
      return responseExample(recorded[endpoint.id]);
    },
    form: formControls(request, body),
  };
}

/** Returns the data of the page of the account routes. */
export function accountView(baseUrl: string, recorded: RecordedResponses) {
  const { title: name, slug, summary, ratePerSecond } = accountGroup;
  return {
    path: `/docs/${slug}`,
    id: slug,
    title: name,
    summary,
    ratePerSecond,
    readsQuery: false,
    isFree: true,
    endpoints: accountRoutes.map(({ contract }) => routeView(contract, baseUrl, recorded[contract.id])),
  };
}

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
    scopes: scopesOf(route),
    credits: 0,
    unit: 'call',
    rules: [],
    fields: describeFields(request),
    answers: describeShapes(publicSchema(route.response)),
    errors: errorRows(route.errors),
    answersFiles: false,
    first: undefined,
    get snippets() {
      const url = baseUrl + buildTarget(route, fields);
      const inPath = pathFields(route);
      const inHeaders = Object.entries(route.fromHeaders ?? {});
      const headers = inHeaders.map(([field, header]) => [headerName(header), String(fields[field])]);
      const outsideBody = [...inPath, ...inHeaders.map(([field]) => field)];
      const sent = Object.entries(fields).filter(([name]) => !outsideBody.includes(name));
      const isFile = route.file !== undefined;
      return snippets({ method, url, headers: Object.fromEntries(headers), body: Object.fromEntries(sent), isFile });
    },
    get answer() {
      return responseExample(recorded);
    },
    form: formControls(request, fields),
  };
}

const errorRows = (kinds: readonly AnyErrorKind[]) =>
  kinds.map(({ type, status, message }) => ({ path: docUrl(type, ''), status, message: messageHtml(message) }));

/** Returns the price and the rate limit of each endpoint. */
export const priceList = () =>
  catalogue.map((endpoint) => ({
    endpoint: endpoint.id,
    path: endpoint.path,
    group: endpoint.group.id,
    credits: toCredits(endpoint.cost),
    unit: priceUnit(endpoint),
    calls_per_second: endpoint.group.ratePerSecond,
  }));

const priceUnit = ({ per }: Endpoint): string => per?.unit ?? 'call';
