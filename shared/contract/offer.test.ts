import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { catalogue } from './catalogue/index.js';
import { selectOffered } from './offer.js';

const idsWithout = (off: string) => {
  const offered = new Set(selectOffered(off).map(({ id }) => id));
  return catalogue.map(({ id }) => id).filter((id) => !offered.has(id));
};

describe('the offer', () => {
  it('is the whole catalogue unless ENDPOINTS_OFF is set', () => {
    deepEqual(selectOffered(), catalogue);
    deepEqual(selectOffered(' , '), catalogue);
  });

  it('lacks the groups and the endpoints of ENDPOINTS_OFF', () => {
    deepEqual(idsWithout('music, currency/convert'), ['currency/convert', 'music/chart-data']);
  });

  it('refuses an unknown name, and lists the valid ones', () => {
    throws(
      () => selectOffered('music,curency'),
      /unknown name "curency": it must be one of .*currency, currency\/convert/,
    );
  });

  it('always has the endpoints that use no external service', () => {
    throws(() => selectOffered('vat'), /unknown name "vat"/);
    const everything = catalogue.filter(({ pool }) => pool === 'content' || pool === 'fetch').map(({ id }) => id);
    const left = selectOffered(everything.join());
    ok(left.length > 0 && left.every(({ pool }) => pool === 'qr' || pool === 'compute'));
    equal(left.length + everything.length, catalogue.length);
  });
});
