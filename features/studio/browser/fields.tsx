import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CheckField, ChoiceField, ZoneField } from './choice-fields';
import { ColourField } from './colour-field';
import { InstantField, MomentField } from './date-fields';
import { createInputId, type FieldProps, findFieldProblem, type Scope } from './field';
import { findWords, itemName } from './field-words';
import { HoursField } from './hours-field';
import { Icon } from './icons';
import { asFields, asList, asText, type Json, moveItem } from './json';
import { PictureField, PortraitField } from './picture-field';
import type { Schema } from './schema';
import { NumberField, TextField } from './text-fields';
import { announce, IconButton, useKeys } from './ui';
import { words } from './words';

const { fields: texts } = words;

/** Fields that have a place of their own elsewhere, or that the editor fills in itself. */
const HIDDEN = new Set(['language', 'theme', 'logo_data_base64']);
const HIDDEN_ENDS = ['leadForm.fields.name', 'lead_form.fields.name'];

/** Fields that come first in their object, beside each other where there is room. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'sections.items': ['name', 'price'],
  items: ['name', 'url'],
};

const findFirstFields = (path: string): readonly string[] =>
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
  const { store, part } = scope;
  const { by = '', of = {} } = schema.variants ?? {};
  const variant = by ? of[asText(store.value(part, [...scope.path, by]))] : undefined;
  const { properties = {}, required = [] } = variant ?? schema;
  const selector = schema.properties?.[by];
  const first = findFirstFields(scope.words).filter((name) => name in properties);
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
          path={[...scope.path, by]}
          words={`${scope.words}.${by}`}
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
          <summary>{texts.more}</summary>
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

function GroupField({ schema, ...props }: FieldProps) {
  return (
    <fieldset class="group">
      <legend>{findWords(props.words, schema.title).label}</legend>
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

/** Returns the name of an item of a list: its first text, else its kind and number. */
function nameItem(value: Json | undefined, kind: string, index: number): string {
  const { name, title, label, question, headline, url } = asFields(value);
  const text = [name, title, label, question, headline, url].map(asText).find(Boolean);
  return text && kind !== 'question' ? text : asText(label) || text || `${kind} ${index + 1}`;
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
  const id = createInputId(props);
  const isSimple = items.type !== 'object';
  const canFold = Object.keys(items.properties ?? {}).length > 2;
  const problem = findFieldProblem(props);

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
    announce(texts.moved(nameItem(list[index], kind, index), to + 1, list.length));
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
      <legend>{findWords(label, schema.title).label}</legend>
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
                        label={`${texts.moveUp}: ${name}`}
                        isDisabled={index === 0}
                        onClick={() => shift(index, -1)}
                      />
                      <IconButton
                        icon="down"
                        label={`${texts.moveDown}: ${name}`}
                        isDisabled={index === list.length - 1}
                        onClick={() => shift(index, 1)}
                      />
                    </>
                  )}
                  {list.length > minItems && (
                    <IconButton icon="trash" label={texts.remove(name)} onClick={() => drop(index)} />
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
          {texts.add(kind)}
        </button>
      )}
    </fieldset>
  );
}
