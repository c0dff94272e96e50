import { deepEqual, equal, ok } from 'node:assert/strict';
import sharp, { type Sharp } from 'sharp';
import { DECODING, LOGO, PAINTED } from '../../shared/contract/bounds.js';
import { forgetPeak, readPeakMegabytes } from '../helpers/process-tree.js';
import { itNightly } from '../helpers/scale.js';
import { call, newAccount, stack, type TestAccount } from '../helpers/stack.js';

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${inner}</svg>`;

const generate = ({ key }: TestAccount, drawing: string) =>
  call(
    '/v1/qr-code/generate',
    {
      qr_code_text: 'https://example.com/menu',
      image_format: 'PNG',
      qr_code_logo: 'upload',
      logo_data_base64: Buffer.from(drawing).toString('base64'),
    },
    { key },
  );

const workerPid = async (): Promise<number> => {
  const { platform } = await stack();
  const pid = platform.children.get('worker:qr')?.pid;
  ok(pid);
  return pid;
};

/** Memory limit of the qr worker and its children: libraries, image canvases, and one child at its own limit. */
const MOST_MEGABYTES = 900;

const zigzag = (turns: number) =>
  `<path d="M${Array.from({ length: turns }, (_, at) => `${at % 2 ? 512 : 0} ${(at * 7_919) % 512}`).join('L')}"/>`;

describe('SVG logos', () => {
  for (const [what, drawing, status] of [
    ['millions of dashes', svg('<path d="M0 0H900000" stroke="#000" stroke-dasharray=".01"/>'), 200],
    ['millions of dashes in a style', svg('<path d="M0 0H9e5" style="stroke:#000;stroke-dasharray:.01"/>'), 200],
    [
      'millions of dashes in a sheet',
      svg('<style>path{stroke:#000;Stroke-Dasharray/**/:.01}</style><path d="M0 0H9e5"/>'),
      200,
    ],
    ['a path of two million units', svg('<path d="M0 0H2000000" stroke="#000" stroke-dasharray=".01"/>'), 422],
    ['a zigzag of 1 MB', svg(zigzag(120_000)), 422],
    [
      '2,400 nested groups with an opacity',
      svg(`${'<g opacity=".9">'.repeat(2_400)}<rect/>${'</g>'.repeat(2_400)}`),
      422,
    ],
    [
      '100 layers by a style sheet',
      svg(`<style>.a{opacity:.5}</style>${'<rect class="a" width="9"/>'.repeat(100)}`),
      422,
    ],
    [
      'elements hidden in a style',
      svg('<style><![CDATA[</style><image href="x"/><style>]]></style><rect width="9"/>'),
      200,
    ],
  ] as const) {
    it(`with ${what} are answered ${status} and charged, within ${MOST_MEGABYTES} MB`, async () => {
      const mine = await newAccount();
      const pid = await workerPid();
      forgetPeak(pid);
      const answer = await generate(mine, drawing);
      equal(answer.status, status, JSON.stringify(answer.body.error));
      equal(answer.headers.get('x-credits-cost'), '0.01');
      const peak = readPeakMegabytes(pid);
      ok(peak < MOST_MEGABYTES, `${peak} MB`);
    });
  }

  it(`that take more than ${DECODING.cpuMs.drawing} ms of processor time are cut off, answered 422 and charged; the next is drawn`, async () => {
    const mine = await newAccount();
    const gradient =
      '<radialGradient id="g"><stop/><stop offset="1" stop-color="#f00" stop-opacity=".3"/></radialGradient>';
    const costly = svg(gradient + '<circle cx="256" cy="256" r="256" fill="url(#g)"/>'.repeat(1_200));
    const { status, body, headers } = await generate(mine, costly);
    deepEqual([status, body.type, headers.get('x-credits-cost')], [422, 'qr_logo_too_costly', '0.01']);
    equal((await generate(mine, svg('<circle cx="256" cy="256" r="200"/>'))).status, 200);
  });

  it('named by the root of a disk, or a folder on it, are not found (422)', async () => {
    const { key } = await newAccount();
    for (const logo_path of ['/', '.', '//', '\\', 'accounts']) {
      const request = { qr_code_text: 'x', qr_code_logo: 'upload', logo_path };
      const { status, body } = await call('/v1/qr-code/generate', request, { key });
      deepEqual([logo_path, status, body.type], [logo_path, 422, 'qr_logo_not_found']);
    }
  });

  it('that are pictures have at most 8 megapixels', async () => {
    const mine = await newAccount();
    const picture = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#963' } });
    const send = async (side: number) => {
      const logo_data_base64 = (await picture(side).jpeg().toBuffer()).toString('base64');
      const request = { qr_code_text: 'x', qr_code_logo: 'upload', logo_data_base64 };
      return (await call('/v1/qr-code/generate', request, { key: mine.key })).status;
    };
    deepEqual([await send(2_800), await send(2_900)], [200, 422]);
  });

  itNightly(
    `leave images wider than ${LOGO.wide} pixels their part of the work: a picture that takes much is refused there`,
    async () => {
      const { key } = await newAccount();
      const noise = sharp({
        create: {
          ...{ width: 500, height: 500, channels: 3, background: '#fff' },
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      });
      const flat = sharp({ create: { width: 1_000, height: 1_000, channels: 3, background: '#963' } });
      const send = async (picture: Sharp, image_width: number, image_format: string) => {
        const logo_data_base64 = (await picture.png().toBuffer()).toString('base64');
        const request = { qr_code_text: 'x', qr_code_logo: 'upload', logo_data_base64, image_width, image_format };
        const { status, body } = await call('/v1/qr-code/generate', request, { key });
        return status === 200 ? status : [status, body.type, body.param, body.error];
      };
      const tooMuch = `image_width must be at most ${LOGO.wide} for a logo of so many pixels or bytes: SVG and PDF are sharp at any size`;
      const refused = [422, 'qr_too_large_to_paint', 'image_width', tooMuch];
      for (const format of ['PNG', 'JPG']) {
        deepEqual(await send(noise, LOGO.wide + 1, format), refused, format);
        equal(await send(noise, LOGO.wide, format), 200);
        equal(await send(flat, PAINTED.fullJpg, format), 200);
      }
      for (const format of ['SVG', 'PDF']) equal(await send(noise, 4_000, format), 200);
    },
  );
});
