import { deepEqual, equal, ok } from 'node:assert/strict';
import { calculate, figures, requestRefusal, requestVat } from '../../test/helpers/vat-requests.js';

const locate = async (country_code: string, place: { region?: string; postal_code?: string }, date = '2026-11-20') => {
  const answer = await requestVat({ action: 'country-rates', country_code, date, ...place });
  ok('updated_at' in answer);
  return answer;
};

describe('regions outside of VAT', () => {
  // Directive 2006/112/EC, Article 6; the codes are those of ISO 3166-2 where it has some. In each row all lead to the same place.
  const outside: [string, string, string[], string[]][] = [
    [
      'ES',
      'Canary Islands',
      ['ES-CN', 'canarias', 'Canary Islands', 'ES-GC', 'ES-TF', 'IC'],
      ['35001', '38400', 'ES-38001'],
    ],
    ['ES', 'Ceuta', ['ES-CE', 'Ceuta'], ['51001']],
    ['ES', 'Melilla', ['ES-ML', 'melilla'], ['52001']],
    ['DE', 'Heligoland', ['Helgoland', 'heligoland'], ['27498']],
    ['DE', 'Büsingen am Hochrhein', ['Büsingen', 'Buesingen'], ['78266', 'D-78266']],
    ['IT', 'Livigno', ['Livigno'], ['23041']],
    ['IT', 'Campione d’Italia', ['Campione', "Campione d'Italia"], ['22061', 'IT-22061']],
    ['FI', 'Åland Islands', ['FI-01', 'Åland', 'Aland Islands', 'AX'], ['22100']],
    ['GR', 'Mount Athos', ['GR-69', 'mount athos'], ['630 86']],
    ['FR', 'French Guiana', ['FR-973', 'Guyane'], ['97300']],
    ['FR', 'Mayotte', ['FR-976', 'mayotte'], ['97600']],
    ['GB', 'Jersey', ['JE'], ['JE2 3AB']],
    ['GB', 'Guernsey', ['GG'], ['GY1 1AA']],
    ['NO', 'Svalbard', ['NO-21', 'svalbard'], []],
  ];
  for (const [country, name, regions, postalCodes] of outside) {
    it(`${name}: ${[...regions, ...postalCodes].join(', ')}`, async () => {
      const places = [...regions.map((region) => ({ region })), ...postalCodes.map((postal_code) => ({ postal_code }))];
      for (const place of places) {
        const { rates, territory, valid_from } = await locate(country, place);
        equal(territory?.name, name, JSON.stringify(place));
        deepEqual([territory.in_vat_area, territory.in_eu_vat_area, valid_from], [false, false, null]);
        equal(rates.standard, null);
      }
    });
  }

  it('have no VAT to pay: gross equals net, and a warning says so', async () => {
    const answer = await calculate({ net: 100, country_code: 'ES', postal_code: '35001' });
    deepEqual(figures(answer), [100, 100, 0, 0]);
    equal(answer.territory?.local_tax, 'IGIC');
    ok(answer.warnings.includes('Canary Islands: calculated without VAT'));
    ok(/IGIC/.test(answer.warnings.join()));
    equal(answer.rate_change, null);
  });

  it('have one scenario without VAT', async () => {
    const answer = await requestVat({
      action: 'calculate',
      net: 100,
      country_code: 'IT',
      region: 'Livigno',
      mode: 'multi_rate',
    });
    ok('scenarios' in answer);
    deepEqual(answer.scenarios.map(figures), [[100, 100, 0, 0]]);
  });

  it('give way to a vat_rate', async () => {
    const answer = await calculate({ net: 100, vat_rate: 7, country_code: 'ES', region: 'ES-CN' });
    deepEqual(figures(answer), [100, 107, 7, 7]);
    deepEqual(answer.warnings, ['Canary Islands has no VAT of Spain: vat_rate was used as given']);
  });
});

