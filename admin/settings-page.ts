import { type ProcessKind, type Setting, settingsByTopic, type UsedBy } from '../shared/process/settings.js';

const INTRODUCTION = `<!-- Generated from shared/process/settings.ts by \`npm run generate\`. Do not edit. -->

# Settings

Every setting is an environment variable, read when a process starts. A process that needs a missing setting, or finds an invalid one, prints its
name and exits. To try one, put it before the command: \`PORT=4000 npm start\`. With Docker, put it into \`.env\`; with systemd, into the files of
\`/etc/utility-api\`.

\`npm start\` needs no settings. In production, set at least \`REDIS_URL\`, \`MONGODB_URL\`, \`BASE_URL\` and \`ADMIN_TOKEN\`.

*Used by* names the processes that read a setting: the API server (\`api\`), the \`scheduler\`, and the workers \`content\`, \`fetch\`, \`qr\`, \`compute\` and
\`deliver\`; \`start\` is \`npm start\`. Give secrets only to the processes that use them.
`;

const WORKERS: readonly ProcessKind[] = ['content', 'fetch', 'qr', 'compute', 'deliver'];

const UNITS = { MS: 'ms', MIB: 'MiB', DAYS: 'days', SECONDS: 'seconds', CREDITS: 'credits' };

/** Renders all settings as the page docs/settings.md. */
export function renderSettingsPage(): string {
  const sections = Object.entries(settingsByTopic).map(([topic, settings]) => {
    const rows = Object.entries(settings).map(([name, setting]) => renderSettingRow(name, setting));
    return [`## ${topic}\n`, '| setting | default | what it does | used by |', '|---|---|---|---|', ...rows, ''].join(
      '\n',
    );
  });
  return [INTRODUCTION, ...sections].join('\n').trimEnd();
}

function renderSettingRow(name: string, setting: Setting): string {
  const { description = '', default: fallback = '' } = setting;
  const unit = findUnit(name);
  const value = String(fallback) === '' ? '' : `\`${fallback}\`${unit && ` ${unit}`}`;
  const text = [description, describeValues(setting, unit)].filter(Boolean).join(' ').replaceAll('|', '\\|');
  return `| \`${name}\` | ${value} | ${text} | ${describeProcesses(setting.usedBy)} |`;
}

const findUnit = (name: string): string =>
  Object.entries(UNITS).find(([suffix]) => name.endsWith(`_${suffix}`))?.[1] ?? '';

/** Returns the allowed values as a sentence, if there is more to say than their kind. */
function describeValues(
  { enum: words, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Setting,
  unit: string,
): string {
  const units = unit && ` ${unit}`;
  if (words) return `One of ${words.map((word) => `\`${word}\``).join(', ')}.`;
  if (maximum < Number.MAX_SAFE_INTEGER) return `From ${minimum} to ${maximum}${units}.`;
  return minimum > 0 ? `At least ${minimum}${units}.` : '';
}

function describeProcesses(usedBy: UsedBy): string {
  const isForWorkers = WORKERS.every((kind) => usedBy.includes(kind));
  if (isForWorkers && usedBy.includes('api')) return 'all';
  return isForWorkers ? 'workers' : usedBy.join(', ');
}
