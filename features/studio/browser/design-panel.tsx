import contract from 'studio-contract';
import type { DraftStore } from './draft-store';
import type { Scope } from './field';
import { findWords, readable, valueName } from './field-words';
import { Field } from './fields';
import { asFields, asText, type Path } from './json';
import type { Schema, Swatch } from './schema';
import { words } from './words';

const { theme: texts } = words;

/** Path of the theme in the body of a draft. */
export const themePath = (type: string): Path => (type === 'page' ? ['page', 'theme'] : ['content', 'theme']);

const findThemeSchema = (...path: string[]): Schema =>
  path.reduce<Schema>((schema, name) => schema.properties?.[name] ?? {}, contract.theme);

/** Returns a colour of a theme. */
const findThemeColour = (swatch: Swatch | undefined, name: string | undefined): string | undefined =>
  name === 'primary' || name === 'accent' || name === 'surface' ? swatch?.[name] : undefined;

/** The design of a page: a ready-made theme, and what differs from it. */
export function DesignPanel({ store }: { store: DraftStore }) {
  const { type } = store.draft;
  const path = themePath(type);
  const scope: Scope = { store, part: 'body', path, words: 'theme' };
  const preset = asText(store.value('body', [...path, 'preset']));
  const field = (...names: string[]) => (
    <Field
      {...scope}
      key={names.join('.')}
      path={[...path, ...names]}
      words={`theme.${names.join('.')}`}
      schema={findThemeSchema(...names)}
      isRequired={false}
      fallback={findThemeColour(contract.swatches[preset], names[0])}
    />
  );
  const languagePath = type === 'page' ? ['page'] : ['content'];
  return (
    <div class="design">
      <fieldset class="swatches">
        <legend>{texts.presets}</legend>
        {['', ...Object.keys(contract.swatches)].map((name) => (
          <label key={name} class="swatch">
            <input
              type="radio"
              name="preset"
              value={name}
              checked={name === preset}
              onChange={() => store.set('body', [...path, 'preset'], name || undefined)}
            />
            <SwatchPicture swatch={contract.swatches[name]} />
            <span>{name ? valueName('preset', name) : texts.noPreset}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="group">
        <legend>{texts.colours}</legend>
        <div class="columns">{['primary', 'accent', 'surface'].map((name) => field(name))}</div>
      </fieldset>
      <Background {...scope} />
      <fieldset class="group">
        <legend>{texts.style}</legend>
        <div class="columns">{['font', 'corners', 'buttons', 'header'].map((name) => field(name))}</div>
      </fieldset>
      <fieldset class="group">
        <legend>{texts.logo}</legend>
        {field('logo')}
        {asText(store.value('body', [...path, 'logo'])) && field('logo_shape')}
      </fieldset>
      {type === 'page' && (
        <fieldset class="group">
          <legend>{words.blocks.page}</legend>
          <Field
            {...scope}
            path={['page', 'title']}
            words="page.title"
            schema={{ type: 'string', maxLength: 200 }}
            isRequired={false}
          />
        </fieldset>
      )}
      <LanguageField store={store} path={[...languagePath, 'language']} />
    </div>
  );
}

/** A page in small, in the colours of a theme. */
function SwatchPicture({ swatch }: { swatch: Swatch | undefined }) {
  const { background, surface = '#ffffff', primary = '#3447b5', accent = '#d9480f' } = swatch ?? {};
  const { gradient, color = '#f1f3f9' } = background ?? {};
  const id = `gradient-${primary.slice(1)}`;
  return (
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      {gradient && (
        <linearGradient id={id} x2="0" y2="1">
          <stop stop-color={gradient.from} />
          <stop offset="1" stop-color={gradient.to} />
        </linearGradient>
      )}
      <rect width="64" height="64" rx="8" fill={gradient ? `url(#${id})` : color} />
      <rect x="10" y="14" width="44" height="38" rx="5" fill={surface} />
      <rect x="16" y="20" width="24" height="5" rx="2.5" fill={accent} />
      <rect x="16" y="29" width="32" height="3" rx="1.5" fill={primary} opacity="0.35" />
      <rect x="16" y="38" width="32" height="8" rx="4" fill={primary} />
    </svg>
  );
}

const BACKGROUNDS = ['none', 'color', 'gradient', 'image'] as const;

/** The background of a page: of its theme, a colour, a gradient, or a picture. */
function Background(scope: Scope) {
  const { store, path } = scope;
  const backgroundPath = [...path, 'background'];
  const { gradient, image, color } = asFields(store.value('body', backgroundPath));
  const kind =
    image !== undefined ? 'image' : gradient !== undefined ? 'gradient' : color !== undefined ? 'color' : 'none';
  const choose = (next: (typeof BACKGROUNDS)[number]) => {
    const values = {
      none: undefined,
      color: { color: '#f4f1ea' },
      gradient: { gradient: { from: '#ffe7c7', to: '#ffc9d6' } },
    };
    store.set('body', backgroundPath, next === 'image' ? { image: '' } : values[next]);
  };
  const field = (...names: string[]) => (
    <Field
      {...scope}
      path={[...backgroundPath, ...names]}
      words={`theme.background.${names.join('.')}`}
      schema={findThemeSchema('background', ...names)}
      isRequired={names[0] === 'gradient' && names[1] !== 'angle'}
    />
  );
  return (
    <fieldset class="group">
      <legend>{texts.background}</legend>
      <fieldset class="segments">
        <legend class="unseen">{texts.background}</legend>
        {BACKGROUNDS.map((one) => (
          <label key={one} class="segment">
            <input type="radio" name="background" checked={one === kind} onChange={() => choose(one)} />
            <span>{texts.kinds[one]}</span>
          </label>
        ))}
      </fieldset>
      {kind === 'color' && field('color')}
      {kind === 'gradient' && (
        <div class="columns">
          {field('gradient', 'from')}
          {field('gradient', 'to')}
          {field('gradient', 'angle')}
        </div>
      )}
      {kind === 'image' && field('image')}
    </fieldset>
  );
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'ar', 'he', 'ja', 'zh'];

function LanguageField({ store, path }: { store: DraftStore; path: Path }) {
  const value = asText(store.value('body', path));
  const { label, hint } = findWords('language');
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return (
    <div class="field">
      <label for="page-language">{label}</label>
      <p class="hint" id="page-language-hint">
        {hint}
      </p>
      <select
        id="page-language"
        aria-describedby="page-language-hint"
        value={value}
        onChange={({ currentTarget }) => store.set('body', path, currentTarget.value || undefined)}
      >
        <option value="">{words.fields.byDefault}</option>
        {[...new Set([...LANGUAGES, value])].filter(Boolean).map((code) => (
          <option key={code} value={code}>
            {names.of(code) ?? readable(code)}
          </option>
        ))}
      </select>
    </div>
  );
}
