/** Topics of the sandbox's channels. Channels, titles and people are invented. */
export interface Topic {
  /** Article of an encyclopedia, as the Data API names topics. */
  readonly articles: readonly string[];
  /** Three channels. */
  readonly channels: readonly [string, string, string];
  readonly subjects: readonly string[];
  /** Words that a question about it has. */
  readonly words: ReadonlySet<string>;
}

const wiki = (article: string): string => `https://en.wikipedia.org/wiki/${article}`;

const topic = (
  articles: string,
  channels: readonly [string, string, string],
  subjects: string,
  words: string,
): Topic => ({
  articles: articles.split(' ').map(wiki),
  channels,
  subjects: subjects.split(', '),
  words: new Set(words.split(' ')),
});

export const topics: readonly Topic[] = [
  topic(
    'Food Lifestyle_(sociology)',
    ['Copper Kettle Kitchen', 'Sunday Dough', 'The Spice Ledger'],
    'sourdough bread, ramen broth, cast iron pans, pickled lemons, croissants, fermented chili, paneer, risotto, tamales, miso soup',
    'food cooking cook recipe recipes kitchen chef baking bake bread cake pasta pizza coffee tea vegan dinner lunch breakfast soup rice chicken chocolate cheese sushi burger cookies grill wine cocktail cocktails restaurant sourdough',
  ),
  topic(
    'Hobby Lifestyle_(sociology)',
    ['Balcony Acre', 'Root & Trellis', 'Pocket Orchard'],
    'tomato seedlings, compost, raised beds, bonsai, dahlias, drip irrigation, seed saving, mushroom logs, lavender, beekeeping',
    'garden gardening plants plant flowers flower tree trees vegetables tomatoes compost bees farm farming lawn seeds roses herbs',
  ),
  topic(
    'Video_game_culture Strategy_video_game',
    ['Pixel Foundry', 'Turn Based Tuesdays', 'Low Poly Lounge'],
    'roguelike builds, speedruns, city builders, pixel art, boss fights, retro consoles, modding, chess openings, dungeon maps, co-op games',
    'game games gaming gamer minecraft fortnite roblox esports playstation xbox nintendo pokemon zelda mario chess speedrun lego steam',
  ),
  topic(
    'Music Jazz',
    ['Second Take Jazz', 'Blue Door Sessions', 'The Quiet Metronome'],
    'walking bass, chord voicings, brush drumming, vinyl pressing, ear training, blues scales, home recording, trumpet warmups, swing feel, jam sessions',
    'music song songs guitar piano jazz singer band concert album rock blues violin drums bass vinyl orchestra opera choir rap pop country',
  ),
  topic(
    'Knowledge Technology',
    ['Solder & Smoke', 'Bench Supply', 'Kilohertz'],
    'oscilloscopes, mechanical keyboards, solar panels, 3D printers, home servers, radio kits, battery packs, microcontrollers, LED drivers, repair cafes',
    'technology tech computer computers phone phones laptop laptops programming javascript python kubernetes linux software hardware robot robots ai coding docker typescript android iphone camera cameras drone drones electronics keyboard crypto bitcoin',
  ),
  topic(
    'Sport Association_football',
    ['Far Post Football', 'Ninety and Change', 'The Back Four'],
    'pressing traps, penalty kicks, goalkeeper drills, youth academies, set pieces, false nines, offside lines, street football, match analysis, free kicks',
    'football soccer sport sports basketball tennis cricket rugby baseball golf hockey olympics goal goals league nba nfl f1 racing',
  ),
  topic(
    'Physical_fitness Lifestyle_(sociology)',
    ['Slow Miles', 'Kettlebell Weather', 'Hinge and Carry'],
    'trail running, kettlebell swings, mobility, marathon pacing, pull ups, rowing machines, recovery days, cold plunges, stretching, hill sprints',
    'fitness workout gym running yoga exercise marathon muscle cardio pilates training cycling swimming climbing boxing diet weight',
  ),
  topic(
    'Tourism Lifestyle_(sociology)',
    ['Window Seat Atlas', 'Night Train Diaries', 'Two Bags North'],
    'night trains, Lisbon, packing light, Kyoto temples, ferry routes, street food, Patagonia, visa runs, hostels, Carpathian hikes',
    'travel trip tour city cities beach hotel flight train trains paris london tokyo italy japan spain island camping hiking backpacking vacation holiday museum lisbon',
  ),
  topic(
    'Knowledge Physics',
    ['Half Life Lectures', 'The Curious Tensor', 'Cloud Chamber'],
    'black holes, entropy, pendulums, quantum tunnelling, tides, rainbows, superconductors, gyroscopes, neutrinos, thermodynamics',
    'science physics chemistry biology space math mathematics quantum energy experiment atoms nature weather ocean volcano dinosaur dinosaurs brain',
  ),
  topic(
    'Film Entertainment',
    ['Reel by Reel', 'Second Unit', 'The Long Take'],
    'tracking shots, silent films, film scores, colour grading, stop motion, film noir, screenwriting, practical effects, foley, editing rhythm',
    'film films movie movies cinema director actor trailer animation anime netflix tv series documentary photography',
  ),
  topic(
    'Vehicle Lifestyle_(sociology)',
    ['Garage at Dusk', 'Third Gear', 'Rust Belt Restorations'],
    'carburettors, electric conversions, gearbox rebuilds, classic vans, tyre wear, paint correction, diesel engines, roof tents, wiring looms, brake bleeding',
    'car cars motor engine truck trucks motorcycle bike tesla bmw driving garage electric train trains bus vehicles vehicle',
  ),
  topic(
    'Fashion Lifestyle_(sociology)',
    ['Selvedge Notes', 'Hem & Dart', 'The Mending Basket'],
    'visible mending, selvedge denim, wool coats, capsule wardrobes, shoe repair, natural dyes, pattern drafting, silk, knitting, tailoring',
    'fashion style clothes dress shoes sneakers jewelry knitting sewing makeup beauty hair skincare jeans jacket nails',
  ),
  topic(
    'Pet Lifestyle_(sociology)',
    ['Good Dog School', 'Whisker Bureau', 'Tank & Tide'],
    "recall training, cat trees, aquascaping, puppy biting, senior dogs, a parrot's diet, terrariums, crate training, grooming, rescue dogs",
    'cat cats dog dogs puppy puppies kitten kittens pet pets horse horses fish aquarium birds bird animals animal parrot rabbit hamster',
  ),
  topic(
    'Business Knowledge',
    ['Plain Ledger', 'Margin Notes', 'Small Shop Hours'],
    'cash flow, invoices, pricing, pop-up shops, bookkeeping, packaging, newsletters, freelancing, import duties, customer calls',
    'business money finance investing stocks marketing startup sales shop economy tax bank job jobs career accounting company',
  ),
  topic(
    'Health Knowledge',
    ['Sleep Desk', 'The Walking Clinic', 'Steady Breath'],
    'sleep hygiene, posture, breathing exercises, migraines, vitamin D, walking pads, hydration, eye strain, allergies, stress',
    'health sleep medicine doctor stress meditation nutrition vitamins anxiety mental pain headache skin breathing',
  ),
  topic(
    'Electronic_music Music',
    ['Patch Cable Club', 'Four Bar Loop', 'Sidechain Street'],
    'modular synths, drum machines, mixing vocals, sound design, sampling, arpeggiators, mastering, granular delay, live sets, lo-fi beats',
    'techno synth edm dj beats house dubstep remix sampling trance lofi',
  ),
  topic(
    'Society Knowledge',
    ['Old Maps Table', 'The Footnote', 'Harbour Archive'],
    'Roman roads, lighthouses, the Silk Road, plague doctors, shipwrecks, medieval bread, postal history, castles, cartography, the spice trade',
    'history war empire ancient medieval rome roman maps museum castle king queen politics culture language languages philosophy religion books book',
  ),
  topic(
    'Hobby Technology',
    ['Dovetail & Ash', 'The Shaving Horse', 'Bench Dog Woodshop'],
    'dovetail joints, hand planes, spoon carving, workbenches, wood finishes, table saws, sharpening, bookshelves, steam bending, chairs',
    'woodworking wood diy crafts craft furniture carpentry tools painting drawing art pottery origami paper house home decor',
  ),
  topic(
    'Humour Entertainment',
    ['Mildly Official', 'Office Plant Theatre', 'Deadpan Weekly'],
    'office meetings, small talk, airport queues, flat-pack furniture, group chats, job interviews, weather reports, houseplants, neighbours, parking',
    'comedy funny humour jokes joke memes meme prank standup parody laugh sketch',
  ),
  topic(
    'Knowledge Hobby',
    ['Dark Sky Almanac', 'Backyard Nebula', 'Perihelion'],
    "telescopes, meteor showers, Saturn's rings, lunar eclipses, star trails, the Orion Nebula, comets, light pollution, sundials, satellites",
    'stars star moon mars planet planets galaxy universe nasa rocket rockets telescope astronomy eclipse comet sun',
  ),
];

