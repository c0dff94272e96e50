import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { addDays } from '../days.js';
import { projectFile } from '../process/project-file.js';
import { findCountry } from './countries.js';
import { loadTables } from './tables.js';
import { listTerritories } from './territories.js';
import { euCountries } from './vat-number.js';

const readReference = <T>(file: string): Record<string, T> => {
  const { rates }: { rates: Record<string, T> } = JSON.parse(
    readFileSync(projectFile(`test/references/vat/${file}`), 'utf8'),
  );
  return rates;
};

const findRates = (code: string, day: string) => {
  const found = findCountry(code, day);
  ok(found, `there is no profile of ${code}`);
  return found.rates;
};

const lowerRates = (code: string, day: string): number[] => {
  const { reduced, super_reduced } = findRates(code, day);
  return [...reduced, super_reduced ?? []].flat().toSorted((one, other) => one - other);
};

/** https://github.com/vatnode/eu-vat-rates-data (MIT), rate history of September 2026, from the Commission's booklet and TEDB. */
const official = readReference<Record<string, number>>('eu-vat-rates-history.json');

describe('standard rates since 2015, against the history of the European Commission', () => {
  for (const [code, changes] of Object.entries(official)) {
    it(`${code}: ${Object.entries(changes).flat().join(' ')}`, () => {
      const days = Object.keys(changes);
      for (const [index, [from, standard]] of Object.entries(changes).entries()) {
        if (from > '2015-01-01') equal(findRates(code, from).standard, standard, from);
        const last = days[index + 1] === undefined ? '2026-09-23' : addDays(days[index + 1] ?? '', -1);
        equal(findRates(code, last).standard, standard, last);
      }
      const until = days.filter((from) => from > '2015-01-01');
      const ours = (loadTables().countryRates.get(code) ?? []).map((period) => period.standard.from);
      deepEqual([...new Set(ours)].slice(1), days.length > until.length ? until : until.slice(1));
    });
  }

  it('covers the EU 27', () => deepEqual(new Set(Object.keys(official)), euCountries));
});

interface Dated {
  from: string;
  standard: number;
  others: number[];
  exceptions?: { name: string; postal_codes: string; standard: number }[];
}

/** https://github.com/ibericode/vat-rates (MIT), of August 2025. */
const dated = readReference<Dated[]>('ibericode.json');

describe('rates of the EU and the UK at several dates, against ibericode/vat-rates', () => {
  // Days on which that table has other reduced rates, and what the sources of our rows say.
  const differs: Record<string, { from: string; until: string; because: string }[]> = {
    AT: [{ from: '2020-07-01', until: '2021-12-31', because: 'it leaves out the 5 % of that time' }],
    CY: [{ from: '2023-07-21', until: '2025-08-12', because: 'it leaves out the 3 % since July 2023' }],
    EE: [{ from: '2022-08-01', until: '2023-12-31', because: 'it dates the 5 % on the press to 2024' }],
    ES: [{ from: '2022-07-01', until: '2024-12-31', because: 'it leaves out temporary rates on energy and food' }],
    GR: [
      { from: '2015-07-20', until: '2016-05-31', because: 'the OECD dates 6 % to July 2015' },
      { from: '2024-01-01', until: '2025-08-12', because: 'it leaves out the 4 % that TEDB and the OECD have' },
    ],
    IT: [{ from: '2015-01-01', until: '2015-12-31', because: 'it does not date the 5 % of 2016' }],
    LU: [{ from: '2015-01-01', until: '2022-12-31', because: 'the Commission and the OECD have 14 % all along' }],
    LV: [{ from: '2015-01-01', until: '2017-12-31', because: 'it does not date the 5 % of 2018' }],
    MT: [{ from: '2024-01-01', until: '2025-08-12', because: 'it leaves out the 12 % since 2024' }],
    SI: [{ from: '2015-01-01', until: '2019-12-31', because: 'it does not date the 5 % of 2020' }],
    SK: [{ from: '2023-01-01', until: '2024-12-31', because: 'it leaves out the 5 % on rental housing' }],
  };
  const days =
    '2015-01-01 2016-02-01 2016-07-01 2018-07-01 2020-08-01 2020-10-01 2021-06-01 2023-06-01 2024-06-01 2025-01-15';

  for (const [code, periods] of Object.entries(dated)) {
    it(code, () => {
      for (const day of [...days.split(' '), '2025-08-12']) {
        const theirs = periods.findLast(({ from }) => from <= day);
        ok(theirs);
        equal(findRates(code, day).standard, theirs.standard, day);
        const reason = differs[code]?.find(({ from, until }) => from <= day && day <= until);
        if (reason)
          ok(lowerRates(code, day).join() !== theirs.others.join(), `${day}: no longer because ${reason.because}`);
        else deepEqual(lowerRates(code, day), theirs.others, day);
      }
    });
  }

  it('covers the EU 27 and the UK', () => equal(Object.keys(dated).length, 28));
});

