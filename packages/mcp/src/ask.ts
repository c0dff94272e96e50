/** Timeout of a request, in ms: longer than any call. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * Like `fetch`, but throws an error with the service's message if the service refuses the request.
 *
 * @throws Error also if the service cannot be reached
 */
export async function ask(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), ...(init.signal ? [init.signal] : [])]);
  const response = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
    throw new Error(
      `Cannot reach ${new URL(url).origin}. Check that the platform is running and that UTILITY_API_URL is right.`,
      { cause },
    );
  });
  if (response.ok || init.method !== 'POST') return response;
  throw new Error(
    messageIn(await response.text()) ?? `${new URL(url).origin} responded with status ${response.status}`,
  );
}

/** The message of an error body, be it the service's or JSON-RPC's. */
function messageIn(text: string): string | undefined {
  const error = member(parsed(text), 'error');
  const message = typeof error === 'string' ? error : member(error, 'message');
  return typeof message === 'string' ? message : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
