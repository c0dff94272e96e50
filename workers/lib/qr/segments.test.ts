import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import QRCode from 'qrcode';
import { always, seeded } from '../../../test/helpers/randomised.js';
import { nightlyOrDaily } from '../../../test/helpers/scale.js';
import { type ErrorCorrection, splitSegments } from './segments.js';

/** Texts whose best split is not seen at once: short runs of all kinds of characters. */
const texts = fc
  .array(fc.constantFrom('1', '234567', 'A', 'BC:D/E', 'a', 'xyz', 'é', '€', '😀', ' '), {
    minLength: 1,
    maxLength: 120,
  })
  .map((runs) => runs.join(''));

const levels = fc.constantFrom<ErrorCorrection>('M', 'H');

/** Bits of a code's segments: of each its mode, its length and its data. */
const countBits = ({ version, segments }: QRCode.QRCode): number => {
  const group = version < 10 ? 0 : version < 27 ? 1 : 2;
  return segments.reduce((sum, segment) => sum + 4 + (segment.mode.ccBits[group] ?? 0) + segment.getBitsLength(), 0);
};

const createCode = (text: string | QRCode.QRCodeSegment[], level: ErrorCorrection) =>
  QRCode.create(text, { errorCorrectionLevel: level, maskPattern: 0 });

describe('segments of a text', () => {
  it(seeded('take no more bits than those that the qrcode library finds among all'), () => {
    always(
      fc.property(texts, levels, (text, level) => {
        const segments = splitSegments(text, level) ?? [];
        const [ours, theirs] = [createCode(segments, level), createCode(text, level)];
        equal(ours.version, theirs.version);
        ok(countBits(ours) <= countBits(theirs), `${countBits(ours)} bits where ${countBits(theirs)} suffice`);
      }),
      nightlyOrDaily(2_000, 200),
    );
  });

  it(seeded('say the text, all of it and in its order'), () => {
    always(
      fc.property(texts, levels, (text, level) => {
        const said = (splitSegments(text, level) ?? []).map(({ data }) =>
          typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array),
        );
        deepEqual(Buffer.concat(said), Buffer.from(text));
      }),
      nightlyOrDaily(2_000, 200),
    );
  });

  it('are as many as the largest code of each level holds, and none beyond', () => {
    const longest = { M: { '1': 5_596, A: 3_391, a: 2_331 }, H: { '1': 3_057, A: 1_852, a: 1_273 } } as const;
    for (const level of ['M', 'H'] as const) {
      for (const [sign, length] of Object.entries(longest[level])) {
        equal(splitSegments(sign.repeat(length), level)?.length, 1);
        equal(createCode(splitSegments(sign.repeat(length), level) ?? [], level).version, 40);
        equal(splitSegments(sign.repeat(length + 1), level), undefined);
      }
    }
  });
});
