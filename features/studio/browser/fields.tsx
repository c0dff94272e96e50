import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DraftStore } from './draft-store';
import { itemName, valueName, wordsOf } from './field-words';
import { HoursField } from './hours-field';
import { Icon } from './icons';
import { asFields, asList, asText, type Fields, type Json, moveItem, type Path, writePath } from './json';
import { PictureField, PortraitField } from './picture-field';
import type { Schema } from './schema';
import { announce, IconButton, useKeys } from './ui';
import { completeLink, findProblem, plainMessage } from './validate';
import { words } from './words';

const { fields: said } = words;

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

const inputId = ({ part, path }: Pick<Scope, 'part' | 'path'>): string => `f-${part}-${path.join('-')}`;

/** Returns the problem of a field that is to be shown: the browser's own words, else those of the server. */
export function problemOf({ store, part, path, schema, isRequired }: FieldProps): string | undefined {
  const name = writePath(path);
  if (!store.showsAll && !store.visited.has(name)) return undefined;
  const own = findProblem(schema, store.value(part, path), isRequired);
  if (own) return own;
  const told = store.problem(part === 'design' ? 'design' : 'content', name);
  return told && plainMessage(told.message, told.param);
}

/** Fields that have a place of their own elsewhere, or that the editor fills in itself. */
const HIDDEN = new Set(['language', 'theme', 'logo_data_base64']);
const HIDDEN_ENDS = ['leadForm.fields.name', 'lead_form.fields.name'];

/** Fields that come first in their object, beside each other where there is room. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'sections.items': ['name', 'price'],
  items: ['name', 'url'],
};

const firstOf = (path: string): readonly string[] =>
  FIRST[path.split('.').slice(-2).join('.')] ?? FIRST[path.split('.').at(-1) ?? ''] ?? [];

/** Fields that few people need. */
const RARE = new Set([
  ...['align', 'scroll', 'hidden', 'allergens', 'price_text', 'poster', 'cover', 'note', 'thanks', 'button', 'privacy'],
  ...['sections.description', 'bic', 'purpose', 'max', 'version', 'merchant_code', 'alternative_schemes', 'fax'],
  ...['bill_information', 'information', 'debtor', 'region', 'cc', 'txid', 'payment.description'],
]);

const isRare = (path: string): boolean =>
  RARE.has(path.split('.').at(-1) ?? '') || RARE.has(path.split('.').slice(-2).join('.'));

const isHidden = (name: string, path: string): boolean =>
  HIDDEN.has(name) || HIDDEN_ENDS.some((end) => path.endsWith(end));

/** Forms of an object's fields; those that few people need are folded in. */
export function ObjectFields({ schema, ...scope }: Scope & { schema: Schema }) {
  const { store, part, path: place, words: at } = scope;
  const { by = '', of = {} } = schema.variants ?? {};
  const variant = by ? of[asText(store.value(part, [...place, by]))] : undefined;
  const { properties = {}, required = [] } = variant ?? schema;
  const selector = schema.properties?.[by];
  const first = firstOf(at).filter((name) => name in properties);
  const names = [...new Set([...first, ...Object.keys(properties)])];
  const shown = names
    .map((name): [string, Schema] => [name, properties[name] ?? {}])
    .filter(([name, field]) => field.const === undefined && name !== by && !isHidden(name, `${scope.words}.${name}`))
    .map(([name, field]) => {
      const path = [...scope.path, name];
      const label = `${scope.words}.${name}`;
      const isRequired = required.includes(name) && field.default === undefined;
      return {
        label,
        view: <Field {...scope} key={name} path={path} words={label} schema={field} isRequired={isRequired} />,
      };
    });
  const rare = shown.filter(({ label }) => isRare(label));
  return (
    <>
      {selector?.enum && (
        <ChoiceField
          {...scope}
          path={[...place, by]}
          words={`${at}.${by}`}
          schema={selector}
          values={selector.enum}
          isRequired
        />
      )}
      {first.length > 1 ? (
        <div class="first">{shown.slice(0, first.length).map(({ view }) => view)}</div>
      ) : (
        shown.slice(0, first.length).map(({ view }) => view)
      )}
      {shown
        .slice(first.length)
        .filter((one) => !rare.includes(one))
        .map(({ view }) => view)}
      {rare.length > 0 && (
        <details class="more">
          <summary>{said.more}</summary>
          {rare.map(({ view }) => view)}
        </details>
      )}
    </>
  );
}

const PICTURES = new Set(['image', 'photo', 'cover', 'poster', 'logo']);

