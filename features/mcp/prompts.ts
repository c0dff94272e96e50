import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { LONGEST_PROMPT_ARGUMENT } from '../../shared/contract/bounds.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { invalidParams } from './protocol-errors.js';

/** Prompts of an agent in one request. */
export interface Prompts {
  readonly listed: readonly Prompt[];
  /** Returns a prompt with its arguments filled in. @throws ProtocolError for an unknown prompt, and for arguments that it does not take */
  fill(name: string, values: Readonly<Record<string, string>>): GetPromptResult;
}

interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  /** Pattern of its values, which the description explains. */
  readonly pattern?: RegExp;
}

interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  /** Ids of the endpoints whose tools it names. */
  readonly endpoints: readonly string[];
  /** Writes the text. An optional argument that is missing is empty. */
  write(values: (name: string) => string): string;
}

/** Writes a call of a tool. `…` stands for what the agent has to find out. */
const call = (tool: string, fields: object): string => `\`${tool} ${JSON.stringify(fields)}\``;

const splitList = (list: string): string[] => list.split(/[\s,;]+/).filter(Boolean);

/** A short page: a headline, a paragraph and a button. */
const PAGE_BLOCKS = [
  { type: 'hero', props: { headline: '…' } },
  { type: 'text', props: { text: '…' } },
  { type: 'button', props: { label: '…', href: '…' } },
];

