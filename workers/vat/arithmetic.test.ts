import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { ApiError } from '../../shared/contract/api-error.js';
import { vat as contract } from '../../shared/contract/catalogue/vat.js';
import { compileValidator } from '../../shared/contract/input.js';
import { allCountries, type Country, listRates } from '../../shared/vat/countries.js';
import { always, seeded } from '../../test/helpers/randomised.js';
import { calculate, requestVat } from '../../test/helpers/vat-requests.js';

const taxing = allCountries('2026-11-20').filter(({ rates }) => rates.standard !== null);
const anyCountry = fc.constantFrom(...taxing);
const anyRate = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const anyUnits = fc.integer({ min: -1e13, max: 1e13 });
const anyField = fc.constantFrom('net', 'gross', 'vat_amount');

/** Formats an amount in the smallest units of a country's currency. */
function formatAmount(units: number, { rounding: { precision } }: Country): string {
  const digits = String(Math.abs(units)).padStart(precision + 1, '0');
  const [whole, decimals] = [digits.slice(0, digits.length - precision), digits.slice(digits.length - precision)];
  return `${units < 0 ? '-' : ''}${whole}${precision > 0 ? `.${decimals}` : ''}`;
}

/** The whole number of smallest units of an answered amount; fails when the amount has more decimals than that. */
function countUnits(amount: number | null, { rounding: { precision } }: Country): bigint {
  ok(amount !== null && !Object.is(amount, -0));
  const units = Math.round(amount * 10 ** precision);
  equal(Number((units / 10 ** precision).toFixed(precision)), amount, `${amount} has more than ${precision} decimals`);
  return BigInt(units);
}

/** numerator / denominator to a whole number, in integers only: the yardstick for the decimals of the service. */
function divide(numerator: bigint, denominator: bigint, mode: Country['rounding']['mode']): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const magnitude = sign * numerator;
  const [quotient, rest] = [magnitude / denominator, magnitude % denominator];
  const half = rest * 2n - denominator;
  const up =
    mode === 'half_up' ? half >= 0n : mode === 'half_even' && (half > 0n || (half === 0n && quotient % 2n === 1n));
  return sign * (up ? quotient + 1n : quotient);
}

