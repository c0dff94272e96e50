/** What the sandbox's channels are about. Channels, titles and people are invented. */
export interface Topic {
  /** Article of an encyclopedia, as the Data API names topics. */
  readonly articles: readonly string[];
  /** Three channels. */
  readonly channels: readonly [string, string, string];
  readonly subjects: readonly string[];
}

const wiki = (article: string): string => `https://en.wikipedia.org/wiki/${article}`;

const topic = (articles: string, channels: readonly [string, string, string], subjects: string): Topic => ({
  articles: articles.split(' ').map(wiki),
  channels,
  subjects: subjects.split(', '),
});

export const topics: readonly Topic[] = [
  topic(
    'Food Lifestyle_(sociology)',
    ['Copper Kettle Kitchen', 'Sunday Dough', 'The Spice Ledger'],
    'sourdough bread, ramen broth, cast iron pans, pickled lemons, croissants, fermented chili, paneer, risotto, tamales, miso soup',
  ),
  topic(
    'Hobby Lifestyle_(sociology)',
    ['Balcony Acre', 'Root & Trellis', 'Pocket Orchard'],
    'tomato seedlings, compost, raised beds, bonsai, dahlias, drip irrigation, seed saving, mushroom logs, lavender, beekeeping',
  ),
  topic(
    'Video_game_culture Strategy_video_game',
    ['Pixel Foundry', 'Turn Based Tuesdays', 'Low Poly Lounge'],
    'roguelike builds, speedruns, city builders, pixel art, boss fights, retro consoles, modding, chess openings, dungeon maps, co-op games',
  ),
  topic(
    'Music Jazz',
    ['Second Take Jazz', 'Blue Door Sessions', 'The Quiet Metronome'],
    'walking bass, chord voicings, brush drumming, vinyl pressing, ear training, blues scales, home recording, trumpet warmups, swing feel, jam sessions',
  ),
  topic(
    'Knowledge Technology',
    ['Solder & Smoke', 'Bench Supply', 'Kilohertz'],
    'oscilloscopes, mechanical keyboards, solar panels, 3D printers, home servers, radio kits, battery packs, microcontrollers, LED drivers, repair cafes',
  ),
  topic(
    'Sport Association_football',
    ['Far Post Football', 'Ninety and Change', 'The Back Four'],
    'pressing traps, penalty kicks, goalkeeper drills, youth academies, set pieces, false nines, offside lines, street football, match analysis, free kicks',
  ),
  topic(
    'Physical_fitness Lifestyle_(sociology)',
    ['Slow Miles', 'Kettlebell Weather', 'Hinge and Carry'],
    'trail running, kettlebell swings, mobility, marathon pacing, pull ups, rowing machines, recovery days, cold plunges, stretching, hill sprints',
  ),
  topic(
    'Tourism Lifestyle_(sociology)',
    ['Window Seat Atlas', 'Night Train Diaries', 'Two Bags North'],
    'night trains, Lisbon, packing light, Kyoto temples, ferry routes, street food, Patagonia, visa runs, hostels, Carpathian hikes',
  ),
  topic(
    'Knowledge Physics',
    ['Half Life Lectures', 'The Curious Tensor', 'Cloud Chamber'],
    'black holes, entropy, pendulums, quantum tunnelling, tides, rainbows, superconductors, gyroscopes, neutrinos, thermodynamics',
  ),
  topic(
    'Film Entertainment',
    ['Reel by Reel', 'Second Unit', 'The Long Take'],
    'tracking shots, silent films, film scores, colour grading, stop motion, film noir, screenwriting, practical effects, foley, editing rhythm',
  ),
  topic(
    'Vehicle Lifestyle_(sociology)',
    ['Garage at Dusk', 'Third Gear', 'Rust Belt Restorations'],
    'carburettors, electric conversions, gearbox rebuilds, classic vans, tyre wear, paint correction, diesel engines, roof tents, wiring looms, brake bleeding',
  ),
  topic(
    'Fashion Lifestyle_(sociology)',
    ['Selvedge Notes', 'Hem & Dart', 'The Mending Basket'],
    'visible mending, selvedge denim, wool coats, capsule wardrobes, shoe repair, natural dyes, pattern drafting, silk, knitting, tailoring',
  ),
  topic(
    'Pet Lifestyle_(sociology)',
    ['Good Dog School', 'Whisker Bureau', 'Tank & Tide'],
    "recall training, cat trees, aquascaping, puppy biting, senior dogs, a parrot's diet, terrariums, crate training, grooming, rescue dogs",
  ),
  topic(
    'Business Knowledge',
    ['Plain Ledger', 'Margin Notes', 'Small Shop Hours'],
    'cash flow, invoices, pricing, pop-up shops, bookkeeping, packaging, newsletters, freelancing, import duties, customer calls',
  ),
  topic(
    'Health Knowledge',
    ['Sleep Desk', 'The Walking Clinic', 'Steady Breath'],
    'sleep hygiene, posture, breathing exercises, migraines, vitamin D, walking pads, hydration, eye strain, allergies, stress',
  ),
  topic(
    'Electronic_music Music',
    ['Patch Cable Club', 'Four Bar Loop', 'Sidechain Street'],
    'modular synths, drum machines, mixing vocals, sound design, sampling, arpeggiators, mastering, granular delay, live sets, lo-fi beats',
  ),
  topic(
    'Society Knowledge',
    ['Old Maps Table', 'The Footnote', 'Harbour Archive'],
    'Roman roads, lighthouses, the Silk Road, plague doctors, shipwrecks, medieval bread, postal history, castles, cartography, the spice trade',
  ),
  topic(
    'Hobby Technology',
    ['Dovetail & Ash', 'The Shaving Horse', 'Bench Dog Woodshop'],
    'dovetail joints, hand planes, spoon carving, workbenches, wood finishes, table saws, sharpening, bookshelves, steam bending, chairs',
  ),
  topic(
    'Humour Entertainment',
    ['Mildly Official', 'Office Plant Theatre', 'Deadpan Weekly'],
    'office meetings, small talk, airport queues, flat-pack furniture, group chats, job interviews, weather reports, houseplants, neighbours, parking',
  ),
  topic(
    'Knowledge Hobby',
    ['Dark Sky Almanac', 'Backyard Nebula', 'Perihelion'],
    "telescopes, meteor showers, Saturn's rings, lunar eclipses, star trails, the Orion Nebula, comets, light pollution, sundials, satellites",
  ),
];

/** How titles are built; ampersands, quotes and apostrophes are there because real titles have them. */
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
