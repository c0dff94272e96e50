// How specific the texts are that are written without a model, over held topics in six languages:
// node dist/test/words/measure.js [samples] [kinds] [languages] prints the figures; with `samples` also every text, with
// `kinds` over topics of every kind and spelling instead.
import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { CLAIMS, PAST, sentencesOf, type Text, tellsOf } from './judge.js';
import { CALLS, distinctOpenings, UNKNOWN, write } from './openings.js';

type Topics = Readonly<Record<string, readonly string[]>>;

const [, , ...options] = process.argv;
const file = options.includes('kinds') ? 'test/words/kinds.json' : 'test/words/topics.json';
const topics: Topics = JSON.parse(readFileSync(projectFile(file), 'utf8'));
const ENDPOINTS = ['script-generator', 'description-generator'] as const;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`;

/** The share of sentences that some text on another topic has as well. */
function sharedShare(texts: readonly Text[]): [number, number] {
  const all = texts.map(({ text }) => new Set(sentencesOf(text)));
  let shared = 0;
  let total = 0;
  for (const [at, own] of all.entries()) {
    for (const sentence of own) {
      total++;
      if (all.some((other, place) => place !== at && other.has(sentence))) shared++;
    }
  }
  return [shared, total];
}

/** Titles of four calls on each topic: how many of 60 characters or less, and how many characters half of them have. */
async function titlesOn(list: readonly string[], language: string): Promise<string> {
  const titles: string[] = [];
  for (const topic of list) {
    for (let call = 0; call < 4; call++) titles.push(await write('title-generator', topic, language, `title ${call}`));
  }
  const lengths = titles.map((title) => title.length).sort((a, b) => a - b);
  const short = lengths.filter((length) => length <= 60).length;
  return `${percent(short, lengths.length)} of 60 at most, median ${lengths[Math.floor(lengths.length / 2)]}`;
}

/** Tags that are pieces of a number, and names that are longer than a name or have marks in them. */
async function piecesOn(list: readonly string[], language: string): Promise<string> {
  const all = async (name: string) =>
    (await Promise.all(list.map((topic) => write(name, topic, language, `pieces ${topic}`)))).flatMap((text) =>
      text.split('\n'),
    );
  const [tags, names] = [await all('tag-generator'), await all('channel-name-ideas')];
  const pieces = tags.filter((tag) => /^(?:\p{N}{1,3}|\p{N}+-\p{L}+|\p{L}{1,2})$/u.test(tag));
  const odd = names.filter((name) => name.length > 50 || /[“”«»„?!:;]/u.test(name.replace(/^Entre amigos: /u, '')));
  return `tags ${pieces.length} pieces of ${tags.length}  names ${odd.length} odd of ${names.length}`;
}

/** How many of so many openings on one topic differ, for a topic of each genre that nothing is known of. */
async function openingsIn(name: string, language: string): Promise<string> {
  const counts: [genre: string, count: number][] = [];
  for (const [genre, topic] of Object.entries(UNKNOWN[language] ?? {})) {
    counts.push([genre, await distinctOpenings(name, topic, language)]);
  }
  const [worst, least] = counts.reduce((one, other) => (other[1] < one[1] ? other : one), ['none', CALLS]);
  const mean = counts.reduce((sum, [, count]) => sum + count, 0) / Math.max(1, counts.length);
  return `worst ${least} (${worst}), mean ${mean.toFixed(1)}`;
}

const wanted = options.filter((one) => one !== 'samples' && one !== 'kinds');
for (const [language, list] of Object.entries(topics)) {
  if (wanted.length > 0 && !wanted.includes(language)) continue;
  for (const name of ENDPOINTS) {
    const texts: Text[] = [];
    for (const topic of list)
      texts.push({ topic, language, text: await write(name, topic, language, `measure ${topic}`) });
    const tells = texts.map(tellsOf);
    const telling = tells.reduce((sum, { telling }) => sum + telling, 0);
    const total = tells.reduce((sum, { total }) => sum + total, 0);
    const [shared, sentences] = sharedShare(texts);
    const count = (list: Readonly<Record<string, RegExp>>) =>
      texts.flatMap(({ text }) => sentencesOf(text).filter((one) => list[language]?.test(one)));
    const [claims, past] = [count(CLAIMS), count(PAST)];
    const openings = await distinctOpenings(name, list[0] ?? '', language);
    console.log(
      `${language} ${name.padEnd(22)} bearing ${percent(telling, total)}  shared ${percent(shared, sentences)}  ` +
        `claims ${claims.length}  past ${past.length}  openings ${openings} of ${CALLS}, ` +
        `of each genre unknown ${await openingsIn(name, language)}`,
    );
    if (options.includes('samples')) {
      for (const line of [...claims, ...past]) console.log(`  ! ${line}`);
      for (const { topic, text } of texts) console.log(`\n--- ${topic}\n${text}`);
    }
  }
  console.log(`${language} titles ${await titlesOn(list, language)}  ${await piecesOn(list, language)}`);
}