/** Topics of what belongs to none of the others. */
export const general: readonly Topic[] = [
  'Knowledge',
  'Entertainment',
  'Society',
  'Lifestyle_(sociology)',
  'Hobby',
].map((article) => ({ articles: [wiki(article)], channels: ['', '', ''], subjects: [], words: new Set() }));

/** The topic that a phrase has words of; the one of its last such word, which is what the others tell more of. */
export function findTopic(phrase: string): Topic | undefined {
  const known = phrase.split(' ').flatMap((word) => topics.find(({ words }) => words.has(word)) ?? []);
  return known.at(-1);
}

/** Templates of titles, with ampersands, quotes and apostrophes as in real titles. */
export const titlePatterns: readonly string[] = [
  'How to get started with {s}',
  '{S}: 5 mistakes & how to fix them',
  'I tried {s} for 30 days',
  "Why {s} isn't what you think",
  '{S} for beginners',
  '"{S}" explained in ten minutes',
  'The truth about {s}',
  '{S} vs. the clock',
  'What nobody tells you about {s}',
  'A calm hour with {s}',
  '{S} on a budget',
  'We tested {s} so you don’t have to',
  '{S}, step by step',
  'Is {s} worth it?',
];

export const countries = ['US', 'GB', 'DE', 'IN', 'BR', 'JP', 'FR', 'ES', 'CA', 'AU', 'MX', 'PL'];
export const languages: Readonly<Record<string, string>> = {
  DE: 'de',
  BR: 'pt',
  JP: 'ja',
  FR: 'fr',
  ES: 'es',
  MX: 'es',
  PL: 'pl',
};
