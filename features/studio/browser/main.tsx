import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Api, type Draft, type Published } from './api';
import { type Mount, MountContext } from './context';
import { DraftStore } from './draft-store';
import { Editor } from './editor';
import { nameDraft } from './kinds';
import { Done } from './publish-panel';
import { describeError, Start } from './start';
import { words } from './words';
import './studio.css';

interface AppProps {
  mount: Mount;
  /** Draft to open; the start if there is none. */
  first: string;
}

/** The studio: its start, the editor of a draft, or the page after publishing. */
function App({ mount, first }: AppProps) {
  const { api, base, isReadOnly, origin } = mount;
  const [id, setId] = useState(first);
  const [store, setStore] = useState<DraftStore>();
  const [published, setPublished] = useState<Published & { name: string }>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    const back = () => go(location.pathname.slice(base.length + 1));
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);

  useEffect(() => {
    if (!id || store?.id === id) return;
    let isCurrent = true;
    api.draft(id).then(
      (draft) => isCurrent && setStore(new DraftStore(api, draft, isReadOnly)),
      (error) => isCurrent && setFailure(describeError(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, store]);

  // Whoever comes from another screen begins at the heading of this one.
  const hasMoved = useRef(false);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('#studio h1');
    if (!hasMoved.current || !heading) return;
    hasMoved.current = false;
    heading.tabIndex = -1;
    heading.focus();
  });

  const go = (next: string) => {
    hasMoved.current = true;
    store?.saveBeforeLeaving();
    store?.close();
    setStore(undefined);
    setPublished(undefined);
    setFailure(undefined);
    setId(next);
    scrollTo(0, 0);
  };
  const open = (draft: Pick<Draft, 'id'>) => {
    if (!origin) history.pushState(null, '', `${base}/${draft.id}`);
    go(draft.id);
  };
  const leave = () => {
    if (!origin) history.pushState(null, '', base);
    go('');
  };
  const finish = (result: Published) => {
    const name = store ? nameDraft(store.draft) : '';
    store?.close();
    if (origin && parent !== window) parent.postMessage({ type: 'published', ...result }, origin);
    hasMoved.current = true;
    setPublished({ ...result, name });
    scrollTo(0, 0);
  };

  return (
    <MountContext.Provider value={mount}>
      {published ? (
        <Done published={published} name={published.name} onAnother={leave} />
      ) : !id ? (
        <Start onOpen={open} />
      ) : failure ? (
        <section class="failure">
          <h1>{words.studio}</h1>
          <p role="alert">{failure}</p>
          <p class="buttons">
            <button type="button" onClick={() => location.reload()}>
              {words.tryAgain}
            </button>
            {!origin && (
              <button type="button" class="quiet-button" onClick={leave}>
                {words.backToList}
              </button>
            )}
          </p>
        </section>
      ) : store ? (
        <Editor key={store.id} store={store} onLeave={leave} onOpen={open} onPublished={finish} />
      ) : (
        <p class="studio-loading" role="status">
          {words.loading}
        </p>
      )}
    </MountContext.Provider>
  );
}

const element = document.getElementById('studio');
if (element) {
  const { base = '', draft = '', token = '', origin = '' } = element.dataset;
  const mount: Mount = {
    api: new Api(base, token),
    base,
    origin,
    isReadOnly: 'readOnly' in element.dataset,
    canPublish: !('noPublish' in element.dataset),
  };
  element.textContent = '';
  render(<App mount={mount} first={draft} />, element);
}