describe('rates on 1 January 2021, against the table of Easytax', () => {
  // The reduced standard rate of Ireland lasted until the end of February, the 5 % of Austria until the end of the year.
  const differs: Record<string, number[]> = { IE: [21, 4.8, 9, 13.5], AT: [20, 5, 10, 13] };
  for (const [code, rates] of Object.entries(readReference<number[]>('easytax-2021.json'))) {
    it(`${code}: ${rates.join(', ')}`, () => {
      const ours = [findRates(code, '2021-01-01').standard, ...lowerRates(code, '2021-01-01')];
      deepEqual(ours, differs[code] ?? rates);
    });
  }
});

describe('territories, against the exceptions of ibericode/vat-rates', () => {
  // Their rate of the Azores is that of before July 2021.
  const outdated: Record<string, number> = { Azores: 16 };
  // Patterns such as 6691, 699[123], (35\d{3}|38\d{3}): one code of each.
  const sample = (pattern: string): string =>
    pattern
      .replace(/^\((.*)\)$/, '$1')
      .split('|')[0]
      ?.replaceAll(/\[(\d)[^\]]*\]/g, '$1')
      .replaceAll('\\d{3}', '123')
      .replaceAll('\\d{2,}', '10') ?? '';

  for (const [code, periods] of Object.entries(dated)) {
    for (const { name, postal_codes, standard } of periods.at(-1)?.exceptions ?? []) {
      it(`${name}: ${sample(postal_codes)}`, () => {
        const found = findCountry(code, '2026-11-20', { postalCode: sample(postal_codes) });
        ok(found?.territory, `${sample(postal_codes)} is in no territory`);
        equal(found.rates.standard ?? 0, outdated[name] ?? standard);
        equal(found.territory.in_vat_area, found.rates.standard !== null);
      });
    }
  }
});

describe('the tables of rates', () => {
  const { countryRates, territoryRates, territoriesByCountry, profiles } = loadTables();
  const histories = [...countryRates, ...territoryRates];

  it('have an order, and no period that is like the one before', () => {
    for (const [code, periods] of histories)
      for (const [index, { from, until, rates }] of periods.entries()) {
        const next = periods[index + 1];
        equal(until, next ? addDays(next.from, -1) : null, code);
        ok(!next || next.from > from, `${code}: ${next?.from} after ${from}`);
        ok(JSON.stringify(next?.rates) !== JSON.stringify(rates), `${code}: ${from}`);
      }
  });

  it('have plausible rates: none above the standard rate, none twice', () => {
    for (const [code, periods] of histories)
      for (const { from, rates } of periods) {
        const lower = [...rates.reduced, rates.super_reduced ?? []].flat();
        for (const rate of lower)
          ok(rates.standard !== null && rate > 0 && rate < rates.standard, `${code} ${from}: ${rate}`);
        equal(new Set(lower).size, lower.length, `${code} ${from}`);
      }
  });

  it('name a dated source for each period', () => {
    for (const [code, periods] of histories)
      for (const { from, source } of periods)
        ok(/\(as of \d{4}-\d\d-\d\d\)$/.test(source), `${code} ${from}: ${source}`);
  });

  it('begin by 2015 for the EU, the UK, Switzerland, Liechtenstein, Norway, Iceland and Monaco', () => {
    for (const code of [...euCountries, 'GB', 'CH', 'LI', 'NO', 'IS', 'MC'])
      ok((countryRates.get(code)?.[0]?.from ?? '') <= '2015-01-01', code);
  });

  it('have rates of every country, and a place for all that are of a territory', () => {
    deepEqual([...countryRates.keys()].toSorted(), [...profiles.keys()].toSorted());
    const known = [...territoriesByCountry.keys()].flatMap((code) => listTerritories(code).map((each) => each.code));
    for (const code of territoryRates.keys()) ok(known.includes(code), code);
  });

  it('call no two territories of a country by the same name', () => {
    for (const country of territoriesByCountry.keys()) {
      const names = listTerritories(country).flatMap(({ code, name, names }) => [code, name, ...names]);
      equal(new Set(names).size, names.length, country);
    }
  });
});
