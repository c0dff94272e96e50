import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// A program as its author's editor sees it: the compiler's language service reads these lines.
const PROGRAM = `
import { type CurrencyConvertResponse, type ErrorType, type FileResponse, type PageDocument, UtilityApi, type VatRequest, verifyWebhook } from 'utility-api-client';

const api = new UtilityApi({ baseUrl: 'https://api.example.com' });
const conversion: CurrencyConvertResponse = await api.currency.convert({ from: 'EUR', to: 'USD', amount: 250 });
const rate: number = conversion.mid_market.rate;
await api.deviceAnalyze({ ua: 'curl/8.5.0' });
await api.currency.rates({ pairs: [{ from: 'EUR', to: 'USD' }] });
const page: PageDocument = { version: 1, blocks: [] };
page.blocks.push({ type: 'text', props: { text: 'x' }, children: [{ type: 'divider' }] });
await api.qrExperience.generate({ type: 'wifi', content: { ssid: 'x', password: 'y', theme: { preset: 'paper' } } });
const file: FileResponse = await api.qrCode.generateFile({ type: 'page', page });
const image = await api.qrCode.generate({ type: 'page', page });
const width: number = image.width;
const left: number = (await api.account()).balance;
await api.currency.platforms();
const later = await api.submit('currency/convert', { from: 'EUR', to: 'USD', amount: 250 });
const laterRate: number = (await later.result()).mid_market.rate;
const called: number = (await api.call('currency/convert', { from: 'EUR', to: 'USD', amount: 1 })).amount;
const known: ErrorType = 'insufficient_credits';
const { timeline } = await api.request({ request_id: 'x' });
const profile = await api.vat({ action: 'country-profile', country_code: 'DE' });
const reverse: boolean = profile.reverse_charge;
const { gross } = await api.vat({ action: 'calculate', net: 1, country_code: 'DE' });
const multi = await api.vat({ action: 'calculate', net: 1, country_code: 'DE', mode: 'multi_rate' });
console.log(reverse, gross?.toFixed(2), multi.scenario_type === 'multi_rate' && multi.scenarios.length);
for await (const { rate } of api.currency.historical({ from: 'EUR', to: 'USD' })) console.log(rate.toFixed(4));
declare const anyVat: VatRequest;
const anything = await api.vat(anyVat);
if ('countries' in anything) console.log(anything.count);
await api.music.chartData({ action: 'search', keyword: 'river' });
for await (const request of api.requests({ limit: 2 })) console.log(request.endpoint.length);
for await (const page of api.usage().pages()) console.log(page.rows.length, page.next);
const batch = await api.submitBatch('mailchecker', [{ email: 'x' }]);
for await (const row of batch.results()) console.log(row.error ? row.error.message : row.data.risk);
const event = await verifyWebhook('', {}, '');
if (event.type === 'credits.low') console.log(event.data.balance.toFixed(2));
switch (event.type) {
  case 'batch.finished':
    console.log(event.data.id.length);
    break;
  default: {
    const type: string = event.type;
    console.log(type, event.data);
  }
}
console.log(rate, file, width, left, laterRate, called, known, timeline.length);
`;
const FILE = fileURLToPath(new URL('../../test/program.ts', import.meta.url));

const sources = ts.createDocumentRegistry();

