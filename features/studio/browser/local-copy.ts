import { asFields, asText, type Fields, type Json } from './json';

/** Unsaved changes of a draft on this device. */
export interface LocalCopy {
  /** Version of the draft that the changes are based on. */
  readonly etag: string;
  readonly name: string;
  readonly body: Fields;
  readonly design: Fields;
  readonly changed: number;
}

const storageKey = (id: string): string => `studio:${id}`;

/** Stores changes until the server has them. Browsers without storage keep them in the page only. */
export function storeCopy(id: string, copy: LocalCopy): void {
  try {
    localStorage.setItem(storageKey(id), JSON.stringify(copy));
  } catch {
    // Storage is full or forbidden.
  }
}

export function dropCopy(id: string): void {
  try {
    localStorage.removeItem(storageKey(id));
  } catch {
    // Nothing was stored either.
  }
}

export function readCopy(id: string): LocalCopy | undefined {
  try {
    const stored: Json = JSON.parse(localStorage.getItem(storageKey(id)) ?? 'null');
    if (stored === null) return undefined;
    const { etag, name, body, design, changed } = asFields(stored);
    return {
      etag: asText(etag),
      name: asText(name),
      body: asFields(body),
      design: asFields(design),
      changed: Number(changed),
    };
  } catch {
    return undefined;
  }
}
