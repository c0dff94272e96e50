import type { JSX } from 'preact';
import type { DraftStore } from './draft-store';
import { findWords } from './field-words';
import { type Path, writePath } from './json';
import type { Schema } from './schema';
import { findProblem, plainMessage } from './validate';
import { words } from './words';

const { fields: texts } = words;

/** Fields of one object of a draft. */
export interface Scope {
  readonly store: DraftStore;
  readonly part: 'body' | 'design';
  /** Path of the object. */
  readonly path: Path;
  /** Its path in the table of words, e.g. `menu.sections`. */
  readonly words: string;
}

/** One field of a draft. */
export interface FieldProps extends Scope {
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** True if its label is only read out, in a list whose heading shows it. */
  readonly isLabelHidden?: boolean;
  /** Value that counts where there is none: that of the theme. */
  readonly fallback?: string | undefined;
}

export const createInputId = ({ part, path }: Pick<Scope, 'part' | 'path'>): string => `f-${part}-${path.join('-')}`;

/** Returns the problem of a field that is to be shown: that found by the browser, else that reported by the server. */
export function findFieldProblem({ store, part, path, schema, isRequired }: FieldProps): string | undefined {
  const name = writePath(path);
  if (!store.showsAll && !store.visited.has(name)) return undefined;
  const invalid = findProblem(schema, store.value(part, path), isRequired);
  if (invalid) return invalid;
  const reported = store.problem(part === 'design' ? 'design' : 'content', name);
  return reported && plainMessage(reported.message, reported.param);
}

interface WrapProps {
  field: FieldProps;
  /** Attributes of the input that tie it to label, hint and problem. */
  children: (attributes: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
    'aria-required': boolean | undefined;
    onBlur: () => void;
  }) => JSX.Element;
}

const AFTER_CLICK_MS = 200;

/** Label, hint and problem around an input. */
export function Labelled({ field, children }: WrapProps) {
  const { label, hint } = findWords(field.words, field.schema.title);
  const id = createInputId(field);
  const problem = findFieldProblem(field);
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  return (
    <div class="field" data-field={field.words.split('.').at(-1)}>
      <label for={id} class={field.isLabelHidden ? 'unseen' : undefined}>
        {label} {!field.isRequired && <span class="optional">{texts.optional}</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': problem ? true : undefined,
        'aria-required': field.isRequired ? true : undefined,
        // Nothing moves while the button is pressed that took the focus.
        onBlur: () => setTimeout(() => field.store.visit(writePath(field.path)), AFTER_CLICK_MS),
      })}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
