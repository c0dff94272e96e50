import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Calculation, calculate, figures, requestRefusal, requestVat } from '../../test/helpers/vat-requests.js';

const warned = ({ warnings }: Calculation, about: RegExp) =>
  ok(
    warnings.some((warning) => about.test(warning)),
    `no warning ${about} among ${JSON.stringify(warnings)}`,
  );

describe('what VAT is calculated from', () => {
  const pairs: Record<string, number>[] = [
    { net: 100, gross: 119 },
    { net: 100, vat_amount: 19 },
    { net: 100, vat_rate: 19 },
    { gross: 119, vat_amount: 19 },
    { gross: 119, vat_rate: 19 },
    { vat_amount: 19, vat_rate: 19 },
  ];
  for (const pair of pairs) {
    it(`${Object.keys(pair).join(' and ')}`, async () => {
      const answer = await calculate(pair);
      deepEqual(figures(answer), [100, 119, 19, 19]);
      deepEqual(answer.warnings, []);
    });
  }

  for (const [field, amount] of Object.entries({ net: 100, gross: 119, vat_amount: 19 })) {
    it(`${field} alone, with a country`, async () => {
      const answer = await calculate({ [field]: amount, country_code: 'DE' });
      deepEqual(figures(answer), [100, 119, 19, 19]);
      deepEqual(answer.warnings, []);
    });
  }

  it('form fields: everything as text', async () => {
    const answer = await calculate({ net: '1.000,00', vat_rate: '7,0', country_code: 'DE', round: '1' });
    deepEqual(figures(answer), [1000, 1070, 70, 7]);
  });
});

