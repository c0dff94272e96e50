import type { PageContent } from './read-experience.js';

/**
 * What the code of an experience holds where that is not the address of its page: of a network what a phone joins it by, in the form
 * that both large systems read (github.com/zxing/zxing, wiki "Barcode Contents"). The page is at its address all the same.
 */
export function wifiText({ type, page }: Pick<PageContent, 'type' | 'page'>): string | undefined {
  const [block] = page?.blocks ?? [];
  if (type !== 'wifi' || block?.type !== 'wifi') return undefined;
  const { ssid, password, security, hidden } = block.props;
  const parts = [
    `T:${security}`,
    `S:${escapeWifi(ssid)}`,
    ...(password && security !== 'nopass' ? [`P:${escapeWifi(password)}`] : []),
    ...(hidden ? ['H:true'] : []),
  ];
  return `WIFI:${parts.join(';')};;`;
}

const escapeWifi = (text: string): string => text.replace(/[\\;,":]/g, '\\$&');