const TEMPLATES: readonly Template[] = [
  {
    name: 'check_invoice_vat',
    title: 'Check the VAT of an invoice',
    description: 'Checks the VAT numbers, rates and amounts of an invoice, and lists what is wrong',
    arguments: [
      { name: 'invoice', description: 'Text of the invoice', required: true },
      { name: 'buyer_country', description: 'Country of the buyer as two letters, if the invoice does not say it' },
    ],
    endpoints: ['vat'],
    write: (value) => `Check the VAT of the invoice below.

1. Read from it: date, seller and buyer with their countries and VAT numbers, each line with quantity, unit price and VAT rate, and the totals.${
      value('buyer_country') && ` The buyer is in ${value('buyer_country')} unless the invoice says otherwise.`
    }
2. Check each VAT number: ${call('vat', { action: 'check-number', vat_number: '…' })}. Say so if the register cannot be reached.
3. Find the rates of the seller's country: ${call('vat', { action: 'country-rates', country_code: '…' })}.
4. Recompute the whole invoice: ${call('vat', {
      action: 'invoice',
      date: '…',
      seller: { name: '…', vat_number: '…', country_code: '…' },
      buyer: { name: '…', vat_number: '…', country_code: '…' },
      lines: [{ description: '…', net: '…', quantity: '…', vat_rate: '…' }],
    })}.
5. Compare its totals with the computed ones. Report in a table what is right and what is wrong, with the amounts as stated and as computed. Do not guess what the invoice does not say.

Invoice:
"""
${value('invoice')}
"""`,
  },
  {
    name: 'qr_campaign',
    title: 'Make a QR code campaign',
    description: 'Creates a hosted page, and a QR code for each place where it is shown',
    arguments: [
      { name: 'goal', description: 'What visitors should do, and about what', required: true },
      {
        name: 'places',
        description: 'Where the codes are shown, separated by commas, such as poster, table card',
        required: true,
      },
      { name: 'color', description: 'Main colour as #rrggbb', pattern: /^#[\da-f]{6}$/i },
    ],
    endpoints: ['qr-experience/generate', 'qr-code/generate'],
    write: (value) => {
      const color = value('color');
      const places = value('places')
        .split(',')
        .map((place) => place.trim())
        .filter(Boolean);
      return `Make a QR code campaign. Its goal: ${value('goal')}

1. Write a short page for phones that serves the goal: a headline, one paragraph, one button. Show it to the user and wait for approval, since creating pages costs credits.
2. Create one page with its code for each of these places, so that their scans are counted apart: ${places.join('; ')}. Each time: ${call(
        'qr_experience_generate',
        {
          type: 'page',
          page: { version: 1, ...(color && { theme: { primary: color } }), blocks: PAGE_BLOCKS },
          image_format: 'SVG',
        },
      )}.
3. For a plain link that needs no page: ${call('qr_code_generate', { qr_code_text: '…', image_format: 'SVG', ...(color && { foreground_color: color }) })}.
4. List each place with its scan URL and its image. Keep dark codes on a light background, and advise at least 2 cm of width for print.`;
    },
  },
  {
    name: 'currency_report',
    title: 'Report on exchange rates',
    description: 'Compares the rates of a currency with others, today and over the last days, and converts an amount',
    arguments: [
      { name: 'base', description: 'Currency that you hold, such as EUR', required: true },
      { name: 'targets', description: 'Other currencies, separated by commas, such as USD, CHF', required: true },
      {
        name: 'amount',
        description: 'Amount of the base currency to convert, such as 1250.50',
        pattern: /^\d{1,15}(\.\d{1,10})?$/,
      },
    ],
    endpoints: ['currency/rates', 'currency/historical', 'currency/convert'],
    write: (value) => {
      const from = value('base').trim();
      const targets = splitList(value('targets'));
      const [to = ''] = targets;
      const amount = Number(value('amount') || 1);
      return `Report on the exchange rates of ${from}.

1. Today's rates: ${call('currency_rates', { pairs: targets.map((target) => ({ from, to: target })) })}.
2. The last 30 days of each pair: ${call('currency_historical', { from, to })}.
3. What ${amount} ${from} is in each currency: ${call('currency_convert', { from, to, amount })}.
4. Write a table with a row for each of ${targets.join(', ')}: rate today, lowest and highest rate of the period, change in per cent, converted amount. State the date and the source of the rates. Give no investment advice.`;
    },
  },
  {
    name: 'clean_email_list',
    title: 'Clean a list of email addresses',
    description: 'Checks email addresses, and sorts them into those to keep, to correct and to remove',
    arguments: [{ name: 'addresses', description: 'Email addresses, separated by commas or lines', required: true }],
    endpoints: ['mailchecker'],
    write: (value) => {
      const addresses = [...new Set(splitList(value('addresses')))];
      return `Clean this list of ${addresses.length} email addresses. Each check costs credits: tell the user the price of all of them first.

1. Check each address once: ${call('mailchecker', { email: addresses[0] ?? '' })}.
2. Sort them into: keep, correct (with the suggested address) and remove (with the reason). What could not be checked stays in a list of its own.

Addresses:
${addresses.join('\n')}`;
    },
  },
];

/** Creates the prompts whose tools an agent may all use. */
export function createPrompts(usable: readonly Endpoint[]): Prompts {
  const ids = new Set(usable.map(({ id }) => id));
  const templates = TEMPLATES.filter(({ endpoints }) => endpoints.every((id) => ids.has(id)));
  return {
    listed: templates.map(({ name, title, description, arguments: known }) => ({
      ...{ name, title, description },
      arguments: known.map(({ pattern: _, ...argument }) => argument),
    })),
    fill(name, values) {
      const template = templates.find((one) => one.name === name);
      if (!template) throw invalidParams(`Unknown prompt: ${name}`);
      checkValues(template, values);
      const text = template.write((argument) => values[argument]?.trim() ?? '');
      return { description: template.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  };
}

function checkValues({ name, arguments: known }: Template, values: Readonly<Record<string, string>>): void {
  for (const [argument, value] of Object.entries(values)) {
    const { description, pattern } = known.find((one) => one.name === argument) ?? {};
    if (description === undefined) throw invalidParams(`${name} has no argument ${argument}`);
    if (value.length > LONGEST_PROMPT_ARGUMENT)
      throw invalidParams(`${argument} must have at most ${LONGEST_PROMPT_ARGUMENT} characters`);
    if (pattern && value.trim() !== '' && !pattern.test(value.trim()))
      throw invalidParams(`Invalid ${argument}: ${description}`);
  }
  const missing = known.find((one) => one.required && !values[one.name]?.trim());
  if (missing) throw invalidParams(`${missing.name} is required`);
}