describe('the rules of VAT', () => {
  it('1: a given vat_rate wins over country_code and vat_type', async () => {
    const answer = await calculate({ net: 100, vat_rate: 10, country_code: 'DE', vat_type: 'reduced' });
    deepEqual(figures(answer), [100, 110, 10, 10]);
    warned(answer, /Germany has no general rate of 10 %/);
    const zero = await calculate({ net: 100, vat_rate: 19, country_code: 'DE', vat_type: 'zero' });
    deepEqual(figures(zero), [100, 119, 19, 19]);
    warned(zero, /instead of vat_type zero/);
  });

  it('2: without VAT gross equals net', async () => {
    deepEqual(figures(await calculate({ net: 80, vat_rate: 0 })), [80, 80, 0, 0]);
    deepEqual(figures(await calculate({ gross: 80, vat_rate: '0,0 %', country_code: 'SE' })), [80, 80, 0, 0]);
    deepEqual(figures(await calculate({ net: 80, vat_type: 'zero', country_code: 'GB' })), [80, 80, 0, 0]);
    deepEqual(figures(await calculate({ gross: 80, vat_type: 'zero' })), [80, 80, 0, 0]);
    const contradictory = await calculate({ net: 80, gross: 96, vat_type: 'zero' });
    deepEqual(figures(contradictory), [80, 80, 0, 0]);
    warned(contradictory, /gross 96 was ignored/);
  });

  it('2: says so when the country has no zero rate', async () => {
    warned(await calculate({ net: 80, vat_type: 'zero', country_code: 'SK' }), /Slovakia has no zero rate/);
  });

  it('3: without vat_rate the country’s rate of the vat_type is used', async () => {
    const rate = async (country_code: string, vat_type?: string) =>
      (await calculate({ net: 100, country_code, ...(vat_type ? { vat_type } : {}) })).vat_rate;
    equal(await rate('ES'), 21);
    equal(await rate('ES', 'standard'), 21);
    equal(await rate('ES', 'reduced'), 10);
    equal(await rate('ES', 'super-reduced'), 4);
    equal(await rate('ES', 'zero'), 0);
  });

  it('3: names the other rates of the type', async () => {
    const answer = await calculate({ net: 100, country_code: 'FR', vat_type: 'reduced' });
    deepEqual(figures(answer), [100, 105.5, 5.5, 5.5]);
    warned(answer, /several reduced rates \(5\.5, 10\): 5\.5 was used/);
  });

  it('3: calculates nothing with a type of rate that the country does not have', async () => {
    const answer = await calculate({ net: 100, country_code: 'DK', vat_type: 'reduced' });
    deepEqual(figures(answer), [null, null, null, null]);
    warned(answer, /Denmark has no reduced rate/);
  });

  // 12.25 × 2 % = 0.245: up to 0.25, to the even 0.24, down to 0.24; 12.75 × 2 % = 0.255 tells the last two apart.
  for (const [mode, country_code, expected] of [
    ['half_up', 'DE', [0.25, 0.26]],
    ['half_even', 'CO', [0.24, 0.26]],
  ] as const) {
    it(`4: rounds ${mode} in ${country_code}`, async () => {
      const vat = async (net: number) => (await calculate({ net, vat_rate: 2, country_code })).vat_amount;
      deepEqual([await vat(12.25), await vat(12.75)], expected);
    });
  }

  it('4: rounds floor to whole yen in JP', async () => {
    deepEqual(figures(await calculate({ net: 1239, country_code: 'JP' })), [1239, 1362, 123, 10]);
    deepEqual(figures(await calculate({ net: -1239, country_code: 'JP' })), [-1239, -1362, -123, 10]);
  });

  it('4: keeps three decimals where the currency has them', async () => {
    deepEqual(figures(await calculate({ net: '33,333', country_code: 'TN' })), [33.333, 39.666, 6.333, 19]);
  });

  it('4: does not round when round is false', async () => {
    const answer = await calculate({ net: 12.25, country_code: 'DE', round: 'false' });
    deepEqual(figures(answer), [12.25, 14.5775, 2.3275, 19]);
  });

  it('5: multi_rate answers a scenario for every rate', async () => {
    const answer = await requestVat({ action: 'calculate', gross: '119', country_code: 'IE', mode: 'multi_rate' });
    ok('scenarios' in answer);
    equal(answer.scenario_type, 'multi_rate');
    equal(answer.country_code, 'IE');
    deepEqual(
      answer.scenarios.map((scenario) => [scenario.vat_type, ...figures(scenario)]),
      [
        ['standard', 96.75, 119, 22.25, 23],
        ['reduced', 104.85, 119, 14.15, 13.5],
        ['reduced', 109.17, 119, 9.83, 9],
        ['super-reduced', 113.55, 119, 5.45, 4.8],
        ['zero', 119, 119, 0, 0],
      ],
    );
  });

  it('5: multi_rate with a vat_rate is a single scenario', async () => {
    const answer = await requestVat({
      action: 'calculate',
      net: 10,
      vat_rate: 20,
      country_code: 'FR',
      mode: 'multi_rate',
    });
    ok('net' in answer);
    deepEqual(figures(answer), [10, 12, 2, 20]);
    warned(answer, /multi_rate was ignored/);
  });

  it('5: multi_rate uses one amount, since each scenario has a rate of its own', async () => {
    const answer = await requestVat({
      action: 'calculate',
      net: 10,
      gross: 12,
      country_code: 'FR',
      mode: 'multi_rate',
    });
    ok('scenarios' in answer);
    deepEqual(
      answer.scenarios.map(({ net, gross }) => [net, gross]),
      [
        [10, 12],
        [10, 10.55],
        [10, 11],
        [10, 10.21],
      ],
    );
    match(answer.warnings.join(), /Only net was used/);
  });

  it('5: multi_rate without a country has no scenarios', async () => {
    const answer = await requestVat({ action: 'calculate', net: 10, mode: 'multi_rate' });
    deepEqual(answer, {
      country_code: null,
      scenario_type: 'multi_rate',
      date: '2026-11-20',
      scenarios: [],
      warnings: ['multi_rate needs a country_code'],
    });
  });

  it('5: multi_rate without an amount still names the rates', async () => {
    const answer = await requestVat({ action: 'calculate', country_code: 'SK', mode: 'multi_rate' });
    ok('scenarios' in answer);
    deepEqual(
      answer.scenarios.map(({ vat_type, gross, warnings }) => [vat_type, gross, warnings.length]),
      [
        ['standard', null, 1],
        ['reduced', null, 1],
        ['reduced', null, 1],
      ],
    );
  });
});

