import { ok } from 'node:assert/strict';
import { type Distortion, distortions, simulatePhoto } from '../../test/helpers/camera-distortions.js';
import { decodePixels, readsWithJsQr, readsWithQr, readsWithZxing } from '../../test/helpers/decoders.js';
import { contents, drawQrCode, styles } from '../../test/helpers/qr-designs.js';
import { combinations, nightlyOrDaily } from '../../test/helpers/scale.js';

/** The share of pictures, each read by each decoder, that must be read; of the few of the day one more may be missed. */
const SHARE = nightlyOrDaily(0.995, 0.98);

/** Width of the picture in pixels, and of a version 3 code with its quiet zone in modules. */
const [WIDTH, MODULES] = [370, 37];

const gradients: Readonly<Record<string, object>> = {
  none: {},
  linear: { gradient_color: '#b00020', gradient_angle: 30 },
  radial: { gradient_color: '#b00020', gradient_type: 'radial' },
};

describe('QR codes that are photographed', () => {
  const looks = combinations(
    {
      body_style: styles.body_style,
      eye_style: styles.eye_style,
      eye_ball_style: styles.eye_ball_style,
      gradient: Object.keys(gradients),
      hardship: Object.keys(distortions),
    },
    1,
    2,
  );

  it(`are read small, blurred and at an angle by three decoders, in ${looks.length} looks`, async function () {
    this.timeout(1_800_000);
    const qr_code_text = contents.ascii ?? '';
    const failed: string[] = [];
    let tried = 0;
    for (const { gradient, hardship, ...style } of looks) {
      const request = { qr_code_text, image_format: 'PNG', image_width: WIDTH, foreground_color: '#1a237e' };
      const image = await drawQrCode({ ...request, ...gradients[gradient], ...style });
      const pixels = await decodePixels(await simulatePhoto(Buffer.from(image), hardship as Distortion, MODULES));
      const read = { zxing: await readsWithZxing(pixels), jsqr: readsWithJsQr(pixels), qr: readsWithQr(pixels) };
      for (const [decoder, found] of Object.entries(read)) {
        tried++;
        if (found !== qr_code_text) failed.push([decoder, hardship, gradient, ...Object.values(style)].join(' '));
      }
    }
    const share = 1 - failed.length / tried;
    ok(share >= SHARE, `${share} of ${tried} were read, not ${failed.join('; ')}`);
  });
});
