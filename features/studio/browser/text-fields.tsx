import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type FieldProps, Labelled } from './field';
import { findWords } from './field-words';
import { asText, type Json } from './json';
import type { Schema } from './schema';
import { completeLink } from './validate';

const LONG = 1_000;

/** Attributes that bring up the right keyboard and the browser's help. */
function textAttributes(schema: Schema, name: string): JSX.InputHTMLAttributes<HTMLInputElement> {
  if (schema.format === 'web-address' || schema.format === 'link') return { type: 'url', inputMode: 'url' };
  if (schema.format === 'date') return { type: 'date' };
  if (schema.pattern?.startsWith('^([01]\\d')) return { type: 'time' };
  if (name === 'email' || name === 'emails' || name === 'to') return { type: 'email' };
  if (name === 'phone' || name === 'phones' || name === 'number') return { type: 'tel' };
  return { type: 'text' };
}

export function TextField(props: FieldProps) {
  const { store, part, path, schema, words: label } = props;
  const value = asText(store.value(part, path));
  const parts = label.split('.').filter((one) => one !== '*');
  const name = parts.at(-1) ?? '';
  const { example } = findWords(label, schema.title);
  const isItem = typeof path.at(-1) === 'number';
  const change = (text: string) => store.set(part, path, text === '' && !isItem ? undefined : text);
  const isLong = (schema.maxLength ?? 0) >= LONG && !schema.format && !schema.pattern;
  const attributes = textAttributes(schema, name);
  return (
    <Labelled field={props}>
      {(tied) =>
        isLong ? (
          <textarea
            {...tied}
            rows={(schema.maxLength ?? 0) > 10_000 ? 8 : 3}
            value={value}
            placeholder={example ?? ''}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        ) : (
          <input
            {...tied}
            {...attributes}
            value={value}
            placeholder={example ?? ''}
            autocomplete="off"
            spellcheck={attributes.type === 'text'}
            list={name === 'currency' ? 'currencies' : undefined}
            onInput={({ currentTarget }) => change(currentTarget.value)}
            onBlur={() => {
              if (attributes.type === 'url') change(completeLink(value, schema.format));
              tied.onBlur();
            }}
          />
        )
      }
    </Labelled>
  );
}

/** A number as people type it, with a comma or a point. */
export function NumberField(props: FieldProps) {
  const { store, part, path, schema, words: label } = props;
  const value = store.value(part, path);
  const [text, setText] = useState(asText(value));
  const { unit, example } = findWords(label, schema.title);
  const parse = (typed: string): Json | undefined => {
    if (typed.trim() === '') return undefined;
    const number = Number(typed.trim().replace(',', '.'));
    return Number.isNaN(number) ? typed.trim() : number;
  };
  useEffect(() => {
    if (parse(text) !== value) setText(asText(value));
  }, [value]);
  const shown = schema.default === undefined ? (example ?? '') : String(schema.default);
  return (
    <Labelled field={props}>
      {(tied) => (
        <span class="with-unit">
          <input
            {...tied}
            type="text"
            inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
            value={text}
            placeholder={shown}
            autocomplete="off"
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              store.set(part, path, parse(currentTarget.value));
            }}
          />
          {unit && <span class="unit">{unit}</span>}
        </span>
      )}
    </Labelled>
  );
}
