import { useEffect, useRef, useState } from 'preact/hooks';
import { useApi } from './context';
import type { DraftStore } from './draft-store';
import { asFields, asList, asText, type Json } from './json';
import { words } from './words';

const { preview: texts } = words;

interface PreviewProps {
  store: DraftStore;
  onSelect: (index: number) => void;
}

/** Pixels by which keys scroll the page. */
const SCROLL_KEYS: Readonly<Record<string, number>> = { ArrowDown: 60, ArrowUp: -60, PageDown: 480, PageUp: -480 };

/**
 * The page on a phone. The next version loads in a second frame and replaces the first one when it is ready, at the same place, so that
 * nothing flickers. Frames are another origin: they tell by messages what happens in them.
 */
export function PagePreview({ store, onSelect }: PreviewProps) {
  const api = useApi();
  const { id, etag } = store;
  const [front, setFront] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'empty'>('loading');
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)];
  const scrolled = useRef(0);
  const waiting = useRef<number>();
  const url = `${api.url(`drafts/${id}/preview.html`)}?v=${encodeURIComponent(etag)}`;

  useEffect(() => {
    const back = frames[1 - front]?.current;
    if (back && back.getAttribute('src') !== url) back.src = url;
  }, [url]);

  useEffect(() => {
    const show = (index: number) => {
      frames[index]?.current?.contentWindow?.postMessage({ scroll: scrolled.current }, '*');
      waiting.current = undefined;
      setFront(index);
      setState('shown');
    };
    const showWaiting = () => waiting.current !== undefined && show(waiting.current);
    const receive = ({ source, data }: MessageEvent<Json>) => {
      const index = frames.findIndex(({ current }) => current && current.contentWindow === source);
      if (index === -1) return;
      const { loaded, scrolled: top, selected } = asFields(data);
      if (loaded === true && index !== front) {
        // A frame that has the focus is not replaced before the focus leaves it: hidden, it would keep every key.
        if (document.activeElement === frames[front]?.current) waiting.current = index;
        else show(index);
      }
      if (index !== front) return;
      if (typeof top === 'number') scrolled.current = top;
      const [, place] = /^b(\d+)/.exec(asText(selected)) ?? [];
      const block = place && listComplete(store)[Number(place) - 1];
      if (typeof block === 'number') onSelect(block);
    };
    addEventListener('message', receive);
    document.addEventListener('focusin', showWaiting);
    return () => {
      removeEventListener('message', receive);
      document.removeEventListener('focusin', showWaiting);
    };
  }, [front, onSelect]);

  const scrollByKey = (press: KeyboardEvent) => {
    const by = SCROLL_KEYS[press.key];
    if (by === undefined) return;
    press.preventDefault();
    const scroll = Math.max(0, scrolled.current + by);
    frames[front]?.current?.contentWindow?.postMessage({ scroll }, '*');
  };

  return (
    <figure class="phone">
      <figcaption class="unseen">{texts.title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a stop of the keyboard; nothing in its frame is */}
      <section class="screen" aria-label={texts.title} tabIndex={0} onKeyDown={scrollByKey}>
        {state !== 'shown' && <p class="empty">{state === 'empty' ? texts.failed : texts.updating}</p>}
        {frames.map((frame, index) => (
          <iframe
            key={index}
            ref={frame}
            title={texts.title}
            sandbox="allow-scripts"
            class={index === front && state === 'shown' ? 'front' : 'back'}
            aria-hidden={index !== front}
            tabIndex={-1}
            // A page tells that it has loaded; an error does not.
            onLoad={({ currentTarget }) => currentTarget.src && setState(state === 'loading' ? 'empty' : state)}
          />
        ))}
      </section>
    </figure>
  );
}

/** Returns the indexes of the blocks that a preview shows: those without problems. */
function listComplete({ check, draft }: DraftStore): number[] {
  const problems = check?.content ?? [];
  return asList(asFields(draft.body.page).blocks).flatMap((_, index) =>
    problems.some(({ param }) => param.startsWith(`page.blocks[${index}]`)) ? [] : [index],
  );
}

const MOST_ATTEMPTS = 3;
const RETRY_MS = 1_500;

const setSource = (image: HTMLImageElement, url: string): void => {
  image.src = url;
};

/** The code as it is designed. A new picture replaces the old one when it has loaded. */
export function CodePreview({ store }: { store: DraftStore }) {
  const api = useApi();
  const { id, etag } = store;
  const [shown, setShown] = useState('');
  const [hasFailed, setFailed] = useState(false);
  // The code of a page that is published is the real one.
  const isPlaceholder = store.draft.kind === 'page' && store.draft.experience_id === undefined;

  useEffect(() => {
    const next = new Image();
    let isCurrent = true;
    next.onload = () => {
      if (!isCurrent) return;
      setShown(next.src);
      setFailed(false);
    };
    const url = `${api.url(`drafts/${id}/code.svg`)}?v=${encodeURIComponent(etag)}`;
    let attempts = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    next.onerror = () => {
      if (!isCurrent) return;
      setFailed(true);
      attempts += 1;
      // Several changes at once exceed the rate limit of drawings.
      if (attempts < MOST_ATTEMPTS) timer = setTimeout(() => setSource(next, `${url}&attempt=${attempts}`), RETRY_MS);
    };
    setSource(next, url);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, etag]);

  return (
    <figure class="code-preview">
      {shown ? (
        <img src={shown} alt={texts.code} class={hasFailed ? 'stale' : ''} />
      ) : (
        <p class="empty">{hasFailed ? texts.codeWaiting : words.code.checking}</p>
      )}
      {isPlaceholder && shown && <figcaption class="hint">{texts.placeholder}</figcaption>}
    </figure>
  );
}
