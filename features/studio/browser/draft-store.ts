import { type Api, type Check, type Draft, type DraftFields, type Problem, RequestError, SESSION_ENDED } from './api';
import { asFields, type Fields, isEqual, type Json, type Path, valueAt, withValue, writePath } from './json';
import { dropCopy, readCopy, storeCopy } from './local-copy';

/** State of the latest change. */
export type SaveState =
  | 'saved'
  | 'changed'
  | 'saving'
  | 'offline'
  | 'retrying'
  | 'conflict'
  | 'signed-out'
  | 'ended'
  | 'forbidden'
  | 'gone'
  | 'too-large';

/** Content of a draft that a person edits. */
interface Content {
  readonly name: string;
  readonly body: Fields;
  readonly design: Fields;
}

const pickContent = ({ name, body, design }: Content): Content => ({ name, body, design });

const isSame = (one: Content, other: Content): boolean =>
  one.name === other.name && isEqual(one.body, other.body) && isEqual(one.design, other.design);

/** Two versions of a draft: that of this window, and one that was saved elsewhere. */
export interface Conflict {
  readonly mine: number;
  readonly theirs: Draft;
}

/** States in which a change is about to reach the server. */
const CALM = new Set<SaveState>(['saved', 'changed', 'saving']);

const SAVE_AFTER_MS = 500;
const CHECK_AGAIN_MS = 1_500;
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];
/** Changes of one field within this time are undone together. */
const ONE_STEP_MS = 1_000;
const MOST_STEPS = 200;
/** Limit of browsers for requests that outlive their page. */
const LARGEST_KEPT_ALIVE = 60_000;

