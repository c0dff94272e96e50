import { deepEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { QR_STYLES_FILE } from '../../features/docs/qr-styles.js';
import { drawQrStyles } from '../../generate/qr-styles.js';

describe("the documentation's pictures of QR styles", () => {
  it('are what the endpoint draws: npm run generate draws them again', async () => {
    deepEqual(JSON.parse(readFileSync(QR_STYLES_FILE, 'utf8')), await drawQrStyles());
  });
});
