import { stack } from './stack.js';

/** A line of Prometheus text: a series and its value. */
interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The metrics of one process of the stack, from its own port. */
export async function scrape(process: string): Promise<Sample[]> {
  const { platform } = await stack();
  const port = platform.children.get(process)?.facts.metricsPort;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`${process} answered ${response.status}`);
  return parseSamples(await response.text());
}

/** Reads the text format of Prometheus, version 0.0.4. */
export const parseSamples = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });

/** The sum of all series of a metric that have these labels. */
export const sumSamples = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
