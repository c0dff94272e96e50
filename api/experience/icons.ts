import { ICON_SIDE, iconPaths } from '../../shared/icon-set.js';

/** Names under which people know what the icon set calls otherwise. */
const ALIASES: Readonly<Record<string, string>> = {
  x: 'twitter-x',
  email: 'envelope-fill',
  mail: 'envelope-fill',
  phone: 'telephone-fill',
  call: 'telephone-fill',
  website: 'globe2',
  web: 'globe2',
  homepage: 'globe2',
  blog: 'rss-fill',
  maps: 'geo-alt-fill',
};

/** An icon as SVG for a page: decoration, the words beside it say the same. */
export function iconSvg(name: string): string {
  const paths = iconPaths(name).map(({ path, rule }) => `<path${rule ? ' fill-rule="evenodd"' : ''} d="${path}"/>`);
  return `<svg class="icon" viewBox="0 0 ${ICON_SIDE} ${ICON_SIDE}" aria-hidden="true" focusable="false">${paths.join('')}</svg>`;
}

/** The icon of a place on the web, found by what it is called or by its address. */
export function placeIcon(name: string, address: string): string {
  const { protocol, hostname } = new URL(address);
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const byAddress = { 'mailto:': 'email', 'tel:': 'phone' }[protocol] ?? hostname.split('.').at(-2) ?? '';
  const candidates = [slug, byAddress].flatMap((word) => [
    ...(Object.hasOwn(ALIASES, word) ? [ALIASES[word]] : []),
    word,
  ]);
  return iconSvg(candidates.find((word) => word && iconPaths(word).length > 0) ?? 'link-45deg');
}
