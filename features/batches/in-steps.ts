import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items that are mapped at a time: some milliseconds of work. */
const STEP = 100;

/** Maps items. Between steps it yields to other requests. */
export async function mapInSteps<Item, Mapped>(items: readonly Item[], map: (item: Item) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (const [index, item] of items.entries()) {
    if (index % STEP === STEP - 1) await nextTurn();
    mapped.push(map(item));
  }
  return mapped;
}
