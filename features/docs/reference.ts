import { toCredits } from '../../shared/contract/amounts.js';
import { type AnyErrorKind, docUrl } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { type Endpoint, type Group, groupSlug, shortName } from '../../shared/contract/endpoint.js';
import { headerName, pathFields, type Route, targetOf } from '../../shared/contract/route.js';
import { scopesOf } from '../../shared/contract/service-scopes.js';
import { accountGroup, accountRoutes } from '../account-api/index.js';
import { messageHtml } from './errors/documented-errors.js';
import { recordedAnswer, snippets } from './examples.js';
import { controls, type Field, fieldsOf, type Shape, shapesOf } from './fields.js';
import type { RecordedAnswer, RecordedAnswers } from './openapi/recorded-answers.js';
import { publicRequest, publicSchema } from './openapi/schemas.js';

/** An endpoint, or a route beside the endpoints, as its section of a page shows it. */
export interface EndpointView {
  anchor: string;
  title: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  aliases: readonly string[];
  summary: string;
  /** The scopes of a service route, any of which opens it; none if every key may use it. Undefined for an endpoint. */
  scopes: readonly string[] | undefined;
  /** 0 is free. */
  credits: number;
  /** What is paid for one by one. */
  unit: string;
  rules: readonly string[];
  fields: readonly Field[];
  answers: readonly Shape[];
  /** Messages are HTML. */
  errors: readonly { path: string; status: number; message: string }[];
  answersFiles: boolean;
  /** Title and path of what must be called first to have something to call this with. */
  first: { title: string; url: string } | undefined;
  /** Made when it is looked at, which only its page does, as the answer is. */
  readonly snippets: ReturnType<typeof snippets>;
  readonly answer: ReturnType<typeof recordedAnswer>;
  form: ReturnType<typeof controls>;
}

/** A group as its page shows it. Its endpoints are worked out when they are first looked at. */
export function groupView(group: Group, baseUrl: string, answers: RecordedAnswers) {
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
      views ??= endpoints.map((endpoint) => endpointView(endpoint, baseUrl, answers));
      return views;
    },
  };
}

function endpointView(endpoint: Endpoint, baseUrl: string, answers: RecordedAnswers): EndpointView {
  const { path, aliases, summary, example, answersFiles } = endpoint;
  const request = publicRequest(endpoint);
  const body = answers[endpoint.id]?.request ?? example.request;
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
    unit: unitOf(endpoint),
    rules: endpoint.rules.map((rule) => rule.describe),
    fields: fieldsOf(request),
    answers: shapesOf(publicSchema(endpoint.response)),
    errors: errorRows(endpoint.errors),
    answersFiles,
    first: first && { title: first.title, url: `/docs/${groupSlug(first.group)}#${shortName(first)}` },
    get snippets() {
      return snippets({ method: 'POST', url: baseUrl + path, body });
    },
    get answer() {
      return recordedAnswer(answers[endpoint.id]);
    },
    form: controls(request, body),
  };
}

/** The page of the routes beside the endpoints. */
export function accountView(baseUrl: string, answers: RecordedAnswers) {
  const { title: name, slug, summary, ratePerSecond } = accountGroup;
  return {
    path: `/docs/${slug}`,
    id: slug,
    title: name,
    summary,
    ratePerSecond,
    readsQuery: false,
    isFree: true,
    endpoints: accountRoutes.map(({ contract }) => routeView(contract, baseUrl, answers[contract.id])),
  };
}

function routeView(route: Route, baseUrl: string, recorded: RecordedAnswer | undefined): EndpointView {
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
    fields: fieldsOf(request),
    answers: shapesOf(publicSchema(route.response)),
    errors: errorRows(route.errors),
    answersFiles: false,
    first: undefined,
    get snippets() {
      const url = baseUrl + targetOf(route, fields);
      const inPath = pathFields(route);
      const inHeaders = Object.entries(route.fromHeaders ?? {});
      const headers = inHeaders.map(([field, header]) => [headerName(header), String(fields[field])]);
      const beside = [...inPath, ...inHeaders.map(([field]) => field)];
      const sent = Object.entries(fields).filter(([name]) => !beside.includes(name));
      const isFile = route.file !== undefined;
      return snippets({ method, url, headers: Object.fromEntries(headers), body: Object.fromEntries(sent), isFile });
    },
    get answer() {
      return recordedAnswer(recorded);
    },
    form: controls(request, fields),
  };
}

const errorRows = (kinds: readonly AnyErrorKind[]) =>
  kinds.map(({ type, status, message }) => ({ path: docUrl(type, ''), status, message: messageHtml(message) }));

/** What one endpoint costs, and how often it may be called. */
export interface Price {
  endpoint: string;
  path: string;
  group: string;
  credits: number;
  /** What that is for: a call, or each of the things that a call makes. */
  unit: string;
  calls_per_second: number;
}

/** The price list, one row for each endpoint. */
export const priceList = (): Price[] =>
  catalogue.map((endpoint) => ({
    endpoint: endpoint.id,
    path: endpoint.path,
    group: endpoint.group.id,
    credits: toCredits(endpoint.cost),
    unit: unitOf(endpoint),
    calls_per_second: endpoint.group.ratePerSecond,
  }));

const unitOf = ({ per }: Endpoint): string => per?.unit ?? 'call';
