import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { decode, decodePixels } from '../../test/helpers/decoders.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import handler from './generate.js';

const text = 'https://example.com/menu';
const frames = ['bottom-banner', 'top-header', 'speech-bubble', 'ribbon-tag', 'badge'];
const make = (fields: object) => runHandler(handler, { qr_code_text: text, image_format: 'PNG', ...fields });
const decodeImage = (answer: { data_base64: string | null }) => Buffer.from(answer.data_base64 ?? '', 'base64');

describe('frames', () => {
  for (const frame_name of frames) {
    it(`${frame_name} adds height below or above, keeps the width, and is the same in every format`, async () => {
      const [png, svg] = [await make({ frame_name }), await make({ frame_name, image_format: 'SVG' })];
      equal(png.width, 500);
      ok(png.height > 510 && png.height < 650, String(png.height));
      ok(Math.abs(png.height - svg.height) <= 1);
      const [{ width, height }, drawn] = [await decodePixels(decodeImage(png)), await decodePixels(decodeImage(svg))];
      deepEqual([width, height], [png.width, png.height]);
      deepEqual([drawn.width, drawn.height], [svg.width, svg.height]);
    });

    it(`${frame_name} in a dozen colours is a PNG with a palette, in the colours of the JPG`, async () => {
      const eyes = Object.fromEntries(
        [1, 2, 3].flatMap((eye) => [
          [`eye${eye}_outer_color`, `#${eye}0${eye}060`],
          [`eye${eye}_inner_color`, `#60${eye}0${eye}0`],
        ]),
      );
      const colours = { foreground_color: '#1a237e', background_color: '#fff8e1', frame_color: '#0050a0', ...eyes };
      const words = { frame_text: 'Menu', frame_icon_name: 'cup-hot', frame_text_color: '#ffee00' };
      const look = { frame_name, transparent_corners: 0, body_style: 'dot', eye_style: 'circle', ...colours, ...words };
      const png = decodeImage(await make({ ...look, image_width: 1_000 }));
      const jpg = decodeImage(await make({ ...look, image_width: 1_000, image_format: 'JPG' }));
      // Depth and colour type (ISO/IEC 15948, 11.2.2): places in a palette of eight bits.
      deepEqual([png[24], png[25]], [8, 3]);
      const [ours, painted] = [await decodePixels(png), await decodePixels(jpg)];
      const apart = ours.data.reduce((sum, value, at) => sum + Math.abs(value - (painted.data[at] ?? 0)), 0);
      // A JPG of these colours is 1 beside them on average; a wrong colour of the frame alone would make it 20.
      ok(apart / ours.data.length < 3, `${(apart / ours.data.length).toFixed(2)} of 255 on average`);
    });

    it(`${frame_name} shows its colours, words and icon`, async () => {
      const look = { frame_name, frame_color: '#0050a0', frame_text_color: '#ffee00' };
      const words = await make({ ...look, frame_text: 'Menu', frame_icon_name: 'cup-hot.svg' });
      deepEqual(words.meta.frame, {
        name: frame_name,
        color: '#0050a0',
        text: 'Menu',
        textColor: '#ffee00',
        icon: 'cup-hot.svg',
      });
      const [blank, icon] = [
        await make({ ...look, frame_text: '.' }),
        await make({ ...look, frame_icon_name: 'wifi' }),
      ];
      const yellow = async (answer: typeof words) => countPixels(decodeImage(answer), [0xff, 0xee, 0x00]);
      ok((await countPixels(decodeImage(words), [0x00, 0x50, 0xa0])) > 5_000);
      ok((await yellow(words)) > (await yellow(icon)));
      ok((await yellow(icon)) > (await yellow(blank)));
    });
  }

  it('say SCAN ME when given neither words nor an icon', async () => {
    equal((await make({ frame_name: 'badge' })).meta.frame.text, 'SCAN ME');
    equal((await make({ frame_name: 'badge', frame_icon_name: 'wifi' })).meta.frame.text, null);
    deepEqual((await make({ frame_text: 'unseen' })).meta.frame, {
      name: 'no-frame',
      color: null,
      text: null,
      textColor: null,
      icon: null,
    });
  });

  it('take Latin, Greek, Cyrillic, Armenian and Georgian captions, drawn as paths', async () => {
    for (const frame_text of [
      'Straße & Café №1',
      'Σάρωσέ με',
      'Сканируй меня',
      'Żółć ğüş đ',
      'Սկանավորիր',
      'დასკანერე',
      'e\u0301té',
    ]) {
      const answer = await make({ frame_name: 'bottom-banner', frame_text, image_format: 'SVG' });
      ok(!decodeImage(answer).includes('<text'));
      deepEqual(await decode(decodeImage(answer)), { jsqr: text, zxing: text });
    }
  });

  it('refuse captions that cannot be drawn or do not fit, and unknown icons', async () => {
    const refuses = (fields: object, message: RegExp) =>
      rejects(make({ frame_name: 'badge', ...fields }), (error: Error) => {
        match(error.message, message);
        return 'status' in error && error.status === 422;
      });
    const strange = { 扫描我: 'Han', امسحني: 'Arabic', סרוק: 'Hebrew', स्कैन: 'Devanagari', 'scan 🎉': 'an emoji' };
    for (const [frame_text, script] of Object.entries(strange)) {
      await refuses({ frame_text }, new RegExp(`Cyrillic.*it contains ${script}$`));
    }
    await refuses({ frame_text: 'Donaudampfschifffahrtsgesellschaftskapitänsmützen' }, /too long for the frame/);
    await refuses({ frame_text: 'words '.repeat(13) }, /too long for the frame/);
    await refuses({ frame_text: 'x'.repeat(81) }, /frame_text must be text of at most 80/);
    for (const frame_icon_name of ['nonesuch', '../../../package', 'constructor', 'a b']) {
      await refuses({ frame_icon_name }, /Unknown frame_icon_name/);
    }
  });
});

async function countPixels(image: Buffer, [red, green, blue]: number[]): Promise<number> {
  const { data } = await decodePixels(image);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
  }
  return count;
}
