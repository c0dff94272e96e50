import { useEffect, useRef, useState } from 'preact/hooks';
import contract from 'studio-contract';
import type { Draft, Problem, Published } from './api';
import { Blocks } from './blocks';
import { CodePanel, Verdict } from './code-panel';
import { useMount } from './context';
import { DesignPanel } from './design-panel';
import type { DraftStore } from './draft-store';
import { Field, ObjectFields } from './fields';
import { Icon } from './icons';
import { findContentSchema, findKind, nameDraft } from './kinds';
import { CodePreview, PagePreview } from './preview';
import { DownloadPanel, PublishPanel } from './publish-panel';
import { describeError } from './start';
import { announce, Dialog, formatTime, IconButton, useDraft } from './ui';
import { words } from './words';

type Tab = keyof typeof words.tabs;

/** True where the preview fits beside the form. */
const wide = matchMedia('(min-width: 960px)');

function useWide(): boolean {
  const [isWide, setWide] = useState(wide.matches);
  useEffect(() => {
    const update = () => setWide(wide.matches);
    wide.addEventListener('change', update);
    return () => wide.removeEventListener('change', update);
  }, []);
  return isWide;
}

interface EditorProps {
  store: DraftStore;
  onLeave: () => void;
  onOpen: (draft: Draft) => void;
  onPublished: (published: Published) => void;
}

/** The editor of a draft: steps on the left, the preview beside it, or as a step of its own on a phone. */
export function Editor({ store, onLeave, onOpen, onPublished }: EditorProps) {
  useDraft(store);
  const { base, origin } = useMount();
  const isWide = useWide();
  const [tab, setTab] = useState<Tab>('content');
  const [selected, setSelected] = useState<{ index: number }>();
  const [pending, setPending] = useState<string>();
  const { draft } = store;
  const kind = findKind(draft);
  const isPage = draft.kind === 'page';
  const hasPreview = isPage && draft.type !== 'url';
  const steps: Tab[] = [
    'content',
    ...(hasPreview ? (['design'] as const) : []),
    'code',
    ...(isWide ? [] : (['preview'] as const)),
    isPage ? 'publish' : 'download',
  ];
  const current = steps.includes(tab) ? tab : 'content';
  const following = steps.filter((step) => step !== 'preview' || !isWide).at(steps.indexOf(current) + 1);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (!store.saveBeforeLeaving()) event.preventDefault();
    };
    const hide = () => {
      store.saveBeforeLeaving();
    };
    const back = () => store.retry();
    addEventListener('beforeunload', leave);
    addEventListener('pagehide', hide);
    addEventListener('online', back);
    return () => {
      removeEventListener('beforeunload', leave);
      removeEventListener('pagehide', hide);
      removeEventListener('online', back);
    };
  }, [store]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return;
      const key = event.key.toLowerCase();
      if (key === 's') event.preventDefault();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.redo();
      else store.undo();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [store]);

  // A field whose problem was chosen gets the focus once its tab is shown.
  useEffect(() => {
    if (!pending) return;
    focusField(pending);
    setPending(undefined);
  }, [pending, current]);

  const show = (problem: Problem, part: 'content' | 'design') => {
    const isOwner = part === 'content' && problem.param.split(/[.[]/)[0] !== undefined && isOwnerField(problem.param);
    setTab(
      part === 'design'
        ? 'code'
        : isOwner
          ? isPage
            ? 'publish'
            : 'download'
          : problem.param.includes('theme')
            ? 'design'
            : 'content',
    );
    const block = /^page\.blocks\[(\d+)\]/.exec(problem.param);
    if (block) setSelected({ index: Number(block[1]) });
    setTimeout(() => setPending(`${part === 'design' ? 'design' : 'body'} ${problem.param}`), 50);
  };

  return (
    <div class="editor">
      <header class="editor-bar">
        {!origin && (
          <a
            class="icon-button back"
            href={base}
            aria-label={words.backToList}
            title={words.backToList}
            onClick={(event) => {
              event.preventDefault();
              onLeave();
            }}
          >
            <Icon name="back" />
          </a>
        )}
        <h1>
          <Icon name={kind?.icon ?? 'page'} />
          <span class="unseen">{kind?.words.name ?? draft.type}: </span>
          {nameDraft(draft)}
        </h1>
        <SaveState store={store} />
        <span class="history">
          <IconButton icon="undo" label={words.undo} isDisabled={!store.canUndo} onClick={() => store.undo()} />
          <IconButton icon="redo" label={words.redo} isDisabled={!store.canRedo} onClick={() => store.redo()} />
        </span>
      </header>
      <StateNotice store={store} onOpen={onOpen} />
      <Tabs steps={steps} current={current} onChoose={setTab} />
      <div class="panes">
        <div class="pane" role="tabpanel" id={`panel-${current}`} aria-labelledby={`tab-${current}`} key={current}>
          <fieldset class="plain" disabled={store.isReadOnly}>
            <legend class="unseen">{words.tabs[current]}</legend>
            {current === 'content' && <Content store={store} selected={selected} />}
            {current === 'design' && <DesignPanel store={store} />}
            {current === 'code' && (
              <>
                {!isWide && (
                  <>
                    <CodePreview store={store} />
                    <Verdict store={store} />
                  </>
                )}
                <CodePanel store={store} />
              </>
            )}
            {current === 'publish' && <PublishPanel store={store} onPublished={onPublished} onShow={show} />}
            {current === 'download' && <DownloadPanel store={store} onShow={show} />}
          </fieldset>
          {current === 'preview' && <Previews store={store} hasPage={hasPreview} isCode={false} onSelect={() => {}} />}
          {following && (
            <p class="next">
              <button
                type="button"
                class={current === 'publish' ? '' : 'quiet-button'}
                onClick={() => {
                  setTab(following);
                  document.getElementById(`tab-${following}`)?.focus();
                  scrollTo(0, 0);
                }}
              >
                {words.next(words.tabs[following])}
              </button>
            </p>
          )}
        </div>
        {isWide && (
          <aside class="side" aria-label={words.tabs.preview}>
            <Previews
              store={store}
              hasPage={hasPreview}
              isCode={current === 'code' || current === 'publish' || current === 'download'}
              onSelect={(index) => {
                if (draft.type !== 'page') return;
                setTab('content');
                setSelected({ index });
              }}
            />
          </aside>
        )}
      </div>
      {store.conflict && <ConflictDialog store={store} onOpen={onOpen} />}
      <datalist id="currencies">
        {['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'DKK', 'NOK', 'CZK', 'TRY', 'BRL', 'INR', 'JPY', 'AUD', 'CAD'].map(
          (currency) => (
            <option key={currency} value={currency} />
          ),
        )}
      </datalist>
    </div>
  );
}

