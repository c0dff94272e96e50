import { chance } from '../world.js';

/**
 * Round units of each currency per US dollar, around which the sandbox's synthetic rates move. Only their order of magnitude is right.
 */
const figures = `
AED 3.6725 AFN 71 ALL 93 AMD 388 AOA 912 ARS 1050 AUD 1.52 AWG 1.79 AZN 1.7 BAM 1.80 BBD 2 BDT 119 BHD 0.376 BIF 2900
BMD 1 BND 1.33 BOB 6.91 BRL 5.6 BSD 1 BTN 84 BWP 13.6 BYN 3.27 BZD 2.01 CAD 1.38 CDF 2840 CHF 0.87 CLF 0.0247
CLP 945 CNH 7.13 CNY 7.12 COP 4300 CRC 515 CUP 24 CVE 101.5 CZK 23.2 DJF 177.7 DKK 6.87 DOP 60 DZD 133 EGP 48.7 ERN 15
ETB 118 EUR 0.921 FJD 2.24 FKP 0.772 GBP 0.772 GEL 2.72 GGP 0.772 GHS 16.2 GIP 0.772 GMD 70 GNF 8620 GTQ 7.73 GYD 209
HKD 7.78 HNL 25 HTG 131.6 HUF 370 IDR 15700 ILS 3.72 IMP 0.772 INR 84 IQD 1310 IRR 42100 ISK 137.5 JEP 0.772 JMD 158
JOD 0.709 JPY 151 KES 129 KGS 85.5 KHR 4060 KMF 453 KPW 900 KRW 1380 KWD 0.3066 KYD 0.8333 KZT 488 LAK 21900 LBP 89500
LKR 293 LRD 192 LSL 17.6 LYD 4.82 MAD 9.85 MDL 17.9 MGA 4590 MKD 56.7 MMK 2098 MNT 3390 MOP 8.01 MRU 39.7 MUR 46
MVR 15.4 MWK 1735 MXN 19.9 MYR 4.36 MZN 63.9 NAD 17.6 NGN 1640 NIO 36.8 NOK 10.95 NPR 134.4 NZD 1.66 OMR 0.385 PAB 1
PEN 3.77 PGK 3.98 PHP 57.8 PKR 278 PLN 3.99 PYG 7860 QAR 3.64 RON 4.58 RSD 107.8 RUB 96 RWF 1360 SAR 3.75 SBD 8.35
SCR 13.6 SDG 601.5 SEK 10.6 SGD 1.32 SHP 0.772 SLE 22.6 SOS 571 SRD 34.5 SSP 2900 STN 22.6 SVC 8.75 SYP 13000 SZL 17.6
THB 33.7 TJS 10.65 TMT 3.5 TND 3.09 TOP 2.36 TRY 34.2 TTD 6.79 TWD 32 TZS 2710 UAH 41.3 UGX 3665 USD 1 UYU 41.3
UZS 12790 VED 42 VES 42 VND 25300 VUV 119 WST 2.73 XAF 604 XCD 2.7 XCG 1.79 XDR 0.752 XOF 604 XPF 110 YER 250 ZAR 17.6
ZMW 26.7 ZWG 26
BTC 0.0000145 ETH 0.00038 USDT 1 BNB 0.00169 SOL 0.0057 XRP 1.92 ADA 2.95 DOGE 6.1 DOT 0.243 LTC 0.0142
XAU 0.000365 XAG 0.0297 XPT 0.00101 XPD 0.00088`;

const mids = new Map(
  figures
    .trim()
    .split(/\s+/)
    .flatMap((word, index, words) => (index % 2 === 0 ? [[word, Number(words[index + 1])] as const] : [])),
);

/** Currencies pegged to the dollar. */
const pegged = new Set('AED AWG BBD BHD BMD BSD BZD CUP DJF ERN JOD OMR PAB QAR SAR SVC USD USDT XCD XCG'.split(' '));
const volatile = new Set('BTC ETH BNB SOL XRP ADA DOGE DOT LTC XAU XAG XPT XPD'.split(' '));

const DAY_MS = 86_400_000;

export const codes: readonly string[] = [...mids.keys()];

const phases = new Map<string, number>();

/** Returns the phase of a wave, from a cache. */
function getPhase(wave: string): number {
  const known = phases.get(wave) ?? chance(wave) * 6.3;
  phases.set(wave, known);
  return known;
}

/** Computes the units of a currency per dollar on a day: slow waves around a round figure, and daily noise. */
export function computeMidRate(code: string, day: string): number {
  const mid = mids.get(code) ?? 1;
  if (pegged.has(code)) return mid;
  const date = Date.parse(day) / DAY_MS;
  const wave = (days: number): number => Math.sin((2 * Math.PI * date) / days + getPhase(`${code}/${days}`));
  const noise = chance(`${code} ${day}`) - 0.5;
  const move = 0.03 * wave(911) + 0.012 * wave(173) + 0.004 * wave(31) + 0.003 * noise;
  return mid * Math.exp(volatile.has(code) ? 5 * move : move);
}

/** Computes the rate of a second source, which differs by up to 0.1 %. */
export const computeSecondMidRate = (code: string, day: string): number =>
  code === 'USD' ? 1 : computeMidRate(code, day) * (1 + (chance(`other ${code} ${day}`) - 0.5) * 0.002);

/** Rounds a rate to the digits that sources publish. */
export const roundRate = (rate: number): number => Number(rate.toPrecision(9));
