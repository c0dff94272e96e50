/** A figure with its currency or its unit, in the ways of writing of the packs' languages. */
const NUMBER = /(?<![\p{L}\d])([$€£¥]|R\$|US\$)?\s?(\d[\d.,\u00A0\u202F ]*\d|\d)\s?(%|°[CF]?|[€£$¥]|\p{L}+)?/gu;

const SHARE_OR_MONEY =
  /^(?:%|[€£$¥]|per|percent|prozent|porcento|euros?|dollars?|dólares|dollari|reais|pesos|libras|pounds?|million\p{L}*|mill[oóõ]\p{L}*|milioni|milhões|milliarden?)$/iu;

/** What is measured in a kitchen or a workshop is knowledge, no claim. */
const MEASURE =
  /^(?:°[CF]?|g|kg|mg|ml|cl|l|mm|cm|m|km|w|v|gr?am\p{L}*|gramos|grad\p{L}*|degr\p{L}*|met(?:er|re)s?|metros?|mètres?|metri|minut\p{L}*|watts?|volts?)$/iu;

/** Numbers up to this count steps, minutes and degrees; above it they are facts that somebody must have told. */
const HARMLESS = 100;
const isYear = (figure: string): boolean => /^(?:1\d|20)\d\d$/.test(figure);

/**
 * A share, a sum of money or a large number that is not in what the caller gave.
 *
 * @param takesMeasures whether weights, temperatures and the like may be large
 */
export function unsupportedNumber(text: string, given: string, takesMeasures: boolean): string | undefined {
  const known = new Set((given.match(/\d[\d.,]*/g) ?? []).map(digitsOf));
  for (const [whole, currency, figure = '', unit = ''] of text.matchAll(NUMBER)) {
    const digits = digitsOf(figure);
    const isClaim = currency !== undefined || SHARE_OR_MONEY.test(unit);
    const isLarge = Number(digits) > HARMLESS && !isYear(figure) && !(takesMeasures && MEASURE.test(unit));
    if (!known.has(digits) && (isClaim || isLarge)) return whole.trim();
  }
  return undefined;
}

const digitsOf = (figure: string): string => figure.replace(/\D/g, '');
