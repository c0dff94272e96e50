import { type FieldProps, Labelled } from './field';
import { findWords } from './field-words';
import { asText } from './json';
import { IconButton } from './ui';
import { words } from './words';

const { fields: texts } = words;

/** A colour, chosen or typed. */
export function ColourField(props: FieldProps) {
  const { store, part, path, schema, fallback = asText(schema.default) } = props;
  const value = asText(store.value(part, path));
  const { label } = findWords(props.words, props.schema.title);
  const change = (text: string) => store.set(part, path, text === '' ? undefined : text);
  const shown = value || fallback;
  return (
    <Labelled field={props}>
      {(tied) => (
        <span class="colour">
          <input
            type="color"
            aria-label={label}
            value={toSixDigits(shown)}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
          <input
            {...tied}
            type="text"
            value={value}
            placeholder={fallback || texts.noValue}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => change(currentTarget.value.trim())}
            onBlur={() => {
              if (/^[0-9a-f]{3}([0-9a-f]{3})?$/i.test(value)) change(`#${value}`);
              tied.onBlur();
            }}
          />
          {value && !props.isRequired && (
            <IconButton icon="close" label={`${texts.clear}: ${label}`} onClick={() => change('')} />
          )}
        </span>
      )}
    </Labelled>
  );
}

const toSixDigits = (colour: string): string => {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour.toLowerCase();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  return short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`.toLowerCase()
    : '#ffffff';
};
