import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { createLazyFile, type FixedFile, versionedUrl } from '../web/index.js';

export const QR_STYLES_FILE = projectFile('features/docs/qr-styles.generated.json');

/** Pictures of the values of a field, as SVG. `npm run generate` draws them with the code of the endpoint. */
export type QrStylePictures = Readonly<Record<string, Readonly<Record<string, string>>>>;

const TITLES: Readonly<Record<string, string>> = {
  body_style: 'Body: the modules',
  eye_style: 'Eyes: the three corners',
  eye_ball_style: 'Pupils: the centers of the eyes',
  frame_name: 'Frames',
  qr_code_logo: 'Logos',
  gradient_type: 'Gradients',
};

const pictures: QrStylePictures = existsSync(QR_STYLES_FILE) ? JSON.parse(readFileSync(QR_STYLES_FILE, 'utf8')) : {};

const styles = Object.entries(pictures).map(([field, values]) => ({
  field,
  title: TITLES[field] ?? field,
  values: Object.entries(values).map(([value, svg]) => ({
    value,
    file: createLazyFile(`/assets/docs/qr/${field}-${value}.svg`, 'svg', () => svg),
  })),
}));

/** Files of the pictures. */
export const qrStyleFiles: readonly FixedFile[] = styles.flatMap(({ values }) => values.map(({ file }) => file));

/** Returns the styles of QR codes by field, with the URLs of their pictures. */
export const qrStyles = () =>
  styles.map(({ field, title, values }) => ({
    ...{ field, title },
    values: values.map(({ value, file }) => ({ value, picture: versionedUrl(file) })),
  }));
