/** An answer of a sandbox upstream. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several protocols are looked into
  readonly body: any;
}

/** Asks for JSON. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Gives the sandbox an order, and returns the status of its answer. */
export const order = async (sandboxUrl: string, body: unknown): Promise<number> =>
  (await fetch(`${sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify(body) })).status;
