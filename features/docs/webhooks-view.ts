import { readFileSync } from 'node:fs';
import {
  DELIVERY_RETENTION_DAYS,
  LARGEST_EVENT_BODY,
  MOST_EVENTS_PER_HOUR,
  MOST_WEBHOOKS,
} from '../../shared/contract/bounds.js';
import { projectFile } from '../../shared/process/project-file.js';
import { settings } from '../../shared/process/settings.js';
import { allEvents, createWebhook, OVERLAP_MS } from '../webhooks/index.js';
import { highlight, snippets } from './examples.js';
import { exampleMessage } from './openapi/webhooks.js';

const receiverHtml = (file: string, language: string): string =>
  highlight(readFileSync(projectFile(`features/docs/receivers/${file}`), 'utf8').trim(), language);

const waits = String(Object(settings.WEBHOOK_RETRY_SECONDS).default).split(',').map(Number);

/** Formats seconds in the largest unit in which they are a whole number. */
function formatWait(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Returns the data of the guide to webhooks. */
export const webhooksView = (baseUrl: string): object => {
  const { path, name, example } = createWebhook.contract;
  const request = { action: 'calculate', net: 100, country_code: 'DE' };
  const callbackUrl = 'https://hooks.example.com/results';
  return {
    bounds: {
      webhooks: MOST_WEBHOOKS,
      eventsPerHour: MOST_EVENTS_PER_HOUR.toLocaleString('en'),
      bodyKib: LARGEST_EVENT_BODY / 1_024,
      days: DELIVERY_RETENTION_DAYS,
      overlapHours: OVERLAP_MS / 3_600_000,
    },
    create: snippets({
      method: 'POST',
      url: baseUrl + path,
      body: example.request,
      client: { baseUrl, method: [name], fields: example.request },
    }),
    callback: snippets({
      method: 'POST',
      url: `${baseUrl}/v1/vat`,
      body: request,
      headers: { Prefer: `respond-async; callback_url="${callbackUrl}"` },
      client: { baseUrl, method: ['vat'], fields: request, submit: { endpoint: 'vat', callbackUrl } },
    }),
    verify: [
      { name: 'Node', html: receiverHtml('verify.mjs', 'javascript') },
      { name: 'Python', html: receiverHtml('verify.py', 'python') },
      { name: 'PHP', html: receiverHtml('verify.php', 'php') },
    ],
    attempts: waits.length + 1,
    waits: waits.map(formatWait).join(', '),
  };
};

/** Returns the data of the page of events. */
export const webhookEventsView = (): object => ({
  bounds: { eventsPerHour: MOST_EVENTS_PER_HOUR.toLocaleString('en'), bodyKib: LARGEST_EVENT_BODY / 1_024 },
  events: allEvents.map((event) => ({
    name: event.name,
    summary: event.summary,
    example: highlight(JSON.stringify(exampleMessage(event), null, 2), 'json'),
  })),
});
