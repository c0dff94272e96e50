import { deepEqual, equal, ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { priceOf } from '../../shared/contract/endpoint.js';
import { validator } from '../../shared/contract/input.js';
import { toCredits, toMicro } from '../../shared/ledger/amounts.js';
import { call, newAccount } from '../helpers/stack.js';

describe("every endpoint's example", () => {
  let key: string;
  /** Of the account that tries them all, in credits, as the last answer had it. */
  let left = 100;
  before(async () => {
    ({ key } = await newAccount({ credits: left }));
  });

  const ask = async (path: string, request: object) => {
    const answer = await call(path, request, { key });
    left = Number(answer.headers.get('x-credits-remaining'));
    return answer;
  };

  for (const endpoint of catalogue) {
    it(`${endpoint.path} answers as its contract declares, at its price`, async () => {
      const { request, first } = endpoint.example;
      const given = first?.take((await ask(first.endpoint.path, first.endpoint.example.request)).body);
      const before = toMicro(left);
      const { status, headers, body } = await ask(endpoint.path, { ...request, ...given });

      equal(status, 200, JSON.stringify(body));
      const validate = validator(endpoint.response);
      ok(validate(body), `${JSON.stringify(validate.errors?.[0])} in ${JSON.stringify(body)}`);
      const price = priceOf(endpoint, request);
      equal(headers.get('x-credits-cost'), String(toCredits(price)));
      equal(headers.get('x-credits-remaining'), String(toCredits(before - price)));
    });

    for (const alias of endpoint.aliases) {
      it(`${alias} is the same endpoint`, async () => {
        equal((await ask(alias, endpoint.example.request)).status, 200);
      });
    }
  }

  it('no two endpoints share a path', () => {
    const paths = catalogue.flatMap(({ path, aliases }) => [path, ...aliases]);
    deepEqual([...new Set(paths)], paths);
  });
});
