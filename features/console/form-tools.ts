import type { Render } from '../web/index.js';
import { isFirst, problemBeside, problemWith, type Refused, textsIn } from './forms.js';

/** What templates fill forms with. */
export const formTools = (render: Render, refused: Refused | undefined) => {
  const given = (form: string) => (refused?.form === form ? refused : undefined);
  /** What a field holds: what was sent when the form was refused, else what it is to begin with. */
  const value = (form: string, name: string, otherwise: unknown = ''): unknown => {
    const sent = given(form);
    return (sent ? sent.given[name] : otherwise) ?? '';
  };
  const problemAt = (form: string, name: string): string | undefined => {
    const sent = given(form);
    return sent && problemWith(sent, name);
  };
  return {
    value,
    /** The same of a field with several values. */
    values: (form: string, name: string, otherwise: readonly string[]): string[] => {
      const sent = given(form);
      return sent ? textsIn(sent.given[name]) : [...otherwise];
    },
    isRefused: (form: string): boolean => given(form) !== undefined,
    /** What is wrong with a form and is shown at no field of it. */
    problem: (form: string): string | undefined => {
      const sent = given(form);
      return sent && problemBeside(sent);
    },
    problemAt,
    /** Whether a field is the first that is wrong: it has the focus then. */
    isFirstWrong: (form: string, name: string): boolean => isFirst(given(form), name),
    /** A labelled field of a form, with what was sent and what is wrong with it; the first that is wrong has the focus. */
    field: (
      form: string,
      name: string,
      label: string,
      { id = `${form}-${name}`, value: otherwise, attributes, ...more }: FieldView = {},
    ): string =>
      render('@field', {
        inputId: id,
        ...{ ...more, name, label, problem: worded(problemAt(form, name), name, label, given(form)?.given[name]) },
        value: more.type === 'password' ? '' : value(form, name, otherwise),
        attributes: { ...attributes, ...(isFirst(given(form), name) && { autofocus: '' }) },
      }),
  };
};

/** A problem by what the field is called where people read it; one of several values that were typed, by the value. */
function worded(problem: string | undefined, name: string, label: string, typed: unknown): string | undefined {
  if (!problem?.startsWith(name)) return problem;
  const rest = problem.slice(name.length);
  const [place, index] = /^\[(\d+)\]/.exec(rest) ?? [];
  const value = textsIn(typed)[Number(index)];
  if (place !== undefined) return `${value === undefined ? label : `“${value}”`}${rest.slice(place.length)}`;
  return rest.startsWith(' ') ? label + rest : problem;
}

/** How a field looks, beside its name and label. */
interface FieldView {
  id?: string;
  hint?: string;
  type?: string;
  /** What it is to begin with. */
  value?: unknown;
  rows?: number;
  selectOf?: readonly (readonly [value: string, title: string])[];
  attributes?: Readonly<Record<string, unknown>>;
}
