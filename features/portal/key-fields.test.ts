import { deepEqual, ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { selectOffered } from '../../shared/contract/offer.js';
import { listScopeChoices } from './key-fields.js';

describe('the permissions in the form of a key', () => {
  const offered = selectOffered('music,currency/convert');
  const list = (scopes: readonly string[], limits = {}) =>
    listScopeChoices({ scopes, limits }, offered).flatMap(({ id, endpoints }) => [
      id,
      ...endpoints.map((one) => one.id),
    ]);

  it('are those of the endpoints that the platform offers', () => {
    const ids = list(['*']);
    ok(ids.includes('currency') && ids.includes('currency/rates') && ids.includes('account:read'));
    deepEqual(
      ids.filter((id) => ['music', 'music/chart-data', 'currency/convert', 'keys'].includes(id)),
      [],
    );
    ok(listScopeChoices({ scopes: ['*'], limits: {} }, catalogue).some(({ id }) => id === 'music'));
  });

  it('include others that the key has, which saving the form would remove', () => {
    ok(list(['music']).includes('music'));
    ok(list(['currency/convert']).includes('currency/convert'));
    ok(list(['*'], { music: '5' }).includes('music'));
  });
});
