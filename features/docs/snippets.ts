// Writes requests as programs in several languages. Browsers run this module too, so that the snippets follow what is
// typed into a form: at run time it imports nothing.

import type { Contract } from '../../shared/contract/contract.js';

/** A request of the snippets. They read the key from the environment variable API_KEY. */
export interface SnippetRequest {
  method: Contract['method'];
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** True if the response is a text file instead of JSON. */
  isFile?: boolean;
  /** Name of the file that a binary response is saved to. */
  saveAs?: string | undefined;
  /** The same request as a call of our clients; undefined if they cannot send it. */
  client?: ClientCall | undefined;
}

/** A call of a client's method. */
export interface ClientCall {
  baseUrl: string;
  /** Names of the group, if there is one, and of the method, in camel case. */
  method: readonly string[];
  fields: Readonly<Record<string, unknown>>;
  idempotencyKey?: string;
  /** Set if the call is submitted without waiting for its response. */
  submit?: { endpoint: string; callbackUrl?: string };
}

/** Syntax of the values of a language. */
interface Dialect {
  indent: string;
  text(value: string): string;
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
  key(name: string): string;
  object: readonly [open: string, close: string];
  emptyObject: string;
}

const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** PHP has only these two escapes in single quotes. */
const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const javascript: Dialect = {
  indent: '  ',
  text: singleQuoted,
  words: { true: 'true', false: 'false', null: 'null' },
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: `,
  object: ['{', '}'],
  emptyObject: '{}',
};

const python: Dialect = {
  indent: '    ',
  text: (value) => JSON.stringify(value),
  words: { true: 'True', false: 'False', null: 'None' },
  key: (name) => `${JSON.stringify(name)}: `,
  object: ['{', '}'],
  emptyObject: '{}',
};

const php: Dialect = {
  indent: '    ',
  text: phpText,
  words: { true: 'true', false: 'false', null: 'null' },
  key: (name) => `${phpText(name)} => `,
  object: ['[', ']'],
  emptyObject: '(object) []',
};

const FITS_ON_A_LINE = 60;

/** Writes a JSON value in the syntax of a language, on one line if that is short. */
function writeValue(value: unknown, dialect: Dialect, margin: string): string {
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value !== 'object') return dialect.words[String(value) as 'true' | 'false' | 'null'];
  const inner = margin + dialect.indent;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => writeValue(item, dialect, inner))
    : Object.entries(value).map(([name, field]) => dialect.key(name) + writeValue(field, dialect, inner));
  if (parts.length === 0) return isList ? '[]' : dialect.emptyObject;
  const [open, close] = isList ? ['[', ']'] : dialect.object;
  const line = parts.join(', ');
  if (line.length <= FITS_ON_A_LINE && !line.includes('\n')) {
    const space = open === '{' && dialect === javascript ? ' ' : '';
    return open + space + line + space + close;
  }
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${margin}${close}`;
}

/** True if a request with this method has a body. */
const hasBody = (method: Contract['method']): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns text as one word of a shell, quoted only if necessary. */
const shellWord = (text: string): string => (/^[\w./:@%+,=~-]+$/.test(text) ? text : shellQuoted(text));

/** Returns JSON, on one line if that is short. */
const compactJson = (body: unknown): string => {
  const line = JSON.stringify(body);
  return line.length <= FITS_ON_A_LINE ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
};

