import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { CatalogueEndpoint } from 'utility-api-client/catalogue';
import { UsageError } from './failures.js';
import type { Fields } from './fields.js';

const FORMATS: Readonly<Record<string, string>> = { '.png': 'PNG', '.svg': 'SVG', '.jpg': 'JPG', '.jpeg': 'JPG' };

/** Returns the request with its image in the response, in the format of the file name. */
export function askForFile({ fields }: CatalogueEndpoint, request: Fields, file: string): Fields {
  const has = (name: string) => fields.some((field) => field.name === name);
  const format = FORMATS[extname(file).toLowerCase()];
  return {
    ...(format && has('image_format') ? { image_format: format } : {}),
    ...request,
    ...(has('include_bytes') ? { include_bytes: true } : {}),
  };
}

/**
 * Writes the image of a response to a file.
 *
 * @returns the response with the name of the file instead of the image
 * @throws UsageError if the response has no image
 */
export function saveFile(answer: unknown, file: string): object {
  const { data_base64: image, ...facts } = Object(answer);
  if (typeof image !== 'string') throw new UsageError('The response has no image to save');
  writeFileSync(file, Buffer.from(image, 'base64'));
  return { file, ...facts };
}
