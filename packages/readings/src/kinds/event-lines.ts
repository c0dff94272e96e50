import type { Names, Words } from '../compose/words.js';
import type { EclipseKind, EventFacts } from '../facts.js';
import { dayNumber } from './days.js';

/** Says the line on an event. `when` is its day in words. */
export const sayEvent = (
  words: Words,
  { type, date, sign, house, eclipse, planet, motion }: EventFacts,
  when: string,
): string =>
  words.say(`event.${type}`, {
    facts: { of: eclipse && findEclipsedBody(eclipse), motion },
    slots: {
      when,
      topic: findOtherTopic(words, house, date),
      sign_in: words.name(`in.${sign}`),
      eclipse: eclipse && words.name(`eclipse.${eclipse}`),
      planet: planet && words.name(`planet.${planet}`),
    },
  });

/** Returns the body that an eclipse darkens. */
export const findEclipsedBody = (eclipse: EclipseKind): 'sun' | 'moon' => (eclipse.endsWith('solar') ? 'sun' : 'moon');

/** Returns the plain name of the subject of a house. Each has two, which alternate by the day. */
export const findTopic = (names: Names, house: number, date: string): string =>
  names.name(`topic.${house}`, Math.abs(dayNumber(date)) % 2);

/** Returns the other name, for a second sentence on the same house. */
export const findOtherTopic = (names: Names, house: number, date: string): string =>
  names.name(`topic.${house}`, 1 - (Math.abs(dayNumber(date)) % 2));
