import { everyWord, stopWords } from '../../../lib/text/words.js';
import type { Ask, Composer } from '../../../lib/writing/compose.js';
import { capitalise, type Slots } from '../../../lib/writing/line.js';
import type { Brief } from './brief.js';
import { parted } from './composer.js';
import { partsFor } from './field.js';
import type { Part } from './knowledge.js';
import { labelOf, shortSlots } from './slots.js';

/** What lines may name of the field besides its parts, each thing once in a text. */
const STOCK = { tool: 'tools', mistake: 'mistakes', sign: 'signs', ask: 'questions' } as const;

/** Languages whose sentences go on in small letters after a colon, also with a whole question. */
const SMALL_AFTER_COLON: ReadonlySet<string> = new Set(['es', 'fr', 'it', 'pt']);

/** The line in which the sentences that stand after a colon begin in small letters. */
function continued(line: string, sentences: readonly (string | undefined)[]): string {
  return sentences.reduce<string>((text, sentence) => {
    const small = sentence?.replace(/^[¿¡]?\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
    return sentence && small ? text.replace(`: ${sentence}`, () => `: ${small}`) : text;
  }, line);
}

/** The first letters of the words of a text that say something, by which their forms are known to be of one word. */
const stems = (text: string, language: string): string[] =>
  everyWord(text.toLowerCase())
    .flatMap((word) => word.split(/['’-]/u))
    .filter((word) => word.length > 2 && !stopWords(language).has(word))
    .map((word) => word.slice(0, Math.min(4, Math.max(3, word.length - 1))));

/** Whether the fact of a part names the part, so that it is understood without what stands before it. */
const namesItself = ({ name, fact }: Part, language: string): boolean => {
  const said = stems(fact, language);
  return stems(name, language).some((stem) => said.some((one) => one.startsWith(stem) || stem.startsWith(one)));
};

/** German words that are no nouns, but have a capital where a sentence begins. */
const GERMAN_SMALL =
  /^(?:Das|Die|Der|Den|Es|Er|Sie|Ein|Eine|Was|Wer|Wo|Man|So|Dann|Wenn|Mit|Bei|In|Im|Am|Auf|Aus|Zu|Vor|Nach)$/u;

/** The fact of a part by itself, behind the part's name where it does not name it. */
export function factOf(part: Part, language: string): string {
  if (namesItself(part, language)) return part.fact;
  const colon = language === 'fr' ? '\u202F: ' : ': ';
  const isSmall = SMALL_AFTER_COLON.has(language) || language === 'en';
  const fact = isSmall ? part.fact.replace(/^\p{Lu}(?=\p{Ll}|['’\s])/u, (first) => first.toLowerCase()) : part.fact;
  // One colon to a sentence; what stood behind it in German began with a capital.
  const mark = language === 'fr' ? '\u202F; ' : '; ';
  const rest = fact.replace(
    /\s?: (?<next>\p{L}+)/gu,
    (_, next: string) => mark + (GERMAN_SMALL.test(next) ? next.toLowerCase() : next),
  );
  return `${capitalise(part.name)}${colon}${rest}`;
}

/** A fact that may be said by itself, as it names what it is about. */
export const clearFact = (part: Part, language: string): string | undefined =>
  namesItself(part, language) ? part.fact : undefined;

/** Three parts, in the order in which they are told. */
function threeOf(parts: readonly Part[], composer: Composer): readonly Part[] {
  const some = composer.shuffle(parts).slice(0, 3);
  return parts.filter((part) => some.includes(part));
}

/** Tells of a brief with what is known of its field. Without a field the slots of its stock have no value. */
export interface Teller {
  /** A line of the move, or undefined when none fits. */
  find(move: string, ask?: Ask): string | undefined;
  /** A line of the move. @throws RangeError when none fits */
  say(move: string, ask?: Ask): string;
  /** One of the sides that any topic of the genre has, by its number. */
  aspect(number: number): string | undefined;
  /** Parts of the field, those that suit the topic best, in the order in which they are told. */
  parts(most: number): readonly Part[];
}

/** How often a topic in quotation marks is named in full before a short word stands for it. */
const NAMED = 2;

/** Starts to tell: what is said of the field's stock is seeded like the composer, and nothing of it is said twice. */
export function tellerOf(brief: Brief, composer: Composer): Teller {
  const { topic, field, composed } = brief;
  const short = shortSlots(brief);
  const label = labelOf(brief);
  let named = 0;
  const left = Object.entries(STOCK).map(([slot, list]) => ({ slot, items: composer.shuffle(field?.[list] ?? []) }));
  const parts = field ? partsFor(topic, field.parts) : [];
  const inOrder = (some: readonly Part[]): Part[] => field?.parts.filter((part) => some.includes(part)) ?? [];
  const [first, second, third] = threeOf(parts, composer);
  const ofParts = {
    part: first?.name,
    part2: second?.name,
    part3: third?.name,
    fact: first && clearFact(first, composed),
  };
  const sides = composer.shuffle(composer.phrases(`aspects ${brief.genre}`));
  const [x, y, z] = sides;
  const aspects = { x, y, z };

  const find = (move: string, ask: Ask = {}): string | undefined => {
    const stock: Slots = Object.fromEntries(left.map(({ slot, items }) => [slot, items[0]]));
    const given: Slots = { ...aspects, ...ofParts, ...stock, ...ask.slots };
    const isLong = short && named >= NAMED && (given.topic ?? short.named) === short.named;
    const slots: Slots = isLong ? { ...given, ...short.slots } : given;
    const found = composer.find(move, { ...ask, slots });
    if (found === undefined) return undefined;
    const whole = parted(found, [label, slots.topic, slots.bare], composer.phrase('colon'));
    const line = SMALL_AFTER_COLON.has(composed) ? continued(whole, [slots.fact, slots.ask]) : whole;
    if (short && line.includes(short.named)) named++;
    const told = line.toLowerCase();
    for (const { items } of left) if (items[0] !== undefined && told.includes(items[0].toLowerCase())) items.shift();
    return line;
  };

  return {
    find,
    say(move, ask) {
      const line = find(move, ask);
      if (line === undefined) throw new RangeError(`no line of "${move}" fits`);
      return line;
    },
    aspect: (number) => sides[number % sides.length],
    parts(most) {
      return inOrder([...parts.slice(0, 2), ...composer.shuffle(parts.slice(2))].slice(0, most));
    },
  };
}
