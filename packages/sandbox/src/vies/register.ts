import Type from 'typebox';
import { Check } from 'typebox/value';
import { json, type SandboxRequest, type SandboxResponse, type SandboxUpstream } from '../http.js';
import { between, identifier, pick } from '../world.js';

/** Codes of the registers: member states, and Northern Ireland. */
const states = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ');

/** Member states that do not disclose the holder of a number. */
const DISCREET = new Set(['DE', 'ES']);

/** Results of the test service by number (VIES, "Technical information": checkVatTestService). */
const testErrors: Readonly<Record<string, string>> = {
  201: 'INVALID_INPUT',
  202: 'INVALID_REQUESTER_INFO',
  300: 'SERVICE_UNAVAILABLE',
  301: 'MS_UNAVAILABLE',
  302: 'TIMEOUT',
  400: 'VAT_BLOCKED',
  401: 'IP_BLOCKED',
  500: 'GLOBAL_MAX_CONCURRENT_REQ',
  501: 'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  600: 'MS_MAX_CONCURRENT_REQ',
  601: 'MS_MAX_CONCURRENT_REQ_TIME',
};

const check = Type.Object({
  countryCode: Type.String(),
  vatNumber: Type.String({ minLength: 1 }),
  requesterMemberStateCode: Type.Optional(Type.String()),
  requesterNumber: Type.Optional(Type.String()),
});
type CheckRequest = Type.Static<typeof check>;

const UNDISCLOSED = '---';

/**
 * Imitates VIES (ec.europa.eu/taxation_customs/vies, "Technical information"): `check-vat-number`, `check-vat-test-service` and
 * `check-status`. Numbers are registered unless they contain four zeros in a row.
 */
export const viesRegister: SandboxUpstream = {
  name: 'vies',
  settings: { VIES_URL: '{url}' },
  respond(request) {
    const { path, method } = request;
    if (path === 'check-status' && method === 'GET') return status();
    if (method !== 'POST') return json(405, {});
    if (path === 'check-vat-number') return checkNumber(request, isRegistered, describeCompany);
    if (path === 'check-vat-test-service') return checkNumber(request, (number) => number === '100', describeTester);
    return json(404, {});
  },
};

const status = (): SandboxResponse =>
  json(200, {
    vow: { available: true },
    countries: states.map((countryCode) => ({ countryCode, availability: 'Available' })),
  });

const isRegistered = (number: string): boolean => !number.includes('0000');

type Describe = (state: string, number: string) => { name: string; address: string };

function describeCompany(state: string, number: string): ReturnType<Describe> {
  if (DISCREET.has(state)) return { name: UNDISCLOSED, address: UNDISCLOSED };
  const word = pick(['Alder', 'Birch', 'Cedar', 'Hazel', 'Juniper', 'Linden', 'Maple', 'Rowan'], `${state}${number}`);
  const house = between(1, 99, number);
  return { name: `Sandbox ${word} ${number.slice(-4)}`, address: `${word} Street ${house}\n${state} Sandbox` };
}

/** The test service knows one holder. */
const describeTester: Describe = () => ({ name: 'John Doe', address: '123 Main St, Anytown, UK' });

const refuse = (error: string): SandboxResponse =>
  json(error.startsWith('INVALID') ? 400 : 200, { actionSucceed: false, errorWrappers: [{ error }] });

function checkNumber(
  { path, body, now }: SandboxRequest,
  isValid: (number: string) => boolean,
  describe: Describe,
): SandboxResponse {
  if (!Check(check, body) || !states.includes(body.countryCode)) return refuse('INVALID_INPUT');
  const { countryCode, vatNumber, requesterNumber } = body;
  const error = path === 'check-vat-test-service' ? testErrors[vatNumber] : undefined;
  if (error !== undefined) return refuse(error);
  if (requesterNumber !== undefined && !isKnownRequester(body)) return refuse('INVALID_REQUESTER_INFO');
  const valid = isValid(vatNumber);
  return json(200, {
    ...{ countryCode, vatNumber, valid, requestDate: now.toISOString() },
    requestIdentifier: requesterNumber === undefined ? '' : `WAPISANDBOX${identifier(8, JSON.stringify(body))}`,
    ...(valid ? describe(countryCode, vatNumber) : { name: UNDISCLOSED, address: UNDISCLOSED }),
  });
}

const isKnownRequester = ({ requesterMemberStateCode = '', requesterNumber = '' }: CheckRequest): boolean =>
  states.includes(requesterMemberStateCode) && requesterNumber !== '' && isRegistered(requesterNumber);
