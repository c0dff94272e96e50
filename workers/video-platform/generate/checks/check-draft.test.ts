import { ok } from 'node:assert/strict';
import {
  type CannedDraft,
  cannedDrafts,
  type DraftJudge,
  openDraftJudge,
} from '../../../../test/helpers/canned-drafts.js';
import { byTurns, sized } from '../../../../test/helpers/scale.js';

const shown = ({ kind, language, fault, draft }: CannedDraft): string =>
  `${kind} ${language} ${fault ?? ''}: ${JSON.stringify(draft).slice(0, 160)}`;

describe('the check of drafts', () => {
  let judge: DraftJudge;
  before(async () => {
    judge = await openDraftJudge();
  });
  after(() => judge.close());

  it('catches at least 95 % of bad ones', async () => {
    const bad = byTurns(cannedDrafts('bad'), 0);
    const missed: CannedDraft[] = [];
    for (const one of bad) if ((await judge.refusalOf(one)) === undefined) missed.push(one);
    ok(bad.length >= 100);
    ok(
      missed.length <= bad.length * 0.05,
      `missed ${missed.length} of ${bad.length}:\n${missed.map(shown).join('\n')}`,
    );
  });

  it('passes at least 95 % of good ones', async () => {
    const good = cannedDrafts('good').filter((_, at) => sized(true, at % 2 === 0));
    const refused: string[] = [];
    for (const one of good) {
      const refusal = await judge.refusalOf(one);
      if (refusal !== undefined) refused.push(`${refusal}: ${shown(one)}`);
    }
    ok(good.length >= 90);
    ok(refused.length <= good.length * 0.05, `refused ${refused.length} of ${good.length}:\n${refused.join('\n')}`);
  });
});
