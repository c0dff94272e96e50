import contract from 'studio-contract';
import type { Problem } from './api';
import { ON } from './choice-fields';
import { contrast } from './colours';
import { useApi } from './context';
import type { DraftStore } from './draft-store';
import type { Scope } from './field';
import { findWords, readable, valueName } from './field-words';
import { Field } from './fields';
import { codeIcons } from './icon-names';
import { ICON_FILE, Icon } from './icons';
import { asText } from './json';
import { Upload } from './picture-field';
import { encodePicture } from './pictures';
import { plainMessage } from './validate';
import { drawValue } from './value-pictures';
import { words } from './words';

const { code: texts } = words;

/** Contrast below which a code is readable, but slowly in poor light. */
const GOOD_CONTRAST = 4.5;

const EYES = ['eye_outer_color', 'eye_inner_color'];
const EACH_EYE = [1, 2, 3].flatMap((eye) => [`eye${eye}_outer_color`, `eye${eye}_inner_color`]);

const exists = (name: string): boolean => name in contract.image;

/** Fields of the design that have a place of their own in the panel, or none. */
const PLACED = new Set([
  ...['body_style', 'eye_style', 'eye_ball_style', 'foreground_color', 'background_color', 'gradient_color'],
  ...[
    'gradient_type',
    'gradient_angle',
    ...EYES,
    ...EACH_EYE,
    'qr_code_logo',
    'logo_path',
    'logo_data_base64',
    'logo_picture',
  ],
  ...['logo_size', 'frame_name', 'frame_color', 'frame_text', 'frame_text_color', 'frame_icon_name', 'frame_font'],
  ...['transparent_corners', 'image_format', 'image_width', 'download', 'save', 'storage_disk', 'storage_folder'],
  ...['filename', 'filename_base', 'include_bytes'],
  ...['logo_icon_name', 'logo_color'],
]);

/** Icon with which a logo begins. */
const FIRST_ICON = 'star';

/** Frames and fields of later versions have a place as well. */
const others = Object.keys(contract.image).filter((name) => !PLACED.has(name));
const frameFields = others.filter((name) => name.startsWith('frame_'));
const logoFields = others.filter((name) => name.startsWith('logo_'));
const sizeFields = others.filter((name) => !frameFields.includes(name) && !logoFields.includes(name));

/** The design of a code: its shapes, colours, logo and frame, and whether it scans. */
export function CodePanel({ store }: { store: DraftStore }) {
  const scope: Scope = { store, part: 'design', path: [], words: '' };
  const value = (name: string): string =>
    asText(store.value('design', [name])) || asText(contract.image[name]?.default);
  const field = (name: string) =>
    exists(name) && (
      <Field
        {...scope}
        key={name}
        path={[name]}
        words={name}
        schema={contract.image[name] ?? {}}
        isRequired={contract.image[name]?.default !== undefined}
      />
    );
  const isTransparent = value('background_color') === 'transparent';
  const ratio = computeContrast(store);
  const hasFrame = value('frame_name') !== 'no-frame';
  const logo = value('qr_code_logo');
  const ownLogo = asText(store.value('design', ['logo_picture']));
  const api = useApi();

  return (
    <div class="design">
      <Pictures {...scope} name="body_style" title={texts.body} />
      <Pictures {...scope} name="eye_style" title={texts.eye} />
      <Pictures {...scope} name="eye_ball_style" title={texts.pupil} none={texts.pupilDefault} />
      <fieldset class="group">
        <legend>{texts.colours}</legend>
        {ratio !== undefined && <p class="hint">{texts.contrast(ratio.toFixed(1))}</p>}
        <div class="columns">
          {field('foreground_color')}
          {!isTransparent && field('background_color')}
        </div>
        <label class="tick">
          <input
            type="checkbox"
            checked={isTransparent}
            onChange={({ currentTarget }) =>
              store.set('design', ['background_color'], currentTarget.checked ? 'transparent' : undefined)
            }
          />
          {texts.background}: {texts.transparent}
        </label>
        <details class="more" open={value('gradient_color') !== ''}>
          <summary>{texts.gradient}</summary>
          {['gradient_color', 'gradient_type', ...(value('gradient_type') === 'linear' ? ['gradient_angle'] : [])].map(
            field,
          )}
        </details>
        <details class="more">
          <summary>{texts.eyes}</summary>
          <div class="columns">{EYES.map(field)}</div>
          <details class="more">
            <summary>{texts.eachEye}</summary>
            <div class="columns">{EACH_EYE.map(field)}</div>
          </details>
        </details>
      </fieldset>
      <Pictures
        {...scope}
        name="qr_code_logo"
        title={texts.logo}
        without="upload"
        onChoose={(value) => {
          const { logo_picture: _, ...rest } = store.draft.design;
          const icon = value.startsWith('icon') ? { logo_icon_name: rest.logo_icon_name ?? FIRST_ICON } : {};
          store.set('design', [], { ...rest, ...icon });
        }}
      />
      {logo.startsWith('icon') && (
        <>
          <IconField {...scope} name="logo_icon_name" />
          {field('logo_color')}
        </>
      )}
      <fieldset class="group">
        <legend>{texts.ownLogo}</legend>
        <Upload
          id="f-design-logo"
          label={texts.uploadLogo}
          shown={logo === 'upload' && ownLogo ? `/p/${ownLogo}.webp` : ''}
          use={async (picture, crop) => {
            const { id } = await api.upload(await encodePicture(picture, crop), picture.file.name);
            store.set('design', [], { ...store.draft.design, qr_code_logo: 'upload', logo_picture: id });
          }}
          onRemove={() => {
            const { qr_code_logo: _, logo_picture: __, ...rest } = store.draft.design;
            store.set('design', [], rest);
          }}
        />
        {logo !== 'no-logo' && ['logo_size', ...logoFields].map(field)}
      </fieldset>
      <Pictures {...scope} name="frame_name" title={texts.frame} />
      {hasFrame && (
        <fieldset class="group">
          <legend>{texts.caption}</legend>
          {field('frame_text')}
          <div class="columns">{['frame_color', 'frame_text_color', 'frame_font'].map(field)}</div>
          <IconField {...scope} name="frame_icon_name" none={texts.none} />
          {frameFields.map(field)}
          <Field
            {...scope}
            path={['transparent_corners']}
            words="transparent_corners"
            schema={contract.image.transparent_corners ?? {}}
            isRequired={false}
            fallback={ON}
          />
        </fieldset>
      )}
      {sizeFields.length > 0 && (
        <fieldset class="group">
          <legend>{texts.size}</legend>
          {sizeFields.map(field)}
        </fieldset>
      )}
      <p>
        <button type="button" class="quiet-button" onClick={() => store.set('design', [], {})}>
          <Icon name="undo" size={16} />
          {texts.reset}
        </button>
      </p>
    </div>
  );
}

