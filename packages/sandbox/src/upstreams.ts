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
 * The settings that point an application at a running sandbox. An upstream for which the operator has set anything is left
 * alone: it is the real one then.
 *
 * @param sandboxUrl the sandbox's address, e.g. http://127.0.0.1:4010
 * @param environment what the operator has set
 * @param dnsAddress the sandbox's DNS server, where it has one
 * @param smtpUrl the sandbox's mail server, where it has one
 */
export function sandboxSettings(
  sandboxUrl: string,
  environment: Readonly<Record<string, string | undefined>> = {},
  dnsAddress?: string,
  smtpUrl?: string,
): Record<string, string> {
  const used = sandboxUpstreams.filter(({ settings }) => Object.keys(settings).every((name) => !environment[name]));
  const pointed = used.flatMap(({ name, settings }) =>
    Object.entries(settings).map(([setting, value]) => [setting, value.replace('{url}', `${sandboxUrl}/${name}`)]),
  );
  const dns = dnsAddress !== undefined && !environment.DNS_SERVERS ? { DNS_SERVERS: dnsAddress } : {};
  const mail = smtpUrl !== undefined && !environment.SMTP_URL ? mailSettings(smtpUrl, environment) : {};
  const names = [...used.map(({ name }) => name), ...('DNS_SERVERS' in dns ? ['dns'] : [])];
  return { ...Object.fromEntries(pointed), ...dns, ...mail, UPSTREAM_SANDBOX: names.join(',') };
}

const mailSettings = (url: string, { MAIL_FROM }: Readonly<Record<string, string | undefined>>) => ({
  SMTP_URL: url,
  MAIL_FROM: MAIL_FROM ?? 'utility-api <no-reply@portal.example>',
});
