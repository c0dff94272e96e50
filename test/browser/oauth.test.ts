import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as today from '@modelcontextprotocol/client';
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { openBrowser, visit } from '../helpers/browser.js';
import { findProblems, fullViews } from '../helpers/page-views.js';
import { findSignInLink, newAddress } from '../helpers/portal.js';
import { eventually, stack } from '../helpers/stack.js';

const VAT = { name: 'vat', arguments: { action: 'calculate', net: 100, vat_rate: 20 } };

/** Registration and tokens of an app, in memory. */
class AppMemory {
  client: OAuthClientInformationMixed | undefined;
  issued: OAuthTokens | undefined;
  discovered: OAuthDiscoveryState | undefined;
  verifier = '';
  /** Authorization URL that the app opens in the browser. */
  opened: URL | undefined;

  constructor(readonly redirectUrl: string) {}

  get clientMetadata() {
    return { client_name: 'Desk assistant', redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none' };
  }
  state = () => 'state of the app';
  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.client = client;
  };
  tokens = () => this.issued;
  saveTokens = (tokens: OAuthTokens) => {
    this.issued = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  discoveryState = () => this.discovered;
  saveDiscoveryState = (discovered: OAuthDiscoveryState) => {
    this.discovered = discovered;
  };
  invalidateCredentials = (kind: string) => {
    if (kind === 'all' || kind === 'tokens') this.issued = undefined;
  };
}

/** Both generations of the official client, with the same steps. */
const generations = {
  'the SDK of the earlier revisions': (url: URL, memory: AppMemory) => {
    const open = () => new StreamableHTTPClientTransport(url, { authProvider: memory });
    return {
      finish: (callback: URLSearchParams) => open().finishAuth(callback.get('code') ?? ''),
      async connect() {
        const client = new Client({ name: 'desk', version: '1.0.0' });
        // Its own types differ under exactOptionalPropertyTypes.
        await client.connect(open() as Transport);
        return client;
      },
    };
  },
  "today's SDK": (url: URL, memory: AppMemory) => {
    const open = () => new today.StreamableHTTPClientTransport(url, { authProvider: memory });
    return {
      finish: (callback: URLSearchParams) => open().finishAuth(callback),
      async connect() {
        const client = new today.Client({ name: 'desk', version: '1.0.0' });
        await client.connect(open());
        return client;
      },
    };
  },
};

/** Listens for the browser that returns to the app. */
async function listenForCallback() {
  let receive: (parameters: URLSearchParams) => void = () => {};
  const received = new Promise<URLSearchParams>((resolve) => {
    receive = resolve;
  });
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://app');
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>App</title><p>Back in the app');
    if (pathname === '/callback') receive(searchParams);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('an app that knows only the URL of the MCP server', function () {
  this.timeout(300_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  for (const [name, createApp] of Object.entries(generations)) {
    it(`is connected by a newcomer, calls a tool, refreshes, and is disconnected, by ${name}`, async () => {
      const { platform, store } = await stack();
      const callback = await listenForCallback();
      try {
        const memory = new AppMemory(callback.url);
        const app = createApp(new URL('/mcp/connect', platform.baseUrl), memory);
        await rejects(app.connect(), /Unauthorized/);
        ok(memory.opened);
        const address = newAddress();
        await visit(platform.baseUrl, {}, async ({ page, troubles }) => {
          await page.goto(String(memory.opened));
          await page.getByLabel('Email address').fill(address);
          await page.getByRole('button', { name: 'Continue' }).click();
          await page.getByRole('heading', { name: 'Check your email' }).waitFor();
          await page.goto(await findSignInLink(address));
          await page.getByRole('button', { name: 'Sign in' }).click();
          await page.getByRole('heading', { name: 'Connect Desk assistant' }).waitFor();
          await page.getByText('(not verified)').waitFor();
          await page.getByText(/an app on this device/).waitFor();
          await page.getByText('Tools that it can use: all').click();
          deepEqual(await findProblems(page, 'consent', fullViews), []);
          await page.setViewportSize({ width: 1280, height: 900 });
          // With the keyboard alone.
          await page.getByLabel('Monthly budget').focus();
          await page.keyboard.press('ControlOrMeta+A');
          await page.keyboard.type('3');
          await page.getByRole('button', { name: 'Allow' }).focus();
          await page.keyboard.press('Enter');
          await page.getByText('Back in the app').waitFor();
          const parameters = await callback.received;
          equal(parameters.get('state'), 'state of the app');
          equal(parameters.get('iss'), platform.baseUrl);

          await app.finish(parameters);
          const client = await app.connect();
          const result = await client.callTool(VAT);
          equal(result.isError ?? false, false);
          equal(Object(result.structuredContent).gross, 120);
          const { tools } = await client.listTools();
          ok(tools.length > 10);

          const { account = '' } = (await store.members.findOne({ _id: address })) ?? {};
          const before = memory.issued;
          await store.oauthTokens.updateMany({ account, kind: 'access' }, { $set: { until: new Date(0) } });
          equal(Object((await client.callTool(VAT)).structuredContent).gross, 120);
          ok(before && memory.issued?.refresh_token !== before.refresh_token);

          page.on('dialog', (dialog) => void dialog.accept());
          await eventually(
            () => store.usage.countDocuments({ account }),
            (count) => count > 0,
          );
          await page.goto('/account/connections');
          match((await page.getByRole('row', { name: 'Desk assistant' }).textContent()) ?? '', /of 3 this month/);
          deepEqual(await findProblems(page, 'connections', fullViews), []);
          await page.getByRole('button', { name: 'Disconnect' }).click();
          await page.getByText('App disconnected.').waitFor();
          memory.opened = undefined;
          await rejects(client.callTool(VAT));
          // The app would have to be allowed again.
          ok(memory.opened);
          await client.close();
          deepEqual(
            troubles.filter((trouble) => !trouble.startsWith(`other host: ${new URL(callback.url).origin}`)),
            [],
          );
        });
      } finally {
        callback.close();
      }
    });
  }
});
