import { deepEqual, equal, ok } from 'node:assert/strict';
import { toCredits, toMicro } from '../../shared/contract/amounts.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { computePrice, type Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { compileValidator } from '../../shared/contract/input.js';
import { call, eventually, newAccount } from '../helpers/stack.js';

const CREDITS = 1;

/** Asks for an endpoint's example, and before it for what that needs, as an account of its own: what it had before can be told then. */
async function answerTo({ path, example: { request, first } }: Endpoint) {
  const { key } = await newAccount({ credits: CREDITS });
  const earlier = first && (await call(first.endpoint.path, first.endpoint.example.request, { key }));
  const before = toMicro(Number(earlier?.headers.get('x-credits-remaining') ?? CREDITS));
  return { before, ...(await call(path, { ...request, ...first?.take(earlier?.body) }, { key })) };
}

describe("every endpoint's example", () => {
  for (const endpoint of catalogue) {
    it(`${endpoint.path} responds as its contract declares, at its price`, async () => {
      // On a busy machine the first request of a process may exceed its deadline, which is not charged.
      const answer = await eventually(
        () => answerTo(endpoint),
        ({ status }) => status !== errors.deadlineExceeded().status,
      );
      const { before, status, headers, body } = answer;

      equal(status, 200, JSON.stringify(body));
      const validate = compileValidator(endpoint.response);
      ok(validate(body), `${JSON.stringify(validate.errors?.[0])} in ${JSON.stringify(body)}`);
      const price = computePrice(endpoint, endpoint.example.request);
      equal(headers.get('x-credits-cost'), String(toCredits(price)));
      equal(headers.get('x-credits-remaining'), String(toCredits(before - price)));
    });

    for (const alias of endpoint.aliases) {
      it(`${alias} is the same endpoint`, async () => {
        const { key } = await newAccount({ credits: CREDITS });
        equal((await call(alias, endpoint.example.request, { key })).status, 200);
      });
    }
  }

  it('no two endpoints share a path', () => {
    const paths = catalogue.flatMap(({ path, aliases }) => [path, ...aliases]);
    deepEqual([...new Set(paths)], paths);
  });
});
