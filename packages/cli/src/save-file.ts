import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { FileResponse } from 'utility-api-client';
import type { CatalogueEndpoint, CatalogueField } from 'utility-api-client/catalogue';
import { UsageError } from './failures.js';
import type { Fields } from './fields.js';
import { note } from './output.js';

/** Names of the fields that set the format of a file. */
const FORMAT_FIELDS: readonly string[] = ['image_format', 'format'];

/** Name of the field that lists the documents to render, such as an invoice in XML. */
const DOCUMENTS_FIELD = 'formats';

/** True if responses of an operation can be saved as a file. */
export const canSave = ({ returnsFile, fields }: Pick<CatalogueEndpoint, 'returnsFile' | 'fields'>): boolean =>
  returnsFile || fields.some(({ name }) => name === DOCUMENTS_FIELD);

/** Extensions that mean the same, by the one that formats are named for. */
const ALIASES: Readonly<Record<string, string>> = { jpeg: 'jpg', htm: 'html', ndjson: 'jsonl' };

/** Extensions of files, by media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/x-ndjson': 'jsonl',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
};

function readExtension(file: string): string {
  const extension = extname(file).slice(1).toLowerCase();
  return ALIASES[extension] ?? extension;
}

/**
 * Returns a request for a file: its format is that of the file name, and its response contains the file.
 *
 * @throws UsageError if the file cannot be written, or the operation cannot produce its format
 */
export function withFormat(fields: readonly CatalogueField[], request: Fields, file: string): Fields {
  checkTarget(file);
  const documents = fields.find(({ name }) => name === DOCUMENTS_FIELD);
  if (documents) checkDocument(documents, request, file);
  const has = (name: string) => fields.some((field) => field.name === name);
  return {
    ...request,
    ...formatFor(fields, request, file),
    ...(has('include_bytes') ? { include_bytes: true } : {}),
  };
}

function formatFor(fields: readonly CatalogueField[], request: Fields, file: string): Fields {
  const { name, choices = [] } = fields.find(({ name }) => FORMAT_FIELDS.includes(name)) ?? {};
  const extension = readExtension(file);
  if (name === undefined || choices.length === 0 || extension === '') return {};
  const format = choices.find((choice) => choice.toLowerCase() === extension);
  if (format === undefined) {
    const possible = choices.map((choice) => `.${choice.toLowerCase()}`).join(', ');
    throw new UsageError(`--save cannot write .${extension} files here. Use one of ${possible}`);
  }
  const requested = request[name];
  if (typeof requested === 'string' && requested.toLowerCase() !== format.toLowerCase()) {
    throw new UsageError(`--save ${file} is not a file of --${name} ${requested}. Leave one of them out`);
  }
  return { [name]: format };
}

/** Requires that one document is requested, in XML as all of them are. */
function checkDocument({ name, choices = [] }: CatalogueField, { [name]: requested }: Fields, file: string): void {
  const isDocument = (format: unknown) => format !== 'json';
  if (!Array.isArray(requested) || requested.filter(isDocument).length !== 1)
    throw new UsageError(
      `--save writes one document. Add --${name} ${choices.filter(isDocument).join(` or --${name} `)}`,
    );
  if (!['', 'xml'].includes(readExtension(file)))
    throw new UsageError(`--save cannot write .${readExtension(file)} files here. Use .xml`);
}

function checkTarget(file: string): void {
  if (existsSync(file) && statSync(file).isDirectory())
    throw new UsageError(`--save ${file} is a folder. Add a file name`);
  const folder = dirname(file);
  if (!existsSync(folder)) throw new UsageError(`--save: there is no folder ${folder}. Create it first`);
}

/**
 * Writes the file in a response, and replaces an existing one. If the response has another format than the file name, its extension is added
 * to the name.
 *
 * @returns the response with the name of the file instead of its bytes
 * @throws Error if the response has no file
 */
export async function saveFile(response: unknown, file: string): Promise<object> {
  if (response instanceof FileResponse) {
    const [type = ''] = response.type.split(';');
    return { file: write(file, await response.bytes(), EXTENSIONS[type]), type, bytes: response.size };
  }
  const { data_base64: image, documents, ...details } = Object(response);
  if (typeof image === 'string') return { file: write(file, Buffer.from(image, 'base64'), details.ext), ...details };
  const { content, ...document } = Object(Array.isArray(documents) ? documents[0] : undefined);
  if (typeof content !== 'string') throw new Error('The response has no file to save');
  return { file: write(file, Buffer.from(content), EXTENSIONS[document.mime]), ...details, documents: [document] };
}

/** Extension that may become a part of a file name, unlike one that leads to another folder. */
const EXTENSION = /^[a-z\d]{1,8}$/i;

function write(file: string, bytes: Uint8Array, extension: unknown): string {
  const named = readExtension(file);
  const isMisnamed = named !== '' && typeof extension === 'string' && EXTENSION.test(extension) && named !== extension;
  const target = isMisnamed ? `${file}.${extension}` : file;
  if (isMisnamed) note(`The response is a .${extension} file: saved as ${target}`);
  writeFileSync(target, bytes);
  return target;
}
