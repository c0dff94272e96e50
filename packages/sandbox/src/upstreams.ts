import type { SandboxUpstream } from './http.js';
import { musicProvider } from './music/api.js';
import { centralBank } from './rates/central-bank.js';
import { secondaryRates } from './rates/currencyapi.js';
import { hmrcRates } from './rates/hmrc.js';
import { primaryRates } from './rates/open-exchange-rates.js';
import { videoSuggestions, webSuggestions } from './suggestions/api.js';
import { videoPlatform } from './video-platform/api.js';
import { viesRegister } from './vies/register.js';

/** Every upstream that the sandbox imitates. */
export const sandboxUpstreams: readonly SandboxUpstream[] = [
  primaryRates,
  secondaryRates,
  centralBank,
  hmrcRates,
  videoPlatform,
  videoSuggestions,
  webSuggestions,
  musicProvider,
  viesRegister,
];

/**
 * Returns the settings that point an application at a running sandbox. Upstreams that the operator has configured are left out.
 *
 * @param sandboxUrl URL of the sandbox, e.g. http://127.0.0.1:4010
 * @param environment settings of the operator
 * @param dnsAddress address of the sandbox's DNS server, if there is one
 * @param smtpUrl URL of the sandbox's mail server, if there is one
 */
export function createSandboxSettings(
  sandboxUrl: string,
  environment: Readonly<Record<string, string | undefined>> = {},
  dnsAddress?: string,
  smtpUrl?: string,
): Record<string, string> {
  const used = sandboxUpstreams.filter(({ settings }) => Object.keys(settings).every((name) => !environment[name]));
  const entries = used.flatMap(({ name, settings }) =>
    Object.entries(settings).map(([setting, value]) => [setting, value.replace('{url}', `${sandboxUrl}/${name}`)]),
  );
  const dns = dnsAddress !== undefined && !environment.DNS_SERVERS ? { DNS_SERVERS: dnsAddress } : {};
  const mail = smtpUrl !== undefined && !environment.SMTP_URL ? createMailSettings(smtpUrl, environment) : {};
  const names = [...used.map(({ name }) => name), ...('DNS_SERVERS' in dns ? ['dns'] : [])];
  return { ...Object.fromEntries(entries), ...dns, ...mail, UPSTREAM_SANDBOX: names.join(',') };
}

const createMailSettings = (url: string, { MAIL_FROM }: Readonly<Record<string, string | undefined>>) => ({
  SMTP_URL: url,
  MAIL_FROM: MAIL_FROM ?? 'utility-api <no-reply@portal.example>',
});
