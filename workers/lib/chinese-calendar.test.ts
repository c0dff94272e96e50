import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import {
  chineseYear,
  computeLunarNewYear,
  findAnimalRelation,
  findChineseYear,
  findElementRelation,
} from './chinese-calendar.js';
import { addDays } from './sky/days.js';

const { newYears }: { newYears: string[] } = JSON.parse(
  readFileSync(projectFile('test/references/lunar-new-years.json'), 'utf8'),
);

describe('the Chinese calendar', () => {
  it(`begins the ${newYears.length} years from 1930 to 2030 on the published day`, () => {
    for (const published of newYears) {
      const year = Number(published.slice(0, 4));
      equal(computeLunarNewYear(year), published);
      equal(findChineseYear(published).year, year);
      equal(findChineseYear(addDays(published, -1)).year, year - 1);
    }
  });

  it('knows the animals, elements and polarities of years', () => {
    // Hong Kong Observatory, Heavenly Stems and Earthly Branches: 1984 is jia-zi, 2023 gui-mao, 1900 geng-zi.
    deepEqual(chineseYear(1984), { year: 1984, animal: 'rat', element: 'wood', yinYang: 'yang' });
    deepEqual(chineseYear(2023), { year: 2023, animal: 'rabbit', element: 'water', yinYang: 'yin' });
    deepEqual(chineseYear(1900), { year: 1900, animal: 'rat', element: 'metal', yinYang: 'yang' });
    deepEqual(chineseYear(1907), { year: 1907, animal: 'goat', element: 'fire', yinYang: 'yin' });
    deepEqual(chineseYear(2019), { year: 2019, animal: 'pig', element: 'earth', yinYang: 'yin' });
  });

  it('knows how animals and elements stand to each other', () => {
    equal(findAnimalRelation('rat', 'horse'), 'clash');
    equal(findAnimalRelation('tiger', 'pig'), 'ally');
    equal(findAnimalRelation('rooster', 'dragon'), 'ally');
    equal(findAnimalRelation('goat', 'rat'), 'harm');
    equal(findAnimalRelation('rooster', 'dog'), 'harm');
    equal(findAnimalRelation('ox', 'snake'), 'triad');
    equal(findAnimalRelation('rabbit', 'rabbit'), 'own');
    equal(findAnimalRelation('rat', 'tiger'), 'neutral');
    equal(findElementRelation('fire', 'wood'), 'feeds');
    equal(findElementRelation('wood', 'fire'), 'fed');
    equal(findElementRelation('wood', 'metal'), 'controlled');
    equal(findElementRelation('metal', 'wood'), 'controls');
  });
});
