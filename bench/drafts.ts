// How well the check of drafts tells good ones from bad ones: `node dist/bench/drafts.js`.
import { type CannedDraft, cannedDrafts, openDraftJudge } from '../test/helpers/canned-drafts.js';

interface Judged extends CannedDraft {
  readonly isRight: boolean;
}

const judge = await openDraftJudge();

async function judged(kind: 'good' | 'bad'): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const one of cannedDrafts(kind)) {
    const refusal = await judge.refusalOf(one);
    const isRight = (refusal !== undefined) === (kind === 'bad');
    if (!isRight)
      console.error(kind, one.kind, one.language, one.fault ?? refusal, JSON.stringify(one.draft).slice(0, 120));
    all.push({ ...one, isRight });
  }
  return all;
}

const sets = { good: await judged('good'), bad: await judged('bad') };

const share = (of: readonly Judged[]): string =>
  of.length === 0 ? '–' : `${of.filter(({ isRight }) => isRight).length} of ${of.length}`;

function table(title: string, key: (one: CannedDraft) => string): void {
  console.log(`\n| ${title} | good, passed | bad, caught |\n|---|---:|---:|`);
  const groups = [...new Set([...sets.good, ...sets.bad].map(key))].sort();
  for (const group of groups) {
    const of = (set: readonly Judged[]) => share(set.filter((one) => key(one) === group));
    console.log(`| ${group} | ${of(sets.good)} | ${of(sets.bad)} |`);
  }
}

table('all', () => 'all');
table('kind', ({ kind }) => kind);
table('language', ({ language }) => language);
table('fault', ({ fault = 'none' }) => fault);
await judge.close();
process.exit(0);
