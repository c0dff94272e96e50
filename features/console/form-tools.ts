import type { Render } from '../web/index.js';
import { findOtherProblem, findProblem, isFirstWrong, type Refused, splitTexts } from './forms.js';

/** Creates the helpers that templates render forms with. */
export const createFormHelpers = (render: Render, refused: Refused | undefined) => {
  const given = (form: string) => (refused?.form === form ? refused : undefined);
  /** Value of a field: what was sent with the refused form, else the initial value. */
  const value = (form: string, name: string, otherwise: unknown = ''): unknown => {
    const sent = given(form);
    return (sent ? sent.given[name] : otherwise) ?? '';
  };
  const problemAt = (form: string, name: string): string | undefined => {
    const sent = given(form);
    return sent && findProblem(sent, name);
  };
  return {
    value,
    /** Values of a field with several. */
    values: (form: string, name: string, otherwise: readonly string[]): string[] => {
      const sent = given(form);
      return sent ? splitTexts(sent.given[name]) : [...otherwise];
    },
    isRefused: (form: string): boolean => given(form) !== undefined,
    /** Problem of a form that no field shows. */
    problem: (form: string): string | undefined => {
      const sent = given(form);
      return sent && findOtherProblem(sent);
    },
    problemAt,
    /** True if a field is the first with a problem, which gets the focus. */
    isFirstWrong: (form: string, name: string): boolean => isFirstWrong(given(form), name),
    /** Renders a labelled field of a form, with what was sent and its problem. */
    field: (
      form: string,
      name: string,
      label: string,
      { id = `${form}-${name}`, value: otherwise, attributes, ...more }: FieldView = {},
    ): string =>
      render('@field', {
        inputId: id,
        ...{ ...more, name, label, problem: withLabel(problemAt(form, name), name, label, given(form)?.given[name]) },
        value: more.type === 'password' ? '' : value(form, name, otherwise),
        attributes: { ...attributes, ...(isFirstWrong(given(form), name) && { autofocus: '' }) },
      }),
  };
};

/** Replaces the name of a field in a problem by its label, or by the value that is wrong if the field has several. */
function withLabel(problem: string | undefined, name: string, label: string, typed: unknown): string | undefined {
  if (!problem?.startsWith(name)) return problem;
  const rest = problem.slice(name.length);
  const [place, index] = /^\[(\d+)\]/.exec(rest) ?? [];
  const value = splitTexts(typed)[Number(index)];
  if (place !== undefined) return `${value === undefined ? label : `“${value}”`}${rest.slice(place.length)}`;
  return rest.startsWith(' ') ? label + rest : problem;
}

/** Appearance of a field. */
interface FieldView {
  id?: string;
  hint?: string;
  type?: string;
  /** Initial value. */
  value?: unknown;
  rows?: number;
  selectOf?: readonly (readonly [value: string, title: string])[];
  attributes?: Readonly<Record<string, unknown>>;
}