describe('input that does not suffice', () => {
  const insufficient: Record<string, unknown>[] = [
    {},
    { net: 100 },
    { gross: '119' },
    { vat_rate: 19 },
    { country_code: 'DE' },
    { country_code: 'DE', vat_rate: 19 },
    { net: '', gross: null, vat_amount: 5 },
  ];
  for (const request of insufficient) {
    it(`${JSON.stringify(request)} gives nulls and says what is missing`, async () => {
      const answer = await calculate(request);
      deepEqual(figures(answer), [null, null, null, null]);
      equal(answer.formatted, null);
      warned(answer, /At least two of net, gross, vat_amount, vat_rate are needed/);
    });
  }

  it('says so when a country has no VAT', async () => {
    const answer = await calculate({ net: 100, country_code: 'US' });
    deepEqual(figures(answer), [null, null, null, null]);
    warned(answer, /United States has no VAT/);
    warned(answer, /send vat_rate/);
  });

  it('cannot tell the amounts from a VAT of 0 or from VAT at 0 %', async () => {
    warned(await calculate({ vat_amount: 5, vat_rate: 0 }), /either net or gross is needed/);
    deepEqual(figures(await calculate({ vat_amount: 0, vat_rate: 20 })), [0, 0, 0, 20]);
  });
});

describe('contradictory input', () => {
  it('net and gross count before vat_amount and vat_rate', async () => {
    const answer = await calculate({ net: 100, gross: 120, vat_amount: 30, vat_rate: 7 });
    deepEqual(figures(answer), [100, 120, 20, 20]);
    warned(answer, /vat_amount 30 was ignored, it would have to be 20/);
    warned(answer, /vat_rate 7 was ignored, it would have to be 20/);
  });

  it('net and vat_amount count before vat_rate', async () => {
    const answer = await calculate({ net: 100, vat_amount: 19, vat_rate: 7 });
    deepEqual(figures(answer), [100, 119, 19, 19]);
    warned(answer, /vat_rate 7 was ignored/);
  });

  it('gross and vat_amount count before vat_rate', async () => {
    deepEqual(figures(await calculate({ gross: 119, vat_amount: 19, vat_rate: 7 })), [100, 119, 19, 19]);
  });

  it('amounts count before the rate of the country', async () => {
    const answer = await calculate({ net: 100, gross: 110, country_code: 'DE' });
    deepEqual(figures(answer), [100, 110, 10, 10]);
    equal(answer.vat_type, null);
    warned(answer, /Germany has no rate that gives these amounts/);
  });

  it('amounts count before the vat_type', async () => {
    const answer = await calculate({ net: 100, gross: 119, country_code: 'DE', vat_type: 'reduced' });
    equal(answer.vat_type, 'standard');
    warned(answer, /vat_type reduced was ignored, the amounts give 19 %/);
  });

  it('a cent of rounding is no contradiction', async () => {
    const answer = await calculate({ net: 10.01, gross: 11.91, vat_amount: 1.9, vat_rate: 19 });
    deepEqual(figures(answer), [10.01, 11.91, 1.9, 19]);
    deepEqual(answer.warnings, []);
  });

  it('impossible amounts are calculated, with a warning', async () => {
    warned(await calculate({ net: 100, gross: 90 }), /opposite sign/);
    warned(await calculate({ net: 100, gross: 300 }), /more than the net amount/);
    const nothing = await calculate({ net: 0, gross: 5 });
    deepEqual(figures(nothing), [0, 5, 5, null]);
    warned(nothing, /net amount of 0/);
  });
});

