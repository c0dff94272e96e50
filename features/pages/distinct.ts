import { Binary } from 'mongodb';

/**
 * How many different ones there were, without keeping them all: exact up to 256, and about right beyond, to 1.6 %
 * (one standard deviation).
 */
export interface DistinctCounter {
  /** The beginning of each one's hash, while they are few. */
  seen: string[];
  /** Once they are many: of each 4,096th of them, the longest run of zeros in a hash, and one (HyperLogLog). */
  registers: Binary | null;
}

export const emptyCounter = (): DistinctCounter => ({ seen: [], registers: null });

const MOST_EXACT = 256;
/** 3 hexadecimal digits of a hash choose the register. */
const INDEX_DIGITS = 3;
const REGISTERS = 16 ** INDEX_DIGITS;
/** What is kept of a hash: 48 bits, of which two in 10⁶ visitors are the same with a probability of 0.2 %. */
const HASH_DIGITS = 12;

/**
 * Counts those who come, of whom some may have been there before.
 *
 * @param hashes of each at least 12 hexadecimal digits of a hash whose bits are equally distributed
 */
export function addHashes({ seen, registers }: DistinctCounter, hashes: readonly string[]): DistinctCounter {
  const kept = hashes.map((hash) => hash.slice(0, HASH_DIGITS));
  if (registers) return { seen: [], registers: addToRegisters(registers, kept) };
  const all = [...new Set([...seen, ...kept])];
  if (all.length <= MOST_EXACT) return { seen: all, registers: null };
  return { seen: [], registers: addToRegisters(new Binary(Buffer.alloc(REGISTERS)), all) };
}

function addToRegisters(registers: Binary, hashes: readonly string[]): Binary {
  const noting = Buffer.from(registers.value());
  for (const hash of hashes) {
    const index = Number.parseInt(hash.slice(0, INDEX_DIGITS), 16);
    const run = leadingZeros(hash.slice(INDEX_DIGITS)) + 1;
    noting[index] = Math.max(noting[index] ?? 0, run);
  }
  return new Binary(noting);
}

function leadingZeros(digits: string): number {
  const first = digits.search(/[^0]/);
  if (first === -1) return digits.length * 4;
  return first * 4 + Math.clz32(Number.parseInt(digits.charAt(first), 16)) - 28;
}

/**
 * How many there were.
 *
 * P. Flajolet, É. Fusy, O. Gandouet, F. Meunier, "HyperLogLog: the analysis of a near-optimal cardinality estimation
 * algorithm" (2007): the estimate, its constant, and linear counting while many registers are empty.
 */
export function estimateCount({ seen, registers }: DistinctCounter): number {
  if (!registers) return seen.length;
  const runs = [...Buffer.from(registers.value())];
  const alpha = 0.7213 / (1 + 1.079 / REGISTERS);
  const estimate = (alpha * REGISTERS ** 2) / runs.reduce((sum, run) => sum + 2 ** -run, 0);
  const empty = runs.filter((run) => run === 0).length;
  const isSmall = estimate <= 2.5 * REGISTERS && empty > 0;
  return Math.round(isSmall ? REGISTERS * Math.log(REGISTERS / empty) : estimate);
}