/** A language service over a program beside this package's tests, compiled as strictly as they are. */
function createService(program: string): ts.LanguageService {
  const { config } = ts.readConfigFile(fileURLToPath(new URL('../../tsconfig.json', import.meta.url)), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [FILE],
    getScriptVersion: (file) => (file === FILE ? program : ''),
    getScriptSnapshot: (file) => {
      const text = file === FILE ? program : ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => fileURLToPath(new URL('../..', import.meta.url)),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
  };
  return ts.createLanguageService(host, sources);
}

describe("the client in its user's editor", () => {
  const problems = (program: string): string[] =>
    createService(program)
      .getSemanticDiagnostics(FILE)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));

  /** Returns what an editor shows at a place of the program. */
  function shown(place: string): { signature: string; comment: string } {
    const at = PROGRAM.indexOf(place);
    ok(at > 0, place);
    const info = createService(PROGRAM).getQuickInfoAtPosition(FILE, at);
    const tags = info?.tags?.map(({ text }) => ts.displayPartsToString(text)) ?? [];
    return {
      signature: ts.displayPartsToString(info?.displayParts),
      comment: [ts.displayPartsToString(info?.documentation), ...tags].join('\n').trim(),
    };
  }

  it('accepts a valid program', () => deepEqual(problems(PROGRAM), []));

  for (const [wrong, why] of [
    [`api.currency.convert({ from: 'EUR', to: 'USD' });`, /'amount' is missing.*CurrencyConvertRequest/],
    [`api.currency.convert({ from: 'EUR', to: 'USD', amount: '250' });`, /'string' is not assignable to type 'number'/],
    [`api.currency.convert({ from: 'EUR', to: 'USD', amount: 1, amuont: 1 });`, /'amuont' does not exist/],
    [`api.currency.rates();`, /Expected 1-2 arguments/],
    [`api.qrCode.generateFile({ download: true });`, /'download' does not exist/],
    [`api.qrCode.generate({ image_format: 'GIF' });`, /"GIF"/],
    [`api.qrExperience.generate({ type: 'text', content: { title: 'x' } });`, /'text' is missing/],
    [
      `api.qrExperience.generate({ type: 'faq', content: { itmes: [] } });`,
      /'itmes' does not exist|'items' is missing/,
    ],
    [
      `api.qrCode.generate({ page: { version: 1, blocks: [{ type: 'hero', props: { hedline: 'x' } }] } });`,
      /'hedline' does not exist/,
    ],
    [
      `api.qrCode.generate({ page: { version: 1, blocks: [{ type: 'button', props: { label: 'x' } }] } });`,
      /'href' is missing/,
    ],
    [`api.submit('currency/covnert', {});`, /"currency\/covnert"/],
    [`api.submit('currency/convert', {});`, /not assignable/],
    [`api.call('vat', { action: 'calculate', contry_code: 'DE' });`, /'contry_code' does not exist/],
    [`api.vat({ action: 'calculate', contry_code: 'DE' });`, /'contry_code' does not exist/],
    [`api.vat({ action: 'country-profile' });`, /'country_code' is missing/],
    [
      `(await api.vat({ action: 'country-rates', country_code: 'DE' })).gross;`,
      /'gross' does not exist on type 'VatCountryRates'/,
    ],
    [`multi.countries;`, /'countries' does not exist on type 'VatCalculation'/],
    [`api.music.chartData({ action: 'search' });`, /'keyword' is missing/],
    [`api.music.chartData({ action: 'get-daily-chart', trend: '1' });`, /'day' is missing/],
    [`api.submitBatch('mailchecker', [{ emial: 'x' }]);`, /'emial' does not exist/],
    [`event.type === 'credits.lwo';`, /no overlap/],
    [`if (event.type === 'credits.low') event.data.blance;`, /'blance' does not exist/],
    [`api.usage({ groupby: 'key' });`, /'groupby' does not exist|'group_by'/],
    [`const type: ErrorType = 'insufficient_credit';`, /insufficient_credits/],
  ] as const) {
    it(`refuses ${wrong}`, () => match(problems(`${PROGRAM}\n${wrong}`).join('\n'), why));
  }

  it('shows the description, rules, path and price of a method', () => {
    const { signature, comment } = shown('rates({');
    match(
      signature,
      /\(request: CurrencyRatesRequest, options\?: RequestOptions\) => ApiPromise<CurrencyRatesResponse>/,
    );
    equal(
      comment,
      'Returns the exchange rates of one currency pair, or of up to 20 pairs, now or on a day.\n' +
        'pairs, or both from and to, are required.\n' +
        '`POST /v1/currency/rates`, 0.005 credits.',
    );
  });

  it('shows the description of a field, and the name of its type', () => {
    deepEqual(shown('amount: 250'), {
      signature: '(property) CurrencyConvertRequest.amount: number',
      comment: 'Amount in the source currency',
    });
    equal(shown('blocks: []').comment, 'Blocks of the page, in order');
  });

  it('shows the description of a group', () => {
    match(shown('currency.convert').comment, /^Exchange rates, conversion/);
  });
});
