import type { Locator, Page } from 'playwright-core';

/** A way to use a page: by mouse, or by keyboard alone. */
export interface Hand {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Writes a date, or a date and time: digits in the order of the browser's language. */
  writeDate(target: Locator, value: string): Promise<void>;
  choose(target: Locator): Promise<void>;
  tick(target: Locator): Promise<void>;
  /** Chooses a value of a list. */
  pick(target: Locator, label: string): Promise<void>;
}

export const mouse = (): Hand => ({
  press: (target) => target.click(),
  async write(target, text) {
    await target.click();
    await target.fill(text);
  },
  writeDate: (target, value) => target.fill(value),
  // What is drawn over a radio button is its label.
  choose: (target) => target.check(),
  tick: (target) => target.check(),
  async pick(target, label) {
    await target.selectOption({ label });
  },
});

/** Number of elements after which an element counts as out of reach. */
const MOST_STEPS = 400;

/** Tab, arrows, Enter and Space: what is not reached by them fails. */
export function keyboard(page: Page): Hand {
  const isFocused = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => element === element.ownerDocument.activeElement);

  const describeFocus = () => page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');

  const tabTo = async (target: Locator): Promise<void> => {
    await target.waitFor({ state: 'attached' });
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}, but ${await describeFocus()}`);
  };

  /** Radio buttons of one name are one stop. */
  const tabToGroup = async (target: Locator): Promise<void> => {
    const name = await target.getAttribute('name');
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if ((await page.evaluate('document.activeElement?.getAttribute("name")')) === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  };

  /** Tabs of one list are one stop; arrow keys open the others. */
  const openTab = async (target: Locator): Promise<void> => {
    for (let steps = 0; (await page.evaluate('document.activeElement?.getAttribute("role")')) !== 'tab'; steps++) {
      if (steps === MOST_STEPS)
        throw new Error(`Tab does not reach the list of ${target}, but ${await describeFocus()}`);
      await page.keyboard.press('Tab');
    }
    for (let steps = 0; (await target.getAttribute('aria-selected')) !== 'true'; steps++) {
      if (steps === MOST_STEPS) throw new Error(`Arrow keys do not reach ${target}, but ${await describeFocus()}`);
      await page.keyboard.press('ArrowRight');
    }
  };

  return {
    async press(target) {
      if ((await target.getAttribute('role')) === 'tab') return openTab(target);
      await tabTo(target);
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      await tabTo(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async writeDate(target, value) {
      await tabTo(target);
      const [, year, month, day, hours, minutes] = /^(\d+)-(\d+)-(\d+)(?:T(\d+):(\d+))?$/.exec(value) ?? [];
      await page.keyboard.type(`${month}${day}${year}`);
      if (hours === undefined) return;
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type(
        `${String(Number(hours) % 12 || 12).padStart(2, '0')}${minutes}${Number(hours) < 12 ? 'A' : 'P'}`,
      );
    },
    async choose(target) {
      await tabToGroup(target);
      for (let steps = 0; steps < MOST_STEPS; steps++) {
        if (await target.isChecked()) return;
        await page.keyboard.press('ArrowRight');
      }
      throw new Error(`Arrow keys do not reach ${target}`);
    },
    async tick(target) {
      await tabTo(target);
      if (!(await target.isChecked())) await page.keyboard.press('Space');
    },
    async pick(target, label) {
      await tabTo(target);
      await page.keyboard.type(label);
    },
  };
}