/** A draft in the editor: saves changes soon after they are made, keeps them on the device until then, and undoes them. */
export class DraftStore {
  state: SaveState = 'saved';
  check: Check | undefined;
  conflict: Conflict | undefined;
  /** Time of the latest change in this window, in ms since the epoch. */
  changed = Date.now();
  /** Paths of the fields that the person has left. */
  readonly visited = new Set<string>();
  /** True if all problems are shown, also those of fields that were not visited. */
  showsAll = false;
  #content: Content;
  #saved: Draft;
  #past: Content[] = [];
  #future: Content[] = [];
  #lastStep = { path: '', at: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #saving: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly api: Api,
    draft: Draft,
    readonly isReadOnly: boolean,
  ) {
    this.#saved = draft;
    this.#content = pickContent(draft);
    this.#restore();
    void this.#runCheck();
  }

  get id(): string {
    return this.#saved.id;
  }
  get draft(): Draft {
    return { ...this.#saved, ...this.#content };
  }
  /** Stored version, of which previews are shown. */
  get etag(): string {
    return this.#saved.etag;
  }
  get savedAt(): string {
    return this.#saved.changed_at;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }
  /** True if the server lacks a change. */
  get isUnsaved(): boolean {
    return !isSame(this.#content, this.#saved);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  value(part: 'body' | 'design', path: Path): Json | undefined {
    return valueAt(this.#content[part], path);
  }

  /** Changes a field. Undefined removes it. */
  set(part: 'body' | 'design', path: Path, value: Json | undefined): void {
    if (isEqual(this.value(part, path), value)) return;
    const changed = asFields(withValue(this.#content[part], path, value));
    this.#step({ ...this.#content, [part]: changed }, `${part}.${writePath(path)}`);
  }

  rename(name: string): void {
    if (name !== this.#content.name) this.#step({ ...this.#content, name }, 'name');
  }

  /** Shows the problems of a field from now on. */
  visit(path: string): void {
    if (this.visited.has(path)) return;
    this.visited.add(path);
    this.#notify();
  }

  showAllProblems(): void {
    this.showsAll = true;
    this.#notify();
  }

  /** Returns the problem of a field that is to be shown. */
  problem(part: 'content' | 'design', path: string): Problem | undefined {
    if (!this.showsAll && !this.visited.has(path)) return undefined;
    return this.check?.[part].find(({ param }) => param === path);
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#content);
    this.#replace(before);
  }

  redo(): void {
    const next = this.#future.pop();
    if (!next) return;
    this.#past.push(this.#content);
    this.#replace(next);
  }

  /** Saves what is unsaved, before something that works on the stored version. @returns true if the server has everything */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#saving;
    if (this.isUnsaved) await this.#save();
    if (!this.isUnsaved) await this.#runCheck();
    return !this.isUnsaved;
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#attempts = 0;
    this.#schedule(0);
  }

  /** Sends the last changes while the page is being left. @returns true unless the server is to remain without them */
  saveBeforeLeaving(): boolean {
    if (!this.isUnsaved || this.isReadOnly || this.#saving) return true;
    if (!CALM.has(this.state)) return false;
    const changes = this.#changes();
    if (JSON.stringify(changes).length > LARGEST_KEPT_ALIVE) return false;
    this.api.change(this.id, this.#saved.etag, changes, true).then(
      (draft) => this.#accept(draft),
      () => {},
    );
    return true;
  }

  /** Replaces the version that was saved elsewhere. */
  keepMine(): void {
    if (!this.conflict) return;
    this.#saved = this.conflict.theirs;
    this.conflict = undefined;
    this.retry();
  }

  /** Takes the version that was saved elsewhere. The own one can be undone to. */
  takeTheirs(): void {
    if (!this.conflict) return;
    const { theirs } = this.conflict;
    this.#past.push(this.#content);
    this.#future = [];
    this.#content = pickContent(theirs);
    this.conflict = undefined;
    this.#accept(theirs);
  }

  /** Saves the own version as a new draft, and leaves the other one as it is. */
  async keepBoth(name: string): Promise<Draft> {
    const { kind, type, body, design } = this.draft;
    const copy = await this.api.create({ kind, type, name, body, design });
    dropCopy(this.id);
    if (this.conflict) this.takeTheirs();
    return copy;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #restore(): void {
    const copy = readCopy(this.id);
    if (!copy || this.isReadOnly) return;
    const { etag, changed, ...content } = copy;
    if (isSame(content, this.#saved)) {
      dropCopy(this.id);
      return;
    }
    this.#content = content;
    this.changed = changed;
    if (etag === this.#saved.etag) {
      this.state = 'changed';
      this.#schedule(0);
    } else {
      this.state = 'conflict';
      this.conflict = { mine: changed, theirs: this.#saved };
    }
  }

  #step(content: Content, path: string): void {
    if (this.isReadOnly) return;
    const now = Date.now();
    if (path !== this.#lastStep.path || now - this.#lastStep.at > ONE_STEP_MS) {
      this.#past.push(this.#content);
      if (this.#past.length > MOST_STEPS) this.#past.shift();
    }
    this.#lastStep = { path, at: now };
    this.#future = [];
    this.#replace(content);
  }

  #replace(content: Content): void {
    this.#content = content;
    this.changed = Date.now();
    storeCopy(this.id, { ...content, etag: this.#saved.etag, changed: this.changed });
    if (!this.conflict && this.state !== 'gone') {
      if (this.state === 'saved' || this.state === 'too-large') this.state = 'changed';
      this.#schedule(SAVE_AFTER_MS);
    }
    this.#notify();
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), delay);
  }

  #changes(): DraftFields {
    const { name, body, design } = this.#content;
    return {
      ...(name !== this.#saved.name && { name }),
      ...(!isEqual(body, this.#saved.body) && { body }),
      ...(!isEqual(design, this.#saved.design) && { design }),
    };
  }

  async #save(): Promise<void> {
    // Changes made meanwhile are sent afterwards.
    if (this.#saving) return;
    if (!this.isUnsaved) {
      this.#accept(this.#saved);
      return;
    }
    this.#saving = this.#send();
    await this.#saving;
    this.#saving = undefined;
    if (this.state === 'changed') this.#schedule(SAVE_AFTER_MS);
  }

  async #send(): Promise<void> {
    this.#become('saving');
    try {
      this.#accept(await this.api.change(this.id, this.#saved.etag, this.#changes()));
      this.#attempts = 0;
      void this.#runCheck();
    } catch (error) {
      await this.#handle(error);
    }
  }

  #accept(draft: Draft): void {
    this.#saved = draft;
    if (this.isUnsaved) {
      storeCopy(this.id, { ...this.#content, etag: draft.etag, changed: this.changed });
      this.#become('changed');
      return;
    }
    dropCopy(this.id);
    this.#become('saved');
  }

  async #handle(error: unknown): Promise<void> {
    if (!(error instanceof RequestError)) throw error;
    const { status, type, retryAfter } = error;
    if (status === 412 || status === 409) return this.#compare();
    if (status === 401) return this.#become('signed-out');
    if (type === SESSION_ENDED) return this.#become('ended');
    if (status === 403) return this.#become('forbidden');
    if (status === 404) return this.#become('gone');
    if (status === 413 || status === 422 || status === 400) return this.#become('too-large');
    const delay = Math.max(retryAfter * 1_000, RETRY_MS[Math.min(this.#attempts, RETRY_MS.length - 1)] ?? 0);
    this.#attempts += 1;
    this.#become(status === 0 ? 'offline' : 'retrying');
    this.#schedule(delay);
  }

  /** Compares with the version that was saved elsewhere. */
  async #compare(): Promise<void> {
    try {
      const theirs = await this.api.draft(this.id);
      // A request whose response was lost.
      if (isSame(theirs, this.#content)) return this.#accept(theirs);
      this.conflict = { mine: this.changed, theirs };
      this.#become('conflict');
    } catch (error) {
      await this.#handle(error);
    }
  }

  async #runCheck(attempts = 3): Promise<void> {
    const { etag } = this.#saved;
    try {
      const check = await this.api.check(this.id);
      if (etag !== this.#saved.etag) return;
      this.check = check;
      this.#notify();
    } catch (error) {
      const isBusy = error instanceof RequestError && (error.status === 429 || error.status >= 500);
      if (!isBusy || attempts <= 1 || etag !== this.#saved.etag) return;
      await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS));
      await this.#runCheck(attempts - 1);
    }
  }

  #become(state: SaveState): void {
    this.state = state;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
