import { deepEqual, equal, ok } from 'node:assert/strict';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import historical from '../../currency/historical.js';
import rates from '../../currency/rates.js';
import channelSearch from '../../video-platform/channel/search.js';

/** Answers as the services themselves have published them, each with its source, must be understood. */
describe('responses that the real services have published', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(() => stage.reset());

  const only = (setting: string, value: string) => ({
    RATES_PRIMARY_URL: undefined,
    RATES_PRIMARY_KEY: undefined,
    RATES_SECONDARY_URL: undefined,
    RATES_SECONDARY_KEY: undefined,
    CENTRAL_BANK_URL: undefined,
    [setting]: value,
  });
  const answers = (upstream: string, body: string) => stage.injectFault({ upstream, kind: 'other-body', body });

  // docs.openexchangerates.org/docs/time-series-json, the example in Australian dollars.
  it("Open Exchange Rates' time series", async () => {
    await stage.setTime('2013-01-03T12:00:00Z');
    await answers(
      'rates-primary',
      `{
        "disclaimer": "https://openexchangerates.org/terms/",
        "license": "https://openexchangerates.org/license/",
        "start_date": "2013-01-01",
        "end_date": "2013-01-31",
        "base": "AUD",
        "rates": {
          "2013-01-01": {"BTC": 0.0778595876, "EUR": 0.785518, "HKD": 8.04136},
          "2013-01-02": {"BTC": 0.0789400739, "EUR": 0.795034, "HKD": 8.138096}
        }
      }`,
    );
    const given = stage.given(only('RATES_PRIMARY_URL', `${stage.sandboxUrl}/rates-primary`));
    const range = { start_date: '2013-01-01', end_date: '2013-01-02' };
    const { rates: points } = await runHandler(historical, { from: 'AUD', to: 'EUR', ...range }, given);
    deepEqual(points, [
      { date: '2013-01-01', rate: 0.785518 },
      { date: '2013-01-02', rate: 0.795034 },
    ]);
  });

  // currencyapi.com/docs/range, the sample response, cut to two currencies.
  it("currencyapi.com's range", async () => {
    await stage.setTime('2022-01-02T12:00:00Z');
    await answers(
      'rates-secondary',
      `{"data": [{"datetime": "2022-01-01T23:59:59Z", "currencies": {
        "AED": {"code": "AED", "value": 3.67306}, "AFN": {"code": "AFN", "value": 91.80254}}}]}`,
    );
    const given = stage.given(only('RATES_SECONDARY_URL', `${stage.sandboxUrl}/rates-secondary`));
    const input = { from: 'USD', to: 'AED', start_date: '2022-01-01', end_date: '2022-01-02' };
    const { rates: points } = await runHandler(historical, input, given);
    deepEqual(
      points.map(({ rate }) => rate),
      [3.67306, 3.67306],
    );
  });

  // eurofxref-daily.xml as the European Central Bank published it on 2022-10-03, cut to four currencies.
  it("the European Central Bank's daily file", async () => {
    await answers(
      'central-bank',
      `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2022-10-03'>
			<Cube currency='USD' rate='0.9764'/>
			<Cube currency='JPY' rate='141.49'/>
			<Cube currency='CZK' rate='24.527'/>
			<Cube currency='GBP' rate='0.87070'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`,
    );
    const given = stage.given(only('CENTRAL_BANK_URL', `${stage.sandboxUrl}/central-bank`));
    const pairs = [
      { from: 'EUR', to: 'USD' },
      { from: 'GBP', to: 'EUR' },
      { from: 'USD', to: 'JPY' },
    ];
    const { rates: quoted } = await runHandler(rates, { pairs }, given);
    deepEqual(
      quoted.map(({ rate, source }) => [rate.toPrecision(9), source]),
      [0.9764, 1 / 0.8707, 141.49 / 0.9764].map((rate) => [rate.toPrecision(9), 'central_bank']),
    );
  });

  // One currency on one day is no list in XML, but must be read as one.
  it('a file of a single rate', async () => {
    await answers(
      'central-bank',
      "<gesmes:Envelope><Cube><Cube time='2022-10-03'><Cube currency='USD' rate='0.9764'/></Cube></Cube></gesmes:Envelope>",
    );
    const given = stage.given(only('CENTRAL_BANK_URL', `${stage.sandboxUrl}/central-bank`));
    equal((await runHandler(rates, { from: 'EUR', to: 'USD' }, given)).rates[0]?.rate, 0.9764);
  });

  // The body of a 403 as users have posted it (e.g. github.com/bperel/youtube-caption-indicator/issues/1).
  it("the video platform's exhausted quota", async () => {
    await stage.injectFault({
      upstream: 'video-platform',
      kind: 'forbidden',
      matching: 'key=sandbox-key-1',
      body: `{
  "error": {
    "code": 403,
    "message": "The request cannot be completed because you have exceeded your \\u003ca href=\\"/youtube/v3/getting-started#quota\\"\\u003equota\\u003c/a\\u003e.",
    "errors": [
      {
        "message": "The request cannot be completed because you have exceeded your \\u003ca href=\\"/youtube/v3/getting-started#quota\\"\\u003equota\\u003c/a\\u003e.",
        "domain": "youtube.quota",
        "reason": "quotaExceeded"
      }
    ]
  }
}`,
    });
    ok((await runHandler(channelSearch, { query: 'kitchen' }, stage.given())).length > 0);
    // On a busy machine a response may time out, and the request is retried.
    deepEqual(
      [...new Set((await stage.received('video-platform')).map(({ query }) => query.key))],
      ['sandbox-key-1', 'sandbox-key-2'],
    );
  });
});
