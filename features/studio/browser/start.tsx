import { useEffect, useState } from 'preact/hooks';
import { type Draft, RequestError, SESSION_ENDED, UNFINISHED, UNSAVED } from './api';
import { useMount } from './context';
import { Icon } from './icons';
import { beginBody, findKind, type Kind, kinds, nameDraft } from './kinds';
import { dropCopy } from './local-copy';
import { announce, Dialog, formatTime, IconButton } from './ui';
import { words } from './words';

/** Returns what to tell a person about a failed request. */
export function describeError(error: unknown): string {
  const { problems } = words;
  if (!(error instanceof RequestError)) return problems.failed;
  const { status, message, type } = error;
  if (type === UNSAVED) return problems.unsaved;
  if (type === UNFINISHED) return problems.unfinished;
  if (type === SESSION_ENDED) return problems.ended;
  if (status === 0) return problems.unreachable;
  if (status === 401) return problems['signed-out'];
  if (status === 402) return problems.credits;
  if (status === 403) return problems.forbidden;
  if (status === 404) return problems.notFound;
  if (status === 429) return problems.busy;
  if (status === 413) return problems['too-large'];
  if (type.includes('too_many_drafts') || type.includes('draft_limit')) return problems.tooManyDrafts;
  return status >= 500 || !message ? problems.failed : message;
}

const matches = ({ words: { name, does, also = '' } }: Kind, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${does} ${also}`.toLowerCase().includes(word));

interface StartProps {
  onOpen: (draft: Draft) => void;
}

/** The first page: what a new code does, and the drafts that were begun. */
export function Start({ onOpen }: StartProps) {
  const { api, isReadOnly, origin } = useMount();
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState<Kind>();
  const [failure, setFailure] = useState<string>();
  const found = kinds.filter((kind) => matches(kind, query.trim()));

  const create = async (kind: Kind) => {
    if (creating || isReadOnly) return;
    setCreating(kind);
    setFailure(undefined);
    try {
      const body = beginBody(kind);
      onOpen(await api.create({ kind: kind.kind, type: kind.type, name: '', body, design: {} }));
    } catch (error) {
      setFailure(describeError(error));
      setCreating(undefined);
    }
  };

  return (
    <div class="start">
      {!origin && (
        <a class="back" href="/account/experiences">
          <Icon name="back" size={16} /> {words.allCodes}
        </a>
      )}
      <h1>{words.chooseType}</h1>
      {failure && <p role="alert">{failure}</p>}
      {isReadOnly && <p role="alert">{words.problems.forbidden}</p>}
      <Drafts onOpen={onOpen} />
      <search class="search-types">
        <label for="search-types">{words.searchTypes}</label>
        <input
          id="search-types"
          type="search"
          value={query}
          placeholder={words.searchExample}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value);
            const count = kinds.filter((kind) => matches(kind, currentTarget.value.trim())).length;
            announce(words.typesFound(count));
          }}
        />
      </search>
      {found.length === 0 && <p class="empty">{words.noTypes(query)}</p>}
      {(['page', 'code'] as const).map((kind) => {
        const group = kind === 'page' ? words.groups.pages : words.groups.codes;
        const members = found.filter((one) => one.kind === kind);
        if (members.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`group-${kind}`} class={`types ${kind}`}>
            <h2 id={`group-${kind}`}>{group.title}</h2>
            <p class="quiet">{group.text}</p>
            <ul class="cards">
              {members.map((one) => (
                <li key={one.type}>
                  <button
                    type="button"
                    class="card"
                    aria-disabled={isReadOnly}
                    aria-busy={creating === one}
                    onClick={() => void create(one)}
                  >
                    <span class="emblem">
                      <Icon name={one.icon} size={28} />
                    </span>
                    <span class="card-words">
                      <strong>{one.words.name}</strong>
                      <span>{creating === one ? words.creating : one.words.does}</span>
                      <small>{words.credits(one.price)}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The drafts that can be continued. */
function Drafts({ onOpen }: StartProps) {
  const { api, base, isReadOnly } = useMount();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [failure, setFailure] = useState<string>();
  const [doomed, setDoomed] = useState<Draft>();
  useEffect(() => {
    api.drafts().then(setDrafts, (error) => setFailure(describeError(error)));
  }, [api]);
  const remove = async (draft: Draft) => {
    setDoomed(undefined);
    try {
      await api.remove(draft);
      dropCopy(draft.id);
      setDrafts(drafts.filter(({ id }) => id !== draft.id));
      // The button that had the focus is gone.
      setTimeout(() => document.getElementById(drafts.length > 1 ? 'drafts' : 'search-types')?.focus());
      announce(words.deleted(nameDraft(draft)));
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  if (drafts.length === 0) return failure ? <p role="alert">{failure}</p> : null;
  return (
    <section class="drafts" aria-labelledby="drafts">
      <h2 id="drafts" tabIndex={-1}>
        {words.drafts}
      </h2>
      {failure && <p role="alert">{failure}</p>}
      <ul>
        {drafts.map((draft) => {
          const kind = findKind(draft);
          const name = nameDraft(draft);
          return (
            <li key={draft.id}>
              <a
                href={`${base}/${draft.id}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(draft);
                }}
              >
                <Icon name={kind?.icon ?? 'page'} size={24} />
                <span>
                  <strong>{name}</strong>
                  <small>{words.draftOf(kind?.words.name ?? draft.type, formatTime(draft.changed_at))}</small>
                </span>
              </a>
              {!isReadOnly && (
                <IconButton icon="trash" label={words.deleteDraft(name)} onClick={() => setDoomed(draft)} />
              )}
            </li>
          );
        })}
      </ul>
      {doomed && (
        <Dialog title={words.deleteTitle} onClose={() => setDoomed(undefined)}>
          <p>{words.deleteText(doomed.name || words.untitled)}</p>
          <p class="buttons">
            <button type="button" class="quiet-button" onClick={() => setDoomed(undefined)}>
              {words.cancel}
            </button>
            <button type="button" class="danger" onClick={() => void remove(doomed)}>
              {words.delete}
            </button>
          </p>
        </Dialog>
      )}
    </section>
  );
}
