/** Countries with charts (ISO 3166-1). The first forty are the largest markets. */
const codes = (
  'US GB DE FR ES IT BR MX JP KR IN AU CA PL NL SE NO DK FI PT GR TR BG RO HU AT CH BE IE AR CL CO NG ZA KE EG ID PH TH NZ ' +
  'AF AL DZ AD AO AG AM AZ BS BH BD BB BY BZ BJ BT BO BA BW BN BF BI CV KH CM CF TD KM CG CD CR CI HR CU CY CZ DJ DM DO ' +
  'EC SV GQ ER EE SZ ET FJ GA GM GE GH GD GT GN GW GY HT HN IS IR IQ IL JM JO KZ KI KP KW KG LA LV LB LS LR LY LI LT LU ' +
  'MG MW MY MV ML MT MH MR MU FM MD MC MN ME MA MZ MM NA NR NP NI NE MK OM PK PW PA PG PY PE QA RU RW KN LC VC WS SM ST ' +
  'SA SN RS SC SL SG SK SI SB SO SS LK SD SR SY TJ TZ TL TG TO TT TN TM TV UG UA AE UY UZ VU VA VE VN YE ZM ZW TW HK MO ' +
  'PS XK PR GL FO RE GP MQ NC PF AW CW BM KY GI JE GG IM'
).split(' ');

/** A country with charts, which the provider calls a trend. */
export interface Trend {
  readonly id: number;
  readonly name: string;
  readonly flag: string;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

export const trends: readonly Trend[] = codes.map((code, index) => ({
  id: index + 1,
  name: names.of(code) ?? code,
  flag: `https://flags.sandbox.invalid/${code.toLowerCase()}.png`,
}));
