import { useState } from 'preact/hooks';
import contract from 'studio-contract';
import { type Problem, type Published, RequestError, UNFINISHED, UNSAVED } from './api';
import { blockName } from './blocks';
import { useMount } from './context';
import type { DraftStore } from './draft-store';
import type { FieldProps } from './field';
import { findWords } from './field-words';
import { Field } from './fields';
import { Icon } from './icons';
import { asFields, asList, asText, type Fields } from './json';
import { nameDraft } from './kinds';
import { describeError } from './start';
import { announce } from './ui';
import { plainMessage } from './validate';
import { words } from './words';

const { publish: texts } = words;

interface PublishProps {
  store: DraftStore;
  onPublished: (published: Published) => void;
  /** Opens the tab of a field, and moves the focus to it. */
  onShow: (problem: Problem, part: 'content' | 'design') => void;
}

/** Fields of the owner that are folded in, in this order; then those of later versions. */
const advanced = [
  ...new Set([
    'valid_from',
    'valid_until',
    'max_scans',
    'password',
    'ended',
    'targets',
    ...Object.keys(contract.owner),
  ]),
].filter((name) => name in contract.owner && name !== 'label' && name !== 'slug');

/** The last step of a page: name, link, rules, and the button that publishes. */
export function PublishPanel({ store, onPublished, onShow }: PublishProps) {
  const { api, isReadOnly, canPublish, origin } = useMount();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { draft } = store;
  const isEdit = draft.experience_id !== undefined;
  const price = words.credits(contract.prices.page);

  const publish = async (options: Fields = {}) => {
    if (isBusy || isReadOnly) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await requireReady(store);
      onPublished(await api.publish(draft.id, options));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };

  return (
    <>
      <h2>{texts.title}</h2>
      <p class="quiet">{!canPublish ? texts.textElsewhere : isEdit ? texts.textEdit : texts.text}</p>
      <NameField store={store} />
      {contract.owner.slug && <OwnerField store={store} name="slug" />}
      <details class="more boxed">
        <summary>{texts.advanced}</summary>
        {advanced.map((name) => (
          <OwnerField key={name} store={store} name={name} />
        ))}
      </details>
      <Unfinished store={store} onShow={onShow} />
      {isEdit && failure instanceof RequestError && failure.status === 412 ? (
        <div role="alert">
          <p>{texts.conflict}</p>
          <p class="buttons">
            {!origin && (
              <a
                class="button quiet-button"
                href={`/account/experiences/${draft.experience_id}`}
                target="_blank"
                rel="noopener"
              >
                {texts.showPublished}
              </a>
            )}
            <button type="button" class="quiet-button" onClick={() => void publish({ base_etag: '*' })}>
              {texts.publishMine}
            </button>
          </p>
        </div>
      ) : (
        <Failure error={failure} onRenew={() => void publish({ new_key: true })} />
      )}
      {canPublish && (
        <>
          <p class="quiet">{isEdit ? texts.priceEdit : texts.price(price)}</p>
          <p>
            <button type="button" class="publish" aria-disabled={isBusy || isReadOnly} onClick={() => void publish()}>
              {isBusy ? texts.publishing : isEdit ? texts.buttonEdit : texts.button(price)}
            </button>
          </p>
        </>
      )}
    </>
  );
}

/**
 * Saves a draft, and moves the focus to the first of its problems.
 *
 * @throws RequestError if it is not saved, or not ready
 */
async function requireReady(store: DraftStore): Promise<void> {
  store.showAllProblems();
  if (!(await store.flush()) || !store.check) throw new RequestError(0, UNSAVED, '');
  if (isReady(store)) return;
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.unfinished button')?.focus());
  throw new RequestError(0, UNFINISHED, '');
}

const isReady = ({ check }: DraftStore): boolean =>
  check !== undefined && check.content.length === 0 && check.design.length === 0;

