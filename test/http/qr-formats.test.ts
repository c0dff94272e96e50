import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { decode } from '../helpers/decoders.js';
import { call, newAccount, stack } from '../helpers/stack.js';

const text = 'https://example.com/menu';
const styled = { body_style: 'rounded', eye_style: 'leaf', eye_ball_style: 'circle', frame_name: 'badge' };

describe('QR codes over HTTP', () => {
  before(stack);

  for (const [image_format, mime] of Object.entries({ WEBP: 'image/webp', PDF: 'application/pdf' })) {
    it(`are returned as ${image_format}, with a gradient and transparent corners`, async () => {
      const { key } = await newAccount();
      const look = { ...styled, gradient_color: '#b00020', transparent_corners: 1, image_format };
      const { status, body } = await call('/v1/qr-code/generate', { qr_code_text: text, ...look }, { key });
      equal(status, 200, JSON.stringify(body));
      equal(body.mime, mime);
      deepEqual(body.meta.shape, { body: 'rounded', eye: 'leaf', ball: 'circle' });
      deepEqual(await decode(Buffer.from(body.data_base64, 'base64')), { jsqr: text, zxing: text });
    });
  }

  it('are served where they are saved, in every format', async () => {
    const { key } = await newAccount();
    const types = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'application/pdf'];
    for (const [at, image_format] of ['SVG', 'PNG', 'JPG', 'WEBP', 'PDF'].entries()) {
      const { body } = await call('/v1/qr-code/generate', { qr_code_text: text, image_format, save: 1 }, { key });
      const file = await fetch(body.file_url);
      deepEqual([file.status, file.headers.get('content-type')], [200, types[at]]);
      ok((await file.arrayBuffer()).byteLength > 0);
    }
  });

  it('are refused with the reason, and the field, when they would not scan', async () => {
    const { key } = await newAccount();
    const look = { qr_code_text: text, gradient_color: '#ffee00' };
    const { status, body } = await call('/v1/qr-code/generate', look, { key });
    equal(status, 422);
    match(body.error, /#ffee00 would not scan/);
    equal(body.type, 'qr_colour_unreadable');
  });
});
