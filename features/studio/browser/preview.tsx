import { useEffect, useRef, useState } from 'preact/hooks';
import { useApi } from './context';
import type { DraftStore } from './draft-store';
import { words } from './words';

const { preview: said } = words;

interface PreviewProps {
  store: DraftStore;
  onSelect: (index: number) => void;
}

/**
 * The page on a phone. The next version loads in a second frame and replaces the first one when it is ready, at the same place, so that
 * nothing flickers.
 */
export function PagePreview({ store, onSelect }: PreviewProps) {
  const api = useApi();
  const { id, etag } = store;
  const [front, setFront] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'empty'>('loading');
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)];
  const [url, setUrl] = useState('');

  useEffect(() => setUrl(`${api.url(`drafts/${id}/preview.html`)}?v=${encodeURIComponent(etag)}`), [etag]);

  useEffect(() => {
    const back = frames[1 - front]?.current;
    if (back && url) back.src = url;
  }, [url]);

  const handleLoad = (index: number) => {
    const frame = frames[index]?.current;
    const page = frame?.contentDocument;
    if (!frame?.src || index === front || !page) return;
    if (page.contentType !== 'text/html' || hasFailed(frame.contentWindow)) {
      setState(state === 'shown' ? 'shown' : 'empty');
      return;
    }
    const before = frames[front]?.current?.contentDocument?.scrollingElement?.scrollTop ?? 0;
    if (page.scrollingElement) page.scrollingElement.scrollTop = before;
    page.addEventListener('click', (event) => {
      const index = findBlock(page, event.target);
      if (index !== undefined) onSelect(index);
    });
    setFront(index);
    setState('shown');
  };

  return (
    <figure class="phone">
      <figcaption class="unseen">{said.title}</figcaption>
      <div class="screen">
        {state !== 'shown' && <p class="empty">{state === 'empty' ? said.waiting : said.updating}</p>}
        {frames.map((frame, index) => (
          <iframe
            key={index}
            ref={frame}
            title={said.title}
            // Its styles and pictures are loaded, its scripts do not run.
            sandbox="allow-same-origin"
            class={index === front && state === 'shown' ? 'front' : 'back'}
            aria-hidden={index !== front}
            tabIndex={index === front ? 0 : -1}
            onLoad={() => handleLoad(index)}
          />
        ))}
      </div>
    </figure>
  );
}

/** True if a frame shows an error. */
function hasFailed(frame: Window | null): boolean {
  const [entry] = frame?.performance.getEntriesByType('navigation') ?? [];
  return entry instanceof PerformanceNavigationTiming && entry.responseStatus >= 400;
}

/** Returns the index of the block that an element of a page belongs to. */
function findBlock(page: Document, target: EventTarget | null): number | undefined {
  const main = page.querySelector('main');
  if (!main || !target) return undefined;
  const blocks = [...main.children].filter((one) => !one.matches('img.brand, h1.unseen, .children'));
  const index = blocks.findIndex(
    (one) => one === target || [...one.querySelectorAll('*')].some((inner) => inner === target),
  );
  return index === -1 ? undefined : index;
}

/** The code as it is designed. A new picture replaces the old one when it has loaded. */
export function CodePreview({ store }: { store: DraftStore }) {
  const api = useApi();
  const { id, etag } = store;
  const [shown, setShown] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const isDirect = store.draft.kind === 'code';

  useEffect(() => {
    const next = new Image();
    let isCurrent = true;
    next.onload = () => {
      if (!isCurrent) return;
      setShown(next.src);
      setFailed(false);
    };
    next.onerror = () => isCurrent && setFailed(true);
    next.src = `${api.url(`drafts/${id}/code.svg`)}?v=${encodeURIComponent(etag)}`;
    return () => {
      isCurrent = false;
    };
  }, [id, etag]);

  return (
    <figure class="code-preview">
      {shown ? (
        <img src={shown} alt={said.code} class={hasFailed ? 'stale' : ''} />
      ) : (
        <p class="empty">{hasFailed ? said.codeWaiting : words.code.checking}</p>
      )}
      {!isDirect && shown && <figcaption class="hint">{said.placeholder}</figcaption>}
    </figure>
  );
}
