import { useEffect, useRef, useState } from 'preact/hooks';
import contract from 'studio-contract';
import type { DraftStore } from './draft-store';
import { ObjectFields } from './fields';
import { Icon, type IconName } from './icons';
import { asFields, asList, asText, type Json, moveItem } from './json';
import { beginBlock } from './kinds';
import { announce, Dialog, IconButton, useKeys } from './ui';
import { words } from './words';

const { blocks: texts, fields } = words;

const icons: Readonly<Record<string, IconName>> = {
  ...{ hero: 'header', text: 'text', button: 'button', gallery: 'images', video: 'video', mp3: 'audio', pdf: 'pdf' },
  ...{ socialLinks: 'links', event: 'event', coupon: 'coupon', rating: 'rating', feedback: 'feedback', wifi: 'wifi' },
  ...{ vcardPlus: 'contact', menu: 'menu', businessHours: 'clock', leadForm: 'form', faq: 'faq', appBadges: 'app' },
  ...{ spacer: 'space', divider: 'line' },
};

/** Types of blocks in the order of the palette: that of their names, then those of later versions. */
const types = [...new Set([...Object.keys(words.blockNames), ...Object.keys(contract.blocks)])].filter(
  (type) => type in contract.blocks,
);

export const blockName = (type: string): string => words.blockNames[type] ?? type;

/** Returns what tells a block from others of its type. */
function summarize(block: Json | undefined): string {
  const { headline, title, label, text, ssid, first_name, last_name, org } = asFields(asFields(block).props);
  const name = [first_name, last_name].map(asText).filter(Boolean).join(' ');
  return ([headline, title, label, name, org, ssid, text].map(asText).find(Boolean) ?? '').slice(0, 80);
}

interface BlocksProps {
  store: DraftStore;
  /** Block that was selected in the preview. */
  selected: { index: number } | undefined;
}

const PATH = ['page', 'blocks'];

