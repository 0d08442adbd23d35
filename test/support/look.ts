import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import Type from 'typebox';
import Value from 'typebox/value';
import { expect } from 'vitest';

export const PHONE = { width: 390, height: 700 };
/** The smallest that people still have. */
export const SMALL = { width: 320, height: 600 };

const IMAGES = join(import.meta.dirname, '../../docs/images');
const CONTRASTS = readFileSync(join(import.meta.dirname, 'contrasts.js'), 'utf8');

/** Texts that can't be told well from what is behind them, as `contrasts.js` finds them. */
const Faint = Type.Array(Type.Object({ text: Type.String(), ratio: Type.Number() }));

/** Which pictures of pages are kept. */
export interface Pictures {
  /** Below `docs/images/`. */
  readonly folder: string;
  /** Of which pages there is one; of all of them when left out. */
  readonly light?: readonly string[];
  /** Of which there is a dark one, too. */
  readonly dark: readonly string[];
  /** Whether they show the whole page, and not only what a phone shows of it. */
  readonly isWhole?: boolean;
}

/** Everything on the page is within it, and can be told from what is behind it; kept as a picture if asked. */
export async function look(page: Page, name: string, pictures: Pictures): Promise<void> {
  await page.setViewportSize(PHONE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await widthOf(page), name).toBeLessThanOrEqual(PHONE.width);
    const faint = Value.Parse(Faint, await page.evaluate(CONTRASTS));
    expect(faint, `${name}, ${colorScheme}`).toEqual([]);
    if (!process.env['PICTURES'] || pictures[colorScheme]?.includes(name) === false) continue;
    const folder = join(IMAGES, pictures.folder);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`);
    await page.screenshot({ path, fullPage: pictures.isWhole ?? false });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(SMALL);
  expect(await widthOf(page), name).toBeLessThanOrEqual(SMALL.width);
}

const widthOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');
