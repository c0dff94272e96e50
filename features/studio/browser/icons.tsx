import { icons } from './icon-names';

export type IconName = keyof typeof icons;

/** File with all icons as symbols. */
export const ICON_FILE = '/assets/studio/icons.svg';

/** Draws an icon that has no meaning beyond the words beside it. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg class="icon" width={size} height={size} aria-hidden="true">
    <use href={`${ICON_FILE}#${icons[name]}`} />
  </svg>
);