/** Writes a request as a command of curl. */
export function curl({ method, url, headers = {}, body, saveAs }: SnippetRequest): string {
  const lines = [
    method === 'GET' || method === 'POST' ? `curl ${shellWord(url)}` : `curl -X ${method} ${shellWord(url)}`,
    `-H "X-API-Key: $API_KEY"`,
    ...(saveAs === undefined ? [] : [`--fail -o ${shellWord(saveAs)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(hasBody(method) ? [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(compactJson(body ?? {}))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function typescriptClient(request: SnippetRequest): string {
  const { client } = request;
  if (!client) return javascriptFetch(request);
  const { baseUrl, method, fields, idempotencyKey, submit } = client;
  const callbackUrl = submit?.callbackUrl;
  const options = { ...(idempotencyKey ? { idempotencyKey } : {}), ...(callbackUrl ? { callbackUrl } : {}) };
  const given = [fields, options].map((one) => (Object.keys(one).length > 0 ? writeValue(one, javascript, '') : ''));
  const args = [...(submit ? [javascript.text(submit.endpoint)] : []), ...given].filter(Boolean).join(', ');
  return [
    `import { UtilityApi } from 'utility-api-client';`,
    ``,
    `const api = new UtilityApi({ baseUrl: ${javascript.text(baseUrl)}, apiKey: process.env.API_KEY });`,
    ...(submit
      ? [`const job = await api.submit(${args});`, `console.log(${callbackUrl ? 'job.id' : 'await job.result()'});`]
      : [`const response = await api.${method.join('.')}(${args});`, `console.log(response);`]),
  ].join('\n');
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Words that Python reserves and the API uses as fields. */
const PYTHON_WORDS = new Set(['from', 'in', 'is', 'not', 'class', 'import', 'global', 'with']);

const pythonArgument = (name: string): string => (PYTHON_WORDS.has(name) ? `${name}_` : name);

/** Writes a call of the Python client with its keyword arguments, on one line if that is short. */
function pythonCall(name: string, args: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(args).map(
    ([field, value]) => `${pythonArgument(field)}=${writeValue(value, python, python.indent)}`,
  );
  const line = written.join(', ');
  if (line.length <= FITS_ON_A_LINE && !line.includes('\n')) return `${name}(${line})`;
  return `${name}(\n${written.map((argument) => `${python.indent}${argument},\n`).join('')})`;
}

function pythonClient(request: SnippetRequest): string {
  const { client, saveAs } = request;
  // A field of another name than a keyword argument can have.
  if (!client || !Object.keys(client.fields).every((name) => /^[A-Za-z_]\w*$/.test(name))) return pythonUrllib(request);
  const { baseUrl, method, fields, idempotencyKey, submit } = client;
  const callbackUrl = submit?.callbackUrl;
  const args = {
    ...fields,
    ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}),
    ...(callbackUrl ? { callback_url: callbackUrl } : {}),
  };
  const call = pythonCall(['api', ...(submit ? ['submit'] : []), ...method.map(snakeCase)].join('.'), args);
  return [
    `import os`,
    `from utility_api import UtilityApi`,
    ``,
    `api = UtilityApi(${python.text(baseUrl)}, api_key=os.environ["API_KEY"])`,
    ...(submit
      ? [`job = ${call}`, `print(${callbackUrl ? 'job.id' : 'job.result()'})`]
      : saveAs === undefined
        ? [`response = ${call}`, `print(response)`]
        : [`file = ${call}`, `file.save(${python.text(saveAs)})`]),
  ].join('\n');
}

function javascriptFetch({ method, url, headers = {}, body, isFile = false, saveAs }: SnippetRequest): string {
  const sent = [
    `'X-API-Key': process.env.API_KEY`,
    ...(hasBody(method) ? [`'Content-Type': 'application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => javascript.key(name) + javascript.text(value)),
  ];
  return [
    ...(saveAs === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`, ``]),
    `const response = await fetch(${javascript.text(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${sent.join(', ')} },`,
    ...(hasBody(method) ? [`  body: JSON.stringify(${writeValue(body ?? {}, javascript, '  ')}),`] : []),
    `});`,
    `if (!response.ok) throw new Error(await response.text());`,
    saveAs === undefined
      ? `console.log(await response.${isFile ? 'text' : 'json'}());`
      : `await writeFile(${javascript.text(saveAs)}, Buffer.from(await response.arrayBuffer()));`,
  ].join('\n');
}

function pythonUrllib({ method, url, headers = {}, body, isFile = false, saveAs }: SnippetRequest): string {
  const sent = [
    `"X-API-Key": os.environ["API_KEY"]`,
    ...(hasBody(method) ? [`"Content-Type": "application/json"`] : []),
    ...Object.entries(headers).map(([name, value]) => python.key(name) + python.text(value)),
  ];
  return [
    `import json, os, urllib.error, urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    ${python.text(url)},`,
    ...(hasBody(method) ? [`    data=json.dumps(${writeValue(body ?? {}, python, '    ')}).encode(),`] : []),
    `    headers={${sent.join(', ')}},`,
    ...(method === 'GET' || method === 'POST' ? [] : [`    method="${method}",`]),
    `)`,
    `try:`,
    `    with urllib.request.urlopen(request, timeout=30) as response:`,
    ...(saveAs === undefined
      ? [`        print(${isFile ? 'response.read().decode()' : 'json.load(response)'})`]
      : [`        with open(${python.text(saveAs)}, "wb") as file:`, `            file.write(response.read())`]),
    `except urllib.error.HTTPError as error:`,
    `    raise SystemExit(error.read().decode())`,
  ].join('\n');
}

function phpStream({ method, url, headers = {}, body, isFile = false, saveAs }: SnippetRequest): string {
  const sent = [
    `'X-API-Key: ' . getenv('API_KEY')`,
    ...(hasBody(method) ? [`'Content-Type: application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => phpText(`${name}: ${value}`)),
  ];
  return [
    `<?php`,
    `$context = stream_context_create(['http' => [`,
    `    'method' => '${method}',`,
    `    'header' => [${sent.join(', ')}],`,
    ...(hasBody(method) ? [`    'content' => json_encode(${writeValue(body ?? {}, php, '    ')}),`] : []),
    `    'timeout' => 30,`,
    `    'ignore_errors' => true,`,
    `]]);`,
    isFile
      ? `$response = file_get_contents(${phpText(url)}, false, $context);`
      : `$response = json_decode(file_get_contents(${phpText(url)}, false, $context), true);`,
    ...(saveAs === undefined
      ? [`print_r($response);`, `if (isset($response['error'])) exit(1);`]
      : [`file_put_contents(${phpText(saveAs)}, $response);`]),
  ].join('\n');
}

/** Languages of the snippets, in the order of the page: our clients first. The others use plain HTTP and no packages. */
export const languages = [
  { id: 'curl', name: 'curl', grammar: 'bash', isPlain: false, write: curl },
  { id: 'typescript', name: 'TypeScript', grammar: 'typescript', isPlain: false, write: typescriptClient },
  { id: 'python', name: 'Python', grammar: 'python', isPlain: false, write: pythonClient },
  { id: 'fetch', name: 'fetch', grammar: 'javascript', isPlain: true, write: javascriptFetch },
  { id: 'urllib', name: 'urllib', grammar: 'python', isPlain: true, write: pythonUrllib },
  { id: 'php', name: 'PHP', grammar: 'php', isPlain: true, write: phpStream },
] as const;
