/** Error codes of OAuth (RFC 6749, RFC 7591, RFC 8707). */
type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An error that clients of the authorization server get in the format of OAuth. */
export class OAuthError extends Error {
  override name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    readonly status = 400,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