interface PicturesProps extends Scope {
  name: string;
  title: string;
  /** Label of the choice of no value, if that is one. */
  none?: string;
  /** Value that is not offered here. */
  without?: string;
  onChoose?: (value: string) => void;
}

/** The values of a field as pictures. */
function Pictures({ store, name, title, none, without, onChoose }: PicturesProps) {
  const { enum: values = [], default: initial } = contract.image[name] ?? {};
  const current = asText(store.value('design', [name])) || asText(initial);
  const choices = [...(none ? [''] : []), ...values.filter((one) => one !== without)];
  return (
    <fieldset class="pictures">
      <legend>{title}</legend>
      {choices.map((one) => (
        <label key={one} class="choice">
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === current}
            onChange={() => {
              onChoose?.(one);
              store.set('design', [name], one === '' || one === initial ? undefined : one);
            }}
          />
          {drawValue(name, one)}
          <span>{one === '' ? none : valueName(name, one)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Icons as pictures. */
function IconField({ store, name, none }: Scope & { name: string; none?: string }) {
  const current = asText(store.value('design', [name]));
  const choices = [...new Set([...(none ? [''] : []), ...(current ? [current] : []), ...codeIcons])];
  return (
    <fieldset class="pictures icons">
      <legend>{findWords(name).label}</legend>
      {choices.map((one) => (
        <label key={one} class="choice" title={one ? readable(one) : none}>
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === current}
            onChange={() => store.set('design', [name], one || undefined)}
          />
          {one ? (
            <>
              <svg class="icon" width="24" height="24" aria-hidden="true">
                <use href={`${ICON_FILE}#${one}`} />
              </svg>
              <span class="unseen">{readable(one)}</span>
            </>
          ) : (
            <span>{none}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** Returns the contrast of the pattern and the background of a design; undefined for colours that are none. */
function computeContrast({ draft: { design } }: DraftStore): number | undefined {
  const value = (name: string): string => asText(design[name]) || asText(contract.image[name]?.default);
  const background = value('background_color');
  return contrast(value('foreground_color'), background === 'transparent' ? '#ffffff' : background);
}

/** Says whether the code scans, and what to do if it does not. */
export function Verdict({ store }: { store: DraftStore }) {
  const { check } = store;
  const ratio = computeContrast(store);
  if (!check) return <p class="verdict">{texts.checking}</p>;
  const { design } = check;
  if (design.length === 0) {
    const isWeak = ratio !== undefined && ratio < GOOD_CONTRAST;
    return (
      <p class="verdict good" role="status">
        <Icon name="check" /> <strong>{texts.good}</strong> {isWeak ? texts.weakText : texts.goodText}
      </p>
    );
  }
  return (
    <div class="verdict bad" role="status">
      <p>
        <Icon name="warning" /> <strong>{texts.bad}</strong>
      </p>
      <ul>
        {design.map((problem) => (
          <li key={`${problem.param} ${problem.message}`}>
            {plainMessage(problem.message, problem.param)} <Remedy store={store} problem={problem} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A button that replaces a value by the nearest one that would do. */
function Remedy({ store, problem: { param, nearest } }: { store: DraftStore; problem: Problem }) {
  if (nearest === undefined || !exists(param)) return null;
  const isColour = nearest.startsWith('#');
  const isNumber = ['integer', 'number'].includes(contract.image[param]?.type ?? '');
  return (
    <button
      type="button"
      class="quiet-button"
      aria-label={`${texts.use(nearest)}: ${findWords(param).label}`}
      onClick={() => store.set('design', [param], isNumber ? Number(nearest) : nearest)}
    >
      {isColour && (
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <rect width="16" height="16" rx="4" fill={nearest} />
        </svg>
      )}
      {texts.use(nearest)}
    </button>
  );
}