/** The form of one field, by its schema. */
export function Field(props: FieldProps): JSX.Element {
  const { schema, words: label } = props;
  const name = label.split('.').at(-1) ?? '';
  if (name === 'photo_base64') return <PortraitField {...props} />;
  if (schema.format === 'web-address' && (PICTURES.has(name) || label.endsWith('images.url'))) {
    return <PictureField {...props} />;
  }
  if (schema.type === 'array') return name === 'hours' ? <HoursField {...props} /> : <ListField {...props} />;
  if (schema.type === 'object') return <GroupField {...props} />;
  if (schema.type === 'boolean') return <CheckField {...props} />;
  if (schema.enum) return <ChoiceField {...props} values={schema.enum} />;
  if (name === 'timezone') return <ZoneField {...props} />;
  if (schema.type === 'integer' || schema.type === 'number') return <NumberField {...props} />;
  if (schema.pattern?.startsWith('^#(') || schema.pattern?.startsWith('^(#(')) return <ColourField {...props} />;
  if (schema.pattern?.startsWith('^\\d{4}-\\d{2}-\\d{2}([T ]')) return <MomentField {...props} />;
  if (schema.format === 'date-time' || schema.format?.startsWith('instant')) return <InstantField {...props} />;
  return <TextField {...props} />;
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
  const { label, hint } = wordsOf(field.words, field.schema.title);
  const id = inputId(field);
  const problem = problemOf(field);
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  return (
    <div class="field" data-field={field.words.split('.').at(-1)}>
      <label for={id} class={field.isLabelHidden ? 'unseen' : undefined}>
        {label} {!field.isRequired && <span class="optional">{said.optional}</span>}
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

function TextField(props: FieldProps) {
  const { store, part, path, schema, words: label } = props;
  const value = asText(store.value(part, path));
  const parts = label.split('.').filter((one) => one !== '*');
  const name = parts.at(-1) ?? '';
  const { example } = wordsOf(label, schema.title);
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
function NumberField(props: FieldProps) {
  const { store, part, path, schema, words: label } = props;
  const value = store.value(part, path);
  const [text, setText] = useState(asText(value));
  const { unit, example } = wordsOf(label, schema.title);
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

const MOST_SEGMENTS = 4;

function ChoiceField({ values, ...props }: FieldProps & { values: readonly string[] }) {
  const { store, part, path, schema, words: label, isRequired } = props;
  const value = asText(store.value(part, path)) || asText(schema.default);
  const field =
    label
      .split('.')
      .filter((one) => one !== '*')
      .at(-1) ?? '';
  const change = (next: string) => store.set(part, path, next === '' ? undefined : next);
  if (values.length <= MOST_SEGMENTS && (schema.default !== undefined || isRequired)) {
    const id = inputId(props);
    return (
      <fieldset class="segments">
        <legend>{wordsOf(label, schema.title).label}</legend>
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
          {schema.default === undefined && <option value="">{isRequired ? said.choose : said.byDefault}</option>}
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

function CheckField({ store, part, path, schema, words: label, fallback }: FieldProps) {
  const { label: text, hint } = wordsOf(label, schema.title);
  const initial = schema.default ?? fallback === ON;
  const isOn = store.value(part, path) ?? initial;
  const id = inputId({ part, path });
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

function ZoneField(props: FieldProps) {
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

/** A date, with a time unless it is a whole day. */
function MomentField(props: FieldProps) {
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
        {said.wholeDay}
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
function InstantField(props: FieldProps) {
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

/** A colour, chosen or typed. */
function ColourField(props: FieldProps) {
  const { store, part, path, schema, fallback = asText(schema.default) } = props;
  const value = asText(store.value(part, path));
  const { label } = wordsOf(props.words, props.schema.title);
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
            placeholder={fallback || said.noValue}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => change(currentTarget.value.trim())}
            onBlur={() => {
              if (/^[0-9a-f]{3}([0-9a-f]{3})?$/i.test(value)) change(`#${value}`);
              tied.onBlur();
            }}
          />
          {value && !props.isRequired && (
            <IconButton icon="close" label={`${said.clear}: ${label}`} onClick={() => change('')} />
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

function GroupField({ schema, ...props }: FieldProps) {
  return (
    <fieldset class="group">
      <legend>{wordsOf(props.words, schema.title).label}</legend>
      <ObjectFields {...props} schema={schema} />
    </fieldset>
  );
}

/** Returns a new item of a list. */
function newItem(schema: Schema, words: string, list: readonly Json[]): Json {
  if (schema.type !== 'object') return '';
  const used = new Set(list.map((one) => asText(asFields(one).name)));
  let number = list.length + 1;
  while (used.has(`question_${number}`)) number += 1;
  if (words.endsWith('fields')) return { name: `question_${number}`, label: '', type: 'text' };
  const nested = Object.entries(schema.properties ?? {})
    .filter(([name, { type, minItems }]) => type === 'array' && minItems && schema.required?.includes(name))
    .map(([name, { items = {} }]): [string, Json] => [name, [newItem(items, `${words}.${name}`, [])]]);
  return Object.fromEntries(nested);
}

/** Returns what an item of a list is called: its first text, else its kind and number. */
function nameItem(value: Json | undefined, kind: string, index: number): string {
  const { name, title, label, question, headline, url } = asFields(value);
  const own = [name, title, label, question, headline, url].map(asText).find(Boolean);
  return own && kind !== 'question' ? own : asText(label) || own || `${kind} ${index + 1}`;
}

/** Number of items up to which all are open at first. */
const FEW = 3;

/** A list whose items are added, removed and moved. */
function ListField(props: FieldProps) {
  const { store, part, path, schema, words: label } = props;
  const list = asList(store.value(part, path));
  const { keys, move, remove, insert } = useKeys(list.length);
  const [focused, setFocused] = useState<number>();
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(keys.length > FEW ? [] : keys));
  const kind = itemName(label);
  const { items = {}, maxItems = Number.POSITIVE_INFINITY, minItems = 0 } = schema;
  const change = (next: readonly Json[]) =>
    store.set(part, path, next.length === 0 && minItems === 0 ? undefined : [...next]);
  const id = inputId(props);
  const isSimple = items.type !== 'object';
  const canFold = Object.keys(items.properties ?? {}).length > 2;
  const problem = problemOf(props);

  // A new item, or one that was moved, has the focus.
  useEffect(() => {
    if (focused === undefined) return;
    const item = document.querySelector(`[data-item="${id}-${focused}"]`);
    const target = item?.querySelector<HTMLElement>('.was-pressed, input:not([type="file"]), textarea, select');
    target?.focus();
    target?.classList.remove('was-pressed');
    setFocused(undefined);
  }, [focused]);

  const shift = (index: number, by: number) => {
    const to = index + by;
    if (to < 0 || to >= list.length) return;
    announce(said.moved(nameItem(list[index], kind, index), to + 1, list.length));
    const key = keys[index];
    move(index, to);
    change(moveItem(list, index, to));
    document.activeElement?.classList.add('was-pressed');
    setFocused(key);
  };
  const toggle = (key: number | undefined, isOpen: boolean) => {
    const next = new Set(open);
    if (key !== undefined && isOpen) next.add(key);
    else if (key !== undefined) next.delete(key);
    setOpen(next);
  };
  const add = () => {
    insert(list.length);
    setFocused(keys.at(-1));
    toggle(keys.at(-1), true);
    change([...list, newItem(items, label, list)]);
  };
  const drop = (index: number) => {
    const name = nameItem(list[index], kind, index);
    remove(index);
    change(list.filter((_, at) => at !== index));
    announce(words.deleted(name));
    document.getElementById(`${id}-add`)?.focus();
  };

  return (
    <fieldset class={isSimple ? 'list simple' : 'list'}>
      <legend>{wordsOf(label, schema.title).label}</legend>
      {list.length > 0 && (
        <ol class={canFold ? 'items folding' : 'items'}>
          {list.map((value, index) => {
            const name = nameItem(value, kind, index);
            const item: FieldProps = {
              ...{ store, part, schema: items, isRequired: !isSimple || minItems > 0 },
              path: [...path, index],
              words: isSimple ? `${label}.*` : label,
            };
            const key = keys[index] ?? index;
            const isOpen = !canFold || open.has(key);
            return (
              <li key={key} data-item={`${id}-${key}`} class="item">
                {canFold && (
                  <button type="button" class="fold" aria-expanded={isOpen} onClick={() => toggle(key, !isOpen)}>
                    <Icon name={isOpen ? 'unfolded' : 'folded'} size={16} />
                    {name}
                  </button>
                )}
                {isOpen && (
                  <div class="item-fields">
                    {isSimple ? <Field {...item} isLabelHidden /> : <ObjectFields {...item} />}
                  </div>
                )}
                <span class="item-buttons">
                  {list.length > 1 && (
                    <>
                      <IconButton
                        icon="up"
                        label={`${said.moveUp}: ${name}`}
                        isDisabled={index === 0}
                        onClick={() => shift(index, -1)}
                      />
                      <IconButton
                        icon="down"
                        label={`${said.moveDown}: ${name}`}
                        isDisabled={index === list.length - 1}
                        onClick={() => shift(index, 1)}
                      />
                    </>
                  )}
                  {list.length > minItems && (
                    <IconButton icon="trash" label={said.remove(name)} onClick={() => drop(index)} />
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {problem && <p class="problem">{problem}</p>}
      {list.length < maxItems && (
        <button type="button" class="quiet-button add" id={`${id}-add`} onClick={add}>
          <Icon name="plus" size={16} />
          {said.add(kind)}
        </button>
      )}
    </fieldset>
  );
}

export type { Fields };