describe('VAT arithmetic', () => {
  it(seeded('net and VAT add up to gross to the last digit, in every country, at every rate'), async () => {
    await always(
      fc.asyncProperty(anyCountry, anyField, anyUnits, anyRate, async (country, field, units, vat_rate) => {
        // VAT at a small rate belongs to a huge net amount, which is refused
        const amount = formatAmount(field === 'vat_amount' ? Math.trunc(units / 1e5) : Math.trunc(units / 10), country);
        const answer = await calculate({ [field]: amount, vat_rate, country_code: country.code });
        const [net, gross, vat] = [answer.net, answer.gross, answer.vat_amount].map((each) =>
          countUnits(each, country),
        );
        equal((net ?? 0n) + (vat ?? 0n), gross);
      }),
    );
  });

  for (const code of ['DE', 'CO', 'AR', 'JP', 'KR', 'TN', 'IS']) {
    const country = taxing.find((each) => each.code === code) as Country;
    const { mode, precision } = country.rounding;
    it(seeded(`VAT on net and in gross is exact in ${code}: ${mode}, ${precision} decimals`), async () => {
      await always(
        fc.asyncProperty(anyUnits, fc.integer({ min: 1, max: 10_000 }), async (units, hundredths) => {
          const given = Math.trunc(units / 10);
          const [amount, vat_rate, country_code] = [formatAmount(given, country), hundredths / 100, code];
          const onNet = await calculate({ net: amount, vat_rate, country_code });
          equal(countUnits(onNet.vat_amount, country), divide(BigInt(given) * BigInt(hundredths), 10_000n, mode));
          const inGross = await calculate({ gross: amount, vat_rate, country_code });
          const expected = divide(BigInt(given) * BigInt(hundredths), BigInt(10_000 + hundredths), mode);
          equal(countUnits(inGross.vat_amount, country), expected);
        }),
      );
    });
  }

  it(seeded('a credit note is the mirror of its invoice'), async () => {
    await always(
      fc.asyncProperty(anyCountry, anyField, fc.integer({ min: 1, max: 1e8 }), async (country, field, units) => {
        const of = (sign: number) =>
          calculate({ [field]: formatAmount(sign * units, country), country_code: country.code });
        const [invoice, note] = [await of(1), await of(-1)];
        for (const each of ['net', 'gross', 'vat_amount'] as const)
          equal(countUnits(note[each], country), -countUnits(invoice[each], country));
        equal(note.vat_rate, invoice.vat_rate);
      }),
    );
  });

  it(seeded('any two of the four figures give the other two back'), async () => {
    await always(
      fc.asyncProperty(anyCountry, fc.integer({ min: 10_000, max: 1e9 }), async (country, units) => {
        const { code } = country;
        const from = await calculate({ net: formatAmount(units, country), country_code: code });
        const { net, gross, vat_amount, vat_rate } = from;
        for (const pair of [
          { net, gross },
          { net, vat_amount },
          { gross, vat_amount },
        ]) {
          const back = await calculate({ ...pair, country_code: code });
          deepEqual(
            [back.net, back.gross, back.vat_amount, back.vat_rate, back.vat_type],
            [net, gross, vat_amount, vat_rate, 'standard'],
          );
          deepEqual(back.warnings, []);
        }
        const back = await calculate({ gross, vat_rate, country_code: code });
        ok(Math.abs(Number(countUnits(back.net, country) - countUnits(net, country))) <= 1);
      }),
    );
  });

  it(seeded('every rate of a country is recognised in the amounts that it makes'), async () => {
    const rates = taxing.flatMap((country) => listRates(country).map((rate) => ({ country, ...rate })));
    await always(
      fc.asyncProperty(
        fc.constantFrom(...rates),
        fc.integer({ min: 100_000, max: 1e9 }),
        async ({ country, type, rate }, units) => {
          const country_code = country.code;
          const { net, gross } = await calculate({ gross: formatAmount(units, country), vat_rate: rate, country_code });
          const back = await calculate({ net, gross, country_code });
          deepEqual([back.vat_rate, back.vat_type, back.warnings], [rate, type, []]);
        },
      ),
    );
  });

  it(seeded('without rounding the figures are the plain quotients'), async () => {
    await always(
      fc.asyncProperty(anyUnits, anyRate, async (units, vat_rate) => {
        const gross = units / 100;
        if (Math.abs(gross) > 1e12) return;
        const { net, vat_amount } = await calculate({ gross, vat_rate, round: false });
        const near = (found: number | null, expected: number) =>
          ok(found !== null && Math.abs(found - expected) <= Math.abs(expected) * 1e-14, `${found} is not ${expected}`);
        near(net, (gross * 100) / (100 + vat_rate));
        near(vat_amount, (gross * vat_rate) / (100 + vat_rate));
      }),
    );
  });

  it(seeded('multi_rate has the scenarios that single rates would give'), async () => {
    await always(
      fc.asyncProperty(anyCountry, anyField, fc.integer({ min: -1e6, max: 1e6 }), async (country, field, units) => {
        const request = { [field]: formatAmount(units, country), country_code: country.code };
        const answer = await requestVat({ action: 'calculate', ...request, mode: 'multi_rate' });
        ok('scenarios' in answer);
        const singles = listRates(country).map(({ rate }) => calculate({ ...request, vat_rate: rate }));
        const gross = (await Promise.all(singles)).map((single) => single.gross);
        deepEqual(
          answer.scenarios.map((scenario) => scenario.gross),
          gross,
        );
      }),
      100,
    );
  });

  it(seeded('whatever is sent is answered by the contract or refused with 400 or 404'), async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.stringMatching(/^[-+]?[\d., ']{1,20}%?$/),
      fc.double(),
      fc.constantFrom(null, true, [], {}, '0', '-0'),
    );
    const request = fc.record(
      {
        action: fc.constantFrom('calculate', 'country-profile', 'list-countries', 'country-rates', 'x'),
        net: text,
        gross: text,
        vat_amount: text,
        vat_rate: text,
        country_code: fc.oneof(fc.constantFrom('DE', 'us', 'JP', 'EL', 'ZZ'), fc.string({ maxLength: 3 })),
        vat_type: fc.constantFrom('standard', 'REDUCED', 'super-reduced', 'zero', 'none'),
        mode: fc.constantFrom('single_rate', 'multi_rate'),
        round: fc.constantFrom(true, 'false', 'yes', 0),
      },
      { requiredKeys: [] },
    );
    const fits = compileValidator(contract.response);
    await always(
      fc.asyncProperty(request, async (sent) => {
        try {
          ok(fits(await requestVat(sent)));
        } catch (error) {
          ok(error instanceof ApiError && [400, 404].includes(error.status), String(error));
        }
      }),
      2000,
    );
  });
});
