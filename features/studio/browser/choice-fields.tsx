import { createInputId, type FieldProps, Labelled } from './field';
import { findWords, valueName } from './field-words';
import { asText } from './json';
import { words } from './words';

const { fields: texts } = words;

const MOST_SEGMENTS = 4;

export function ChoiceField({ values, ...props }: FieldProps & { values: readonly string[] }) {
  const { store, part, path, schema, words: label, isRequired } = props;
  const value = asText(store.value(part, path)) || asText(schema.default);
  const field =
    label
      .split('.')
      .filter((one) => one !== '*')
      .at(-1) ?? '';
  const change = (next: string) => store.set(part, path, next === '' ? undefined : next);
  if (values.length <= MOST_SEGMENTS && (schema.default !== undefined || isRequired)) {
    const id = createInputId(props);
    return (
      <fieldset class="segments">
        <legend>{findWords(label, schema.title).label}</legend>
        {values.map((one) => (
          <label key={one} class="segment">
            <input type="radio" name={id} value={one} checked={one === value} onChange={() => change(one)} />
            <span>{valueName(field, one)}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <Labelled field={props}>
      {(tied) => (
        <select {...tied} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {schema.default === undefined && <option value="">{isRequired ? texts.choose : texts.byDefault}</option>}
          {values.map((one) => (
            <option key={one} value={one}>
              {valueName(field, one)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Fallback of a checkbox that is ticked without a value. */
export const ON = 'on';

export function CheckField({ store, part, path, schema, words: label, fallback }: FieldProps) {
  const { label: text, hint } = findWords(label, schema.title);
  const initial = schema.default ?? fallback === ON;
  const isOn = store.value(part, path) ?? initial;
  const id = createInputId({ part, path });
  return (
    <div class="field">
      <label class="tick">
        <input
          type="checkbox"
          checked={isOn === true}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={({ currentTarget }) =>
            store.set(part, path, currentTarget.checked === initial ? undefined : currentTarget.checked)
          }
        />
        {text}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

const zones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export function ZoneField(props: FieldProps) {
  const { store, part, path, schema } = props;
  const value = asText(store.value(part, path)) || asText(schema.default) || 'UTC';
  return (
    <Labelled field={props}>
      {(tied) => (
        <select {...tied} value={value} onChange={({ currentTarget }) => store.set(part, path, currentTarget.value)}>
          {[...new Set([value, ...zones()])].map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
