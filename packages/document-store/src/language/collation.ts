import { refuse, unsupported } from '../errors.js';
import { type Doc, isDoc, isNumber, setField, toNumber, typeName, type Value } from './values.js';

/** Comparison of text by a collation, and its key for equality. */
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
 * Runs something under a collation.
 * @param asked a command's `collation`; none, or one of the locale `simple`, for the plain comparison of bytes
 * @throws StoreError for an unknown locale, and for what collations of this store do not do
 */
export function withCollation<T>(asked: Value, run: () => T): T {
  const outer = current;
  current = asked === undefined ? undefined : compileCollation(asked);
  try {
    return run();
  } finally {
    current = outer;
  }
}

const sensitivities = ['base', 'accent', 'variant'] as const;

function compileCollation(asked: Value): Collation | undefined {
  if (!isDoc(asked)) return refuse(14, `BSON field 'collation' is the wrong type '${typeName(asked)}'`);
  const { locale, strength = 3, ...others } = asked;
  if (Object.keys(asked).length === 0 || locale === 'simple') return undefined;
  if (locale === undefined) refuse(40414, "BSON field 'collation.locale' is missing but a required field");
  const [known] = typeof locale === 'string' ? supported(locale) : [];
  if (known === undefined) refuse(2, `Field 'locale' is not valid in: ${JSON.stringify(locale)}`);
  const level = isNumber(strength) ? toNumber(strength) : Number.NaN;
  const sensitivity = sensitivities[level - 1];
  const [other] = Object.keys(others);
  if (other !== undefined || !sensitivity) throw unsupported(`a collation's '${other ?? 'strength'}'`);
  return {
    compare: new Intl.Collator(known, { sensitivity }).compare,
    fold: (text) => {
      const plain = level === 1 ? text.normalize('NFD').replace(/\p{M}/gu, '') : text.normalize('NFC');
      return level < 3 ? plain.toLowerCase() : plain;
    },
  };
}

function supported(locale: string): string[] {
  try {
    return Intl.Collator.supportedLocalesOf(locale.replaceAll('_', '-'));
  } catch {
    return [];
  }
}

/** A value whose texts are what a collation takes for the same. */
export function folded(value: Value, fold: Collation['fold']): Value {
  if (typeof value === 'string') return fold(value);
  if (Array.isArray(value)) return value.map((item) => folded(item, fold));
  if (!isDoc(value)) return value;
  const doc: Doc = {};
  for (const name of Object.keys(value)) setField(doc, name, folded(value[name], fold));
  return doc;
}
