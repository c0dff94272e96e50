import { type Call, listFields, type OpenApiDocument } from '../calls.js';
import { pascalCase } from './text.js';

/** A field of a request whose value decides about its type or the type of the response. */
interface Selector {
  readonly field: string;
  /** Name of its type parameter. */
  readonly parameter: string;
  /** Value of requests without the field; undefined if it is required. */
  readonly default: string | undefined;
}

/** Returns the fields that select among the types of an operation, in the order in which they are first mentioned. */
export function listSelectors({ request, variants, requirements }: Call, document: OpenApiDocument): Selector[] {
  const names = new Set([...variants, ...requirements].flatMap(({ when }) => Object.keys(when)));
  const fields = listFields(request, document);
  return [...names].map((field) => {
    const { schema = {}, isRequired = false } = fields.get(field) ?? {};
    const byDefault = isRequired ? undefined : schema.default;
    if (!isRequired && typeof byDefault !== 'string') throw new Error(`${field} has no default to select by`);
    return { field, parameter: pascalCase(field), default: typeof byDefault === 'string' ? byDefault : undefined };
  });
}

/** Types of requests and responses by the values of their selecting fields. */
export const variantTypes = (calls: readonly Call[], document: OpenApiDocument): string =>
  calls
    .map((call) => ({ ...call, selectors: listSelectors(call, document) }))
    .filter(({ selectors }) => selectors.length > 0)
    .map(({ name, variants, requirements, selectors }) => {
      const parameters = selectors.map(({ parameter }) => parameter).join(', ');
      const responses = variants.map(
        (variant) => `(${writeCondition(variant.when, selectors, variant.name, 'never')})`,
      );
      const required = requirements.map(
        ({ when, fields }) =>
          `(${writeCondition(when, selectors, `Required<Pick<${name}Request, ${fields.map((one) => `'${one}'`).join(' | ')}>>`, 'unknown')})`,
      );
      const request = `
/** ${name}Request with the fields that its values require. */
export type ${name}RequestOf<${parameters}> = ${[writeRequest(name, selectors), ...required].join(' & ')};
`;
      const response = `
/** ${name}Response to a request with these values. */
export type ${name}ResponseOf<${parameters}> = ${responses.join(' | ')};
`;
      return responses.length > 0 ? request + response : request;
    })
    .join('');

/** Returns the type of a request with its selecting fields as parameters. The compiler infers nothing from the request's own type. */
function writeRequest(name: string, selectors: readonly Selector[]): string {
  const fields = selectors.map(({ field, ...one }) => `${field}${one.default ? '?' : ''}: ${one.parameter}`);
  const others = `Omit<${name}Request, ${selectors.map(({ field }) => `'${field}'`).join(' | ')}>`;
  return `${others} & { ${fields.join('; ')} }`;
}

/** Writes nested conditional types, over which each parameter that is a union is distributed. */
function writeCondition(
  when: Readonly<Record<string, string>>,
  selectors: readonly Selector[],
  then: string,
  otherwise: string,
): string {
  return Object.entries(when).reduceRight((inner, [field, value]) => {
    const selector = selectors.find((one) => one.field === field);
    return `${selector?.parameter} extends '${value}' ? ${inner} : ${otherwise}`;
  }, then);
}
