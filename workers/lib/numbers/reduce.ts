const MASTERS: ReadonlySet<number> = new Set([11, 22, 33]);

const digitSum = (value: number): number => [...String(value)].reduce((sum, digit) => sum + Number(digit), 0);

/** Adds the digits again and again until one is left; 11, 22 and 33 stay as they are when they turn up. */
export function reduce(value: number): number {
  let left = value;
  while (left > 9 && !MASTERS.has(left)) left = digitSum(left);
  return left;
}

/** Adds the digits until one is left, whatever turns up. */
export function reduceFully(value: number): number {
  let left = value;
  while (left > 9) left = digitSum(left);
  return left;
}
