import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { computeContrast } from '../../shared/colour.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { readInput } from '../../shared/contract/input.js';
import { makeCall, runHandler } from '../../test/helpers/run-handler.js';
import { checkDesign } from '../lib/qr/check-design.js';
import handler from './generate.js';

const text = 'https://example.com/menu';
const check = (design: object) => checkDesign(readInput(generate, { qr_code_text: text, ...design }), text, makeCall());

describe('the check of a design', () => {
  it('finds nothing wrong with a design that is drawn', async () => {
    deepEqual(
      await check({ body_style: 'heart', frame_name: 'badge', qr_code_logo: 'icon', logo_icon_name: 'wifi' }),
      [],
    );
  });

  it('names the nearest colour of each field, with which the design is drawn', async () => {
    const designs = [
      { foreground_color: '#55ccee' },
      { foreground_color: '#55ccee', background_color: '#777777', eye2_inner_color: '#ffee00' },
      { foreground_color: '#1a237e', gradient_color: '#ffee00', eye_outer_color: '#ffd0d0' },
      { foreground_color: '#ffffff', background_color: '#222222', eye_inner_color: '#333333' },
    ];
    for (const design of designs) {
      const problems = await check(design);
      ok(problems.length > 0);
      const mended = Object.fromEntries(problems.map(({ param, nearest }) => [param, nearest]));
      await runHandler(handler, { qr_code_text: text, ...design, ...mended });
    }
  });

  it('changes a colour no further than it must', async () => {
    const [problem] = await check({ foreground_color: '#55ccee' });
    const ratio = computeContrast(problem?.nearest ?? '', '#ffffff');
    ok(ratio >= 3 && ratio < 3.2, `${problem?.nearest} has a contrast of ${ratio}`);
  });

  it('finds all problems at once', async () => {
    const problems = await check({
      ...{ image_format: 'JPG', background_color: 'transparent', image_width: 64, qr_code_logo: 'icon' },
      ...{ frame_name: 'badge', frame_icon_name: 'nonesuch', logo_icon_name: 'nonesuch' },
    });
    deepEqual(
      problems.map(({ param }) => param),
      ['image_format', 'logo_icon_name', 'image_width', 'frame_icon_name'],
    );
    match(problems[2]?.nearest ?? '', /^\d+$/);
  });

  it('is the error of a refused request as well', async () => {
    const refused = await runHandler(handler, { qr_code_text: text, foreground_color: '#55ccee' }).catch(
      (error) => error,
    );
    ok(refused instanceof ApiError);
    const [problem] = refused.problems;
    equal(problem?.param, 'foreground_color');
    match(problem?.nearest ?? '', /^#[0-9a-f]{6}$/);
    match(refused.message, new RegExp(`nearest foreground_color that works is ${problem?.nearest}`));
  });
});
