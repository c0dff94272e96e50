import { readFileSync } from 'node:fs';
import { object, text } from '../../../shared/contract/fields.js';
import { conforms } from '../../../shared/contract/input.js';
import { projectFile } from '../../../shared/process/project-file.js';

const file = object({
  source: text(),
  units: text(),
  schemes: text(),
  exemptions: text(),
  currencies: text(),
  countries: text(),
});

const toSet = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

function read() {
  const parsed: unknown = JSON.parse(readFileSync(projectFile('workers/vat/invoice/code-lists.json'), 'utf8'));
  if (!conforms(file, parsed)) throw new Error('code-lists.json is damaged');
  return {
    units: toSet(parsed.units),
    schemes: toSet(parsed.schemes),
    exemptions: toSet(parsed.exemptions),
    currencies: toSet(parsed.currencies),
    countries: toSet(parsed.countries),
  };
}

/** Codes that EN 16931 allows: units, schemes of electronic addresses, exemptions, currencies, countries. */
export const codeLists = read();
