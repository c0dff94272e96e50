import type { EventFacts } from 'readings';
import type { SkyEvent } from '../lib/sky/events.js';
import { findHouse, findRuler, type Planet, type Sign } from '../lib/sky/zodiac.js';

/** Returns the events as they concern a sign, the most important first. */
export const eventFacts = (events: readonly SkyEvent[], own: Sign): EventFacts[] =>
  events
    .map((event) => ({
      type: event.type,
      date: event.date,
      sign: event.sign,
      house: findHouse(event.sign, own),
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

/** Returns the weight of an event for a sign: eclipses first, then events of its ruler or in the sign itself. */
export function eventWeight({ type, planet, house }: EventFacts, own: Sign): number {
  if (type === 'eclipse' || planet === undefined) return 100;
  const base = type === 'ingress' ? ingressWeights[planet] : fast.has(planet) ? 48 : 28;
  return base + (planet === findRuler(own) ? 20 : 0) + (house === 1 ? 15 : house === 7 ? 10 : 0);
}
