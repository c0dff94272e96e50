import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { toCredits } from '../../shared/contract/amounts.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { blockTypes } from '../../shared/contract/hosted-pages/blocks.js';
import { pageTypes } from '../../shared/contract/hosted-pages/page-types.js';
import { compileValidator } from '../../shared/contract/input.js';
import { directContents } from '../../shared/contract/qr-content/contents.js';
import { agent, textIn } from '../../test/helpers/agent.js';
import { takeTurns } from '../../test/helpers/scale.js';
import { call, newAccount } from '../../test/helpers/stack.js';
import { readRecordedResponses } from '../docs/openapi/recorded-responses.js';
import type { LeanSchema } from './lean-schema.js';
import { callToolDefinition, createToolSearch, findToolDefinition } from './tool-search.js';
import { createTools, type ToolDefinition } from './tools.js';

/** Maximum number of tokens that a model reads for all tools. */
const MOST_TOKENS = 8_000;

const tools = createTools(catalogue);
const listed = [...tools.map(({ definition }) => definition), findToolDefinition];
const all = [...listed, callToolDefinition];

/** Counts the tokens of what models are given of a tool. */
const countTokens = ({ name, description, inputSchema }: ToolDefinition): number =>
  encode(JSON.stringify({ name, description, inputSchema })).length;

const findSchema = (name: string): LeanSchema => {
  const { inputSchema } = all.find((one) => one.name === name) ?? {};
  ok(inputSchema, name);
  return inputSchema;
};

