import { pick } from '../world.js';

const firstNames = (
  'Mara Ilyas Nova Theo Sunniva Rafa Ines Kofi Lena Amaru Yuki Bram Zora Elio Dana Tomas Noor Petra Idris Wren Anouk Caspian ' +
  'Delphine Emeka Freya Gael Hana Ivo Juno Kaito Lior Mireille Nils Odette Paloma Quinn Rosa Soren Talia Umar'
).split(' ');
const surnames = (
  'Vale Okoro Lind Castell Moreau Petrov Tanaka Brandt Silva Novak Hale Rossi Kaya Duarte Berg Achterberg Bellweather Corrigan ' +
  'Delacroix Eskola Fairbairn Grimaldi Hartog Iwasaki Jarrah Kestrel Lovelace Maddox Nakamura Oyelaran Pellegrin Quist Ramires ' +
  'Sandoval Thorne Ueda Varga Winterbourne Yilmaz Zielinski'
).split(' ');
const bandNames = (
  'The Night Ferries,Paper Architects,Low Tide Choir,Velvet Post Office,The Borrowed Coats,Glass Orchard,Hotel Meridian,' +
  'Seven Umbrellas,The Quiet Motors,Lanternfish,Radio Almanac,Saltwater Club,The Second Floor,Tin Cathedral,Moth Parade'
).split(',');

/** Coins the name of a singer or band. */
export const coinArtist = (seed: string): string =>
  pick([true, true, true, false], `kind ${seed}`)
    ? `${pick(firstNames, `first ${seed}`)} ${pick(surnames, `last ${seed}`)}`
    : pick(bandNames, `band ${seed}`);

const openings =
  'Paper,Silver,Midnight,Borrowed,Slow,Electric,Quiet,Golden,Half,Second,Velvet,Open,Distant,Broken,Summer,Winter,Copper,Little'.split(
    ',',
  );
const things =
  'Lanterns,River,Telephone,Windows,Signal,Harbour,Weather,Photographs,Ceiling,Motorway,Letters,Orchard,Mirror,Staircase,Satellite,Umbrella,Kitchen,Horizon'.split(
    ',',
  );
const songPatterns = [
  '{o} {t}',
  '{o} {t}',
  '{o} {t}',
  'Under the {t}',
  'All My {o} Days',
  '{o} Hearts',
  'Meet Me by the {t}',
  'No {t} Tonight',
  'Before the {t}',
  '{o} & Blue',
];

/** Coins the name of a song. */
export const coinSong = (seed: string): string =>
  pick(songPatterns, `pattern ${seed}`)
    .replace('{o}', pick(openings, `opening ${seed}`))
    .replace('{t}', pick(things, `thing ${seed}`));

const songsWith = [
  '{s}',
  '{s} at Midnight',
  'Songs for {s}',
  'Only {s}',
  '{s} (Slow Version)',
  'Letters to {s}',
  'Dancing With {s}',
  '{s} in the Rain',
  'Half a World of {s}',
  'Goodbye, {s}',
];

/** Coins the name of a song that contains a name. @param number distinguishes songs with the same name */
export const coinSongAbout = (name: string, number: number): string =>
  (songsWith[number % songsWith.length] ?? '{s}').replace('{s}', () => name);
