import { useState } from 'preact/hooks';
import { type FieldProps, Labelled } from './field';
import { asText } from './json';
import { words } from './words';

const { fields: texts } = words;

/** A date, with a time unless it is a whole day. */
export function MomentField(props: FieldProps) {
  const { store, part, path, words: label } = props;
  const value = asText(store.value(part, path));
  const [isDay, setDay] = useState(value === '' ? label.endsWith('valid_until') : value.length === 10);
  const change = (text: string) => store.set(part, path, text === '' ? undefined : text);
  return (
    <div class="moment">
      <Labelled field={props}>
        {(tied) => (
          <input
            {...tied}
            type={isDay ? 'date' : 'datetime-local'}
            value={isDay ? value.slice(0, 10) : value.slice(0, 16)}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
      </Labelled>
      <label class="tick">
        <input
          type="checkbox"
          checked={isDay}
          onChange={({ currentTarget: { checked } }) => {
            setDay(checked);
            if (value) change(checked ? value.slice(0, 10) : `${value.slice(0, 10)}T12:00`);
          }}
        />
        {texts.wholeDay}
      </label>
    </div>
  );
}

/** Returns an instant as the input of a local date and time has it. */
function toLocal(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** An instant, in the time zone of the browser. */
export function InstantField(props: FieldProps) {
  const { store, part, path } = props;
  return (
    <Labelled field={props}>
      {(tied) => (
        <input
          {...tied}
          type="datetime-local"
          value={toLocal(asText(store.value(part, path)))}
          onInput={({ currentTarget: { value } }) =>
            store.set(part, path, value ? new Date(value).toISOString() : undefined)
          }
        />
      )}
    </Labelled>
  );
}
