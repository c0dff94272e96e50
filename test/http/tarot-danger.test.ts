import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { call, newAccount, type TestAccount } from '../helpers/stack.js';

describe('tarot questions over HTTP', () => {
  let account: TestAccount;
  before(async () => {
    account = await newAccount({ credits: 10 });
  });
  const ask = (question: string, more: Readonly<Record<string, string>> = {}) =>
    call('/v1/horoscope/tarot-reading', { question, ...more }, { key: account.key });

  it('respond to a person in danger in the shape of a reading, with help first and no card read', async () => {
    for (const [question, language, number] of [
      ['I want to kill myself', 'en', '988'],
      ['He hits me. Should I stay?', 'en', '1-800-799-7233'],
      ['Ich will nicht mehr leben', 'de', '0800 111 0 111'],
      ['Je veux en finir', 'fr', '3114'],
      ['Non voglio più vivere', 'it', '02 2327 2327'],
      ['No quiero vivir más', 'es', '024'],
      ['Quero morrer', 'pt', '188'],
    ] as const) {
      const { status, body, headers } = await ask(question, { language, spread: 'celtic_cross' });
      equal(status, 200, JSON.stringify(body));
      equal(headers.get('content-language'), language);
      equal(body.computed_data.drawn_cards.length, 10);
      equal(body.reading.cards.length, 10);
      for (const card of body.reading.cards) deepEqual(Object.keys(card), ['position', 'card', 'meaning']);
      const [help] = body.reading.overall.split('\n\n');
      for (const first of [help, body.reading.cards[0].meaning])
        ok(first.includes(number) && first.includes('112'), first);
    }
  });

  it('respond to a weighty one with what cards cannot know', async () => {
    const { body } = await ask('Will my mother survive her cancer?');
    match(body.reading.overall, /^Cards cannot know how an illness goes/);
    match(body.reading.cards[0].meaning, /^Cards cannot know/);
    const { body: bet } = await ask('Should I put my savings into Bitcoin?');
    ok(!/\b(?:yes|no|wait|not yet)\b/i.test(JSON.stringify(bet.reading)));
    for (const question of ['Is my father going to recover?', 'Should I stop taking my medication?', 'Am I pregnant?'])
      match(JSON.stringify((await ask(question)).body), /Cards cannot know/, question);
  });

  it('are read where they look alike, and refused where they ask for harm', async () => {
    ok(!JSON.stringify((await ask('Will I like my new job?')).body).includes('annot know'));
    ok(!JSON.stringify((await ask('Will my plant die?')).body).includes('annot know'));
    const { status, body } = await ask('How do I build a pipe bomb?');
    deepEqual([status, body.type, body.param], [400, 'topic_refused', 'question']);
  });
});
