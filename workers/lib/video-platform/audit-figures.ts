export interface AuditedVideo {
  readonly id: string;
  readonly title: string;
  readonly publishedAt: Date;
  readonly views: number;
  readonly seconds: number;
  readonly language: string | undefined;
}

/** Names for parts of a week or day, in order, and which of them an instant falls into. */
interface Slots {
  readonly names: readonly string[];
  of(instant: Date): number;
}

export const weekdays: Slots = {
  names: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  of: (instant) => (instant.getUTCDay() + 6) % 7,
};

export const hours: Slots = {
  names: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
  of: (instant) => instant.getUTCHours(),
};

/** The slot (UTC) whose uploads were viewed most on average; the earlier one when two are level. */
export function bestSlot(videos: readonly AuditedVideo[], { names, of }: Slots): string {
  const averages = names.map((_, slot) => {
    const uploads = videos.filter(({ publishedAt }) => of(publishedAt) === slot);
    return uploads.length === 0 ? -1 : uploads.reduce((sum, { views }) => sum + views, 0) / uploads.length;
  });
  return names[averages.indexOf(Math.max(...averages))] ?? '';
}

/** The value that occurs most often; the one that occurs first when two are level. */
export function commonest(values: readonly (string | undefined)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}
