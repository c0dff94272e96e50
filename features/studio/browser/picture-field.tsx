import { useEffect, useRef, useState } from 'preact/hooks';
import { RequestError } from './api';
import { useApi } from './context';
import { createInputId, type FieldProps, findFieldProblem } from './field';
import { findWords } from './field-words';
import { Icon } from './icons';
import { asText, writePath } from './json';
import {
  type ChosenPicture,
  type Crop,
  centreCrop,
  encodePicture,
  encodeSmall,
  mediaType,
  readPicture,
  toBase64,
  UnusablePicture,
} from './pictures';
import { announce, Dialog } from './ui';
import { completeLink } from './validate';
import { words } from './words';

const { photo: texts } = words;

const RATIOS = { original: 0, square: 1, wide: 16 / 9, portrait: 3 / 4 } as const;
type Ratio = keyof typeof RATIOS;
const ratios = Object.keys(RATIOS).filter((name): name is Ratio => Object.hasOwn(RATIOS, name));

interface CropProps {
  picture: ChosenPicture;
  /** The only shape, if the place of the picture has one. */
  shape?: Ratio;
  onUse: (crop: Crop, isWhole: boolean) => void;
  onClose: () => void;
}

const VIEW = 320;
const STEP = 0.04;

/** A dialog in which a person chooses the part of a picture that is used. */
function CropDialog({ picture, shape, onUse, onClose }: CropProps) {
  const { bitmap } = picture;
  const [ratio, setRatio] = useState<Ratio>(shape ?? 'original');
  const [zoom, setZoom] = useState(1);
  const [centre, setCentre] = useState({ x: 0.5, y: 0.5 });
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ x: number; y: number }>();

  const full = centreCrop(bitmap, RATIOS[ratio] || bitmap.width / bitmap.height);
  const size = { width: full.width / zoom, height: full.height / zoom };
  const crop = {
    ...size,
    x: Math.min(Math.max(centre.x * bitmap.width - size.width / 2, 0), bitmap.width - size.width),
    y: Math.min(Math.max(centre.y * bitmap.height - size.height / 2, 0), bitmap.height - size.height),
  };
  const scale = VIEW / Math.max(size.width, size.height);

  useEffect(() => {
    const view = canvas.current;
    if (!view) return;
    view.width = Math.round(size.width * scale);
    view.height = Math.round(size.height * scale);
    view.getContext('2d')?.drawImage(bitmap, crop.x, crop.y, crop.width, crop.height, 0, 0, view.width, view.height);
  });

  const moveBy = (x: number, y: number) =>
    setCentre({
      x: Math.min(Math.max((crop.x + size.width / 2 + x) / bitmap.width, 0), 1),
      y: Math.min(Math.max((crop.y + size.height / 2 + y) / bitmap.height, 0), 1),
    });
  const arrows: Readonly<Record<string, readonly [number, number]>> = {
    ...{ ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] },
  };

  return (
    <Dialog title={texts.crop} onClose={onClose} class="crop">
      {/* biome-ignore lint/a11y/useSemanticElements: it has no form fields of its own */}
      <div
        class="crop-view"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture
        tabIndex={0}
        aria-label={texts.position}
        onKeyDown={(event) => {
          const by = arrows[event.key];
          if (!by) return;
          event.preventDefault();
          moveBy(by[0] * size.width, by[1] * size.height);
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={(event) => {
          if (!drag.current) return;
          moveBy((drag.current.x - event.clientX) / scale, (drag.current.y - event.clientY) / scale);
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={() => {
          drag.current = undefined;
        }}
      >
        <canvas ref={canvas} />
      </div>
      <p class="hint">{texts.position}</p>
      {!shape && (
        <fieldset class="segments">
          <legend>{texts.shape}</legend>
          {ratios.map((one) => (
            <label key={one} class="segment">
              <input type="radio" name="crop-shape" checked={one === ratio} onChange={() => setRatio(one)} />
              <span>{texts.shapes[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <label class="range">
        {texts.zoom}
        <input
          type="range"
          min={1}
          max={4}
          step={0.1}
          value={zoom}
          onInput={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </label>
      <p class="buttons">
        <button type="button" onClick={() => onUse(crop, ratio === 'original' && zoom === 1)}>
          {texts.use}
        </button>
        <button type="button" class="quiet-button" onClick={onClose}>
          {texts.cancel}
        </button>
      </p>
    </Dialog>
  );
}

interface UploadProps {
  id: string;
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** URL of the picture, to show it; empty if there is none. */
  shown: string;
  shape?: Ratio;
  isRequired?: boolean;
  isLabelHidden?: boolean | undefined;
  /** Uses the chosen part. @throws UnusablePicture, RequestError */
  use: (picture: ChosenPicture, crop: Crop, isWhole: boolean) => Promise<void>;
  onRemove: () => void;
}

/** Chooses a picture: by a dialog, by dropping it, or from the clipboard. */
export function Upload({
  id,
  label,
  hint,
  problem,
  shown,
  shape,
  isRequired,
  isLabelHidden,
  use,
  onRemove,
}: UploadProps) {
  const [chosen, setChosen] = useState<ChosenPicture>();
  const [state, setState] = useState<'idle' | 'busy' | 'over'>('idle');
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const fail = (error: unknown) => {
    const message = describeFailure(error);
    setFailure(message);
    announce(message);
  };
  const choose = async (file: File | undefined | null) => {
    setState('idle');
    if (!file) return;
    setFailure(undefined);
    try {
      setChosen(await readPicture(file));
    } catch (error) {
      fail(error);
    }
  };
  const upload = async (picture: ChosenPicture, crop: Crop, isWhole: boolean) => {
    setChosen(undefined);
    setState('busy');
    try {
      await use(picture, crop, isWhole);
      announce(texts.done);
    } catch (error) {
      fail(error);
    }
    setState('idle');
    picture.bitmap.close();
  };
  const isOver = state === 'over';
  const shownProblem = failure ?? problem;

  return (
    <fieldset
      class="field picture"
      onDragOver={(event) => {
        event.preventDefault();
        setState('over');
      }}
      onDragLeave={() => setState('idle')}
      onDrop={(event) => {
        event.preventDefault();
        void choose(event.dataTransfer?.files[0]);
      }}
      onPaste={(event) => {
        const file = [...(event.clipboardData?.files ?? [])][0];
        if (!file) return;
        event.preventDefault();
        void choose(file);
      }}
    >
      <legend class={isLabelHidden ? 'unseen' : undefined}>
        {label} {!isRequired && <span class="optional">{words.fields.optional}</span>}
      </legend>
      {hint && <p class="hint">{hint}</p>}
      <div class={`drop ${isOver ? 'over' : ''} ${shown ? 'filled' : ''}`}>
        {shown && <img src={shown} alt="" class="thumb" />}
        <span class="drop-buttons">
          <button
            type="button"
            class="quiet-button"
            id={id}
            onClick={() => input.current?.click()}
            disabled={state === 'busy'}
          >
            <Icon name="camera" />
            {state === 'busy' ? texts.uploading : shown ? texts.replace : texts.choose}
          </button>
          {shown ? (
            <button type="button" class="quiet-button" onClick={onRemove}>
              <Icon name="trash" />
              {texts.remove}
            </button>
          ) : (
            <span class="hint">{texts.drop}</span>
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          tabIndex={-1}
          aria-label={`${texts.choose}: ${label}`}
          class="unseen"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      {shownProblem && <p class="problem">{shownProblem}</p>}
      {chosen && (
        <CropDialog
          picture={chosen}
          {...(shape && { shape })}
          onUse={(crop, isWhole) => void upload(chosen, crop, isWhole)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </fieldset>
  );
}

function describeFailure(error: unknown): string {
  if (error instanceof UnusablePicture) return error.message;
  if (!(error instanceof RequestError)) return texts.failed;
  if (error.status === 0) return words.problems.offline;
  if (error.status === 413) return texts.tooLarge;
  if (error.status === 507 || error.type.includes('storage') || error.type.includes('too_many')) return texts.noSpace;
  return error.status === 422 || error.status === 400 ? texts.unreadable : texts.failed;
}

/** A picture of a page: uploaded, or from the web. */
export function PictureField(props: FieldProps) {
  const { store, part, path, words: label, isRequired, isLabelHidden } = props;
  const api = useApi();
  const value = asText(store.value(part, path));
  const { label: text, hint } = findWords(label);
  const id = createInputId(props);
  const name = writePath(path);
  const set = (url: string | undefined) => {
    store.set(part, path, url);
    store.visit(name);
  };
  // Pictures elsewhere are not loaded in the editor; the preview shows them.
  const isOurs = value.startsWith('/') || (URL.canParse(value) && new URL(value).origin === location.origin);
  return (
    <div class="picture-field">
      <Upload
        {...{ id, label: text, hint, isRequired, isLabelHidden }}
        shown={isOurs ? value : ''}
        problem={findFieldProblem(props)}
        use={async (picture, crop, isWhole) => {
          const data = isWhole ? await toBase64(picture.file) : await encodePicture(picture, crop);
          set((await api.upload(data, picture.file.name)).url);
        }}
        onRemove={() => set(undefined)}
      />
      <details class="more" open={value !== '' && !isOurs}>
        <summary>{texts.byUrl}</summary>
        <label for={`${id}-url`}>{texts.url}</label>
        <input
          id={`${id}-url`}
          type="url"
          value={isOurs ? '' : value}
          placeholder="https://example.com/picture.jpg"
          onInput={({ currentTarget }) => store.set(part, path, currentTarget.value || undefined)}
          onBlur={() => value && set(completeLink(value, 'web-address'))}
        />
      </details>
    </div>
  );
}

/** Maximum size of a portrait within a draft, in characters. */
const LARGEST_PORTRAIT = 80_000;

/** The portrait of a contact, which is stored with it. */
export function PortraitField({ store, part, path, words: label }: FieldProps) {
  const value = asText(store.value(part, path));
  const { label: text, hint } = findWords(label);
  return (
    <Upload
      {...{ label: text, hint }}
      id={createInputId({ part, path })}
      shape="square"
      shown={value && `data:${mediaType(value)};base64,${value}`}
      use={async (picture, crop) => store.set(part, path, await encodeSmall(picture, crop, LARGEST_PORTRAIT))}
      onRemove={() => store.set(part, path, undefined)}
    />
  );
}
