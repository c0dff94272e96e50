import { deepEqual } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFile } from '../../shared/process/project-file.js';
import { findAccessibilityViolations, findOverflows, findSmallTargets, takeScreenshot } from './browser.js';
import { nightlyOrDaily } from './scale.js';

/** Folder of the screenshots. */
const PICTURES = process.env.TEST_ARTIFACTS ?? projectFile('test/artifacts');

/** Saves a screenshot in nightly runs only: a large page takes longer to draw than to examine. */
export const saveScreenshotNightly: typeof saveScreenshot = nightlyOrDaily(saveScreenshot, async () => {});

/** Saves a screenshot of the whole page in a folder of the artifacts. */
export async function saveScreenshot(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(join(PICTURES, folder), { recursive: true });
  await writeFile(join(PICTURES, folder, `${name}.png`), await takeScreenshot(page));
}

export const sizes = {
  phone: { width: 360, height: 780 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 900 },
};

export interface View {
  size: keyof typeof sizes;
  colorScheme: 'light' | 'dark';
  /** True if axe checks it: views that do not differ in any of its rules are not checked twice. */
  checked: boolean;
}

/** All views of a page. */
export const views: readonly View[] = [
  { size: 'phone', colorScheme: 'light', checked: true },
  { size: 'phone', colorScheme: 'dark', checked: true },
  { size: 'tablet', colorScheme: 'light', checked: false },
  { size: 'desktop', colorScheme: 'light', checked: true },
  { size: 'desktop', colorScheme: 'dark', checked: false },
];

/** Returns all views nightly and one by default, for pages whose parts are all on a page that is checked in more views. */
export const alternatingViews = (turn: number): readonly View[] =>
  nightlyOrDaily(views, [
    { size: turn % 2 ? 'desktop' : 'phone', colorScheme: turn % 4 < 2 ? 'light' : 'dark', checked: turn % 2 === 0 },
  ]);

/** Views of a page that has all parts: by default the two that differ most. */
export const fullViews: readonly View[] = nightlyOrDaily(
  views,
  views.filter(({ size, colorScheme }) => (size === 'phone') === (colorScheme === 'light') && size !== 'tablet'),
);

/** Checks a page in each view for overflow and accessibility, and saves screenshots. */
export async function checkViews(page: Page, name: string, looks: readonly View[]): Promise<void> {
  for (const { size, colorScheme, checked } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(sizes[size]);
    await loadLazyPictures(page);
    deepEqual(await findOverflows(page), []);
    await saveScreenshot(page, 'hosted-pages', `${name}-${size}-${colorScheme}`);
    if (checked) deepEqual(await findAccessibilityViolations(page), [], `${name}, ${size}, ${colorScheme}`);
  }
}

async function loadLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shown = [...document.images].filter((image) => image.checkVisibility());
    for (const image of shown) image.loading = 'eager';
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
  });
}

/** Problems of a page of the portal in each view. Saves a screenshot of each. */
export async function findProblems(page: Page, name: string, views: readonly View[]): Promise<string[]> {
  const found: string[] = [];
  for (const { size, colorScheme, checked } of views) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    await saveScreenshotNightly(page, 'portal', `${name}-${size}-${colorScheme}`);
    const wrong = [...(await findOverflows(page)), ...(await findSmallTargets(page))];
    if (checked) wrong.push(...(await findAccessibilityViolations(page)));
    found.push(...wrong.map((trouble) => `${name}, ${size}, ${colorScheme}: ${trouble}`));
  }
  return found;
}
