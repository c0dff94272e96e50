import { type Call, type Calls, type Group, listFields, type OpenApiDocument } from '../calls.js';
import { describe, parameterName } from './signatures.js';
import { docstring, pascalCase, quoted, snakeCase } from './text.js';

/** Generates the clients at run time. Their signatures are in the stub. */
export const apiModule = ({ groups, routes }: Calls, document: OpenApiDocument): string => {
  const ownGroups = groups.filter(({ isOneCall }) => !isOneCall);
  const ownCalls = groups.filter(({ isOneCall }) => isOneCall).flatMap(({ calls }) => calls);
  return [
    `"""Clients: one method for each operation. Signatures and types are in api.pyi."""

from collections.abc import Callable, Mapping
from typing import Any

from .._client import AsyncClient, SyncClient
`,
    `class _Group:
    """Methods of some endpoints, which they call or submit."""

    def __init__(self, client: Any, send: Callable[[str, Mapping[str, Any]], Any]) -> None:
        self._client = client
        self._send = send
`,
    ...ownGroups.map(
      (group) => `class ${className(group)}(_Group):
${docstring(group.comment, '    ')}

${group.calls.flatMap((call) => endpointMethods(call, document)).join('\n\n')}
`,
    ),
    `class _Endpoints(_Group):
    """All endpoints by group."""

${[...ownGroups.map(groupProperty), ...ownCalls.flatMap((call) => endpointMethods(call, document))].join('\n\n')}
`,
    `class _Operations(_Endpoints):
    """All operations of a client."""

    @property
    def submit(self) -> _Endpoints:
        """Endpoints whose methods submit a job instead of waiting for the response."""
        return _Endpoints(self, self._client._submit)

${routes.flatMap((call) => routeMethods(call, document)).join('\n\n')}
`,
    clientClass('UtilityApi', 'SyncClient', 'Client: every endpoint is a method of its group.'),
    clientClass(
      'AsyncUtilityApi',
      'AsyncClient',
      'Asynchronous client: every endpoint is a method of its group, to be awaited.',
    ),
  ].join('\n\n');
};

const className = ({ name }: Group): string => `_${pascalCase(name)}`;

const groupProperty = (group: Group): string => `    @property
    def ${snakeCase(group.name)}(self) -> ${className(group)}:
${docstring(group.comment, '        ')}
        return ${className(group)}(self._client, self._send)`;

const clientClass = (name: string, base: string, about: string): string => `class ${name}(${base}, _Operations):
${docstring([about], '    ')}

    def __init__(self, *args: Any, **options: Any) -> None:
        ${base}.__init__(self, *args, **options)
        _Operations.__init__(self, self, self._call)

    __init__.__doc__ = ${base}.__init__.__doc__
`;

function endpointMethods(call: Call, document: OpenApiDocument): string[] {
  const { id, comment, returnsFile } = call;
  const name = snakeCase(call.method);
  const file = method(
    `${name}_file`,
    [...comment, 'Returns the file itself.'],
    `self._client._file(${quoted(id)}, fields)`,
    call,
    document,
  );
  return [
    method(name, comment, `self._send(${quoted(id)}, fields)`, call, document),
    ...(returnsFile ? [file] : []),
    ...iterators(call, document),
  ];
}

const routeMethods = (call: Call, document: OpenApiDocument): string[] => [
  method(snakeCase(call.method), call.comment, `self._client._route(${quoted(call.id)}, fields)`, call, document),
  ...iterators(call, document),
];

function iterators(call: Call, document: OpenApiDocument): string[] {
  const { id, paging, comment } = call;
  if (!paging) return [];
  const items = `self._client._items(${quoted(id)}, "${paging.items}", ("${paging.cursor}", "${paging.next}"), fields)`;
  const name = `iter_${snakeCase(call.method)}`;
  return [method(name, [...comment, 'Iterates over the items of all pages.'], items, call, document)];
}

const method = (
  name: string,
  comment: readonly string[],
  result: string,
  call: Call,
  document: OpenApiDocument,
): string =>
  `    def ${name}(self, **fields: Any) -> Any:
${docstring([...comment, ...fieldLines(call, document)], '        ')}
        return ${result}`;

/** Describes the fields of a request, as far as they have a description. */
function fieldLines({ request }: Call, document: OpenApiDocument): string[] {
  const lines = [...listFields(request, document)].flatMap(([name, field]) => {
    const description = describe(field, document);
    return description ? [`:param ${parameterName(name)}: ${description}`] : [];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}
