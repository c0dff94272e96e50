import { escapeUTF8 } from 'entities';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import type { Contract } from '../../shared/contract/contract.js';
import type { RecordedAnswer } from './openapi/recorded-answers.js';

loadLanguages(['json', 'bash', 'javascript', 'typescript', 'python', 'php']);

/** Source text as HTML whose words are marked by what they are; the stylesheet gives them colours. */
export function coloured(source: string, language: string): string {
  const grammar = Prism.languages[language];
  return grammar ? Prism.highlight(source, grammar, language) : escapeUTF8(source);
}

/** A recorded answer: as JSON short enough to read, and as the image that it holds. */
export function recordedAnswer(recorded: RecordedAnswer | undefined) {
  if (!recorded) return undefined;
  const { answer } = recorded;
  return { html: coloured(JSON.stringify(abbreviate(answer), null, 2), 'json'), image: imageIn(answer) };
}

function imageIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('mime' in answer) || !('data_base64' in answer)) return;
  const { mime, data_base64 } = answer;
  return typeof data_base64 === 'string' ? `data:${mime};base64,${data_base64}` : undefined;
}

const LONGEST_TEXT = 240;
const TEXT_SHOWN = 96;
const OBJECTS_SHOWN = 3;
const VALUES_SHOWN = 12;

/** A recorded answer short enough to read: long texts and lists say how much of them is left out. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return isOneWord(value) ? shorten(value) : value;
  if (Array.isArray(value)) {
    const shown = value.some((item) => typeof item === 'object') ? OBJECTS_SHOWN : VALUES_SHOWN;
    const items = value.slice(0, shown).map(abbreviate);
    return value.length > shown + 1 ? [...items, `… ${value.length - shown} more`] : value.map(abbreviate);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, abbreviate(field)]));
}

/** Images and the like as text; prose is left whole. */
const isOneWord = (text: string): boolean => text.length > LONGEST_TEXT && !text.includes(' ');

const shorten = (text: string): string =>
  `${text.slice(0, TEXT_SHOWN)}… ${(text.length - TEXT_SHOWN).toLocaleString('en')} more characters`;

/** One request, as the snippets show it. The key is read from the environment variable API_KEY. */
export interface SnippetRequest {
  method: Contract['method'];
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** How one language writes values. */
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

/** PHP reads no escapes but these two in single quotes. */
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

/** A JSON value as a language writes it, on one line when that is short. */
function written(value: unknown, dialect: Dialect, margin: string): string {
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value !== 'object') return dialect.words[String(value) as 'true' | 'false' | 'null'];
  const inner = margin + dialect.indent;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => written(item, dialect, inner))
    : Object.entries(value).map(([name, field]) => dialect.key(name) + written(field, dialect, inner));
  if (parts.length === 0) return isList ? '[]' : dialect.emptyObject;
  const [open, close] = isList ? ['[', ']'] : dialect.object;
  const line = parts.join(', ');
  if (line.length <= FITS_ON_A_LINE && !line.includes('\n')) {
    const space = open === '{' && dialect === javascript ? ' ' : '';
    return open + space + line + space + close;
  }
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${margin}${close}`;
}

/** Whether a request of this method has a body. */
const sendsBody = (method: Contract['method']): boolean => method === 'POST' || method === 'PATCH';

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** JSON on one line when that is short. */
const compactJson = (body: unknown): string => {
  const line = JSON.stringify(body);
  return line.length <= FITS_ON_A_LINE ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
};

function curl({ method, url, headers = {}, body }: SnippetRequest): string {
  const lines = [
    method === 'GET' || method === 'POST' ? `curl ${url}` : `curl -X ${method} ${url}`,
    `-H "X-API-Key: $API_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(sendsBody(method) ? [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(compactJson(body ?? {}))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function javascriptFetch({ method, url, headers = {}, body }: SnippetRequest): string {
  const sent = [
    `'X-API-Key': process.env.API_KEY`,
    ...(sendsBody(method) ? [`'Content-Type': 'application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => javascript.key(name) + javascript.text(value)),
  ];
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${sent.join(', ')} },`,
    ...(sendsBody(method) ? [`  body: JSON.stringify(${written(body ?? {}, javascript, '  ')}),`] : []),
    `});`,
    `if (!response.ok) throw new Error(await response.text());`,
    `console.log(await response.json());`,
  ].join('\n');
}

function pythonUrllib({ method, url, headers = {}, body }: SnippetRequest): string {
  const sent = [
    `"X-API-Key": os.environ["API_KEY"]`,
    ...(sendsBody(method) ? [`"Content-Type": "application/json"`] : []),
    ...Object.entries(headers).map(([name, value]) => python.key(name) + python.text(value)),
  ];
  return [
    `import json, os, urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    "${url}",`,
    ...(sendsBody(method) ? [`    data=json.dumps(${written(body ?? {}, python, '    ')}).encode(),`] : []),
    `    headers={${sent.join(', ')}},`,
    ...(method === 'GET' || method === 'POST' ? [] : [`    method="${method}",`]),
    `)`,
    `with urllib.request.urlopen(request, timeout=30) as response:`,
    `    print(json.load(response))`,
  ].join('\n');
}

function phpStream({ method, url, headers = {}, body }: SnippetRequest): string {
  const sent = [
    `'X-API-Key: ' . getenv('API_KEY')`,
    ...(sendsBody(method) ? [`'Content-Type: application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => phpText(`${name}: ${value}`)),
  ];
  return [
    `<?php`,
    `$context = stream_context_create(['http' => [`,
    `    'method' => '${method}',`,
    `    'header' => [${sent.join(', ')}],`,
    ...(sendsBody(method) ? [`    'content' => json_encode(${written(body ?? {}, php, '    ')}),`] : []),
    `    'timeout' => 30,`,
    `]]);`,
    `print_r(json_decode(file_get_contents('${url}', false, $context), true));`,
  ].join('\n');
}

/** The languages of the snippets, in the order in which they are offered. */
const languages = [
  { id: 'curl', name: 'curl', grammar: 'bash', write: curl },
  { id: 'javascript', name: 'JavaScript', grammar: 'javascript', write: javascriptFetch },
  { id: 'python', name: 'Python', grammar: 'python', write: pythonUrllib },
  { id: 'php', name: 'PHP', grammar: 'php', write: phpStream },
] as const;

/** A request in every language, coloured. */
export const snippets = (request: SnippetRequest) =>
  languages.map(({ id, name, grammar, write }) => ({ id, name, html: coloured(write(request), grammar) }));
