import { TOTP } from 'otpauth';
import { Customer } from './portal.js';

/** A browser in the console. */
export class ConsoleClient extends Customer {
  /** @param from headers that give its requests a client address of their own */
  constructor(
    baseUrl: string,
    private readonly from: Record<string, string>,
  ) {
    super(baseUrl);
  }

  override ask(path: string, init: Parameters<Customer['ask']>[1] = {}) {
    return super.ask(path, { ...init, headers: { ...this.from, ...Object(init.headers) } });
  }

  /** Logs in with name and password. @returns where the console leads to */
  async logIn(operator: string, password: string): Promise<string | null> {
    return (await this.post('/operator/login', { operator, password })).headers.get('location');
  }

  /** Enters a code after the password. */
  enter(code: string) {
    return this.post('/operator/login/code', { code });
  }

  /** Sets up an authenticator app with the code of the previous time step. @returns its secret and the recovery codes */
  async enrol(): Promise<{ secret: string; recovery: string[] }> {
    const page = await this.page('/operator/second-factor');
    const secret = (/id="secret">([^<]+)/.exec(page)?.[1] ?? '').replaceAll(' ', '');
    const enrolment = /name="enrolment" value="([^"]+)"/.exec(page)?.[1] ?? '';
    // The code of the step before, so that the present one is left for the login. It is too old if a step ends meanwhile.
    const send = () =>
      this.send('/operator/second-factor', '/operator/second-factor', { enrolment, code: showCode(secret, -1) });
    const first = await send();
    const { headers } = first.headers.has('location') ? first : await send();
    return { secret, recovery: readRecoveryCodes(await this.page(headers.get('location') ?? '')) };
  }
}

/** Returns the code that an authenticator app shows. @param steps from the current time step */
export const showCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Returns the recovery codes that a page shows. */
export const readRecoveryCodes = (page: string): string[] =>
  (/id="recovery-codes">([^<]+)/.exec(page)?.[1] ?? '').split('\n').filter(Boolean);
