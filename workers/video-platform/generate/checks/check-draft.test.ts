import { equal, ok } from 'node:assert/strict';
import {
  type CannedDraft,
  cannedDrafts,
  type DraftJudge,
  openDraftJudge,
} from '../../../../test/helpers/canned-drafts.js';
import { nightlyOrDaily, takeTurns } from '../../../../test/helpers/scale.js';

const show = ({ kind, language, fault, draft }: CannedDraft): string =>
  `${kind} ${language} ${fault ?? ''}: ${JSON.stringify(draft).slice(0, 160)}`;

/** Faults of style: the model is asked once more, and then the draft is served. */
const STYLE: ReadonlySet<string> = new Set(['banned', 'repeats', 'shouting', 'length', 'form', 'tone']);

/** Short texts, which may be on the topic without naming it, as a good comment is. */
const SHORT: ReadonlySet<string> = new Set(['title', 'social_post', 'channel_description', 'comment', 'channel_names']);
const isStyle = ({ fault = '' }: CannedDraft): boolean => STYLE.has(fault);
const isUncertain = ({ fault, kind }: CannedDraft): boolean => fault === 'off topic' && SHORT.has(kind);

describe('the check of drafts', () => {
  let judge: DraftJudge;
  before(async () => {
    judge = await openDraftJudge();
  });
  after(() => judge.close());

  it('refuses at least 95 % of drafts that must not be served', async () => {
    const bad = takeTurns(
      cannedDrafts('bad').filter((one) => !isStyle(one) && !isUncertain(one)),
      0,
    );
    const missed: CannedDraft[] = [];
    for (const one of bad) if ((await judge.judge(one)).isServed) missed.push(one);
    ok(bad.length >= 30);
    ok(missed.length <= bad.length * 0.05, `missed ${missed.length} of ${bad.length}:\n${missed.map(show).join('\n')}`);
  });

  it('requests most drafts of bad style once more', async () => {
    const bad = takeTurns(cannedDrafts('bad').filter(isStyle), 0);
    const missed: CannedDraft[] = [];
    for (const one of bad) if ((await judge.judge(one)).requests < 2) missed.push(one);
    ok(missed.length <= bad.length * 0.1, `missed ${missed.length} of ${bad.length}:\n${missed.map(show).join('\n')}`);
  });

  for (const kind of ['good', 'natural'] as const) {
    it(`serves at least 95 % of ${kind} drafts`, async () => {
      const drafts = cannedDrafts(kind).filter((_, at) => nightlyOrDaily(true, kind === 'natural' || at % 2 === 0));
      const refused: string[] = [];
      for (const one of drafts) {
        const { isServed, reason } = await judge.judge(one);
        if (!isServed) refused.push(`${reason}: ${show(one)}`);
      }
      ok(drafts.length >= (kind === 'natural' ? 100 : 90));
      ok(
        refused.length <= drafts.length * 0.05,
        `refused ${refused.length} of ${drafts.length}:\n${refused.join('\n')}`,
      );
    });
  }

  it('serves a draft of imperfect style as it is when nothing better comes', async () => {
    const draft = { title: 'Unlock the secrets of sourdough bread' };
    const verdict = await judge.judge({ kind: 'title', language: 'en', topic: 'Sourdough bread', draft });
    equal(verdict.isServed, true);
    equal(verdict.requests, 2);
  });
});
