import type { Call, Calls, Group } from '../calls.js';
import { docstring, pascalCase, quoted, snakeCase } from './text.js';

/** Differences between the synchronous and the asynchronous client. */
interface Kind {
  client: string;
  base: string;
  job: string;
  /** Before the names of the classes of groups. */
  prefix: string;
  def: string;
  await: string;
  about: string;
}

const SYNC: Kind = {
  client: 'UtilityApi',
  base: 'SyncClient',
  job: 'Job',
  prefix: '_',
  def: 'def',
  await: '',
  about: 'The service: every endpoint is a method of its group.',
};

const ASYNC: Kind = {
  client: 'AsyncUtilityApi',
  base: 'AsyncClient',
  job: 'AsyncJob',
  prefix: '_Async',
  def: 'async def',
  await: 'await ',
  about: 'The service: every endpoint is a method of its group, to be awaited.',
};

/** Both clients: a property for each group, with a method for each endpoint, and a method for each route beside them. */
export const apiModule = (calls: Calls): string =>
  [
    `"""The clients, one method for each endpoint and each route beside them."""

from typing import Any, Literal, cast, overload

from .._client import AsyncClient, SyncClient
from .._job import AsyncJob, Job
from .._options import CallOptions
from . import types as t
`,
    ...[SYNC, ASYNC].flatMap((kind) => [
      ...calls.groups.filter(({ isOneCall }) => !isOneCall).map((group) => groupClass(group, kind)),
      clientClass(calls, kind),
    ]),
  ].join('\n\n');

const className = ({ name }: Group, { prefix }: Kind): string => `${prefix}${pascalCase(name)}`;

const groupClass = (group: Group, kind: Kind): string =>
  `class ${className(group, kind)}:
${docstring(group.comment, '    ')}

    def __init__(self, client: ${kind.base}) -> None:
        self._client = client

${group.calls.flatMap((call) => endpointMethods(call, kind, 'self._client')).join('\n\n')}
`;

function clientClass({ groups, routes }: Calls, kind: Kind): string {
  const ownGroups = groups.filter(({ isOneCall }) => !isOneCall);
  const ownCalls = groups.filter(({ isOneCall }) => isOneCall).flatMap(({ calls }) => calls);
  const endpoints = groups.flatMap(({ calls }) => calls);
  return `class ${kind.client}(${kind.base}):
${docstring([kind.about], '    ')}

${ownGroups.map((group) => groupProperty(group, kind)).join('\n\n')}

${[
  ...ownCalls.flatMap((call) => endpointMethods(call, kind, 'self')),
  ...routes.map((call) => method(call, kind, snakeCase(call.method), `self.ask(${quoted(call.id)}`)),
].join('\n\n')}

${submits(endpoints, kind)}
`;
}

const groupProperty = (group: Group, kind: Kind): string => `    @property
    def ${snakeCase(group.name)}(self) -> ${className(group, kind)}:
${docstring(group.comment, '        ')}
        return ${className(group, kind)}(self)`;

function endpointMethods(call: Call, kind: Kind, client: string): string[] {
  const name = snakeCase(call.method);
  const answer = method(call, kind, name, `${client}.call(${quoted(call.id)}`);
  const file = `    ${kind.def} ${name}_file(${parameters(call)}) -> bytes:
${docstring([...call.comment, 'The answer is the file itself.'], '        ')}
        return ${kind.await}${client}.file(${quoted(call.id)}, request, options)`;
  return call.returnsFile ? [answer, file] : [answer];
}

const method = (call: Call, kind: Kind, name: string, asked: string): string =>
  `    ${kind.def} ${name}(
        ${parameters(call)}
    ) -> t.${call.name}Answer:
${docstring(call.comment, '        ')}
        answer = ${kind.await}${asked}, ${call.isOptional ? 'request or {}' : 'request'}, options)
        return cast(t.${call.name}Answer, answer)`;

const parameters = ({ name, isOptional }: Call): string =>
  `self, request: t.${name}Request${isOptional ? ' | None = None' : ''}, options: CallOptions | None = None`;

/** Asynchronous requests, each with the type of its response. */
const submits = (endpoints: readonly Call[], { def, job, await: awaited }: Kind): string =>
  `${endpoints
    .map(
      ({ id, name }) => `    @overload
    ${def} submit(
        self, endpoint: Literal[${quoted(id)}], request: t.${name}Request, options: CallOptions | None = None
    ) -> ${job}[t.${name}Answer]: ...`,
    )
    .join('\n\n')}

    ${def} submit(self, endpoint: str, request: Any, options: CallOptions | None = None) -> ${job}[Any]:
        """Hands a call in without waiting for its answer."""
        return ${awaited}self.hand_in(endpoint, request, options)`;