describe('the tools of agents', () => {
  it('are the endpoints, each with its price, its schemas and its effect', async () => {
    deepEqual(
      tools.map(({ endpoint }) => endpoint),
      catalogue,
    );
    equal(new Set(tools.map(({ definition }) => definition.title)).size, tools.length, 'each has a title of its own');
    const recorded = readRecordedResponses('http://127.0.0.1:3000');
    for (const { endpoint, definition } of tools) {
      const { id, group, cost, summary, effect, pool } = endpoint;
      const { title, description, outputSchema, annotations } = definition;
      ok(title.startsWith(group.title), title);
      ok(description.startsWith(summary) && description.includes(`Costs ${toCredits(cost)} credits`), description);
      deepEqual(annotations, {
        readOnlyHint: effect === 'none',
        destructiveHint: effect === 'replaces',
        idempotentHint: effect === 'none',
        openWorldHint: pool === 'fetch',
      });
      const body = recorded[id]?.answer;
      ok(outputSchema);
      const fits = compileValidator(outputSchema);
      ok(fits(Array.isArray(body) ? { items: body } : body), `${id}: ${JSON.stringify(fits.errors)}`);
    }
  });

  it('have unique names of at most 40 characters', () => {
    equal(new Set(all.map(({ name }) => name)).size, all.length);
    for (const { name } of all) match(name, /^[a-zA-Z0-9_-]{1,40}$/);
  });

  it('have input schemas that the models of every provider take, at any depth', () => {
    for (const { name, description, inputSchema } of all) {
      // The longest description of a function that OpenAI takes.
      ok(description.length <= 1_024, `${name}: ${description.length} characters`);
      const check = compileValidator(inputSchema);
      ok(check({}) || (inputSchema.required ?? []).length > 0, name);
      for (const [at, schema] of walk(name, inputSchema)) checkNode(at, schema, at === name);
    }
  });

  /** Lists a schema and those inside it, with their paths. */
  function* walk(at: string, schema: LeanSchema): Generator<[string, LeanSchema]> {
    yield [at, schema];
    for (const [name, field] of Object.entries(schema.properties ?? {})) yield* walk(`${at}.${name}`, field);
    if (schema.items) yield* walk(`${at}[]`, schema.items);
  }

  const KEYWORDS = ['type', 'description', 'enum', 'properties', 'required', 'items'];
  const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

  function checkNode(at: string, schema: LeanSchema, isOutermost: boolean) {
    const { type, description, properties = {}, required, items } = schema;
    for (const keyword of Object.keys(schema)) ok(KEYWORDS.includes(keyword), `${at}: ${keyword}`);
    ok(TYPES.includes(type), `${at}: ${type}`);
    ok(description !== '', `${at} has no empty description`);
    equal(items !== undefined, type === 'array', `${at}: lists and no others have items`);
    // Gemini refuses an object without fields, except for the input of a function.
    equal(Object.keys(properties).length > 0 || isOutermost, type === 'object' || isOutermost, `${at}: fields`);
    if (isOutermost) equal(type, 'object', at);
    // Names of fields that Anthropic takes.
    for (const name of Object.keys(properties)) match(name, /^[a-zA-Z0-9_.-]{1,64}$/, at);
    if (required) ok(required.length > 0 && required.every((name) => name in properties), `${at}: ${required}`);
    if (schema.enum) {
      equal(type, 'string', at);
      ok(schema.enum.length > 0 && schema.enum.every((word) => typeof word === 'string' && word !== ''), at);
    }
  }

  it(`cost a model at most ${MOST_TOKENS} tokens together`, () => {
    const tokens = encode(
      JSON.stringify(listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
    ).length;
    ok(tokens <= MOST_TOKENS, `${tokens} tokens`);
    const largest = Math.max(...listed.map(countTokens));
    ok(largest <= MOST_TOKENS / 6, `${largest} tokens for one tool`);
    const search = countTokens(findToolDefinition) + countTokens(callToolDefinition);
    ok(search <= 250, `${search} tokens for find_tool and call_tool`);
    const whole = JSON.stringify(listed).length;
    ok(whole <= 60_000, `${whole} characters with titles, annotations and output schemas`);
  });

  it('have the fields of the example of their endpoint', () => {
    for (const { endpoint, definition } of tools) {
      const { request, first } = endpoint.example;
      const fields = { ...request, ...(first && { experience_id: 1 }) };
      checkValue(definition.name, definition.inputSchema, fields);
    }
    for (const [type, schema] of Object.entries(directContents)) {
      const { examples = [] } = Object(schema);
      for (const content of examples)
        checkValue(`qr_code_generate ${type}`, findSchema('qr_code_generate'), { type, content });
    }
  });

  /** Checks that a value has only known fields, of the types of their schemas, and those that are required. */
  function checkValue(at: string, { type, properties, required = [], items, ...schema }: LeanSchema, value: unknown) {
    if (Array.isArray(value) && items) {
      for (const item of value) checkValue(`${at}[]`, items, item);
    } else if (typeof value === 'object' && value !== null && properties) {
      for (const name of required) ok(name in value, `${at}.${name} is required`);
      for (const [name, inside] of Object.entries(value)) {
        const field = properties[name];
        ok(field, `${at}.${name} is not in the list`);
        checkValue(`${at}.${name}`, field, inside);
      }
    } else {
      const isNumeric = typeof value === 'number' || /^[\d.,]+$/.test(String(value));
      ok(type === typeof value || (/^(number|integer)$/.test(type) && isNumeric), `${at}: ${type} ${value}`);
      if (schema.enum) ok(schema.enum.includes(String(value)), `${at}: ${value}`);
    }
  }

  it('name every type and block of a hosted page, with what the ordinary ones need', () => {
    const { content, page } = findSchema('qr_experience_generate').properties ?? {};
    const { type, props } = page?.properties?.blocks?.items?.properties ?? {};
    const described = `${content?.description}; `;
    for (const name of pageTypes.filter((one) => one !== 'page' && one !== 'lead_form'))
      match(described, new RegExp(`\\b${name}( \\{.*?\\})?; `));
    match(described, /hours: \[\{day, opens, closes\}\]/);
    for (const name of blockTypes.filter((one) => one !== 'spacer' && one !== 'divider'))
      match(`${type?.description} ${props?.description}`, new RegExp(`\\b${name}\\b`));
  });

  it('mention the fields that the list leaves out', () => {
    for (const { endpoint, definition } of tools) {
      const { description, inputSchema } = definition;
      for (const name of Object.keys(endpoint.request.properties)) {
        if (name === 'download' || inputSchema.properties[name]) continue;
        const [start] = name.split(/\d*_/, 1);
        match(description, new RegExp(`More fields \\(find_tool\\).* (${name}|${start}…)[,.]`), definition.name);
      }
    }
  });
});

/** Questions as agents put them, and the tool that does it. */
const QUESTIONS = [
  ['exchange rate of euro to dollar', 'currency_rates'],
  ['bitcoin price', 'currency_rates'],
  ['how much is 250 EUR in USD', 'currency_convert'],
  ['what did the dollar cost last month, day by day', 'currency_historical'],
  ['official exchange rate for a customs declaration', 'currency_official'],
  ['which currencies are supported?', 'currency_currencies'],
  ['fees of banks for money transfers', 'currency_platforms'],
  ['sales tax of Germany', 'vat'],
  ['Is this EU VAT number valid?', 'vat'],
  ['tax', 'vat'],
  ['create an e-invoice for XRechnung', 'vat'],
  ['are we compatible', 'horoscope_compatibility'],
  ['qr', 'qr_code_generate'],
  ['Wi-Fi code for my guests', 'qr_code_generate'],
  ['QR code with a contact card', 'qr_code_generate'],
  ['landing page with buttons for phones', 'qr_experience_generate'],
  ['restaurant menu online', 'qr_experience_generate'],
  ['log that someone scanned the code', 'qr_scan_scan'],
  ['track a button click on a hosted page', 'qr_scan_event'],
  ['verify whether an email address is real', 'mailchecker'],
  ['disposable mailbox', 'mailchecker'],
  ['bot', 'device_analyze'],
  ['which browser and phone does a visitor use', 'device_analyze'],
  ['song charts by country', 'music_chart_data'],
  ['most popular artists', 'music_chart_data'],
  ['search videos about bread', 'video_search_videos'],
  ['id of the channel @cats', 'video_channel_find_id'],
  ['how many subscribers does a channel have', 'video_channel_statistics'],
  ['latest uploads of a channel', 'video_channel_videos'],
  ['best hour to upload', 'video_channel_audit'],
  ['catchy video title', 'video_generate_title'],
  ['write a tweet about my new video', 'video_generate_social_post'],
  ['SEO tags for a video', 'video_generate_tag'],
  ['script', 'video_generate_script'],
  ['suggest keywords that people search for on the web', 'web_search_search_autocomplete'],
  ["today's horoscope for leo", 'horoscope_daily_horoscope'],
  ['are a taurus and a scorpio a good match', 'horoscope_compatibility'],
  ['draw tarot cards', 'horoscope_tarot_reading'],
  ['when is the next full moon', 'horoscope_moon_phase_report'],
  ['Chinese animal of 1988', 'horoscope_chinese_zodiac'],
  ['life path number of a birthday', 'numerology_lifepath_number'],
  ['I need to know if it is safe to send mail to this address', 'mailchecker'],
  ['give me the rate of GBP against JPY on 2024-03-01', 'currency_rates'],
  ['can you make me a code that opens my website', 'qr_code_generate'],
  ['what is the reduced VAT rate in France', 'vat'],
  ['please write a description for my cooking video', 'video_generate_description'],
  ['what will happen to me this week as a virgo', 'horoscope_weekly_horoscope'],
  ['which countries have VAT', 'vat'],
  ['how do I find all the playlists of a channel', 'video_channel_playlists'],
  ['invoice PDF with XML', 'vat'],
  ['SEPA payment QR code', 'qr_code_generate'],
  ['horoscope of the month', 'horoscope_monthly_horoscope'],
  ['opening hours page for my shop', 'qr_experience_generate'],
  ['tell me about the year of the rabbit for someone born in 1988', 'horoscope_chinese_year_forecast'],
  ['who are the top singers in Spain', 'music_chart_data'],
  ['horoscop compatibilty', 'horoscope_compatibility'],
  ['video_search_playlists', 'video_search_playlists'],
] as const;

describe('find_tool and call_tool', () => {
  const endpointTools = { listed: [], endpoints: catalogue, call: () => undefined };
  const toolbox = createToolSearch(tools).addTo(endpointTools, 'search');
  const find = async (fields: object) => {
    const result = await toolbox.call(
      'find_tool',
      { ...fields },
      { idempotencyKey: '', signal: new AbortController().signal },
    );
    ok(result);
    return result;
  };
  const readText = ({ content }: { content: readonly { type: string; text?: unknown }[] }) => String(content[0]?.text);
  const namesFound = ({ structuredContent }: { structuredContent?: unknown }): string[] =>
    Object(structuredContent).tools.map(({ name }: { name: string }) => name);

  it('find the right tool among the first three for each question, and first for nearly all', async () => {
    const notFirst: string[] = [];
    for (const [query, tool] of QUESTIONS) {
      const names = namesFound(await find({ query }));
      ok(names.includes(tool), `${query}: ${names}`);
      if (names[0] !== tool) notFirst.push(query);
    }
    ok(notFirst.length <= 3, notFirst.join('; '));
  });

  it('return the same tools for the same question, at most five, each with its ordinary fields, price and example', async () => {
    const found = await find({ query: 'qr code', limit: 100 });
    deepEqual(found, await find({ query: 'qr code', limit: 100 }));
    equal(namesFound(found).length, 5);
    equal(namesFound(await find({ query: 'channel' })).length, 3);
    const [code] = Object(found.structuredContent).tools;
    const { endpoint } = tools.find(({ definition }) => definition.name === code.name) ?? {};
    equal(code.name, 'qr_code_generate');
    equal(code.credits, 0.01);
    deepEqual(code.example, endpoint?.example.request);
    deepEqual(code.inputSchema, findSchema('qr_code_generate'));
    match(String(Object(found.structuredContent).hint), /all fields.*name as query/);
    deepEqual(JSON.parse(readText(found)), found.structuredContent);
  });

  it('cost a model less for a question than the list of all tools does', async () => {
    for (const [query] of QUESTIONS.filter(([question, tool]) => question !== tool)) {
      const length = readText(await find({ query })).length;
      ok(length < 15_000, `${query}: ${length} characters`);
    }
  });

  it('return all fields of the tools that a query names', async () => {
    for (const query of ['qr_code_generate', 'gradient of qr_code_generate', 'QR_CODE_GENERATE']) {
      const found = await find({ query });
      deepEqual(namesFound(found), ['qr_code_generate']);
      const [{ inputSchema }] = Object(found.structuredContent).tools;
      const { endpoint } = tools.find(({ definition }) => definition.name === 'qr_code_generate') ?? {};
      const names = Object.keys(endpoint?.request.properties ?? {}).filter((name) => name !== 'download');
      deepEqual(Object.keys(inputSchema.properties), names);
    }
    deepEqual(namesFound(await find({ query: 'vat' })), ['vat']);
    deepEqual(namesFound(await find({ query: 'video_platform_search_videos' })), ['video_search_videos']);
    for (const { definition } of takeTurns(tools, 0))
      ok(readText(await find({ query: definition.name })).length < 30_000, definition.name);
  });

  it('name the groups when nothing matches, and refuse what is no question', async () => {
    const { structuredContent } = await find({ query: 'zzzzzz' });
    deepEqual([Object(structuredContent).tools, Object(structuredContent).groups.length], [[], 14]);
    for (const fields of [{}, { query: {} }, { query: 'x'.repeat(301) }, { query: 'vat', limit: 'many' }]) {
      const { isError } = await find(fields);
      equal(isError, true, JSON.stringify(fields));
    }
  });

  describe('over HTTP', () => {
    const connect = (key: string, query = '') => agent({ headers: { 'X-API-Key': key }, query });
    const namesListed = async (key: string, query = '') => {
      await using some = await connect(key, query);
      return (await some.client.listTools()).tools.map(({ name }) => name);
    };
    const namesIn = (...groups: string[]) =>
      tools.filter(({ endpoint }) => groups.includes(endpoint.group.id)).map(({ definition }) => definition.name);

    it('are listed alone if the URL says so; otherwise find_tool is after the tools of the groups and scopes', async () => {
      const { key } = await newAccount();
      deepEqual(await namesListed(key, '?tools=search'), ['find_tool', 'call_tool']);
      deepEqual(
        await namesListed(key),
        listed.map(({ name }) => name),
      );
      deepEqual(await namesListed(key, '?groups=vat,%20video-platform/search'), [
        ...namesIn('vat', 'video-platform/search').sort(byCatalogue),
        'find_tool',
      ]);
      const { key: scoped } = await newAccount({ scopes: ['currency/convert', 'vat'] });
      deepEqual(await namesListed(scoped), ['vat', 'currency_convert', 'find_tool']);
      deepEqual(await namesListed(scoped, '?groups=currency'), ['currency_convert', 'find_tool']);
      await using some = await connect(key, '?groups=currency');
      await rejects(some.call('vat', { action: 'list-countries' }), /Unknown tool: vat/);
      await rejects(connect(key, '?groups=vat,taxes'), /group_unknown.*video-platform-channel/s);
    });

    const order = listed.map(({ name }) => name);
    const byCatalogue = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

    it('find and call the tools of the groups of the URL that the key may use', async () => {
      const { key } = await newAccount({ scopes: ['currency/convert', 'vat'] });
      await using some = await connect(key, '?tools=search');
      deepEqual(namesFound(await some.call('find_tool', { query: 'exchange rates', limit: 5 })), [
        'currency_convert',
        'vat',
      ]);
      await using grouped = await connect(key, '?tools=search&groups=vat');
      deepEqual(namesFound(await grouped.call('find_tool', { query: 'exchange rates convert', limit: 5 })), ['vat']);
      const denied = await some.call('call_tool', { name: 'currency_rates', arguments: '{"from":"EUR","to":"USD"}' });
      match(textIn(denied), /403 api_key_not_allowed/);
    });

    it('are free of charge, and a called tool costs what it costs by itself', async () => {
      const { key } = await newAccount();
      await using some = await connect(key, '?tools=search');
      const fields = { action: 'calculate', net: 100, vat_rate: 20 };
      const own = await some.call('vat', fields);
      const called = await some.call('call_tool', { name: 'vat', arguments: JSON.stringify(fields) });
      deepEqual([called.structuredContent, called.content], [own.structuredContent, own.content]);
      equal(called._meta?.credits_cost, 0.001);
      const asObject = await some.call('call_tool', { name: 'vat', arguments: fields }, { idempotency_key: 'k' });
      const again = await some.call('call_tool', { name: 'vat', arguments: fields }, { idempotency_key: 'k' });
      deepEqual([asObject._meta?.credits_cost, again._meta?.credits_cost], [0.001, 0]);
      for (const [sent, problem] of [
        [{ name: 'taxes', arguments: '{}' }, /no tool "taxes".*find_tool/],
        [{ name: 'find_tool', arguments: '{"query":"vat"}' }, /no tool "find_tool"/],
        [{ name: 'vat', arguments: '{"action"' }, /must be a JSON object/],
        [{ name: 'vat', arguments: '[]' }, /must be a JSON object/],
        [{}, /name must be text/],
        [{ name: { toString: 1 }, arguments: '{}' }, /name must be text/],
        [
          { name: 'vat', arguments: `{"net":${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
          /not be nested more than 64 levels/,
        ],
      ] as const) {
        const result = await some.call('call_tool', sent);
        ok(result.isError, JSON.stringify(sent));
        match(textIn(result), problem);
      }
      await some.call('find_tool', { query: 'vat' });
      const { body } = await call('/v1/account', undefined, { key, method: 'GET' });
      equal(body.balance, 0.997);
    });

    it('leave every field of a tool usable, also by its former name', async () => {
      const { key } = await newAccount();
      await using some = await connect(key);
      const styled = { qr_code_text: 'https://example.com', eye1_outer_color: '#112233', include_bytes: false };
      const { structuredContent, isError } = await some.call('qr_code_generate', styled);
      ok(!isError);
      equal(Object(structuredContent).meta.colors.eye1_outer, '#112233');
      const former = await some.call('video_platform_search_autocomplete', { q: 'sour' });
      ok(!former.isError, textIn(former));
    });
  });
});
