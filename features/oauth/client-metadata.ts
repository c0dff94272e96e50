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
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu;

/** Returns a name as it is shown, on one line; undefined if it has no letter and no digit. */
function readName(sent: string): string | undefined {
  const name = sent.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}

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
  const name = readName(client_name) ?? describeTarget(checked[0] ?? '');
  return { name, redirect_uris: checked };
}