/** The own name of a draft, and of the page that it becomes. */
function NameField({ store }: { store: DraftStore }) {
  return (
    <div class="field">
      <label for="own-name">{words.name}</label>
      <p class="hint" id="own-name-hint">
        {words.nameHint}
      </p>
      <input
        id="own-name"
        aria-describedby="own-name-hint"
        value={store.draft.name}
        maxLength={100}
        autocomplete="off"
        onInput={({ currentTarget }) => store.rename(currentTarget.value)}
      />
    </div>
  );
}

function OwnerField({ store, name }: { store: DraftStore; name: string }) {
  const props: FieldProps = {
    ...{ store, part: 'body', path: [name], words: `owner.${name}`, schema: contract.owner[name] ?? {} },
    isRequired: false,
  };
  return <Field {...props} />;
}

/** Returns the words for the place of a problem: the block, and the field in it. */
export function describePlace({ draft }: DraftStore, { param }: Problem): string {
  const block = /^page\.blocks\[(\d+)\](?:\.props)?\.?(.*)$/.exec(param);
  const withoutIndexes = (path: string) => path.replaceAll(/\[\d+\]/g, '');
  if (!block)
    return findWords(
      param.startsWith('content') ? `${draft.type}.${withoutIndexes(param).slice(8)}` : withoutIndexes(param),
    ).label;
  const blocks = asList(asFields(draft.body.page).blocks);
  const type = asText(asFields(blocks[Number(block[1])]).type);
  const field = withoutIndexes(block[2] ?? '');
  return field ? `${blockName(type)}, ${findWords(`${type}.${field}`).label}` : blockName(type);
}

