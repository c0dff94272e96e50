import { createUnsupportedError, refuse } from '../errors.js';

/**
 * Operators of MongoDB that this store does not support, by kind. Operators that MongoDB does not have either get its error.
 */
const kinds = {
  'pipeline stage': {
    unknown: [40324, 'Unrecognized pipeline stage name'],
    names: `bucket bucketAuto changeStream collStats currentOp densify documents facet fill geoNear graphLookup indexStats
      listSessions lookup planCacheStats redact sample search setWindowFields sortByCount
      unionWith`,
  },
  accumulator: {
    unknown: [15952, 'unknown group operator'],
    names: `accumulator bottom bottomN concatArrays firstN lastN maxN median mergeObjects minN percentile setUnion stdDevPop
      stdDevSamp top topN`,
  },
  expression: {
    unknown: [31325, 'Unknown expression'],
    names: `accumulator acos acosh allElementsTrue anyElementTrue arrayToObject asin asinh atan atan2 atanh binarySize
      bitAnd bitNot bitOr bitXor bsonSize convert cos cosh dateAdd dateDiff dateFromParts dateFromString dateSubtract
      dateToParts dateTrunc dayOfMonth dayOfWeek dayOfYear degreesToRadians exp firstN function hour indexOfArray
      indexOfBytes indexOfCP isoDayOfWeek isoWeek isoWeekYear lastN ln log log10 ltrim maxN median meta millisecond
      minN minute month objectToArray percentile pow radiansToDegrees range regexFind regexFindAll regexMatch
      replaceAll replaceOne rtrim sampleRate second setDifference setEquals setIntersection setIsSubset setUnion sin
      sinh sortArray split sqrt stdDevPop stdDevSamp strcasecmp strLenBytes strLenCP substr substrBytes substrCP tan
      tanh toBool toDate toDecimal toDouble toHashedIndexKey toInt toLong toLower toObjectId toString toUpper toUUID
      trim tsIncrement tsSecond unsetField week year zip`,
  },
  'filter operator': {
    unknown: [2, 'unknown operator'],
    names: `bitsAllClear bitsAllSet bitsAnyClear bitsAnySet geoIntersects geoWithin jsonSchema mod near nearSphere rand
      sampleRate text where`,
  },
  'update operator': { unknown: [9, 'Unknown modifier'], names: 'bit currentDate rename' },
} satisfies Record<string, { unknown: [code: number, message: string]; names: string }>;

type Kind = keyof typeof kinds;

/** True if MongoDB has an operator that this store does not support. */
export function isUnsupported(kind: Kind, name: string): boolean {
  return name.startsWith('$') && kinds[kind].names.split(/\s+/).includes(name.slice(1));
}

/** Finds an operator by name. @throws StoreError for an unknown or unsupported one */
export function findOperator<T>(known: Readonly<Record<string, T>>, kind: Kind, name: string): T {
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  return found ?? refuseOperator(kind, name);
}

/** Refuses an operator. @throws StoreError always */
export function refuseOperator(kind: Kind, name: string): never {
  if (isUnsupported(kind, name)) throw createUnsupportedError(`the ${kind} ${name}`);
  const [code, message] = kinds[kind].unknown;
  refuse(code, `${message}: '${name}'`);
}
