import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import QRCode from 'qrcode';
import { always, seeded } from '../../../test/helpers/randomised.js';
import { nightlyOrDaily } from '../../../test/helpers/scale.js';
import { encode } from './matrix.js';
import { splitSegments } from './segments.js';

describe('the mask of a code', () => {
  it(seeded('is the one that the qrcode library finds, by all the time it takes'), () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 400 }),
      fc.integer({ min: 1, max: 2_000 }).map((length) => 'a'.repeat(length)),
      fc.stringMatching(/^[0-9]{1,900}$/),
    );
    always(
      fc.property(text, fc.constantFrom('M', 'H'), (wanted, level) => {
        const text = wanted.slice(0, 1_200);
        const { size, data } = QRCode.create(splitSegments(text, level) ?? [], { errorCorrectionLevel: level }).modules;
        const ours = encode(text, level);
        const modules = Array.from({ length: size * size }, (_, at) =>
          Number(ours.dark(Math.floor(at / size), at % size)),
        );
        deepEqual(modules, Array.from(data, Number));
      }),
      nightlyOrDaily(500, 60),
    );
  });
});
