import type { Content } from './read-experience.js';

/**
 * What the code of an experience holds where that is not the address of its page: of a network what a phone joins it by, in the form
 * that both large systems read (github.com/zxing/zxing, wiki "Barcode Contents"). The page is at its address all the same.
 */
export function encodedText({ type, page }: Pick<Content, 'type' | 'page'>): string | undefined {
  const [block] = page?.blocks ?? [];
  if (type !== 'wifi' || block?.type !== 'wifi') return undefined;
  const { ssid, password, security, hidden } = block.props;
  const parts = [
    `T:${security}`,
    `S:${escaped(ssid)}`,
    ...(password && security !== 'nopass' ? [`P:${escaped(password)}`] : []),
    ...(hidden ? ['H:true'] : []),
  ];
  return `WIFI:${parts.join(';')};;`;
}

const escaped = (text: string): string => text.replace(/[\\;,":]/g, '\\$&');
