// How specific the texts are that are written without a model, over held topics in six languages:
// node dist/test/words/measure.js [samples] prints the figures; with `samples` also every text.
import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { handlers } from '../helpers/promises.js';
import { runHandler } from '../helpers/run-handler.js';
import { CLAIMS, PAST, sentencesOf, type Text, tellsOf } from './judge.js';

type Topics = Readonly<Record<string, readonly string[]>>;

const topics: Topics = JSON.parse(readFileSync(projectFile('test/words/topics.json'), 'utf8'));
const ENDPOINTS = ['script-generator', 'description-generator'] as const;

async function write(name: string, topic: string, language: string, seed: string): Promise<string> {
  const handler = handlers[name];
  if (!handler) throw new RangeError(name);
  const answer: unknown = await runHandler(handler, { topic, language }, { requestId: seed });
  return Object.values(answer as Record<string, unknown>)
    .flat()
    .map(String)
    .join('\n');
}

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

const [, , ...options] = process.argv;
const wanted = options.filter((one) => one !== 'samples');
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
    const openings: string[] = [];
    for (let call = 0; call < 20; call++) {
      const text = await write(name, list[0] ?? '', language, `opening ${call}`);
      openings.push(sentencesOf(text)[0] ?? '');
    }
    console.log(
      `${language} ${name.padEnd(22)} bearing ${percent(telling, total)}  shared ${percent(shared, sentences)}  ` +
        `claims ${claims.length}  past ${past.length}  openings ${new Set(openings).size} of 20`,
    );
    if (options.includes('samples')) {
      for (const line of [...claims, ...past]) console.log(`  ! ${line}`);
      for (const { topic, text } of texts) console.log(`\n--- ${topic}\n${text}`);
    }
  }
}
