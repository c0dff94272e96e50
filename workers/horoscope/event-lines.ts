import { dayNumber } from '../lib/sky/days.js';
import type { EclipseKind, SkyEvent } from '../lib/sky/events.js';
import { houseOf, type Planet, rulerOf, type Sign } from '../lib/sky/zodiac.js';
import type { Names, Words } from '../lib/writing/words.js';

/** An eclipse, a station or an ingress as it concerns a sign. */
export interface EventFacts {
  readonly type: SkyEvent['type'];
  readonly date: string;
  /** The sign that it happens in, and the house that this is for the reader's sign. */
  readonly sign: Sign;
  readonly house: number;
  readonly eclipse?: EclipseKind;
  readonly planet?: Planet;
  readonly motion?: 'retrograde' | 'direct';
}

/** The events as they concern a sign, what matters most to it first. */
export const eventFacts = (events: readonly SkyEvent[], own: Sign): EventFacts[] =>
  events
    .map((event) => ({
      type: event.type,
      date: event.date,
      sign: event.sign,
      house: houseOf(event.sign, own),
      ...(event.type === 'eclipse' ? { eclipse: event.kind } : { planet: event.planet }),
      ...(event.type === 'station' ? { motion: event.motion } : {}),
    }))
    .sort((one, other) => eventWeight(other, own) - eventWeight(one, own));

/** Weights of ingresses: the rarer, the heavier. */
const ingressWeights: Readonly<Record<Planet, number>> = {
  sun: 45,
  moon: 0,
  mercury: 20,
  venus: 25,
  mars: 30,
  jupiter: 50,
  saturn: 50,
  uranus: 55,
  neptune: 55,
  pluto: 55,
};

const fast: ReadonlySet<Planet> = new Set(['mercury', 'venus', 'mars']);

/** Weight of an event for a sign: an eclipse before all, and what its ruler does or what happens in the sign before the rest. */
export function eventWeight({ type, planet, house }: EventFacts, own: Sign): number {
  if (type === 'eclipse' || planet === undefined) return 100;
  const base = type === 'ingress' ? ingressWeights[planet] : fast.has(planet) ? 48 : 28;
  return base + (planet === rulerOf(own) ? 20 : 0) + (house === 1 ? 15 : house === 7 ? 10 : 0);
}

/** The sentence on an event. `when` says on which day it happens. */
export const eventLine = (
  words: Words,
  { type, date, sign, house, eclipse, planet, motion }: EventFacts,
  when: string,
): string =>
  words.say(`event.${type}`, {
    facts: { of: eclipse && bodyOf(eclipse), motion },
    slots: {
      when,
      topic: otherTopicOf(words, house, date),
      sign_in: words.name(`in.${sign}`),
      eclipse: eclipse && words.name(`eclipse.${eclipse}`),
      planet: planet && words.name(`planet.${planet}`),
    },
  });

/** The body that an eclipse darkens. */
export const bodyOf = (eclipse: EclipseKind): 'sun' | 'moon' => (eclipse.endsWith('solar') ? 'sun' : 'moon');

/** Plain name of what a house stands for; each has two, which alternate by the day. */
export const topicOf = (names: Names, house: number, date: string): string =>
  names.name(`topic.${house}`, Math.abs(dayNumber(date)) % 2);

/** The other name of the same, for a second sentence on that house. */
export const otherTopicOf = (names: Names, house: number, date: string): string =>
  names.name(`topic.${house}`, 1 - (Math.abs(dayNumber(date)) % 2));
