import Type from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import type { Client } from './collections.js';
import { OAuthError } from './oauth-error.js';
import { checkRedirectUri, describeTarget } from './redirect-uris.js';

const [MOST_REDIRECT_URIS, LONGEST_NAME] = [10, 100];

const metadata = Type.Object({
  client_name: Type.Optional(Type.String()),
  redirect_uris: Type.Array(Type.String(), { minItems: 1, maxItems: MOST_REDIRECT_URIS }),
});

/** Characters that are not shown, or change the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Reads what the metadata of an app says about it. Other fields are ignored: every app is a public client with the code and refresh grants.
 *
 * @throws OAuthError
 */
export function readMetadata(sent: unknown): Omit<Client, 'id'> {
  if (!conforms(metadata, sent)) {
    const rule = `redirect_uris must be a list of 1 to ${MOST_REDIRECT_URIS} URLs, and client_name text`;
    throw new OAuthError('invalid_client_metadata', rule);
  }
  const { client_name = '', redirect_uris } = sent;
  if (client_name.length > LONGEST_NAME) {
    const rule = `client_name must have at most ${LONGEST_NAME} characters`;
    throw new OAuthError('invalid_client_metadata', rule);
  }
  const checked = redirect_uris.map(checkRedirectUri);
  const name = client_name.replace(INVISIBLE, '').trim() || describeTarget(checked[0] ?? '');
  return { name, redirect_uris: checked };
}
