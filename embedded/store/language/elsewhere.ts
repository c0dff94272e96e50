import { refuse, unsupported } from '../errors.js';

/** What MongoDB does and this store does not: refused as such, while what MongoDB does not know either gets its error. */
const elsewhere = {
  'pipeline stage': names(
    `bucket bucketAuto changeStream collStats currentOp densify documents facet fill geoNear graphLookup indexStats
    listLocalSessions listSessions lookup merge out planCacheStats redact sample search setWindowFields sortByCount
    unionWith`,
  ),
  accumulator: names(
    `accumulator bottom bottomN concatArrays firstN lastN maxN median mergeObjects minN percentile setUnion stdDevPop
    stdDevSamp top topN`,
  ),
  expression: names(
    `accumulator acos acosh allElementsTrue anyElementTrue arrayToObject asin asinh atan atan2 atanh binarySize bitAnd bitNot
    bitOr bitXor bsonSize convert cos cosh dateAdd dateDiff dateFromParts dateFromString dateSubtract dateToParts dateTrunc
    dayOfMonth dayOfWeek dayOfYear degreesToRadians exp firstN function hour indexOfArray indexOfBytes indexOfCP
    isoDayOfWeek isoWeek isoWeekYear lastN ln log log10 ltrim maxN median meta millisecond minN minute month objectToArray
    percentile pow radiansToDegrees rand range regexFind regexFindAll regexMatch replaceAll replaceOne rtrim sampleRate
    second setDifference setEquals setIntersection setIsSubset setUnion sin sinh sortArray split sqrt stdDevPop stdDevSamp
    strcasecmp strLenBytes strLenCP substr substrBytes substrCP tan tanh toBool toDate toDecimal toDouble toHashedIndexKey
    toInt toLong toLower toObjectId toString toUpper toUUID trim tsIncrement tsSecond unsetField week year zip`,
  ),
  'filter operator': names(
    `bitsAllClear bitsAllSet bitsAnyClear bitsAnySet geoIntersects geoWithin jsonSchema mod near nearSphere rand sampleRate
    text where`,
  ),
  'update operator': names('bit currentDate rename'),
};

type Kind = keyof typeof elsewhere;

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).map((name) => `$${name}`));
}

/** Whether MongoDB knows an operator that this store does not. */
export function isElsewhere(kind: Kind, name: string): boolean {
  return elsewhere[kind].has(name);
}

/**
 * Refuses an operator that this store does not know.
 * @param code of MongoDB's error for what it does not know either
 * @throws StoreError always
 */
export function refuseOperator(kind: Kind, name: string, code: number, message: string): never {
  if (isElsewhere(kind, name)) throw unsupported(`the ${kind} ${name}`);
  refuse(code, message);
}