const isOwnerField = (param: string): boolean => (param.split(/[.[]/)[0] ?? '') in contract.owner;

/** Moves the focus to the field of a problem, or to the closest one around it. */
function focusField(place: string): void {
  const [part = '', param = ''] = place.split(' ');
  const steps = param.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  for (let end = steps.length; end > 0; end--) {
    const id = `f-${part}-${steps.slice(0, end).join('-')}`;
    const field = document.getElementById(id) ?? document.getElementById(`${id}-add`);
    if (!field) continue;
    for (let around = field.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
      around.open = true;
    field.focus();
    return;
  }
}

/** The forms of the content. */
function Content({ store, selected }: { store: DraftStore; selected: { index: number } | undefined }) {
  const { kind, type } = store.draft;
  if (type === 'page') return <Blocks store={store} selected={selected} />;
  const scope = { store, part: 'body' as const, words: kind === 'code' ? `direct.${type}` : type };
  if (kind === 'code' && type === 'text') {
    return (
      <Field
        {...scope}
        path={['qr_code_text']}
        words="qr_code_text"
        schema={{ type: 'string', maxLength: 2_000 }}
        isRequired
      />
    );
  }
  const schema = (kind === 'code' ? contract.direct[type] : findContentSchema(type)) ?? {};
  return <ObjectFields {...scope} path={['content']} schema={schema} />;
}

interface TabsProps {
  steps: readonly Tab[];
  current: Tab;
  onChoose: (tab: Tab) => void;
}

/** Tabs, moved between by arrow keys. */
function Tabs({ steps, current, onChoose }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (index: number) => {
    const step = steps.at(index % steps.length);
    if (!step) return;
    onChoose(step);
    list.current?.querySelector<HTMLElement>(`#tab-${step}`)?.focus();
  };
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={words.steps}
      ref={list}
      onKeyDown={(event) => {
        const at = steps.indexOf(current);
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        choose(to);
      }}
    >
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          role="tab"
          id={`tab-${step}`}
          aria-selected={step === current}
          aria-controls={step === current ? `panel-${step}` : undefined}
          tabIndex={step === current ? 0 : -1}
          onClick={() => onChoose(step)}
        >
          <span class="wide-words">{words.tabs[step]}</span>
          <span class="short-words" aria-hidden="true">
            {words.shortTabs[step]}
          </span>
        </button>
      ))}
    </div>
  );
}

