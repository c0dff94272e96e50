import levenshtein from 'damerau-levenshtein';

/** Similarity from which a name is taken for a misspelling of another, from 0 to 1. */
const MIN_SIMILARITY = 0.65;

/** Finds the known name that is most similar to a misspelled one, regardless of letter case and separators. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const normalized = normalize(name);
  const [nearest] = known
    .map((field) => ({ field, similarity: compare(normalized, normalize(field)) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity);
  return nearest?.field;
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the similarity of two names, from 0 to 1; 0 without comparing them if their lengths rule it out, since comparing long names is slow. */
function compare(one: string, other: string): number {
  const ratio = Math.min(one.length, other.length) / Math.max(one.length, other.length);
  return ratio < MIN_SIMILARITY ? 0 : levenshtein(one, other).similarity;
}
