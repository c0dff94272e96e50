import type { Call, Calls, Group, OpenApiDocument } from '../calls.js';
import { itemType, listSignatures, OPTIONS, optionName, parameterName, type Signature } from './signatures.js';
import { pascalCase, pascalField, snakeCase } from './text.js';
import type { Types } from './types-module.js';

/** Differences between synchronous and asynchronous methods, and between those that call and those that submit. */
interface Kind {
  /** Before the names of the classes of groups. */
  readonly prefix: string;
  readonly def: string;
  readonly iterator: string;
  readonly options: readonly (keyof typeof OPTIONS)[];
  /** Type of a job; undefined if methods return the response. */
  readonly job?: string;
}

const ROUTE_OPTIONS = ['timeout', 'max_retries', 'headers', 'idempotency_key'] as const;
/** Options of methods that only read, which need no key. */
const READ_OPTIONS = ['timeout', 'max_retries', 'headers'] as const;
const CALLS = { options: [...ROUTE_OPTIONS, 'wait'] } as const;
const JOBS = { options: [...ROUTE_OPTIONS, 'callback_url'] } as const;
const SYNC = { def: 'def', iterator: 'Iterator' } as const;
const ASYNC = { def: 'async def', iterator: 'AsyncIterator' } as const;

const KINDS = {
  sync: { prefix: '_', ...SYNC, ...CALLS },
  async: { prefix: '_Async', ...ASYNC, ...CALLS },
  syncJobs: { prefix: '_Submit', ...SYNC, ...JOBS, job: 'Job' },
  asyncJobs: { prefix: '_AsyncSubmit', ...ASYNC, ...JOBS, job: 'AsyncJob' },
} as const satisfies Record<string, Kind>;

/** Generates the stub of the clients: the signatures of all methods. */
export function apiStub(calls: Calls, document: OpenApiDocument, types: Types): string {
  const writer = new StubWriter(document, types);
  const groups = calls.groups.filter(({ isOneCall }) => !isOneCall);
  const { sync, async: asynchronous, syncJobs, asyncJobs } = KINDS;
  return [
    `from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal, overload

from .._client import AsyncClient, SyncClient
from .._job import AsyncJob, Job
from .._responses import File
from .._values import Day, Instant, Number
from .types import *
`,
    ...Object.values(KINDS).flatMap((kind) => groups.map((group) => writer.group(group, kind))),
    writer.endpoints('_Submit', '', calls, syncJobs),
    writer.endpoints('_AsyncSubmit', '', calls, asyncJobs),
    writer.client('UtilityApi', 'SyncClient', calls, sync),
    writer.client('AsyncUtilityApi', 'AsyncClient', calls, asynchronous),
  ].join('\n');
}

class StubWriter {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly types: Types,
  ) {}

  group(group: Group, kind: Kind): string {
    return `class ${className(group, kind)}:
${group.calls.map((call) => this.#endpoint(call, kind)).join('')}`;
  }

  /** Writes a class with all endpoints by group. */
  endpoints(name: string, base: string, { groups }: Calls, kind: Kind): string {
    const properties = groups
      .filter(({ isOneCall }) => !isOneCall)
      .map(
        (group) => `    @property
    def ${snakeCase(group.name)}(self) -> ${className(group, kind)}: ...
`,
      );
    const ownCalls = groups.filter(({ isOneCall }) => isOneCall).flatMap(({ calls }) => calls);
    return `class ${name}${base && `(${base})`}:
${[...properties, ...ownCalls.map((call) => this.#endpoint(call, kind))].join('')}`;
  }

  client(name: string, base: string, calls: Calls, kind: Kind): string {
    const submit = `    @property
    def submit(self) -> ${kind.prefix}Submit: ...
`;
    return [
      this.endpoints(name, base, calls, kind),
      submit,
      ...calls.routes.map((call) => this.#route(call, kind)),
    ].join('');
  }

  #endpoint(call: Call, kind: Kind): string {
    const name = snakeCase(call.method);
    const signatures = listSignatures(call, this.document, this.types);
    const methods = this.#method(name, kind, signatures);
    const withoutWait = { ...kind, options: ROUTE_OPTIONS };
    if (kind.job) return methods;
    const files = signatures.map((signature) => ({ ...signature, response: 'File' }));
    return [
      methods,
      call.returnsFile ? this.#method(`${name}_file`, withoutWait, files) : '',
      this.#iterator(call, kind),
    ].join('');
  }

  #route(call: Call, kind: Kind): string {
    const options = call.http === 'POST' ? ROUTE_OPTIONS : READ_OPTIONS;
    const signatures = listSignatures(call, this.document, this.types);
    return this.#method(snakeCase(call.method), { ...kind, options }, signatures) + this.#iterator(call, kind);
  }

  #iterator(call: Call, kind: Kind): string {
    const { paging } = call;
    if (!paging) return '';
    const signatures = listSignatures(call, this.document, this.types).map((signature) => ({
      ...signature,
      fields: new Map([...signature.fields].filter(([name]) => name !== paging.cursor)),
      response: `${kind.iterator}[${itemType(call, this.document, this.types)}]`,
    }));
    return this.#method(`iter_${snakeCase(call.method)}`, { ...kind, def: 'def', options: READ_OPTIONS }, signatures);
  }

  #method(name: string, kind: Kind, signatures: readonly Signature[]): string {
    const decorator = signatures.length > 1 ? '    @overload\n' : '';
    return signatures
      .map((signature) => {
        const { response } = signature;
        const result = kind.job ? `${kind.job}[${response}]` : response;
        const parameters = ['self', '*', ...this.#parameters(signature, kind)];
        return `${decorator}    ${kind.def} ${name}(\n${parameters.map((one) => `        ${one},\n`).join('')}    ) -> ${result}: ...\n`;
      })
      .join('');
  }

  /** Writes the parameters of a method, required ones first. */
  #parameters({ fields, request }: Signature, { options }: Kind): string[] {
    const ofFields = [...fields].map(([field, { schema, isRequired }]) => {
      const type = this.types.typeOf(schema, request + pascalField(field), 'request');
      return { isRequired, text: `${parameterName(field)}: ${isRequired ? type : orNone(type)}` };
    });
    return [
      ...ofFields.filter(({ isRequired }) => isRequired).map(({ text }) => text),
      ...ofFields.filter(({ isRequired }) => !isRequired).map(({ text }) => text),
      ...options.map((option) => `${optionName(option, fields)}: ${orNone(OPTIONS[option])}`),
    ];
  }
}

const orNone = (type: string): string => `${type} | None = None`;

const className = ({ name }: Group, { prefix }: Kind): string => `${prefix}${pascalCase(name)}`;