/** The blocks of a page: added from a palette, moved by drag or by key, opened to edit their content. */
export function Blocks({ store, selected }: BlocksProps) {
  const list = asList(store.value('body', PATH));
  const { keys, move, remove, insert } = useKeys(list.length);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(keys.slice(0, 1)));
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const [focus, setFocus] = useState<string>();
  const element = useRef<HTMLOListElement>(null);

  const change = (next: readonly Json[]) => store.set('body', PATH, [...next]);
  const name = (index: number) => blockName(asText(asFields(list[index]).type));
  const toggle = (key: number, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const shift = (from: number, to: number, focused: string) => {
    if (to < 0 || to >= list.length || from === to) return;
    announce(fields.moved(name(from), to + 1, list.length));
    const key = keys[from];
    move(from, to);
    change(moveItem(list, from, to));
    setRemoved(undefined);
    setFocus(`#block-${key} ${focused}`);
  };
  const place = (index: number, block: Json) => {
    insert(index);
    const key = keys[index];
    if (key !== undefined) toggle(key, true);
    change(list.toSpliced(index, 0, block));
    setRemoved(undefined);
    setFocus(`#block-${key} .block-toggle`);
  };
  const drop = (index: number) => {
    remove(index);
    change(list.filter((_, at) => at !== index));
    setRemoved(texts.removed(name(index)));
    setFocus('.undo-bar button');
  };

  // The latest function, for a library that is set up once.
  const latest = useRef(shift);
  latest.current = shift;
  useEffect(() => {
    const container = element.current;
    if (!container || store.isReadOnly) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Without it, blocks are moved by their buttons.
    void import('studio-sortable').then(
      ({ default: Sortable }) => {
        if (isGone) return;
        stop = makeSortable(Sortable, container, (from, to) => latest.current(from, to, '.drag'));
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [store]);

  useEffect(() => {
    if (!focus) return;
    document.querySelector<HTMLElement>(focus)?.focus();
    setFocus(undefined);
  }, [focus]);

  useEffect(() => {
    const key = selected && keys[selected.index];
    if (key === undefined) return;
    toggle(key, true);
    setFocus(`#block-${key} .block-toggle`);
  }, [selected]);

  return (
    <section class="blocks" aria-labelledby="blocks-title">
      <h2 id="blocks-title">{texts.title}</h2>
      {removed && (
        <p class="undo-bar" role="status">
          {removed}
          <button
            type="button"
            class="quiet-button"
            onClick={() => {
              store.undo();
              setRemoved(undefined);
              setFocus('#add-block');
            }}
          >
            <Icon name="undo" size={16} />
            {words.undo}
          </button>
        </p>
      )}
      {list.length === 0 && <p class="empty">{texts.empty}</p>}
      <ol class="block-list" ref={element}>
        {list.map((block, index) => {
          const key = keys[index] ?? index;
          const type = asText(asFields(block).type);
          const title = name(index);
          const isOpen = open.has(key);
          return (
            <li key={key} id={`block-${key}`} class={isOpen ? 'block open' : 'block'}>
              <div class="block-head">
                <button
                  type="button"
                  class="icon-button drag"
                  aria-label={fields.drag(title)}
                  title={fields.drag(title)}
                  onKeyDown={(event) => {
                    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                    if (by === 0) return;
                    event.preventDefault();
                    shift(index, index + by, '.drag');
                  }}
                >
                  <Icon name="drag" />
                </button>
                <button
                  type="button"
                  class="block-toggle"
                  aria-expanded={isOpen}
                  aria-controls={`block-${key}-body`}
                  onClick={() => toggle(key, !isOpen)}
                >
                  <Icon name={icons[type] ?? 'page'} />
                  <strong>{title}</strong> <span class="quiet">{summarize(block)}</span>
                </button>
              </div>
              <div id={`block-${key}-body`} class="block-body" hidden={!isOpen}>
                {isOpen && (
                  <>
                    <ObjectFields
                      {...{ store, part: 'body' as const, words: type }}
                      path={[...PATH, index, 'props']}
                      schema={contract.blocks[type] ?? {}}
                    />
                    <p class="block-tools">
                      <IconButton
                        icon="up"
                        class="move-up"
                        label={`${fields.moveUp}: ${title}`}
                        isDisabled={index === 0}
                        onClick={() => shift(index, index - 1, '.move-up')}
                      />
                      <IconButton
                        icon="down"
                        class="move-down"
                        label={`${fields.moveDown}: ${title}`}
                        isDisabled={index === list.length - 1}
                        onClick={() => shift(index, index + 1, '.move-down')}
                      />
                      <IconButton
                        icon="copy"
                        label={`${fields.duplicate}: ${title}`}
                        onClick={() => place(index + 1, block)}
                      />
                      <IconButton icon="trash" label={fields.remove(title)} onClick={() => drop(index)} />
                    </p>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <button type="button" id="add-block" class="quiet-button add" onClick={() => setPaletteOpen(true)}>
        <Icon name="plus" size={16} />
        {texts.add}
      </button>
      {isPaletteOpen && (
        <Dialog title={texts.palette} onClose={() => setPaletteOpen(false)}>
          <ul class="palette">
            {types.map((type) => (
              <li key={type}>
                <button
                  type="button"
                  class="palette-item"
                  onClick={() => {
                    setPaletteOpen(false);
                    place(list.length, beginBlock(type));
                    announce(texts.added(blockName(type)));
                  }}
                >
                  <Icon name={icons[type] ?? 'page'} size={24} />
                  {blockName(type)}
                </button>
              </li>
            ))}
          </ul>
          <p class="buttons">
            <button type="button" class="quiet-button" onClick={() => setPaletteOpen(false)}>
              {words.photo.cancel}
            </button>
          </p>
        </Dialog>
      )}
    </section>
  );
}

/** Lets the elements of a list be dragged. */
function makeSortable(
  Sortable: typeof import('sortablejs'),
  container: HTMLElement,
  move: (from: number, to: number) => void,
): () => void {
  let next: Node | null = null;
  const sortable = Sortable.create(container, {
    handle: '.drag',
    forceFallback: true,
    fallbackTolerance: 4,
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    ghostClass: 'ghost',
    onStart({ item }) {
      next = item.nextSibling;
    },
    onEnd({ item, oldIndex, newIndex }) {
      // The list is drawn from the draft, so that the element goes back to where it was.
      item.parentNode?.insertBefore(item, next);
      if (oldIndex !== undefined && newIndex !== undefined) move(oldIndex, newIndex);
    },
  });
  return () => sortable.destroy();
}
