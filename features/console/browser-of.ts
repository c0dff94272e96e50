import { UAParser } from 'ua-parser-js';

/** What a browser calls itself, as people do: `Chrome 156 on Linux`; what is none as it says, `–` for what says nothing. */
export function browserOf(agent: string): string {
  const { browser, os } = new UAParser(agent).getResult();
  if (!browser.name) return agent || '–';
  const version = browser.major ? ` ${browser.major}` : '';
  return `${browser.name}${version}${os.name ? ` on ${os.name}` : ''}`;
}
