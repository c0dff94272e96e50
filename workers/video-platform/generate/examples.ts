/**
 * Example of a good text. A prompt contains two of its kind. They are written for this, and pass the checks of drafts.
 */
export interface Example<Draft> {
  readonly topic: string;
  readonly draft: Draft;
}

type Two<Draft> = readonly [Example<Draft>, Example<Draft>];

const DOUGH = 'Pizza dough at home';
const RIVER = 'A weekend by canoe';

export const TITLES: Two<{ title: string }> = [
  { topic: DOUGH, draft: { title: 'Your pizza dough needs a night, not a better oven' } },
  { topic: RIVER, draft: { title: 'Two days by canoe: what fits in the boat, and what we left at home' } },
];

const DOUGH_DESCRIPTION =
  'Pizza dough is flour, water, salt, yeast and patience, and the last one cannot be bought. This video is about a dough ' +
  'that does most of its work while you sleep.\n\nWe mix it in the evening, in one bowl and without a machine, and let it ' +
  'rise slowly in the fridge. You will see how a dough feels that has had enough water, how to shape a ball that does not ' +
  'tear, and why the rolling pin stays in the drawer. For the oven there is a way with a stone and one with an upside-down ' +
  'baking tray, as most kitchens have only the second.\n\nIt is meant for everyone whose pizza has turned out more like a ' +
  'biscuit. If yours did last week, start with the part about rising: that is where it is usually lost.\n\nWhat goes on ' +
  'your first one? Tell us in the comments, we are still arguing about pineapple.';

const RIVER_DESCRIPTION =
  'A canoe carries a tent, two people and a surprising amount of cheese. What it does not carry is a plan that ignores the ' +
  'wind, and so this video begins with the weather.\n\nIt goes through a weekend on calm water from Friday evening to ' +
  'Sunday: how to choose a stretch of river that has a way out every few bends, how to pack so that nothing rolls, how to ' +
  'steer without arguing, and where one may camp and where one should ask first. Safety is said plainly and early: vests ' +
  'on, dry clothes in a bag of their own, and no hero at the weir.\n\nYou need no experience for it, only somebody who ' +
  'knows how to swim and does not mind wet socks. Families will find a shorter version near the end.\n\nWhich river would ' +
  'you like to wake up beside? Write it below, and say what you would pack first.';

export const DESCRIPTIONS: Two<{ description: string }> = [
  { topic: DOUGH, draft: { description: DOUGH_DESCRIPTION } },
  { topic: RIVER, draft: { description: RIVER_DESCRIPTION } },
];

const DOUGH_TAGS =
  'pizza dough at home;overnight pizza dough;no knead pizza dough;how to stretch pizza dough;homemade pizza;pizza without a ' +
  'stone;cold fermentation;dough for beginners;baking at home;pizza night';
const RIVER_TAGS =
  'weekend by canoe;canoe camping;how to pack a canoe;canoe for beginners;river trip;paddling with kids;dry bag packing ' +
  'list;wild camping rules;outdoor weekend;steering a canoe';

export const TAGS: Two<{ tags: string[] }> = [
  { topic: DOUGH, draft: { tags: DOUGH_TAGS.split(';') } },
  { topic: RIVER, draft: { tags: RIVER_TAGS.split(';') } },
];

export const HASHTAGS: Two<{ hashtags: string[] }> = [
  {
    topic: DOUGH,
    draft: { hashtags: ['PizzaDough', 'OvernightDough', 'HomemadePizza', 'PizzaNight', 'Fermentation', 'Baking'] },
  },
  {
    topic: RIVER,
    draft: { hashtags: ['CanoeWeekend', 'CanoeCamping', 'RiverTrip', 'Paddling', 'Microadventure', 'Outdoors'] },
  },
];

export const COMMENTS: Two<{ comment: string }> = [
  {
    topic: DOUGH,
    draft: {
      comment:
        'I always took my pizza dough out of the fridge too late and then blamed the flour. Tonight it gets an hour on the table first.',
    },
  },
  {
    topic: RIVER,
    draft: {
      comment:
        'We did our first weekend by canoe with far too much luggage and one paddle we fought over. Still the best Sunday of that year.',
    },
  },
];

export const CHANNEL_DESCRIPTIONS: Two<{ channelDescription: string }> = [
  {
    topic: DOUGH,
    draft: {
      channelDescription:
        'Dough, cheese and a kitchen that is always a little floury. This channel is about pizza dough at home, for people with ' +
        'an ordinary oven and an ordinary evening: slow rising, honest failures, and toppings that do not slide. Nothing here ' +
        'needs a machine. Subscribe if your last pizza deserves a second chance.',
    },
  },
  {
    topic: RIVER,
    draft: {
      channelDescription:
        'Small rivers, short trips, wet socks. A weekend by canoe is long enough to be away, and here you find how to do it: ' +
        'stretches for beginners, packing that floats, cooking on a bank, rules of camping. For families and for those who ' +
        'have never held a paddle. Subscribe and tell us which river is yours.',
    },
  },
];

export const NAMES: Two<{ suggestions: string[] }> = [
  {
    topic: DOUGH,
    draft: {
      suggestions: [
        'Slow Crust',
        'The Floury Table',
        'Upside-Down Tray',
        'Rise Overnight',
        'Second Slice',
        'Dough Before Dawn',
      ],
    },
  },
  {
    topic: RIVER,
    draft: {
      suggestions: ['Wet Socks Club', 'Two Paddles', 'Slow Water', 'The Dry Bag', 'Round the Bend', 'Cheese and Canoe'],
    },
  },
];

export const POSTS: Two<{ post: string }> = [
  {
    topic: DOUGH,
    draft: {
      post: 'There is a bowl in my fridge that says do not touch. New video: pizza dough that rises while you sleep. What goes on yours?',
    },
  },
  {
    topic: RIVER,
    draft: {
      post: 'One canoe, one weekend, no phone signal after the second bend. The new video shows what we packed. Which river would you pick?',
    },
  },
];

/** The beginning and one scene: a whole one would cost more than it shows. */
export const SCRIPTS: Two<{ script: string }> = [
  {
    topic: DOUGH,
    draft: {
      script:
        'Hook\nOn screen: a ball of dough at night, then the same bowl in the morning, twice as high.\nSaid: Nobody touched it. ' +
        'The best thing you can do for pizza dough is go to bed.\n\n1. One bowl\nOn screen: flour, water, salt, a very small ' +
        'spoon of yeast.\nSaid: Less yeast than you think. It has all night, and what works slowly tastes of something. Stir ' +
        'until no dry flour is left, cover it, and resist.\n\n2. …',
    },
  },
  {
    topic: RIVER,
    draft: {
      script:
        'Hook\nOn screen: a loaded canoe, from above, drifting very slowly the wrong way.\nSaid: A weekend by canoe goes wrong ' +
        'on the bank, not on the water. Usually at the moment when somebody brings the second cool box.\n\n1. Pack it twice\n' +
        'On screen: everything on the grass, then half of it.\nSaid: Lay it all out. Heavy things go to the middle and low, ' +
        'dry clothes into a bag of their own. Then take one thing away each.\n\n2. …',
    },
  },
];

export const PACKS: Two<{ title: string; description: string; tags: string[] }> = [
  { topic: DOUGH, draft: { ...TITLES[0].draft, ...DESCRIPTIONS[0].draft, tags: DOUGH_TAGS.split(';') } },
  { topic: RIVER, draft: { ...TITLES[1].draft, ...DESCRIPTIONS[1].draft, tags: RIVER_TAGS.split(';') } },
];