describe('regions with rates of their own', () => {
  // EC, VAT Rates Applied in the Member States, part VII; OECD, Consumption Tax Trends; Azores: Decree 15-A/2021/A; Madeira: Decree 6/2024/M.
  const rates: [string, string, string, string, number[]][] = [
    ['PT', 'PT-20', '9500-150', '2015-06-30', [18, 5, 10]],
    ['PT', 'Açores', '9900-014', '2015-07-01', [18, 4, 9]],
    ['PT', 'Azores', '9500-150', '2021-06-30', [18, 4, 9]],
    ['PT', 'PT-20', '9500', '2021-07-01', [16, 4, 9]],
    ['PT', 'PT-30', '9000-082', '2024-09-30', [22, 5, 12]],
    ['PT', 'Madeira', '9400-001', '2024-10-01', [22, 4, 12]],
    ['FR', 'FR-20R', '20000', '2026-11-20', [20, 2.1, 10, 13, 0.9]],
    ['FR', 'Guadeloupe', '97110', '2026-11-20', [8.5, 2.1, 1.75, 1.05]],
    ['FR', 'FR-972', '97200', '2015-01-01', [8.5, 2.1, 1.75, 1.05]],
    ['FR', 'La Réunion', '97400', '2026-11-20', [8.5, 2.1, 1.75, 1.05]],
    ['AT', 'Jungholz', '6691', '2026-11-20', [19, 10, 13, 4.9]],
    ['AT', 'Mittelberg', '6993', '2020-08-01', [19, 10, 13, 5]],
    ['GR', 'Lesvos', '811 00', '2026-11-20', [17, 9, 4, 3]],
    ['FR', 'Monaco', '98000', '2026-11-20', [20, 5.5, 10, 2.1]],
    ['GB', 'Isle of Man', 'IM1 1AA', '2026-11-20', [20, 5]],
    ['GB', 'XI', 'BT1 5GS', '2026-11-20', [20, 5]],
  ];
  for (const [country, region, postal_code, date, expected] of rates) {
    it(`${region} on ${date}: ${expected.join(', ')}`, async () => {
      for (const place of [{ region }, { postal_code }]) {
        const { rates: found, territory } = await locate(country, place, date);
        deepEqual([found.standard, ...found.reduced, found.super_reduced ?? []].flat(), expected);
        equal(territory?.in_vat_area, true);
      }
    });
  }

  it('border islands of Greece have the rates of the mainland until 2025', async () => {
    equal((await locate('GR', { region: 'Patmos' }, '2025-12-31')).rates.standard, 24);
    equal((await locate('GR', { region: 'Patmos' }, '2026-01-01')).rates.standard, 17);
  });

  it('calculate with those rates, and warn of the region alone', async () => {
    const answer = await calculate({ net: 100, country_code: 'PT', region: 'Madeira' });
    deepEqual(figures(answer), [100, 122, 22, 22]);
    deepEqual(answer.warnings, ['Portuguese VAT at rates of its own']);
  });
});

describe('places', () => {
  it('in the rest of a country have its rates, and no warnings of its regions', async () => {
    for (const place of [{ postal_code: '28013' }, { region: 'mainland' }, { region: 'ES' }]) {
      const answer = await calculate({ net: 100, country_code: 'ES', ...place });
      deepEqual([answer.vat_rate, answer.territory, answer.warnings], [21, null, []]);
    }
  });

  it('go by the region rather than by the postal code', async () => {
    equal((await locate('ES', { region: 'mainland', postal_code: '35001' })).territory, null);
  });

  it('are also meant by the codes that ISO and the EU give territories', async () => {
    for (const [code, country, name] of [
      ['XI', 'GB', 'Northern Ireland'],
      ['AX', 'FI', 'Åland Islands'],
      ['GP', 'FR', 'Guadeloupe'],
      ['IC', 'ES', 'Canary Islands'],
    ] as const) {
      const { country_code, territory } = await locate(code, {});
      deepEqual([country_code, territory?.name], [country, name]);
    }
  });

  it('are listed in the profile of the country', async () => {
    const answer = await requestVat({ action: 'country-profile', country_code: 'PT' });
    ok('rounding' in answer);
    deepEqual(answer.territories, [
      { code: 'PT-20', name: 'Azores', in_vat_area: true },
      { code: 'PT-30', name: 'Madeira', in_vat_area: true },
    ]);
  });

  it('that are unknown regions are refused with those that are known', async () => {
    const refusal = (country_code: string) =>
      requestRefusal({ action: 'country-rates', country_code, region: 'Bavaria' });
    deepEqual(await refusal('PT'), {
      error:
        'Unknown region "Bavaria" of PT. Known regions: PT-20 (Azores), PT-30 (Madeira), mainland (the rest of the country)',
      code: 400,
    });
    deepEqual(await refusal('NL'), {
      error: 'Unknown region "Bavaria" of NL. Known regions: mainland (the rest of the country)',
      code: 400,
    });
  });

  it('need a country, and postal codes some shape', async () => {
    deepEqual(await requestRefusal({ action: 'calculate', net: 1, region: 'ES-CN' }), {
      error: 'region needs a country_code',
      code: 400,
    });
    deepEqual(await requestRefusal({ action: 'calculate', net: 1, postal_code: '35001' }), {
      error: 'postal_code needs a country_code',
      code: 400,
    });
    deepEqual(await requestRefusal({ action: 'calculate', net: 1, country_code: 'ES', postal_code: '35_01' }), {
      error: 'postal_code must be a postal code of 2 to 12 letters, digits, spaces and hyphens',
      code: 400,
    });
  });
});

describe('countries without VAT', () => {
  for (const country_code of ['US', 'BR', 'HK', 'QA']) {
    it(`${country_code}: one warning says so`, async () => {
      const { warnings } = await calculate({ net: 100, country_code });
      equal(warnings.filter((each) => /VAT/.test(each)).length, 1, warnings.join(' | '));
    });
  }
});