/** The problems that are left, each with a way to its field. */
function Unfinished({ store, onShow }: Pick<PublishProps, 'store' | 'onShow'>) {
  const { check } = store;
  if (!check || isReady(store)) return null;
  const all = (['content', 'design'] as const).flatMap((part) => check[part].map((problem) => ({ part, problem })));
  return (
    <div class="unfinished" role="status">
      <p>
        <strong>{texts.unfinished}.</strong> {texts.unfinishedText}
      </p>
      <ul>
        {all.map(({ part, problem }) => (
          <li key={`${part} ${problem.param} ${problem.message}`}>
            <button type="button" class="link-button" onClick={() => onShow(problem, part)}>
              {describePlace(store, problem)}
            </button>
            : {plainMessage(problem.message, problem.param)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Error of requests of the studio after its key was revoked. */
const KEY_ENDED = 'account_key_revoked';

/** Why the last attempt failed, and what to do. */
function Failure({ error, onRenew }: { error: unknown; onRenew: () => void }) {
  const { origin } = useMount();
  if (error === undefined) return null;
  if (error instanceof RequestError && error.type === KEY_ENDED) {
    return (
      <div role="alert">
        <p>{texts.keyEnded}</p>
        <p class="buttons">
          <button type="button" class="quiet-button" onClick={onRenew}>
            {texts.renewKey}
          </button>
        </p>
      </div>
    );
  }
  const isUnpaid = error instanceof RequestError && error.status === 402;
  if (isUnpaid && origin) return <p role="alert">{words.problems.creditsElsewhere}</p>;
  return (
    <p role="alert">
      {describeError(error)} {isUnpaid && <a href="/account/billing">{words.buyCredits}</a>}
    </p>
  );
}

const FORMATS = ['PNG', 'SVG', 'PDF'] as const;
type Format = (typeof FORMATS)[number];
const WIDTHS = [500, 1000, 2000] as const;

interface DownloadProps {
  name: string;
  /** Requests the file of a format and width. */
  request: (format: Format, width: number, isKeyNew: boolean) => Promise<Blob>;
  label: (format: Format) => string;
}

/** Format, size, and the button that downloads. */
export function Download({ name, request, label }: DownloadProps) {
  const [format, setFormat] = useState<Format>('PNG');
  const [width, setWidth] = useState<number>(1000);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const download = async (isKeyNew = false) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      saveFile(await request(format, width, isKeyNew), `${fileName(name)}.${format.toLowerCase()}`);
      announce(texts.downloaded);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <div class="download">
      <fieldset class="segments stacked-segments">
        <legend>{texts.format}</legend>
        {FORMATS.map((one) => (
          <label key={one} class="segment">
            <input type="radio" name="file-format" checked={one === format} onChange={() => setFormat(one)} />
            <span>{texts.formats[one]}</span>
          </label>
        ))}
      </fieldset>
      {format === 'PNG' && (
        <div class="field">
          <label for="file-width">{texts.width}</label>
          <select id="file-width" value={width} onChange={({ currentTarget }) => setWidth(Number(currentTarget.value))}>
            {WIDTHS.map((one) => (
              <option key={one} value={one}>
                {texts.widths[one]}
              </option>
            ))}
          </select>
        </div>
      )}
      <Failure error={failure} onRenew={() => void download(true)} />
      <button type="button" aria-disabled={isBusy} onClick={() => void download()}>
        <Icon name="download" />
        {isBusy ? texts.downloading : label(format)}
      </button>
    </div>
  );
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'qr-code';

/** Saves a file to the device. */
function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The last step of a direct code: its file. */
export function DownloadPanel({ store, onShow }: Pick<PublishProps, 'store' | 'onShow'>) {
  const { api, canPublish } = useMount();
  const { draft } = store;
  return (
    <>
      <h2>{texts.titleDirect}</h2>
      <p class="quiet">{canPublish ? texts.textDirect : texts.textElsewhere}</p>
      <NameField store={store} />
      <Unfinished store={store} onShow={onShow} />
      {canPublish && (
        <Download
          name={nameDraft(draft)}
          label={(format) => texts.downloadFor(format, words.credits(contract.prices.code))}
          request={async (image_format, image_width, new_key) => {
            await requireReady(store);
            return api.file('POST', `drafts/${draft.id}/download`, { image_format, image_width, new_key });
          }}
        />
      )}
    </>
  );
}

interface DoneProps {
  published: Published;
  name: string;
  onAnother: () => void;
}

/** The page is online: its code in large, its link, and what to do next. */
export function Done({ published: { experience_id, scan_url }, name, onAnother }: DoneProps) {
  const { api, origin } = useMount();
  const [copied, setCopied] = useState(false);
  const path = (format: string, width: number) =>
    `pages/${experience_id}/code?image_format=${format}&image_width=${width}`;
  return (
    <section class="done-panel">
      <h1 id="done">
        <Icon name="check" size={28} /> {texts.done}
      </h1>
      <p class="quiet">{texts.doneText}</p>
      <div class="done-columns">
        <figure class="final-code">
          <img src={api.url(path('SVG', 1000))} alt={texts.codeAlt} />
        </figure>
        <div>
          <p class="scan-url">
            <a href={scan_url} target="_blank" rel="noopener">
              {scan_url}
            </a>
          </p>
          <p class="buttons no-print">
            <button
              type="button"
              class="quiet-button"
              onClick={() => {
                void navigator.clipboard.writeText(scan_url).then(() => setCopied(true));
                announce(texts.copied);
              }}
            >
              <Icon name="copy" />
              {copied ? texts.copied : texts.copyLink}
            </button>
            <button type="button" class="quiet-button" onClick={() => print()}>
              <Icon name="print" />
              {texts.print}
            </button>
            {!origin && (
              <a class="button quiet-button" href={`/account/experiences/${experience_id}`}>
                <Icon name="chart" />
                {texts.statistics}
              </a>
            )}
          </p>
          <Download
            name={name}
            label={texts.downloadButton}
            request={(format, width) => api.file('GET', path(format, width))}
          />
          {!origin && (
            <p class="no-print">
              <button type="button" class="quiet-button" onClick={onAnother}>
                {texts.another}
              </button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