interface PreviewsProps {
  store: DraftStore;
  hasPage: boolean;
  isCode: boolean;
  onSelect: (index: number) => void;
}

/** The page and the code, of which one is shown. */
function Previews({ store, hasPage, isCode, onSelect }: PreviewsProps) {
  const [shown, setShown] = useState<'page' | 'qr'>(isCode || !hasPage ? 'qr' : 'page');
  useEffect(() => setShown(isCode || !hasPage ? 'qr' : 'page'), [isCode, hasPage]);
  return (
    <>
      {hasPage && (
        <fieldset class="segments">
          <legend class="unseen">{words.tabs.preview}</legend>
          {(['page', 'qr'] as const).map((one) => (
            <label key={one} class="segment">
              <input type="radio" name="preview" checked={one === shown} onChange={() => setShown(one)} />
              <span>{words.preview[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div hidden={shown !== 'page'}>{hasPage && <PagePreview store={store} onSelect={onSelect} />}</div>
      {shown === 'qr' && (
        <>
          <CodePreview store={store} />
          <Verdict store={store} />
        </>
      )}
    </>
  );
}

/** Says whether everything is saved. */
function SaveState({ store }: { store: DraftStore }) {
  const { state } = store;
  const isQuiet = state === 'saved' || state === 'saving' || state === 'changed';
  return (
    <span class={`save-state ${isQuiet ? 'quiet' : 'mark'}`} role="status" data-state={state}>
      {words.states[store.isReadOnly ? 'forbidden' : state]}
    </span>
  );
}

/** What keeps the draft from being saved, and what to do. */
function StateNotice({ store, onOpen }: Pick<EditorProps, 'store' | 'onOpen'>) {
  const { state, isReadOnly } = store;
  const [failure, setFailure] = useState<string>();
  if (isReadOnly) return <p class="notice">{words.problems.forbidden}</p>;
  if (
    state !== 'offline' &&
    state !== 'signed-out' &&
    state !== 'ended' &&
    state !== 'forbidden' &&
    state !== 'gone' &&
    state !== 'too-large'
  )
    return null;
  return (
    <div class="notice state-notice" role="alert">
      <p>{failure ?? words.problems[state]}</p>
      <p class="buttons">
        {state === 'signed-out' && (
          <a class="button quiet-button" href="/account/login" target="_blank" rel="noopener">
            {words.signIn}
          </a>
        )}
        {state === 'gone' ? (
          <button
            type="button"
            class="quiet-button"
            onClick={() =>
              void store.keepBoth(store.draft.name).then(onOpen, (error) => setFailure(describeError(error)))
            }
          >
            {words.saveAsNew}
          </button>
        ) : (
          state !== 'too-large' &&
          state !== 'ended' && (
            <button type="button" class="quiet-button" onClick={() => store.retry()}>
              {words.tryAgain}
            </button>
          )
        )}
      </p>
    </div>
  );
}

/** Two versions of a draft, of which the person chooses. */
function ConflictDialog({ store, onOpen }: Pick<EditorProps, 'store' | 'onOpen'>) {
  const { conflict } = store;
  const { conflict: texts } = words;
  const [failure, setFailure] = useState<string>();
  if (!conflict) return null;
  return (
    <Dialog title={texts.title} onClose={() => {}}>
      <p>{texts.text}</p>
      <ul class="versions">
        <li>{texts.mine(formatTime(conflict.mine))}</li>
        <li>{texts.theirs(formatTime(conflict.theirs.changed_at))}</li>
      </ul>
      {failure && <p role="alert">{failure}</p>}
      <p class="buttons">
        <button type="button" onClick={() => store.keepMine()}>
          {texts.keepMine}
        </button>
        <button type="button" class="quiet-button" onClick={() => store.takeTheirs()}>
          {texts.takeTheirs}
        </button>
        <button
          type="button"
          class="quiet-button"
          onClick={() =>
            void store.keepBoth(words.copyName(nameDraft(store.draft))).then(
              (copy) => {
                announce(words.copyName(copy.name));
                onOpen(copy);
              },
              (error) => setFailure(describeError(error)),
            )
          }
        >
          {texts.keepBoth}
        </button>
      </p>
      <p class="hint">{texts.keepBothHint}</p>
    </Dialog>
  );
}
