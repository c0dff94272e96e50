import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import { type Agent, agent, agent2026 } from '../../test/helpers/agent.js';
import { newAccount, stack } from '../../test/helpers/stack.js';
import { documentedErrors } from '../docs/index.js';
import { createTools, findTool } from './tools.js';

describe('what agents read (MCP)', () => {
  let ours: Agent;
  let baseUrl: string;
  before(async () => {
    const { key } = await newAccount({ credits: 5 });
    ours = await agent({ headers: { 'X-API-Key': key } });
    ({ baseUrl } = (await stack()).platform);
  });
  after(() => ours?.client.close());

  describe('resources', () => {
    const listAll = async () => {
      const pages = [await ours.client.listResources()];
      for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor)
        pages.push(await ours.client.listResources({ cursor: next }));
      return pages.map(({ resources }) => resources);
    };

    it('are the pages of the documentation, listed page by page', async () => {
      const pages = await listAll();
      ok(
        pages.length > 1 && pages.every((page) => page.length > 0 && page.length <= 100),
        `${pages.map((page) => page.length)}`,
      );
      const uris = pages.flat().map(({ uri }) => uri);
      equal(new Set(uris).size, uris.length);
      equal(uris[0], `${baseUrl}/llms.txt`);
      for (const path of ['/docs/vat.md', '/docs/mcp.md', '/docs/account/billing.md', '/docs/errors/unknown_field.md'])
        ok(uris.includes(baseUrl + path), path);
      for (const cursor of ['-1', '1', '1e3', '100000', ''])
        await rejects(ours.client.listResources({ cursor }), /-32602.*cursor must be/, cursor);
    });

    it('are read as the same Markdown that the website serves', async () => {
      for (const { uri, mimeType } of [
        ...(await listAll()).map((page) => page.at(-1) ?? { uri: '', mimeType: '' }),
        { uri: `${baseUrl}/docs/vat.md`, mimeType: 'text/markdown' },
      ]) {
        const { contents } = await ours.client.readResource({ uri });
        const served = await fetch(uri);
        deepEqual(contents, [{ uri, mimeType, text: await served.text() }]);
      }
      const index = await ours.client.readResource({ uri: `${baseUrl}/llms.txt` });
      match(JSON.stringify(index.contents), /docs\/vat\.md/);
    });

    it('explain the errors by their type', async () => {
      const { resourceTemplates } = await ours.client.listResourceTemplates();
      const [template] = resourceTemplates;
      const types = documentedErrors(catalogue).filter(({ isForOperators }) => !isForOperators);
      const uris = new Set((await listAll()).flat().map(({ uri }) => uri));
      for (const { type } of types) ok(uris.has(template?.uriTemplate.replace('{type}', type) ?? ''), type);
      const uri = template?.uriTemplate.replace('{type}', errors.insufficientCredits.type) ?? '';
      match(JSON.stringify((await ours.client.readResource({ uri })).contents), /Insufficient credits/);
    });

    it('are nothing but these', async () => {
      for (const uri of [
        `${baseUrl}/docs/nothing.md`,
        `${baseUrl}/account`,
        `${baseUrl}/docs/../v1/account`,
        'https://example.com/llms.txt',
        'file:///etc/passwd',
        '/llms.txt',
      ])
        await rejects(ours.client.readResource({ uri }), /-32602/, uri);
    });
  });

  describe('prompts', () => {
    const VALUES: Record<string, Record<string, string>> = {
      check_invoice_vat: { invoice: 'Invoice 2026-17, 3 chairs at 120,00 €, VAT 19 %', buyer_country: 'FR' },
      qr_campaign: { goal: 'Book a table', places: 'poster, table card', color: '#7a2e0e' },
      currency_report: { base: 'EUR', targets: 'USD, CHF', amount: '250' },
      clean_email_list: { addresses: 'a@example.com, b@example.org\na@example.com' },
    };

    const fill = async (name: string, values?: Record<string, string>) => {
      const { messages } = await ours.client.getPrompt({ name, ...(values && { arguments: values }) });
      const [message] = messages;
      ok(messages.length === 1 && message?.content.type === 'text');
      return message.content.text;
    };

    it('exist for common jobs, with a description of each argument', async () => {
      const { prompts } = await ours.client.listPrompts();
      deepEqual(
        prompts.map(({ name }) => name),
        Object.keys(VALUES),
      );
      for (const { name, title, description, arguments: known = [] } of prompts) {
        ok(title && description, name);
        ok(known.length > 0 && known.every((one) => one.description), name);
        deepEqual(known.map((one) => one.name).sort(), Object.keys(VALUES[name] ?? {}).sort());
      }
    });

    it('contain their arguments, and calls that the tools accept', async () => {
      const tools = createTools(catalogue);
      for (const [name, values] of Object.entries(VALUES)) {
        const text = await fill(name, values);
        for (const value of Object.values(values).flatMap((one) => one.split(/, |\n/)))
          ok(text.includes(value), `${name}: ${value}`);
        const calls = [...text.matchAll(/`([a-z_]+) (\{.*?\})`/g)];
        ok(calls.length > 0, name);
        for (const [, tool = '', json = ''] of calls) {
          // Lists of tools leave out some fields, which the tools accept.
          const { properties = {} } = findTool(tools, tool)?.endpoint.request ?? {};
          const fields: Record<string, unknown> = JSON.parse(json);
          for (const field of Object.keys(fields)) ok(field in properties, `${name}: ${tool} has no ${field}`);
          if (json.includes('…')) continue;
          const result = await ours.call(tool, fields);
          ok(!result.isError, `${name}: ${tool} ${json}: ${JSON.stringify(result.content)}`);
        }
      }
    });

    it('compare an invoice with its VAT numbers, and show the shape of a page', async () => {
      const callsIn = async (name: string) =>
        [...(await fill(name, VALUES[name] ?? {})).matchAll(/`[a-z_]+ (\{.*?\})`/g)].map(([, json = '']) =>
          JSON.parse(json),
        );
      const invoice = (await callsIn('check_invoice_vat')).find(({ action }) => action === 'invoice');
      ok('vat_number' in invoice.seller && 'vat_number' in invoice.buyer);
      const [{ page }] = await callsIn('qr_campaign');
      page.blocks[2].props.href = 'https://example.com';
      const { isError, content } = await ours.call('qr_experience_generate', { type: 'page', page });
      ok(!isError, JSON.stringify(content));
    });

    it('leave out what an optional argument would add', async () => {
      const { invoice = '' } = VALUES.check_invoice_vat ?? {};
      ok(!(await fill('check_invoice_vat', { invoice })).includes('The buyer is in'));
      match(await fill('currency_report', { base: 'EUR', targets: 'USD' }), /What 1 EUR is/);
    });

    it('refuse arguments that they do not take', async () => {
      await rejects(fill('check_invoice_vat', {}), /-32602.*invoice is required/);
      await rejects(fill('check_invoice_vat', { invoice: '  ' }), /invoice is required/);
      await rejects(fill('check_invoice_vat', { invoice: 'x', country: 'DE' }), /has no argument country/);
      await rejects(fill('check_invoice_vat', { invoice: 'x'.repeat(20_001) }), /at most 20000 characters/);
      const rates = { base: 'EUR', targets: 'USD' };
      await rejects(fill('currency_report', { ...rates, amount: 'a lot' }), /Invalid amount: .*such as 1250.50/);
      await rejects(fill('qr_campaign', { goal: 'x', places: 'poster', color: 'red' }), /Invalid color: .*#rrggbb/);
      await rejects(fill('pay_invoice', {}), /Unknown prompt: pay_invoice/);
    });

    it('are those whose tools the agent may use', async () => {
      const { key } = await newAccount({ scopes: ['vat', 'currency/rates'] });
      await using narrow = await agent2026({ headers: { 'X-API-Key': key } });
      deepEqual(
        (await narrow.listPrompts()).prompts.map(({ name }) => name),
        ['check_invoice_vat'],
      );
      await rejects(
        narrow.getPrompt({ name: 'clean_email_list', arguments: { addresses: 'a@example.com' } }),
        /Unknown prompt/,
      );
    });
  });
});
