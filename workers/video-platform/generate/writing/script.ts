import type { Composer } from '../../../lib/writing/compose.js';
import { capitalise } from '../../../lib/writing/line.js';
import type { Brief } from './brief.js';
import { withPlace } from './composer.js';
import { isKnown } from './fit.js';
import type { Part } from './knowledge.js';
import { planFor, timestamp } from './plan.js';
import { viewerSlots } from './slots.js';
import { clearFact, factOf, type Teller, tellerOf } from './teller.js';

/** One stretch of a video: what it is called, what is seen and what is said. */
interface Beat {
  readonly heading: string;
  /** The part of the field that it is about, or one side that any topic has. */
  readonly about?: string | undefined;
  readonly show: string;
  readonly say: string;
}

/** Seconds of the hook, and of the end. */
const HOOK = 12;
const END = 15;

/**
 * A script that one can shoot from: a hook in three variants, timed beats with what to show, what to say and how to keep
 * viewers, an end. Where only the maker knows, there is a blank in square brackets.
 */
export function composeScript(person: '1st' | '3rd', brief: Brief, composer: Composer): string {
  const teller = tellerOf(brief, composer);
  const minutes = brief.topic.minutes;
  const plan = planFor(brief.genre, minutes, brief.field?.parts.length ?? 0);
  // Of what nothing is known is said less, so that it takes a part more to make a script.
  if (!isKnown(brief.field)) plan.splice(plan.lastIndexOf('part'), 0, 'part');
  const parts = [...teller.parts(plan.filter((role) => role === 'part').length)];
  const untold = teller.parts(MANY).filter((part) => !parts.includes(part));
  const hook = hookOf(composer.shuffle(untold), brief, teller, composer);
  let number = 0;
  const beats = plan.map((role) => {
    const part = role === 'part' ? parts.shift() : undefined;
    if (role === 'part') number++;
    return beatOf({ role, part, number, person }, teller);
  });
  const end = withPlace(
    [
      teller.say('script-end', { facts: { person } }),
      teller.say('script-cta', { facts: { person }, slots: viewerSlots(brief) }),
    ].join(' '),
    brief,
    composer,
  );
  return layOut(
    { minutes, hook, end, beats: beats.map((beat, at) => ({ ...beat, lines: told(beat, at, teller, composer) })) },
    composer,
  );
}

interface Script {
  readonly minutes: number;
  /** Of which the maker takes one. */
  readonly hook: readonly string[];
  readonly beats: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly end: string;
}

/** The parts of a script under their headings and the times that they take. */
export function layOut({ minutes, hook, beats, end }: Script, composer: Composer): string {
  const colon = composer.phrase('colon');
  const total = minutes * 60;
  const each = (total - HOOK - END) / beats.length;
  const span = (from: number, to: number): string => `(${timestamp(from)}–${timestamp(to)})`;
  const parts = [
    [`${composer.phrase('script hook')} ${span(0, HOOK)}`, ...hook.map((text, at) => `${'ABC'[at]}${colon}${text}`)],
    ...beats.map(({ heading, lines }, at) => [
      `${at + 1}. ${heading} ${span(HOOK + at * each, HOOK + (at + 1) * each)}`,
      ...lines,
    ]),
    [`${composer.phrase('script end')} ${span(total - END, total)}`, end],
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

/** More parts than any field has. */
const MANY = 20;

/** A question, a fact of a part that is not told later, if there is one, and what is at stake. */
function hookOf(some: readonly Part[], { composed }: Brief, teller: Teller, composer: Composer): string[] {
  const clear = some.find((part) => clearFact(part, composed) !== undefined);
  const [first, second, third] = clear ? [clear, ...some.filter((part) => part !== clear)] : some;
  // Behind a colon of the line no other one stands, unless there is nothing else to say.
  const fact = first && (clearFact(first, composed) ?? (third ? undefined : factOf(first, composed)));
  const parts = { part: first?.name, part2: second?.name, part3: third?.name, fact };
  return composer
    .shuffle(['hook-ask', 'hook-fact', 'hook-stake'])
    .map((move) => teller.say(move, { slots: first ? parts : { fact: undefined } }));
}

interface Place {
  readonly role: string;
  readonly part: Part | undefined;
  readonly number: number;
  readonly person: '1st' | '3rd';
}

function beatOf({ role, part, number, person }: Place, teller: Teller): Beat {
  if (role !== 'part') {
    const facts = { role, person };
    const say = [teller.say('beat-say', { facts }), teller.find('beat-add', { facts })];
    return {
      heading: teller.say('beat-head', { facts }),
      show: teller.say('beat-show', { facts }),
      say: say.filter(Boolean).join(' '),
    };
  }
  const ask = {
    facts: { role, person, known: part ? 'yes' : 'no' },
    slots: { n: String(number), side: teller.aspect(number), ...(part && { part: part.name, fact: part.fact }) },
  };
  const tone = number % 2 === 0 ? teller.find('script-tone', ask) : undefined;
  // A long video has more parts than lines lead to them: with another part such a line says another thing.
  const find = (move: string) => teller.find(move, ask) ?? (part && teller.find(move, { ...ask, again: true }));
  const say = [
    find('part-lead') ?? teller.find('part-lead', { ...ask, again: true }),
    part?.fact,
    tone,
    find('part-blank'),
  ];
  return {
    heading: capitalise(teller.say('part-head', { ...ask, again: true })),
    about: part?.name ?? teller.aspect(number),
    show: part?.shot ?? teller.find('beat-show', ask) ?? teller.say('beat-show', { ...ask, again: true }),
    say: say.filter(Boolean).join(' '),
  };
}

/** What is shown and said of a beat; of the parts also, in turn, how viewers are kept and how one goes on from there. */
function told(beat: Beat, at: number, teller: Teller, composer: Composer): string[] {
  const colon = composer.phrase('colon');
  const note = beat.about && teller.find(at % 2 === 0 ? 'beat-turn' : 'beat-note', { slots: { part: beat.about } });
  return [
    `${composer.phrase('script show')}${colon}${beat.show}`,
    `${composer.phrase('script say')}${colon}${beat.say}`,
    ...(note ? [`${composer.phrase('script note')}${colon}${note}`] : []),
  ];
}
