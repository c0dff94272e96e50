import { Binary } from 'mongodb';

/**
 * A counter of distinct items that does not store them all: exact up to 256, and beyond an estimate with a standard deviation of 1.6 %
 * (HyperLogLog).
 */
export interface DistinctCounter {
  /** Beginnings of the hashes, while they are few. */
  seen: string[];
  /** Once they are many: for each 4,096th of the hashes, the longest run of zeros plus one. */
  registers: Binary | null;
}

export const createEmptyCounter = (): DistinctCounter => ({ seen: [], registers: null });

const MOST_EXACT = 256;
/** 3 hexadecimal digits of a hash choose the register. */
const INDEX_DIGITS = 3;
const REGISTERS = 16 ** INDEX_DIGITS;
/** Digits stored of a hash: 48 bits, of which two in 10⁶ visitors are the same with a probability of 0.2 %. */
const HASH_DIGITS = 12;

/**
 * Adds items, some of which may have been added before.
 *
 * @param hashes at least 12 hexadecimal digits each, with equally distributed bits
 */
export function addHashes({ seen, registers }: DistinctCounter, hashes: readonly string[]): DistinctCounter {
  const prefixes = hashes.map((hash) => hash.slice(0, HASH_DIGITS));
  if (registers) return { seen: [], registers: addToRegisters(registers, prefixes) };
  const all = [...new Set([...seen, ...prefixes])];
  if (all.length <= MOST_EXACT) return { seen: all, registers: null };
  return { seen: [], registers: addToRegisters(new Binary(Buffer.alloc(REGISTERS)), all) };
}

function addToRegisters(registers: Binary, hashes: readonly string[]): Binary {
  const next = Buffer.from(registers.value());
  for (const hash of hashes) {
    const index = Number.parseInt(hash.slice(0, INDEX_DIGITS), 16);
    const run = countLeadingZeros(hash.slice(INDEX_DIGITS)) + 1;
    next[index] = Math.max(next[index] ?? 0, run);
  }
  return new Binary(next);
}

/** Returns the counter of the items that either has counted. */
export function mergeCounters(one: DistinctCounter, other: DistinctCounter): DistinctCounter {
  if (!other.registers) return addHashes(one, other.seen);
  if (!one.registers) return addHashes(other, one.seen);
  const [next, others] = [Buffer.from(one.registers.value()), other.registers.value()];
  for (const [index, run] of others.entries()) next[index] = Math.max(next[index] ?? 0, run);
  return { seen: [], registers: new Binary(next) };
}

function countLeadingZeros(digits: string): number {
  const first = digits.search(/[^0]/);
  if (first === -1) return digits.length * 4;
  return first * 4 + Math.clz32(Number.parseInt(digits.charAt(first), 16)) - 28;
}

/**
 * Returns the number of distinct items.
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
