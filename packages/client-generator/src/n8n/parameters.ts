import { type Field, listFields, type OpenApiDocument, resolveSchema, type Schema } from '../calls.js';
import { describeSwitch, sentence, titleCase, withLabels } from './words.js';

/** A parameter of an n8n node (`INodeProperties`), as far as it is generated. */
export interface Parameter {
  displayName: string;
  name: string;
  type: string;
  default: unknown;
  required?: boolean;
  description?: string;
  placeholder?: string;
  noDataExpression?: boolean;
  typeOptions?: object;
  options?: readonly object[];
  displayOptions?: { show: Readonly<Record<string, readonly string[]>> };
  routing?: object;
}

/** Location of a field in a request. */
export type Location = 'path' | 'query' | 'body';

/** Expressions that convert the value of a parameter to that of a field. */
export const CONVERSIONS = {
  json: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
  list: '={{ Array.isArray($value) ? $value : String($value).split(",").map((item) => item.trim()).filter((item) => item) }}',
} as const;

/** Type of a parameter, and how its value is converted. */
type Kind = Pick<Parameter, 'type' | 'default' | 'typeOptions' | 'options' | 'placeholder'> & {
  conversion?: keyof typeof CONVERSIONS;
  /** Added to the description. */
  note?: string;
};

/** Returns a field of a request as a parameter. */
export function createParameter(
  name: string,
  { schema, isRequired }: Field,
  location: Location,
  document: OpenApiDocument,
): Parameter {
  const { conversion, note, ...kind } = createKind(resolveSchema(schema, document), document);
  const { description = '' } = { ...resolveSchema(schema, document), ...schema };
  const about = describe(kind.type, [description, note].filter(Boolean).join('. '));
  return {
    displayName: titleCase(name),
    name,
    ...kind,
    ...(isRequired && { required: true }),
    ...(about && { description: about }),
    ...(location !== 'path' && {
      routing: { send: { type: location, property: name, ...(conversion && { value: CONVERSIONS[conversion] }) } },
    }),
  };
}

const describe = (type: string, description: string): string =>
  type === 'boolean' ? describeSwitch(sentence(description)) : sentence(description);

/** Replaces names of fields and values in the description of a parameter by their labels. In JSON they keep their names. */
export function addLabels(parameter: Parameter, names: Iterable<string>): Parameter {
  const { type, description, options = [] } = parameter;
  if (type === 'json' || description === undefined) return parameter;
  const values = options.map((option) => String(Reflect.get(option, 'value')));
  return { ...parameter, description: withLabels(description, new Set([...names, ...values])) };
}

function createKind(schema: Schema, document: OpenApiDocument): Kind {
  const { enum: values, items, default: byDefault } = schema;
  if (values) return { type: 'options', options: createChoices(values), default: byDefault ?? values[0] };
  if (items) return listKind(resolveSchema(items, document), document);
  switch (schema.anyOf ? 'string' : schema.type) {
    case 'string':
      return {
        type: 'string',
        default: byDefault ?? '',
        ...(schema.format === 'date' && { placeholder: 'YYYY-MM-DD' }),
      };
    case 'integer':
    case 'number':
      return { type: 'number', default: byDefault ?? 0, typeOptions: readBounds(schema) };
    case 'boolean':
      return { type: 'boolean', default: byDefault ?? false };
    default: {
      const options = createRow(schema, document);
      return options
        ? { type: 'fixedCollection', default: {}, options, placeholder: 'Set Fields' }
        : { type: 'json', default: '{}', conversion: 'json' };
    }
  }
}

function listKind(items: Schema, document: OpenApiDocument): Kind {
  if (items.enum) return { type: 'multiOptions', options: createChoices(items.enum), default: [] };
  if (items.type === 'string' || items.type === 'integer')
    return { type: 'string', default: '', conversion: 'list', note: 'Separate several with commas' };
  const options = createRow(items, document);
  return options
    ? { type: 'fixedCollection', typeOptions: { multipleValues: true }, default: {}, options, placeholder: 'Add Row' }
    : { type: 'json', default: '[]', conversion: 'json' };
}

const createChoices = (values: readonly unknown[]): object[] =>
  sortByName(values.map((value) => ({ name: titleCase(String(value)), value })));

/** Sorts options by their name, as n8n has them. */
export const sortByName = <Option extends { name: string }>(options: readonly Option[]): Option[] =>
  [...options].sort((a, b) => a.name.localeCompare(b.name));

const readBounds = ({ minimum, maximum }: Schema & { minimum?: number; maximum?: number }): object => ({
  ...(minimum !== undefined && { minValue: minimum }),
  ...(maximum !== undefined && { maxValue: maximum }),
});

/** Returns the columns of an object whose fields are plain values, and undefined for others, which are entered as JSON. */
function createRow(schema: Schema, document: OpenApiDocument): object[] | undefined {
  if (schema.oneOf) return undefined;
  const fields = [...listFields(schema, document)];
  const columns = fields.map(([name, field]) => createColumn(name, field, document));
  if (columns.length === 0 || columns.includes(undefined)) return undefined;
  return [{ displayName: 'Row', name: 'row', values: sortByLabel(columns.filter((column) => column !== undefined)) }];
}

/** Sorts parameters by their label. */
export const sortByLabel = (parameters: readonly Parameter[]): Parameter[] =>
  [...parameters].sort((a, b) => a.displayName.localeCompare(b.displayName));

/** Returns a field of a row. It can be left empty, so numbers are entered as text, which the service reads as such. */
function createColumn(name: string, field: Field, document: OpenApiDocument): Parameter | undefined {
  const { routing: _, typeOptions: __, ...parameter } = createParameter(name, field, 'path', document);
  switch (parameter.type) {
    case 'string':
      // A list would not be converted.
      return resolveSchema(field.schema, document).items ? undefined : { ...parameter, default: '' };
    case 'number':
      return { ...parameter, type: 'string', default: '' };
    case 'options':
      if (field.isRequired) return parameter;
      return { ...parameter, options: [{ name: 'Default', value: '' }, ...(parameter.options ?? [])], default: '' };
    default:
      return undefined;
  }
}
