import { deepEqual, equal, ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { priceOf } from '../../shared/contract/endpoint.js';
import { validator } from '../../shared/contract/input.js';
import { toCredits } from '../../shared/ledger/amounts.js';
import { call, newAccount } from '../helpers/stack.js';

describe("every endpoint's example", () => {
  for (const endpoint of catalogue) {
    it(`${endpoint.path} answers as its contract declares, at its price`, async () => {
      const { key } = await newAccount({ credits: 1 });
      const { request, first } = endpoint.example;
      const given = first?.take((await call(first.endpoint.path, first.endpoint.example.request, { key })).body);
      const { status, headers, body } = await call(endpoint.path, { ...request, ...given }, { key });

      equal(status, 200, JSON.stringify(body));
      const validate = validator(endpoint.response);
      ok(validate(body), `${JSON.stringify(validate.errors?.[0])} in ${JSON.stringify(body)}`);
      const price = priceOf(endpoint, request);
      equal(headers.get('x-credits-cost'), String(toCredits(price)));
      equal(headers.get('x-credits-remaining'), String(toCredits(1_000_000 - price - (first?.endpoint.cost ?? 0))));
    });

    for (const alias of endpoint.aliases) {
      it(`${alias} is the same endpoint`, async () => {
        const { key } = await newAccount({ credits: 1 });
        const { status } = await call(alias, endpoint.example.request, { key });
        equal(status, 200);
      });
    }
  }

  it('no two endpoints share a path', () => {
    const paths = catalogue.flatMap(({ path, aliases }) => [path, ...aliases]);
    deepEqual([...new Set(paths)], paths);
  });
});
