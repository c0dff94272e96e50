import { createUnsupportedError, refuse } from '../errors.js';
import { type Doc, isDoc, isNumber, setField, toNumber, typeName, type Value } from './values.js';

/** Comparison of strings by a collation, and their keys for equality. */
interface Collation {
  compare: (a: string, b: string) => number;
  fold: (text: string) => string;
}

/** Collation of the running command: commands run to completion one by one. */
let current: Collation | undefined;

export function collation(): Collation | undefined {
  return current;
}

/**
 * Runs a function under a collation.
 * @param requested `collation` of a command; undefined or the locale `simple` compares bytes
 * @throws StoreError for an unknown locale, or an unsupported option
 */
export function withCollation<T>(requested: Value, run: () => T): T {
  const outer = current;
  current = requested === undefined ? undefined : compileCollation(requested);
  try {
    return run();
  } finally {
    current = outer;
  }
}

const sensitivities = ['base', 'accent', 'variant'] as const;

function compileCollation(requested: Value): Collation | undefined {
  if (!isDoc(requested)) return refuse(14, `BSON field 'collation' is the wrong type '${typeName(requested)}'`);
  const { locale, strength = 3, ...others } = requested;
  if (Object.keys(requested).length === 0 || locale === 'simple') return undefined;
  if (locale === undefined) refuse(40414, "BSON field 'collation.locale' is missing but a required field");
  const [known] = typeof locale === 'string' ? listSupported(locale) : [];
  if (known === undefined) refuse(2, `Field 'locale' is not valid in: ${JSON.stringify(locale)}`);
  const level = isNumber(strength) ? toNumber(strength) : Number.NaN;
  const sensitivity = sensitivities[level - 1];
  const [other] = Object.keys(others);
  if (other !== undefined || !sensitivity) throw createUnsupportedError(`a collation's '${other ?? 'strength'}'`);
  return {
    compare: new Intl.Collator(known, { sensitivity }).compare,
    fold: (text) => {
      const plain = level === 1 ? text.normalize('NFD').replace(/\p{M}/gu, '') : text.normalize('NFC');
      return level < 3 ? plain.toLowerCase() : plain;
    },
  };
}

function listSupported(locale: string): string[] {
  try {
    return Intl.Collator.supportedLocalesOf(locale.replaceAll('_', '-'));
  } catch {
    return [];
  }
}

/** Replaces the strings of a value by their keys for equality. */
export function foldStrings(value: Value, fold: Collation['fold']): Value {
  if (typeof value === 'string') return fold(value);
  if (Array.isArray(value)) return value.map((item) => foldStrings(item, fold));
  if (!isDoc(value)) return value;
  const doc: Doc = {};
  for (const name of Object.keys(value)) setField(doc, name, foldStrings(value[name], fold));
  return doc;
}
