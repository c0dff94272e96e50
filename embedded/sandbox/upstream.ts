/** A request that arrived at a sandbox upstream; the path is relative to the upstream's own address. */
export interface SandboxRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** What time it is in the sandbox's world. */
  readonly now: Date;
  /** Books so many units on an account of the upstream; false when its quota does not allow them. */
  spend(account: string, units: number): boolean;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** One service that the sandbox imitates. */
export interface SandboxUpstream {
  /** The name of the upstream, and the first part of its path in the sandbox. */
  readonly name: string;
  /** The settings that point adapters at it; `{url}` stands for its address. */
  readonly settings: Readonly<Record<string, string>>;
  answer(request: SandboxRequest): SandboxAnswer;
}

export const json = (status: number, body: unknown): SandboxAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
