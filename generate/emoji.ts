import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { projectFile } from '../shared/process/project-file.js';

/**
 * Makes the names of emoji in each language, `workers/lib/text/emoji/<language>.generated.json`: emoji → its short name,
 * then its search words. Taken from npm's emojibase-data (MIT, © Miles Johnson), whose words are those of Unicode CLDR
 * (Unicode License v3).
 */
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'pt'];

/** Characters that are no pictures: bare skin tones and hair, signs such as arrows and the signs of the zodiac. */
const LEFT_OUT: readonly (string | undefined)[] = ['component', 'symbols', undefined];

/** An emoji as emojibase-data has it; the letters of flags by themselves have no group and no order. */
interface Emoji {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly order?: number;
}

const load = createRequire(import.meta.url);
const { groups }: { groups: Readonly<Record<number, string>> } = load('emojibase-data/meta/groups.json');

const isPicture = ({ group }: Emoji): boolean => !LEFT_OUT.includes(group === undefined ? undefined : groups[group]);

/** As it is mostly written: the sign that asks for a picture only where text would be shown without it. */
const written = ({ emoji }: Emoji): string => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');

const listNames = ({ label, tags = [] }: Emoji): string[] => [
  ...new Set([label, ...tags].map((name) => name.toLowerCase())),
];

for (const language of LANGUAGES) {
  const all: readonly Emoji[] = load(`emojibase-data/${language}/data.json`);
  const rows = all
    .filter(isPicture)
    .sort((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map((emoji) => `${JSON.stringify(written(emoji))}: ${JSON.stringify(listNames(emoji))}`);
  writeFileSync(projectFile(`workers/lib/text/emoji/${language}.generated.json`), `{\n${rows.join(',\n')}\n}\n`);
  console.log(`${rows.length} emoji in ${language}`);
}
