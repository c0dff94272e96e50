import { asFields, asList, asText, type Fields, type Json } from './json';

/** A problem of a field, as the API names it. */
export interface Problem {
  readonly param: string;
  readonly message: string;
  /** The closest value that is allowed, of a colour. */
  readonly nearest?: string;
}

/** A draft. Its etag names the stored version. */
export interface Draft {
  readonly id: string;
  readonly kind: 'page' | 'code';
  readonly type: string;
  readonly name: string;
  /** The published page that it edits. */
  readonly experience_id?: number;
  readonly body: Fields;
  readonly design: Fields;
  readonly etag: string;
  readonly changed_at: string;
}

export interface Check {
  readonly content: readonly Problem[];
  readonly design: readonly Problem[];
  readonly ready: boolean;
}

export interface Picture {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface Published {
  readonly experience_id: number;
  readonly scan_url: string;
}

/** Types of errors of the editor itself: a draft that is not saved, or not ready to be published. */
export const UNSAVED = 'unsaved';
export const UNFINISHED = 'unfinished';
/** Type of the error of an embedded session that has ended. */
export const SESSION_ENDED = 'studio_session_ended';

/** A refusal by the server, or no response (status 0). */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly problems: readonly Problem[] = [],
    /** Seconds after which a repetition may succeed. */
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}

interface Options {
  readonly body?: Json;
  /** Version that a change is based on. */
  readonly etag?: string;
  /** True for a request that may outlive the page. */
  readonly keepalive?: boolean;
}

const readDraft = (value: Json | undefined): Draft => {
  const { id, kind, type, name, experience_id, body, design, etag, changed_at } = asFields(value);
  return {
    id: asText(id),
    kind: kind === 'code' ? 'code' : 'page',
    type: asText(type),
    name: asText(name),
    ...(typeof experience_id === 'number' && { experience_id }),
    body: asFields(body),
    design: asFields(design),
    etag: asText(etag),
    changed_at: asText(changed_at),
  };
};

const readProblems = (value: Json | undefined): Problem[] =>
  asList(value).map((one) => {
    const { param, message, nearest } = asFields(one);
    return { param: asText(param), message: asText(message), ...(nearest && { nearest: asText(nearest) }) };
  });

/** Fields of a draft that the editor changes. */
export type DraftFields = Partial<Pick<Draft, 'name' | 'body' | 'design'>>;

/** The JSON of the studio, below the path at which it is mounted. */
export class Api {
  constructor(
    readonly base: string,
    private readonly token: string,
  ) {}

  url(path: string): string {
    return `${this.base}/api/${path}`;
  }

  async drafts(): Promise<Draft[]> {
    const found = await this.send('GET', 'drafts');
    const { drafts, data } = asFields(found);
    return (Array.isArray(found) ? asList(found) : asList(drafts ?? data)).map(readDraft);
  }

  async draft(id: string): Promise<Draft> {
    return readDraft(await this.send('GET', `drafts/${id}`));
  }

  async create(draft: Pick<Draft, 'kind' | 'type' | 'name' | 'body' | 'design'>): Promise<Draft> {
    return readDraft(await this.send('POST', 'drafts', { body: { ...draft } }));
  }

  async change(id: string, etag: string, fields: DraftFields, keepalive = false): Promise<Draft> {
    return readDraft(await this.send('PATCH', `drafts/${id}`, { body: { ...fields }, etag, keepalive }));
  }

  async remove({ id, etag }: Pick<Draft, 'id' | 'etag'>): Promise<void> {
    await this.send('DELETE', `drafts/${id}`, { etag });
  }

  async check(id: string): Promise<Check> {
    const { content, design, ready } = asFields(await this.send('GET', `drafts/${id}/check`));
    return { content: readProblems(content), design: readProblems(design), ready: ready === true };
  }

  async publish(id: string, body: Fields = {}): Promise<Published> {
    const { experience_id, scan_url } = asFields(await this.send('POST', `drafts/${id}/publish`, { body }));
    return { experience_id: Number(experience_id), scan_url: asText(scan_url) };
  }

  async upload(data_base64: string, name: string): Promise<Picture> {
    const { id, url, width, height } = asFields(await this.send('POST', 'pictures', { body: { data_base64, name } }));
    return { id: asText(id), url: asText(url), width: Number(width), height: Number(height) };
  }

  /** Requests a file. */
  async file(method: 'GET' | 'POST', path: string, body?: Json): Promise<Blob> {
    return (await this.request(method, path, body === undefined ? {} : { body })).blob();
  }

  private async send(method: string, path: string, options: Options = {}): Promise<Json | undefined> {
    const response = await this.request(method, path, options);
    if (response.status === 204) return undefined;
    const body: Json = await response.json();
    return body;
  }

  private async request(method: string, path: string, { body, etag, keepalive = false }: Options = {}) {
    const headers: Record<string, string> = { Accept: 'application/json, */*' };
    if (method !== 'GET' && this.token) headers['X-Form-Token'] = this.token;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (etag) headers['If-Match'] = etag.startsWith('"') ? etag : `"${etag}"`;
    let response: Response;
    try {
      response = await fetch(this.url(path), {
        method,
        headers,
        keepalive,
        redirect: 'manual',
        cache: 'no-store',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      throw new RequestError(0, 'offline', '');
    }
    // A session that has ended redirects to the sign-in.
    if (response.type === 'opaqueredirect') throw new RequestError(401, 'signed_out', '');
    if (response.ok) return response;
    throw await readRefusal(response);
  }
}

async function readRefusal(response: Response): Promise<RequestError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? 0);
  const { error, type, errors, nearest, param } = asFields(await response.json().catch(() => undefined));
  const message = asText(error);
  const problems = readProblems(errors);
  const [first] = problems;
  const reported =
    first || !param ? problems : [{ param: asText(param), message, ...(nearest && { nearest: asText(nearest) }) }];
  return new RequestError(
    response.status,
    asText(type),
    message,
    reported,
    Number.isFinite(retryAfter) ? retryAfter : 0,
  );
}
