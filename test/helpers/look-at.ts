import { deepEqual } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFile } from '../../shared/process/project-file.js';
import { accessibilityTroubles, pictureOf, tooWide } from './browser.js';
import { sized } from './scale.js';

/** Where screenshots are left for people to look at. */
const PICTURES = process.env.TEST_ARTIFACTS ?? projectFile('test/artifacts');

/** Leaves a picture of a whole page in a folder of the artifacts, at night alone: a large page takes longer to draw than to examine. */
export const keepPictureAtNight: typeof keepPicture = sized(keepPicture, async () => {});

/** Leaves a picture of the whole page in a folder of the artifacts. */
export async function keepPicture(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(join(PICTURES, folder), { recursive: true });
  await writeFile(join(PICTURES, folder, `${name}.png`), await pictureOf(page));
}

export const sizes = {
  phone: { width: 360, height: 780 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 900 },
};

export interface View {
  size: keyof typeof sizes;
  colorScheme: 'light' | 'dark';
  /** Whether axe checks it; what differs in no rule that it knows is not given to it twice. */
  checked: boolean;
}

/** Every way in which a page is looked at. */
export const views: readonly View[] = [
  { size: 'phone', colorScheme: 'light', checked: true },
  { size: 'phone', colorScheme: 'dark', checked: true },
  { size: 'tablet', colorScheme: 'light', checked: false },
  { size: 'desktop', colorScheme: 'light', checked: true },
  { size: 'desktop', colorScheme: 'dark', checked: false },
];

/** By day one of a phone and a desktop, light and dark, for pages whose parts are all on one that is looked at in more ways. */
export const viewsByTurns = (turn: number): readonly View[] =>
  sized(views, [
    { size: turn % 2 ? 'desktop' : 'phone', colorScheme: turn % 4 < 2 ? 'light' : 'dark', checked: turn % 2 === 0 },
  ]);

/** Those of a page that has everything: by day the two that differ most. */
export const fullViews: readonly View[] = sized(
  views,
  views.filter(({ size, colorScheme }) => (size === 'phone') === (colorScheme === 'light') && size !== 'tablet'),
);

/** A page in each view, as a picture and by the rules of accessibility. */
export async function looksRight(page: Page, name: string, looks: readonly View[]): Promise<void> {
  for (const { size, colorScheme, checked } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(sizes[size]);
    await loadLazyPictures(page);
    deepEqual(await tooWide(page), []);
    await keepPicture(page, 'hosted-pages', `${name}-${size}-${colorScheme}`);
    if (checked) deepEqual(await accessibilityTroubles(page), [], `${name}, ${size}, ${colorScheme}`);
  }
}

async function loadLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shown = [...document.images].filter((image) => image.checkVisibility());
    for (const image of shown) image.loading = 'eager';
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
  });
}
