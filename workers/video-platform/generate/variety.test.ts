import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { moods, tones } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handlers } from '../../../test/helpers/promises.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { byTurns, sized } from '../../../test/helpers/scale.js';
import { packs } from './writing/packs.js';

type Raw = Readonly<Record<string, unknown>>;

async function answerOf(name: string, raw: Raw, seed: string): Promise<string> {
  const handler = handlers[name];
  ok(handler);
  const answer = (await runHandler(handler, raw, { requestId: seed })) as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.values(answer)[0]);
}

/** So many answers to one and the same request, each with its own request id. */
async function ask(name: string, raw: Raw, times: number, run: string): Promise<string[]> {
  const answers: string[] = [];
  for (let call = 0; call < times; call++) answers.push(await answerOf(name, raw, `${run} ${call}`));
  return answers;
}

const different = (texts: readonly string[]): number => new Set(texts).size;

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  en: ['Sourdough bread for beginners', 'The fall of Rome', 'why is the sky blue', 'How to fix a leaking tap'],
  es: ['Pan de masa madre', 'los volcanes', '¿Por qué el cielo es azul?', 'Cómo hacer pan en casa'],
  fr: ['le pain au levain', 'les châteaux de la Loire', 'Pourquoi le ciel est bleu', 'comment faire du pain'],
  de: ['Sauerteigbrot', 'die Römer', 'Warum ist der Himmel blau?', 'wie man Brot backt'],
  pt: ['pão caseiro', 'as praias do Nordeste', 'Por que o céu é azul?', 'Como fazer pão em casa'],
  it: ['il caffè', 'gli etruschi', 'Perché il cielo è blu?', 'come fare il pane in casa'],
};

describe('variety', () => {
  // Callers who ask again want another idea, so each call is written anew; a retry that must not differ carries an
  // Idempotency-Key, and then the front repeats the first answer without asking a worker.
  for (const [turn, language] of packs.languages.entries()) {
    it(`gives at least 15 different titles in 20 calls on one topic (${language})`, async () => {
      for (const topic of byTurns(TOPICS[language] ?? [], turn)) {
        const titles = await ask('title-generator', { topic, language }, 20, topic);
        ok(different(titles) >= 15, `${topic}: ${different(titles)} of 20\n${titles.join('\n')}`);
      }
    });
  }

  it('gives at least 12 different titles in 20 calls in every mood', async () => {
    for (const mood of byTurns(moods, 0)) {
      const titles = await ask('title-generator', { topic: 'Sourdough bread', mood }, 20, mood);
      ok(different(titles) >= 12, `${mood}: ${different(titles)} of 20`);
    }
  });

  it('gives different texts on every endpoint', async () => {
    for (const name of Object.keys(handlers)) {
      const answers = await ask(name, { topic: 'Sourdough bread for beginners' }, 10, 'again');
      ok(different(answers) >= 9, `${name}: ${different(answers)} of 10`);
    }
  });

  it('writes the same for the same request id', async () => {
    for (const name of Object.keys(handlers)) {
      const raw = { topic: 'The fall of Rome', emojis_mode: 'random_inject', hashtags_mode: 'random_inject' };
      equal(await answerOf(name, raw, 'once'), await answerOf(name, raw, 'once'));
    }
  });

  it('says no sentence twice in a description, a script or a post', async () => {
    for (const name of ['description-generator', 'script-generator', 'social-post-generator']) {
      for (const answer of await ask(name, { topic: 'growing tomatoes', mood: 'funny', tone: 'casual' }, 20, name)) {
        const text = String(JSON.parse(answer));
        const sentences = text.split(/(?<=[.!?])\s+|\n+/).filter((one) => one.split(' ').length > 3);
        deepEqual(
          sentences.filter((one, at) => sentences.indexOf(one) !== at),
          [],
        );
      }
    }
  });
});

/**
 * The share of pairs of words that the texts of one mood (or tone) have and those of the others do not have: what a
 * reader can tell them apart by.
 */
async function ownWords(
  name: string,
  field: 'mood' | 'tone',
  values: readonly string[],
  texts: number,
): Promise<Map<string, number>> {
  const pairs = new Map<string, Set<string>>();
  for (const value of values) {
    const said = new Set<string>();
    for (const text of await ask(name, { topic: 'Sourdough bread', [field]: value }, texts, value)) {
      const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
      for (const [at, word] of words.entries()) said.add(`${word} ${words[at + 1]}`);
    }
    pairs.set(value, said);
  }
  return new Map(
    values.map((value) => {
      const own = [...(pairs.get(value) ?? [])];
      const others = values.filter((other) => other !== value).map((other) => pairs.get(other) ?? new Set());
      return [value, own.filter((pair) => !others.some((said) => said.has(pair))).length / own.length];
    }),
  );
}

describe('moods and tones', () => {
  // A script says much that all have in common: with fewer of them the share is another.
  for (const [name, field, values, least, texts] of [
    ['title-generator', 'mood', moods, 0.5, sized(30, 12)],
    ['comment-generator', 'mood', moods, 0.3, sized(30, 12)],
    ['description-generator', 'mood', moods, 0.12, sized(30, 12)],
    ['title-generator', 'tone', tones, 0.5, sized(30, 12)],
    ['comment-generator', 'tone', tones, 0.3, sized(30, 12)],
    ['description-generator', 'tone', tones, 0.12, sized(30, 12)],
    ['script-generator', 'tone', tones, 0.08, 30],
    ['channel-description-generator', 'tone', tones, 0.25, sized(30, 12)],
  ] as const) {
    it(`each ${field} has words of its own in ${name}`, async () => {
      for (const [value, share] of await ownWords(name, field, values, texts)) {
        ok(share >= least, `${value}: ${(share * 100).toFixed(0)} %`);
      }
    });
  }

  it('scripts in the first and the third person differ in every scene', async () => {
    const first = await answerOf('script-generator', { topic: 'Sourdough bread', person: '1st' }, 'x');
    const third = await answerOf('script-generator', { topic: 'Sourdough bread', person: '3rd' }, 'x');
    notEqual(first, third);
    ok(/\bI\b/.test(first));
    ok(!/\b(?:I|my|me|I'm|we)\b/.test(third), third);
  });
});
