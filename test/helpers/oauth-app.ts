import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Customer } from './portal.js';
import { type Answer, stack } from './stack.js';

/** Redirect URI of the apps of the tests. */
export const REDIRECT_URI = 'https://app.example/callback';

/** Tokens of an app. */
export interface AppTokens {
  access_token: string;
  refresh_token: string;
}

/** An app that connects by OAuth, step by step. */
export class OAuthApp {
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(
    readonly id: string,
    readonly redirectUri: string = REDIRECT_URI,
  ) {}

  /** Registers an app. */
  static async register(metadata: object = {}): Promise<OAuthApp> {
    const { status, body } = await sendJson('/oauth/register', {
      ...{ client_name: 'Test app', redirect_uris: [REDIRECT_URI] },
      ...metadata,
    });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return new OAuthApp(body.client_id, body.redirect_uris[0]);
  }

  /** Path of the authorization endpoint, with the parameters of the app and these. */
  authorizePath(changes: Record<string, string | undefined> = {}): string {
    const parameters = {
      ...{ response_type: 'code', client_id: this.id, redirect_uri: this.redirectUri, state: 'the state' },
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined);
    return `/oauth/authorize?${new URLSearchParams(given)}`;
  }

  /** Opens the consent page. @returns its path */
  async open(customer: Customer): Promise<string> {
    return (await customer.ask(this.authorizePath())).headers.get('location') ?? '';
  }

  /** Opens the consent page, and allows the app. @returns the code */
  async allow(customer: Customer, fields: Record<string, string | string[]> = {}): Promise<string> {
    const page = await this.open(customer);
    const response = await submitConsent(customer, page, fields);
    const location = response.headers.get('location') ?? '';
    return new URL(location).searchParams.get('code') ?? '';
  }

  redeem(code: string, changes: Record<string, string> = {}): Promise<Answer> {
    const grant = { grant_type: 'authorization_code', code, code_verifier: this.verifier };
    return sendForm('/oauth/token', { ...grant, client_id: this.id, redirect_uri: this.redirectUri, ...changes });
  }

  refresh(token: string, changes: Record<string, string> = {}): Promise<Answer> {
    return sendForm('/oauth/token', {
      ...{ grant_type: 'refresh_token', refresh_token: token, client_id: this.id, ...changes },
    });
  }

  /** Connects the app to the account of a member. */
  async connect(customer: Customer, fields: Record<string, string | string[]> = {}): Promise<AppTokens> {
    return (await this.redeem(await this.allow(customer, fields))).body;
  }
}

/** Submits the consent page. */
export const submitConsent = (customer: Customer, page: string, fields: Record<string, string | string[]> = {}) =>
  customer.send(page, '/account/connections/new', {
    ...{ request: new URLSearchParams(page.split('?')[1]).get('request') ?? '', groups: ['vat', 'currency'] },
    ...{ budget_per_month: '5', ...fields },
  });

/** Header by which each request comes from a network of its own. */
export const elsewhere = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
});

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
};

export async function sendForm(path: string, fields: Record<string, string>): Promise<Answer> {
  const { platform } = await stack();
  return read(
    await fetch(platform.baseUrl + path, { method: 'POST', body: new URLSearchParams(fields), headers: elsewhere() }),
  );
}

export async function sendJson(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const { platform } = await stack();
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...elsewhere(),
    ...headers,
  };
  return read(await fetch(platform.baseUrl + path, { method: 'POST', body: JSON.stringify(body), headers: all }));
}

/** Calls a tool of the MCP server as a connected app. */
export const callTool = (
  token: string | undefined,
  name = 'vat',
  fields: object = { action: 'calculate', net: 100, vat_rate: 20 },
  path = '/mcp/connect',
) =>
  sendJson(
    path,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
