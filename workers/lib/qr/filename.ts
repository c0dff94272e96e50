import { reducePath } from '../../../shared/storage/paths.js';

/** The name of a file without folder and extension, made of a wish for it. */
export function fileBase(wish = ''): string {
  const last = reducePath(wish).split('/').at(-1) ?? '';
  return last.replace(/\.(svg|png|jpe?g)$/, '').replace(/[.-]+$/, '') || 'qr-code';
}
