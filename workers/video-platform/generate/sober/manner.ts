import type { Sensitivity } from '../../../lib/topics/sensitivity.js';
import type { Brief } from '../writing/brief.js';
import type { Mood, Tone } from '../writing/moods.js';

/** Moods in which one can speak of death, violence or illness. */
const BORNE_MOODS: ReadonlySet<Mood> = new Set<Mood>(['serious', 'neutral', 'inspiring', 'uplifting']);
const BORNE_TONES: ReadonlySet<Tone> = new Set<Tone>(['formal', 'educational', 'authoritative', 'friendly']);

/** The mood of a text on a sensitive topic: the one asked for if the topic bears it, else a serious one. */
export const soberMood = (asked: Mood | undefined): Mood =>
  asked !== undefined && BORNE_MOODS.has(asked) ? asked : 'serious';

export const soberTone = (asked: Tone | undefined): Tone | undefined =>
  asked === undefined || BORNE_TONES.has(asked) ? asked : 'formal';

/** The order to write soberly, of one that asked for any manner. */
export const soberly = (brief: Brief, sensitivity: Sensitivity): Brief => ({
  ...brief,
  sensitivity,
  mood: soberMood(brief.mood),
  tone: soberTone(brief.tone),
});

const SOBER =
  'The topic is a grave one. Write soberly and with respect for those concerned: no jokes, no puns, no irony, no ' +
  'exclamation marks, no suspense, nothing graphic, no blame, no invented fate, nobody accused.';

const WITH_HELP =
  ' Name no method. Where the text has room for it, end with one sentence that help exists: help lines, a person one ' +
  'trusts, the local emergency number; no telephone numbers.';

/** What a model is told of the manner of each. */
export const SOBERLY: Readonly<Record<Sensitivity, string>> = {
  suicide: SOBER + WITH_HELP,
  selfharm: SOBER + WITH_HELP,
  abuse: SOBER + WITH_HELP,
  war: `${SOBER} Call a crime a crime; weigh nothing against it.`,
  minors: `${SOBER} Protect the children: no names, no looks, no places.`,
  sexual: `${SOBER} Describe no acts and no bodies.`,
  drugs: `${SOBER} Name no doses, sources or recipes.`,
  weapons: `${SOBER} Explain no making and no use.`,
  illness: `${SOBER} Promise no cure and give no medical advice.`,
  death: SOBER,
  declined: SOBER,
  person: `${SOBER} Take no side, and say nothing about the person that the topic does not say.`,
};