describe('a rate worked out from rounded amounts', () => {
  // Each rate, rounded to cents, gives the second amount; the plain quotient would be 20.012, 18.981 …
  const cases: [number, number, number][] = [
    [33.33, 40, 20],
    [10.01, 11.91, 19],
    [8.39, 9.99, 19],
    [100, 105.5, 5.5],
    [1000, 1081, 8.1],
    [-33.33, -40, 20],
    [123.45, 123.45, 0],
  ];
  for (const [net, gross, rate] of cases) {
    it(`${net} and ${gross} are ${rate} %`, async () => {
      equal((await calculate({ net, gross })).vat_rate, rate);
    });
  }

  it('is the plain quotient when nothing is rounded', async () => {
    equal((await calculate({ net: 33.33, gross: 40, round: false })).vat_rate, 20.01200120012);
  });
});

describe('what is refused', () => {
  for (const [field, value] of [
    ['net', 'abc'],
    ['gross', '12.34.56'],
    ['vat_amount', '1,23,4'],
    ['vat_rate', 'nineteen'],
  ]) {
    it(`${field} ${value}`, async () => {
      deepEqual(await requestRefusal({ action: 'calculate', [field as string]: value }), {
        error: `${field} must be a number such as 1234.56 or 1.234,56`,
        code: 400,
      });
    });
  }

  for (const vat_rate of [-1, '100,01', 1e9]) {
    it(`vat_rate ${vat_rate}`, async () => {
      deepEqual(await requestRefusal({ action: 'calculate', net: 1, vat_rate }), {
        error: 'vat_rate must be a percentage from 0 to 100',
        code: 400,
      });
    });
  }

  it('values of the wrong kind', async () => {
    for (const net of [{}, [], true, 'x'.repeat(41)])
      deepEqual(await requestRefusal({ action: 'calculate', net }), { error: 'net must be a number', code: 400 });
    deepEqual(await requestRefusal({ action: 'calculate', vat_type: 'luxury' }), {
      error: 'vat_type must be one of standard, reduced, super-reduced, zero',
      code: 400,
    });
    deepEqual(await requestRefusal({ action: 'calculate', mode: 'all' }), {
      error: 'mode must be one of single_rate, multi_rate',
      code: 400,
    });
    deepEqual(await requestRefusal({ action: 'calculate', round: 'maybe' }), {
      error: 'round must be true or false',
      code: 400,
    });
  });

  it('amounts too large to be exact', async () => {
    const error = 'net must be between -1000000000000 and 1000000000000';
    deepEqual(await requestRefusal({ action: 'calculate', net: 1_000_000_000_001 }), { error, code: 400 });
    deepEqual(await requestRefusal({ action: 'calculate', net: '-1e300' }), { error, code: 400 });
    deepEqual(await requestRefusal({ action: 'calculate', vat_amount: 1e12, vat_rate: 0.001 }), {
      error: 'The net amount must be between -1000000000000 and 1000000000000',
      code: 400,
    });
  });
});

describe('warnings that help', () => {
  it('a rate that looks like a fraction', async () => {
    warned(await calculate({ net: 100, vat_rate: 0.19 }), /in percent: 0\.19 was read as 0\.19 %/);
  });

  it('an amount that may have been meant in thousands', async () => {
    warned(await calculate({ net: '1,234', vat_rate: 20 }), /net "1,234" was read as 1\.234/);
    deepEqual((await calculate({ net: '1,234', vat_rate: 20, country_code: 'BH' })).warnings.length, 1);
    deepEqual((await calculate({ net: 1.234, vat_rate: 20 })).warnings, []);
  });

  it('regions with rates of their own, when the rate was looked up', async () => {
    warned(await calculate({ net: 100, country_code: 'ES' }), /Canary Islands/);
    deepEqual((await calculate({ net: 100, vat_rate: 21, country_code: 'ES' })).warnings, []);
  });
});
